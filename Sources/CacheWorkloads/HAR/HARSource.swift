internal import SimCore

/// A HAR file (versions 1.1 and 1.2) as the workload of the user whose browser was captured.
///
/// Each page is a screen: its first document is the main resource, its other entries are the
/// parts. What a capture does not record is decided here, once:
///
/// - A GET over HTTP that is answered 200, 203, 206 or 304 counts; redirects and errors do not.
/// - Time starts when the first page opens. A page is open until the next one, `dwell` at most.
/// - A version differs from the one before by its `ETag`; where one of them has none, by its
///   `Last-Modified`, then by its size. It was published at its `Last-Modified` if that lies
///   after the last response with the version before, else at the opening of the page that
///   first received it.
/// - A capture does not show what a browser took from its cache without a request. The parts of a
///   version are therefore all that any page view with that version requested.
/// - The size of a version without a complete response is that of a partial one or of a 304,
///   else `assumedSize`. Which size of compressed bodies counts is the setting `bodySize`.
/// - Several pages are several screen views, in order of time. Pages between which the browser kept
///   its cache are of one device; a page that began with an empty one is another device's (see
///   `HARSessions`, and the setting `sessions`).
///
/// Memory: the file as a whole while it is read (see `HARFile`), then its resources.
package struct HARSource: EventSource {
  /// The different headers of the answers; the contents refer to them.
  package let headers: [CacheHeaders]
  /// The names of the hosts, with their port where the URL has one; the contents refer to them.
  package let hosts: [String]
  /// What could not be used; final from the start.
  package let issues: TraceIssues
  /// When the trace starts, in nanoseconds since 1970; nil when nothing was opened.
  package let startNanoseconds: Int64?

  private let openings: [(at: Int64, main: Int, session: Int)]
  private let resources: [HARHistory.Resource]
  private let assumedSize: Bytes
  /// Whether sizes are those of bodies as they were sent.
  private let hasTravelledSizes: Bool
  private var views: ViewSequence
  private var place = 0
  /// By session: its device.
  private var devices: [Int: UInt32] = [:]
  /// By device, then by resource: its index on the device, and the version that was published to
  /// it. Of each device only what it requested: a list of all resources for each of many devices
  /// would grow with the square of the capture.
  private var published: [[Int: (index: ResourceIndex, version: Int)]] = []
  /// By device: the resources in order of their indices.
  private var names: [[Int]] = []

  /// Earlier instants are moved to this one, a century before the start: ages stay below 292 years.
  private static let earliest = Instant.start - TraceNumber.longestSpan

  /// Reads a file.
  /// - Throws: `missingFile`, `unreadable`, or `malformed` with line and column.
  package init(
    path: String, settings: TraceSettings = TraceSettings()
  ) throws(WorkloadError) {
    precondition(settings.assumedSize >= .zero, "a size below zero")
    var capture = try HARCapture(path: path, settings: settings)
    let pages = capture.pageViews(dwell: settings.dwell.nanoseconds)
    let history = HARHistory(pages)
    var issues = capture.issues
    for entry in history.overflowing {
      let reason = "one of more than 65,536 different hosts or headers"
      issues.malformed(reason, at: entry.position, excerpt: Array(entry.url.utf8).span)
    }
    self.issues = issues
    headers = history.headers
    hosts = history.hosts
    startNanoseconds = pages.first?.openedAt
    try TraceNumber.checkSpan(
      from: pages.first?.openedAt ?? 0, to: pages.last?.openedAt ?? 0, in: path)
    openings = zip(pages, history.mains).filter { $1 >= 0 }.map { view, main in
      (view.openedAt, main, view.session)
    }
    resources = history.resources
    assumedSize = settings.assumedSize
    hasTravelledSizes = settings.bodySize == .transferred
    views = ViewSequence(settings)
  }

  /// The URL of a resource that the events so far have published to a device.
  package func name(of resource: ResourceIndex, on device: UInt32 = 0) -> String {
    resources[names[Int(device)][Int(resource)]].url
  }

  package mutating func fill(_ block: inout EventBlock) throws(WorkloadError) -> Bool {
    while block.events.count < EventBlock.capacity, place < openings.count {
      open(view: place, into: &block)
      place += 1
    }
    if place == openings.count { _ = views.finish(into: &block) }
    return !block.events.isEmpty
  }

  private mutating func open(view: Int, into block: inout EventBlock) {
    let (nanoseconds, main, session) = openings[view]
    let instant = Instant(nanoseconds: nanoseconds - (startNanoseconds ?? 0))
    let device = device(of: session)
    views.arrive(device, at: instant, into: &block)
    let outdated = outdated(of: main, at: view, on: device)
    for resource in outdated where published[Int(device)][resource] == nil {
      published[Int(device)][resource] = (ResourceIndex(names[Int(device)].count), -1)
      names[Int(device)].append(resource)
    }
    for resource in outdated { publish(resource, at: view, instant, to: device, into: &block) }
    views.open(index(of: main, on: device), device, at: instant, into: &block)
  }

  private mutating func device(of session: Int) -> UInt32 {
    if let device = devices[session] { return device }
    let device = UInt32(devices.count)
    devices[session] = device
    published.append([:])
    names.append([])
    return device
  }

  private func index(of resource: Int, on device: UInt32) -> ResourceIndex {
    guard let known = published[Int(device)][resource] else {
      preconditionFailure("a resource that was not published")
    }
    return known.index
  }

  /// The resources that a screen needs and whose present version was not published to the device:
  /// parts before what they are parts of, unless they need one another.
  private func outdated(of main: Int, at view: Int, on device: UInt32) -> [Int] {
    var found: [Int] = []
    var seen: Set<Int> = [main]
    var path: [(resource: Int, next: Int)] = [(main, 0)]
    while let (resource, next) = path.last {
      let version = resources[resource].version(at: view)
      let parts = resources[resource].versions[version].parts
      if next < parts.count {
        path[path.count - 1].next += 1
        if seen.insert(parts[next]).inserted { path.append((parts[next], 0)) }
      } else {
        path.removeLast()
        if published[Int(device)][resource]?.version != version { found.append(resource) }
      }
    }
    return found
  }

  private mutating func publish(
    _ resource: Int, at view: Int, _ instant: Instant, to device: UInt32,
    into block: inout EventBlock
  ) {
    let index = index(of: resource, on: device)
    let place = resources[resource].version(at: view)
    let version = resources[resource].versions[place]
    published[Int(device)][resource] = (index, place)
    let start = startNanoseconds ?? 0
    let firstSeen = version.view < view ? openings[version.view].at : instant.nanoseconds + start
    let published = max(
      Instant(nanoseconds: (version.publishedAt ?? firstSeen) - start), Self.earliest)
    let size = version.size ?? resources[resource].size
    var content = Content(
      version: UInt32(place + 1), kind: resources[resource].kind, host: resources[resource].host,
      headers: version.headers, size: size.map { Bytes($0) } ?? assumedSize,
      publishedAt: min(published, instant),
      parts: version.parts.isEmpty
        ? .none : block.append(parts: version.parts.map { self.index(of: $0, on: device) }))
    content.isCompressible = !hasTravelledSizes
    let action = Action.publish(index, content)
    block.events.append(WorkloadEvent(at: instant, device: device, action: action))
  }
}
