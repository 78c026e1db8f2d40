internal import SimCore

/// What a trace shows of its devices: which screens were open when, what they needed, and what the
/// origin said of it.
struct RecordedUse {
  struct Resource {
    var content: Content
    var headers: AppHeaders
    /// How long it had been as it is when it came first.
    var age: TimeSpan
    fileprivate var neededVersion: UInt32 = 0
  }

  struct Need {
    var resource: ResourceIndex
    /// Whether the content of the screen does not list it.
    var isNamed: Bool
    var isChanged: Bool
    /// Whether the app asked so that what is stored is not used unasked.
    var isAskedAnew = false
    /// How long after the view began.
    var after = TimeSpan.zero
    var size: Bytes
    /// What it weighed on its way; nil: that is not recorded.
    var wire: Bytes?
  }

  struct View {
    var at: Instant
    var main: Need
    var parts: [Need] = []
    var asked: [RecordedField]
    /// Those of its parts that asked past what is stored, and how many bytes those have.
    var partsAsked: [RecordedField] = []
    var bytesAskedAnew = Bytes.zero

    /// The lines that most of the parts, by bytes, were asked with; empty: none.
    var linesOfParts: [RecordedField] {
      let all = parts.reduce(Bytes.zero) { $0 + $1.size }
      return bytesAskedAnew + bytesAskedAnew > all ? partsAsked : []
    }
  }

  enum Step {
    case open(view: Int)
    case close
    case other(Action)
  }

  struct Device {
    /// By index; nil: nothing was published under the number, as requests may name what comes
    /// later.
    private(set) var resources = DenseMap<Resource?>(filling: nil)
    private(set) var views: [View] = []
    private(set) var steps: [(at: Instant, step: Step)] = []
    private(set) var firstViews: Set<Int> = []
    /// By page and by part: how it is called; a log names none.
    private(set) var names: [ResourceIndex: String] = [:]
    fileprivate var partsOfPage: [ResourceIndex: [ResourceIndex]] = [:]
    fileprivate var open: Int?
    fileprivate var closedAt = Instant.start
    fileprivate var sessionStart: Instant?
    fileprivate var viewsOfSession = 0
  }

  /// By number; in order of appearance.
  private(set) var devices: [UInt32: Device] = [:]
  private(set) var order: [UInt32] = []
  private(set) var sessions = 0
  private(set) var last = Instant.start
  /// Seconds with screens that another one followed.
  private(set) var followed = AppProfile.Spread()
  /// Seconds of sessions with more than one view.
  private(set) var longSessions = AppProfile.Spread()

  mutating func note(
    _ event: WorkloadEvent, _ parts: [ResourceIndex], _ headers: [CacheHeaders],
    _ requests: RecordedRequests, name: (ResourceIndex) -> String?
  ) {
    last = max(last, event.at)
    let number = event.device
    if devices[number] == nil { order.append(number) }
    // Moved out, so that it changes in place.
    var device = devices.removeValue(forKey: number) ?? Device()
    switch event.action {
    case .publish(let index, let content):
      device.publish(
        index, content, parts: Array(parts[content.parts.indices]),
        AppHeaders(headers[Int(content.headers)]), at: event.at)
    case .launch, .foreground:
      sessions += 1
      device.beginSession(event.action, at: event.at)
    case .open(let index):
      if let span = device.open(
        index, at: event.at, asking: requests.lines(of: index, on: number, at: event.at),
        name: name(index))
      {
        followed.add(span.seconds)
      }
      for part in device.partsOfPage[index] ?? [] {
        device.need(
          part, at: event.at, isNamed: false, requests.lines(of: part, on: number, at: event.at),
          name: name(part))
      }
    case .need(let index):
      device.need(
        index, at: event.at, isNamed: true, requests.lines(of: index, on: number, at: event.at),
        name: name(index))
    case .close: device.close(at: event.at)
    case .background, .terminate, .crash, .end:
      if let span = device.endSession(event.action, at: event.at) {
        longSessions.add(span.seconds)
      }
    default: break
    }
    devices[number] = device
  }
}

extension RecordedUse.Device {
  fileprivate mutating func publish(
    _ index: ResourceIndex, _ content: Content, parts list: [ResourceIndex],
    _ headers: AppHeaders, at instant: Instant
  ) {
    partsOfPage[index] = list.isEmpty ? nil : list
    let age = max(instant - content.publishedAt, .zero)
    var resource =
      resources[index] ?? RecordedUse.Resource(content: content, headers: headers, age: age)
    (resource.content, resource.headers) = (content, headers)
    resources[index] = resource
  }

  fileprivate mutating func beginSession(_ action: Action, at instant: Instant) {
    sessionStart = instant
    viewsOfSession = 0
    steps.append((instant, .other(action)))
  }

  /// A screen appears.
  /// - Returns: how long the one before it was looked at; nil: there was none in the session.
  fileprivate mutating func open(
    _ index: ResourceIndex, at instant: Instant, asking lines: [RecordedField], name: String?
  ) -> TimeSpan? {
    let before = viewsOfSession > 0 ? views.last.map { instant - $0.at } : nil
    guard let main = take(index, isNamed: false) else { return nil }
    if viewsOfSession == 0 { firstViews.insert(views.count) }
    viewsOfSession += 1
    open = views.count
    if names[index] == nil { names[index] = name }
    steps.append((instant, .open(view: views.count)))
    views.append(RecordedUse.View(at: instant, main: main, asked: lines))
    return before
  }

  fileprivate mutating func need(
    _ index: ResourceIndex, at instant: Instant, isNamed: Bool, _ lines: [RecordedField],
    name: String?
  ) {
    guard let open, views[open].main.resource != index, var need = take(index, isNamed: isNamed)
    else { return }
    if names[index] == nil { names[index] = name }
    need.isAskedAnew = lines.contains(where: \.asksAnew)
    need.after = instant - views[open].at
    views[open].parts.append(need)
    if lines.contains(where: { $0.name == "cache-control" || $0.name == "pragma" }) {
      views[open].partsAsked = lines.filter { $0.name == "cache-control" || $0.name == "pragma" }
      views[open].bytesAskedAnew = views[open].bytesAskedAnew + need.size
    }
  }

  private mutating func take(_ index: ResourceIndex, isNamed: Bool) -> RecordedUse.Need? {
    guard let resource = resources[index] else { return nil }
    let version = resource.content.version
    resources[index]?.neededVersion = version
    return RecordedUse.Need(
      resource: index, isNamed: isNamed,
      isChanged: resource.neededVersion != 0 && resource.neededVersion != version,
      size: resource.content.size,
      wire: resource.content.wireSize
        ?? (resource.content.isCompressible ? nil : resource.content.size))
  }

  fileprivate mutating func close(at instant: Instant) {
    closedAt = instant
    if open != nil { steps.append((instant, .close)) }
    open = nil
  }

  /// - Returns: how long the session was, if it had more than one view.
  fileprivate mutating func endSession(_ action: Action, at instant: Instant) -> TimeSpan? {
    defer { sessionStart = nil }
    steps.append((instant, .other(action)))
    guard let sessionStart, viewsOfSession > 1 else { return nil }
    return max(closedAt, sessionStart) - sessionStart
  }
}

extension RecordedField {
  /// Whether a request with it is not answered from a store without asking the origin.
  fileprivate var asksAnew: Bool {
    switch name {
    case "pragma": value.contains("no-cache")
    case "cache-control": value.contains("no-cache") || value.hasSuffix("max-age=0")
    default: false
    }
  }
}
