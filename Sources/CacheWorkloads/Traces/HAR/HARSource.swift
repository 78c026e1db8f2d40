internal import SimCore

/// A HAR file (versions 1.1 and 1.2) as the story of the person who was captured.
///
/// Each page is a screen: its first document is the main resource, its other entries are the
/// parts. What a capture does not say is decided here, once:
///
/// - A GET over HTTP that is answered 200, 203, 206 or 304 counts; redirects and errors do not.
/// - Time starts when the first page opens. A page is open until the next one, `dwell` at most.
/// - A version differs from the one before by its `ETag`; where one of them has none, by its
///   `Last-Modified`, then by its size. It was published at its `Last-Modified` if that lies
///   behind the last sight of the version before, else at the opening of the page that met it.
/// - A capture does not show what a browser took from its cache without asking. The parts of a
///   version are therefore all that any visit to that version asked for.
/// - The size of a version that no whole answer tells is that of a part or a confirmation of it,
///   else `assumedSize`. Which size of compressed bodies counts is the setting `bodySize`.
/// - Several pages are several visits, in order of time. Pages between which the browser kept its
///   cache are of one device; a page that began with an empty one is another device's (see
///   `HARSessions`, and the setting `sessions`).
///
/// Memory: the file as a whole while it is read (see `HARFile`), then its resources.
package struct HARSource: EventSource {
  /// The different headers of the answers; the contents refer to them.
  package let headers: [CacheHeaders]
  /// The names of the hosts, with their port where the URL has one; the contents refer to them.
  package let hosts: [String]
  /// What was met on the way; final from the start.
  package let issues: TraceIssues
  /// When the trace starts, in nanoseconds since 1970; nil when nothing was opened.
  package let startNanoseconds: Int64?

  private let openings: [(at: Int64, main: Int, session: Int)]
  private let resources: [HARHistory.Resource]
  private let assumedSize: Bytes
  private var visits: Visits
  private var place = 0
  /// By session: the device that stands for it.
  private var devices: [Int: UInt32] = [:]
  /// By device, then by resource: the index that the device knows it by, and the version it was
  /// told of. Of each device only what it met: a list of all resources for each of many devices
  /// would grow with the square of the capture.
  private var told: [[Int: (index: ResourceIndex, version: Int)]] = []
  /// By device: the resources in order of their indices.
  private var names: [[Int]] = []

  /// What is said to be older than a century is as old as that: ages are below 292 years then.
  private static let earliest = Instant.start - TraceNumber.longestSpan

  /// Reads a file.
  /// - Throws: `missingFile`, `unreadable`, or `malformed` with line and column.
  package init(
    path: String, settings: TraceSettings = TraceSettings()
  ) throws(WorkloadError) {
    precondition(settings.assumedSize >= .zero, "a size below zero")
    var capture = try HARCapture(path: path, settings: settings)
    let pages = capture.visits(dwell: settings.dwell.nanoseconds)
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
    openings = zip(pages, history.mains).filter { $1 >= 0 }.map { visit, main in
      (visit.openedAt, main, visit.session)
    }
    resources = history.resources
    assumedSize = settings.assumedSize
    visits = Visits(settings)
  }

  /// The URL of a resource that the events so far have published to a device.
  package func name(of resource: ResourceIndex, on device: UInt32 = 0) -> String {
    resources[names[Int(device)][Int(resource)]].url
  }

  package mutating func fill(_ block: inout EventBlock) throws(WorkloadError) -> Bool {
    while block.events.count < EventBlock.capacity, place < openings.count {
      open(visit: place, into: &block)
      place += 1
    }
    if place == openings.count { _ = visits.finish(into: &block) }
    return !block.events.isEmpty
  }

  private mutating func open(visit: Int, into block: inout EventBlock) {
    let (nanoseconds, main, session) = openings[visit]
    let instant = Instant(nanoseconds: nanoseconds - (startNanoseconds ?? 0))
    let device = device(of: session)
    visits.arrive(device, at: instant, into: &block)
    let news = news(of: main, at: visit, on: device)
    for resource in news where told[Int(device)][resource] == nil {
      told[Int(device)][resource] = (ResourceIndex(names[Int(device)].count), -1)
      names[Int(device)].append(resource)
    }
    for resource in news { publish(resource, at: visit, instant, to: device, into: &block) }
    visits.open(index(of: main, on: device), device, at: instant, into: &block)
  }

  private mutating func device(of session: Int) -> UInt32 {
    if let device = devices[session] { return device }
    let device = UInt32(devices.count)
    devices[session] = device
    told.append([:])
    names.append([])
    return device
  }

  private func index(of resource: Int, on device: UInt32) -> ResourceIndex {
    guard let known = told[Int(device)][resource] else {
      preconditionFailure("a resource not told of")
    }
    return known.index
  }

  /// The resources that a screen needs and the device does not know in their present version:
  /// parts before what they are parts of, as far as they do not need one another.
  private func news(of main: Int, at visit: Int, on device: UInt32) -> [Int] {
    var found: [Int] = []
    var seen: Set<Int> = [main]
    var path: [(resource: Int, next: Int)] = [(main, 0)]
    while let (resource, next) = path.last {
      let version = resources[resource].version(at: visit)
      let parts = resources[resource].versions[version].parts
      if next < parts.count {
        path[path.count - 1].next += 1
        if seen.insert(parts[next]).inserted { path.append((parts[next], 0)) }
      } else {
        path.removeLast()
        if told[Int(device)][resource]?.version != version { found.append(resource) }
      }
    }
    return found
  }

  private mutating func publish(
    _ resource: Int, at visit: Int, _ instant: Instant, to device: UInt32,
    into block: inout EventBlock
  ) {
    let index = index(of: resource, on: device)
    let place = resources[resource].version(at: visit)
    let version = resources[resource].versions[place]
    told[Int(device)][resource] = (index, place)
    let start = startNanoseconds ?? 0
    let firstSeen = version.visit < visit ? openings[version.visit].at : instant.nanoseconds + start
    let published = max(
      Instant(nanoseconds: (version.publishedAt ?? firstSeen) - start), Self.earliest)
    let size = version.size ?? resources[resource].size
    let content = Content(
      version: UInt32(place + 1), kind: resources[resource].kind, host: resources[resource].host,
      headers: version.headers, size: size.map { Bytes($0) } ?? assumedSize,
      publishedAt: min(published, instant),
      parts: version.parts.isEmpty
        ? .none : block.append(parts: version.parts.map { self.index(of: $0, on: device) }))
    let action = Action.publish(index, content)
    block.events.append(WorkloadEvent(at: instant, device: device, action: action))
  }
}
