package import SimCore

/// A trace of HTTP requests in whichever format its file has: the entry point to recorded input.
///
/// A file whose name ends in `.har`, or whose first character is `{`, is read as a HAR file;
/// every other file as an access log. Both become the same kinds of events. To detect the format
/// the file is opened a second time, so a pipe cannot be read this way.
package struct TraceSource: EventSource, ~Copyable {
  package enum Format: Sendable {
    case accessLog
    case har
  }

  package let format: Format
  package let headers: [CacheHeaders]
  /// By the paths of their main resources; of a log complete when it was read.
  let screens: ScreenNames
  /// The lines of requests that matter to a cache; none of a log.
  package let requests: RecordedRequests
  /// When the trace starts, in seconds since 1970; nil where nothing depends on it.
  package let secondsAtStart: Int64?
  package private(set) var issues: TraceIssues

  // Exactly one of the two is there.
  private var log: AccessLogSource?
  private var capture: HARSource?

  /// Opens a file.
  /// - Throws: `missingFile`, `unreadable`, or `malformed` when a HAR file is none; that a log is
  ///   none is found when it is read.
  package init(path: String, settings: TraceSettings = TraceSettings()) throws(InputError) {
    let format = try Self.format(of: path)
    switch format {
    case .accessLog: self.init(try AccessLogSource(path: path, settings: settings))
    case .har: self.init(try HARSource(path: path, settings: settings))
    }
  }

  private init(_ source: consuming AccessLogSource) {
    format = .accessLog
    headers = source.headers
    screens = source.screens
    requests = RecordedRequests()
    secondsAtStart = nil
    issues = source.issues
    log = consume source
  }

  private init(_ source: HARSource) {
    format = .har
    // A capture without a response has none, and a simulation needs one.
    headers = source.headers.isEmpty ? [CacheHeaders()] : source.headers
    screens = source.screens
    requests = source.requests
    secondsAtStart = source.startNanoseconds.map { $0 / 1_000_000_000 }
    issues = source.issues
    capture = source
  }

  /// The addresses of a device's resources, of a source that has not been read yet; a log's paths
  /// are not kept.
  var origins: @Sendable (_ device: UInt32) -> ResourceOrigins {
    guard let capture else { return { _ in ResourceOrigins() } }
    return { capture.origins(on: $0) }
  }

  /// The URL of a resource that the events so far have published to a device; nil: an access log.
  func name(of resource: ResourceIndex, on device: UInt32) -> String? {
    capture?.name(of: resource, on: device)
  }

  package mutating func fill(_ block: inout EventBlock) throws(InputError) -> Bool {
    switch format {
    case .har: return try capture?.fill(&block) ?? false
    case .accessLog:
      let hasMore = try log?.fill(&block) ?? false
      if let found = log?.issues { issues = found }
      return hasMore
    }
  }

  /// Detects the format by the name, else by the first character that is no white space.
  package static func format(of path: String) throws(InputError) -> Format {
    if path.lowercased().hasSuffix(".har") { return .har }
    var reader = try ByteReader(path: path)
    var text = try reader.peek(4_096)[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    let first = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "{") ? .har : .accessLog
  }
}

/// The screen view of each device: what is open, and since when.
///
/// Turns bare requests into the events of a user's screen views. The first request is a launch;
/// each open closes the screen before; a pause longer than `sessionGap` is a time in the
/// background. Memory: 24 bytes for each device.
struct ViewSequence {
  private struct View {
    var resource: ResourceIndex
    var openedAt: Instant
    /// Since when nothing has shown that it is still looked at.
    var latest: Instant
  }

  private let dwell: TimeSpan
  private let sessionGap: TimeSpan
  private let lead: TimeSpan
  private var views: [View] = []
  private var latest = Instant.start
  private var finishedCount = 0

  /// - Parameter lead: how long before a view the app is launched, or comes to the front; the first
  ///   instant lies that long after the start.
  init(_ settings: TraceSettings, lead: TimeSpan = .zero) {
    precondition(
      (.zero...TraceSettings.longestDwell).contains(settings.dwell) && settings.sessionGap >= .zero,
      "a dwell time or a session gap out of its range")
    dwell = settings.dwell
    sessionGap = settings.sessionGap
    self.lead = lead
  }

  var deviceCount: Int { views.count }

  /// The device requests something: what was open before closes.
  ///
  /// A new device has the number `deviceCount`. A device's instants do not decrease.
  mutating func arrive(_ device: UInt32, at instant: Instant, into block: inout EventBlock) {
    latest = max(latest, instant)
    guard device < views.count else {
      precondition(device == views.count, "devices are numbered as they come")
      block.events.append(WorkloadEvent(at: instant - lead, device: device, action: .launch))
      views.append(View(resource: 0, openedAt: instant, latest: instant))
      return
    }
    let closed = leave(device, before: instant, into: &block)
    if instant - views[Int(device)].latest > sessionGap {
      let at = max(instant - lead, closed)
      block.events.append(WorkloadEvent(at: at, device: device, action: .foreground))
    }
  }

  mutating func open(
    _ resource: ResourceIndex, _ device: UInt32, at instant: Instant, into block: inout EventBlock
  ) {
    views[Int(device)] = View(resource: resource, openedAt: instant, latest: instant)
    block.events.append(WorkloadEvent(at: instant, device: device, action: .open(resource)))
  }

  func isLooking(_ device: UInt32, at instant: Instant, within window: TimeSpan) -> Bool {
    guard device < views.count else { return false }
    let since = instant - views[Int(device)].openedAt
    return since <= window && since < dwell
  }

  /// The open screen needs something more.
  /// - Parameter prolonging: whether that shows that it is still looked at.
  mutating func need(
    _ resource: ResourceIndex, _ device: UInt32, at instant: Instant, into block: inout EventBlock,
    prolonging: Bool = false
  ) {
    latest = max(latest, instant)
    if prolonging { views[Int(device)].latest = instant }
    block.events.append(WorkloadEvent(at: instant, device: device, action: .need(resource)))
  }

  /// Ends the devices' workloads, as many as fit into a block; false when all have ended.
  mutating func finish(into block: inout EventBlock) -> Bool {
    let end = latest + dwell
    while finishedCount < views.count {
      if block.events.count >= EventBlock.capacity { return true }
      let device = UInt32(finishedCount)
      leave(device, before: end, into: &block)
      block.events.append(WorkloadEvent(at: end, device: device, action: .end))
      finishedCount += 1
    }
    return false
  }

  /// The open screen closes, and the app leaves the front when the pause is long.
  /// - Returns: when.
  @discardableResult
  private func leave(
    _ device: UInt32, before next: Instant, into block: inout EventBlock
  ) -> Instant {
    let view = views[Int(device)]
    let closed = min(view.latest + dwell, next)
    block.events.append(WorkloadEvent(at: closed, device: device, action: .close(view.resource)))
    if next - view.latest > sessionGap {
      block.events.append(WorkloadEvent(at: closed, device: device, action: .background))
    }
    return closed
  }
}
