package import SimCore

/// A HAR file (versions 1.1 and 1.2) as the workload of the user whose client was captured.
///
/// Docs/Traces.md says what is decided where a capture does not record it. Time starts `launchLead`
/// before the first view opens: what is recorded was requested by an app that had started. A
/// version was published at its `Last-Modified` if that lies after the last response with the
/// version before, else when it is requested first. A capture does not show what a browser took
/// from its cache without a request: the parts of a version are all that any page view with it
/// requested. A page that began with an empty cache is another device's (see `HARSessions`).
///
/// Memory: the file as a whole while it is read (see `HARFile`), then its resources and the lines
/// of its headers.
package struct HARSource: EventSource {
  package let headers: [CacheHeaders]
  /// The names of the hosts, with their port where the URL has one; the contents refer to them.
  package let hosts: [String]
  package let issues: TraceIssues
  package private(set) var requests = RecordedRequests()
  let screens: ScreenNames
  /// By resource: the number of the screen that it is the main content of.
  private let screenNumbers: [UInt16]
  /// When the trace starts, in nanoseconds since 1970; nil when nothing was opened.
  package let startNanoseconds: Int64?

  private let path: String
  private let steps: [HARHistory.Occurrence]
  private let resources: [HARHistory.Resource]
  private let assumedSize: Bytes
  private let hasTravelledSizes: Bool
  private var views: ViewSequence
  private var place = 0
  private var devices: [Int: UInt32] = [:]
  /// By device, then by resource: its index on the device, and the version that was published to
  /// it. Of each device only what it requested: a list of all resources for each of many devices
  /// would grow with the square of the capture.
  private var published: [[Int: (index: ResourceIndex, version: Int)]] = []
  /// By device: the resources in order of their indices.
  private var names: [[Int]] = []

  /// Earlier instants are moved to this one, a century before the start: ages stay below 292 years.
  private static let earliest = Instant.start - TraceNumber.longestSpan

  /// How long before a view the app is launched; an assumption: longer than launches take.
  private static let launchLead = TimeSpan.seconds(10)

  package init(path: String, settings: TraceSettings = TraceSettings()) throws(InputError) {
    precondition(settings.assumedSize >= .zero, "a size below zero")
    self.path = path
    let capture = try HARCapture(
      HARFile(path: path), settings: settings, keepsLines: settings.answers == .recorded)
    let views = HARViews(capture, settings: settings)
    let history = HARHistory(views.all)
    var issues = capture.issues
    issues.strayCount += views.strayCount
    for entry in history.overflowing {
      let reason = "one of more than 65,536 different hosts or headers"
      let text = ContiguousArray(entry.url.utf8)
      issues.malformed(reason, at: entry.position, excerpt: text.span)
    }
    issues.limits = HARLimits.sentences(on: capture, views, history)
    self.issues = issues
    headers = history.headers.values
    hosts = history.hosts.values
    steps = history.steps
    startNanoseconds = steps.first.map { $0.at - Self.launchLead.nanoseconds }
    try TraceNumber.checkSpan(from: steps.first?.at ?? 0, to: steps.last?.at ?? 0, in: path)
    resources = history.resources
    let screens = ScreenNames()
    var numbers = [UInt16](repeating: 0, count: resources.count)
    for main in steps.filter(\.opens).map(\.resource) where numbers[main] == 0 {
      numbers[main] = screens.number(of: AppProfile.template(of: resources[main].url))
    }
    (self.screens, screenNumbers) = (screens, numbers)
    assumedSize = settings.assumedSize
    hasTravelledSizes = settings.bodySize == .transferred
    self.views = ViewSequence(settings, lead: Self.launchLead)
    noteRequests(history.occurrences, capture.recorded)
  }

  /// Reads ahead, as resources have their indices when they are requested first.
  private mutating func noteRequests(
    _ occurrences: [HARHistory.Occurrence], _ exchanges: [Int: RecordedExchange]
  ) {
    let start = startNanoseconds ?? 0
    requests.fraction = TimeSpan(nanoseconds: start % 1_000_000_000)
    var ahead = self
    var block = EventBlock()
    for step in steps {
      ahead.take(step, into: &block)
      let device = ahead.device(of: step.session)
      requests.note(
        step.asked, of: ahead.index(of: step.resource, on: device), on: device,
        at: Instant(nanoseconds: step.at - start))
    }
    for occurrence in occurrences {
      let device = ahead.device(of: occurrence.session)
      guard let exchange = exchanges[occurrence.position],
        let resource = ahead.published[Int(device)][occurrence.resource]?.index
      else { continue }
      requests.note(
        exchange, of: resource, on: device, at: Instant(nanoseconds: occurrence.at - start))
    }
  }

  package func name(of resource: ResourceIndex, on device: UInt32 = 0) -> String {
    resources[names[Int(device)][Int(resource)]].url
  }

  /// The addresses of a device's resources, and the entries that brought their versions; to be
  /// asked of a source that has not been read yet. - Complexity: as reading it.
  func origins(on device: UInt32) -> ResourceOrigins {
    var ahead = self
    var block = EventBlock()
    for step in steps { ahead.take(step, into: &block) }
    var origins = ResourceOrigins()
    origins.capture = path
    guard Int(device) < ahead.names.count else { return origins }
    for place in ahead.names[Int(device)] {
      let resource = resources[place]
      // What HEAD asks for is at the address of what GET does.
      origins.addresses.append(
        resource.method == .head
          ? nil
          : resource.method == .get
            ? resource.url : String(resource.url.drop { $0 != " " }.dropFirst()))
      origins.entries.append(resource.versions.map(\.entries))
    }
    return origins
  }

  package mutating func fill(_ block: inout EventBlock) throws(InputError) -> Bool {
    while block.events.count < EventBlock.capacity, place < steps.count {
      take(steps[place], into: &block)
      place += 1
    }
    if place == steps.count { _ = views.finish(into: &block) }
    return !block.events.isEmpty
  }

  private mutating func take(_ step: HARHistory.Occurrence, into block: inout EventBlock) {
    let instant = Instant(nanoseconds: step.at - (startNanoseconds ?? 0))
    let device = device(of: step.session)
    // What begins before a view of its session does, as an entry whose view was lost.
    let isFirst = device == views.deviceCount
    if step.opens || isFirst { views.arrive(device, at: instant, into: &block) }
    let outdated = outdated(of: step.resource, at: step.at, on: device)
    for resource in outdated { _ = numbered(resource, on: device) }
    for resource in outdated {
      publish(resource, at: step.at, instant, to: device, into: &block)
    }
    let resource = index(of: step.resource, on: device)
    if step.opens || isFirst {
      views.open(resource, device, at: instant, into: &block)
    } else {
      views.need(resource, device, at: instant, into: &block, prolonging: true)
    }
  }

  private mutating func device(of session: Int) -> UInt32 {
    if let device = devices[session] { return device }
    let device = UInt32(devices.count)
    devices[session] = device
    published.append([:])
    names.append([])
    return device
  }

  private mutating func numbered(_ resource: Int, on device: UInt32) -> ResourceIndex {
    if let known = published[Int(device)][resource] { return known.index }
    let index = ResourceIndex(names[Int(device)].count)
    published[Int(device)][resource] = (index, -1)
    names[Int(device)].append(resource)
    return index
  }

  private func index(of resource: Int, on device: UInt32) -> ResourceIndex {
    guard let known = published[Int(device)][resource] else {
      preconditionFailure("a resource that was not published")
    }
    return known.index
  }

  /// The resources that a screen needs and whose present version was not published to the device:
  /// parts before what they are parts of, unless they need one another.
  private func outdated(of main: Int, at time: Int64, on device: UInt32) -> [Int] {
    var found: [Int] = []
    var seen: Set<Int> = [main]
    var path: [(resource: Int, next: Int)] = [(main, 0)]
    while let (resource, next) = path.last {
      let version = resources[resource].version(at: time)
      let parts = resources[resource].versions[version].parts
      if next < parts.count {
        path[path.count - 1].next += 1
        if seen.insert(parts[next]).inserted { path.append((parts[next], 0)) }
      } else {
        path.removeLast()
        if published[Int(device)][resource]?.version ?? -1 < version { found.append(resource) }
      }
    }
    return found
  }

  private mutating func publish(
    _ resource: Int, at time: Int64, _ instant: Instant, to device: UInt32,
    into block: inout EventBlock
  ) {
    let index = index(of: resource, on: device)
    let place = resources[resource].version(at: time)
    let version = resources[resource].versions[place]
    published[Int(device)][resource] = (index, place)
    let start = startNanoseconds ?? 0
    let published = max(
      Instant(nanoseconds: (version.publishedAt ?? version.firstAt) - start), Self.earliest)
    let size = version.size ?? resources[resource].size
    var content = Content(
      version: UInt32(place + 1), kind: resources[resource].kind, host: resources[resource].host,
      headers: version.headers, size: size.map { Bytes($0) } ?? assumedSize,
      publishedAt: min(published, instant),
      parts: version.parts.isEmpty
        ? .none : block.append(parts: version.parts.map { self.index(of: $0, on: device) }))
    // HEAD's answers are its resource's own, and stored as such.
    if resources[resource].method != .head { content.method = resources[resource].method }
    if content.method != .get {
      content.target = resources[resource].target.map { numbered($0, on: device) }
      content.requestSize = UInt32(clamping: version.requestSize)
    }
    content.screen = screenNumbers[resource]
    content.isCompressible = !hasTravelledSizes
    content.wireSize = hasTravelledSizes ? nil : version.wireSize.map { Bytes($0) }
    content.serverTime = version.serverTime
    let action = Action.publish(index, content)
    block.events.append(WorkloadEvent(at: instant, device: device, action: action))
  }
}

enum HARLimits {
  static func sentences(
    on capture: HARCapture, _ views: HARViews, _ history: HARHistory
  ) -> [String] {
    guard !capture.entries.isEmpty else { return [] }
    return [
      views.sentence(entries: capture.entries.count), hits(in: capture.entries),
      serverTimes(in: history), forbiddenLines(in: capture),
    ].compactMap { $0 }
  }

  /// A capture without a single hit cannot show that a cache answers less than ours.
  private static func hits(in entries: [HAREntry]) -> String? {
    guard !entries.contains(where: { $0.action == .used }) else { return nil }
    let validated = entries.count { $0.action == .validated }
    return "The capture shows no request that its client's cache answered"
      + (validated > 0 ? " without asking (\(validated) were validated)" : "")
      + ": either nothing was used from a cache, or the tool records only what was sent, as "
      + "proxies and WebPageTest do. What such a cache answered is then missing from the requests."
  }

  private static func forbiddenLines(in capture: HARCapture) -> String? {
    let count = capture.forbiddenLines
    guard count > 0 else { return nil }
    return NumberText.counted(
      count, "line of the capture's headers has", plural: "lines of the capture's headers have")
      + " what HTTP forbids there: control characters are read as "
      + "blanks, and a line whose name is none is left out (RFC 9110, section 5.5)."
  }

  private static func serverTimes(in history: HARHistory) -> String? {
    let count = history.resources.reduce(0) { sum, resource in
      sum + resource.versions.reduce(0) { $0 + $1.serverTimes.count }
    }
    return count > 0
      ? nil
      : "The capture has no waits (timings.wait): the origin's times are the scenario's "
        + "(origin.thinkTime)."
  }
}
