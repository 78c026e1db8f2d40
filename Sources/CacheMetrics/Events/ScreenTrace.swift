package import CacheWorkloads
package import SimCore

/// The part of a device's trace that concerns some of its screens: for each what happened from its
/// opening until its last effect, and the earlier events of its resources.
///
/// Reads a trace whose detail is collected, record by record.
package struct ScreenTrace: Sendable {
  package struct Line: Sendable {
    /// The screen: the device's n-th.
    package var screen: UInt32
    /// When it happened, or, of a stretch of time, when that began; events before the opening
    /// explain it.
    package var at: Instant
    /// To which resource; nil: to the app or the device as a whole.
    package var resource: ResourceIndex?
    /// What that resource is; nil before it was published.
    package var kind: ResourceKind?
    package var event: TraceEvent
  }

  /// A screen whose lines are collected.
  private struct View {
    var screen: UInt32
    /// What it needs.
    var own: Set<ResourceIndex>
    var isOpen = true
    /// When it closed, or when the next one opened.
    var end = Instant.start
    /// Exchanges for other resources that ended while it was open, and their bytes.
    var exchanges = 0
    var bytesDown = Bytes.zero
  }

  private let screens: Set<UInt32>
  private var view: View?
  /// The one before, at the instant of the next one's opening: what its closing brings about comes
  /// after that, until the next one begins.
  private var ending: View?
  /// By resource: the last events that decide what is found of it.
  private var facts: [[Line]] = []
  /// What happened at this instant and was not collected: it may make a screen wait.
  private var moment: [Line] = []
  private var lines: [Line] = []

  private static var factLimit: Int { 12 }

  /// A trace of the screens with these numbers, 1 for the first that the device ever opens. Which
  /// screens there are is decided by the workload, so that numbers are the same for every strategy.
  package init(screens: Set<UInt32>) { self.screens = screens }

  /// The lines so far, once.
  package mutating func takeLines() -> [Line] {
    defer { lines.removeAll(keepingCapacity: true) }
    return lines
  }

  package mutating func read(_ record: TraceRecord) {
    guard record.event.isExplained else { return }
    if case .opened(let screen, _, _) = record.event, let resource = record.resource {
      open(screen, resource, at: record.at)
    }
    let line = Line(
      screen: 0, at: record.event.beginning ?? record.at, resource: record.resource,
      kind: record.kind, event: record.event)
    append(line, now: record.at)
  }

  private mutating func open(_ screen: UInt32, _ resource: ResourceIndex, at now: Instant) {
    if var last = view {
      last.end = now
      ending = last
      view = nil
    }
    view = View(screen: screen, own: [resource])
    for line in moment where line.at == now && line.resource == nil { add(line, to: screen) }
    recall(resource, for: screen)
  }

  /// Appends an event; an interval that has just ended is recorded with its beginning.
  private mutating func append(_ line: Line, now: Instant) {
    defer { if line.event.isFact { store(line) } }
    let isOfEnding = collectEnding(line, now: now)
    if moment.first.map({ $0.at < now }) ?? false { moment.removeAll() }
    moment.append(line)
    // What is stored of a resource that both need is a fact of the next one, too.
    if view != nil, !isOfEnding || line.event.isFact { collect(line) }
  }

  /// What the closing of the screen before brings about; it is over when the next one begins.
  /// - Returns: whether the line is of that.
  private mutating func collectEnding(_ line: Line, now: Instant) -> Bool {
    guard let last = ending else { return false }
    if case .began = line.event { ending = nil }
    guard now == last.end, ending != nil else {
      ending = nil
      return false
    }
    let isOfEnding =
      line.resource.map { line.event.isAftermath && last.own.contains($0) }
      ?? line.event.isEncoding
    if isOfEnding { add(line, to: last.screen) }
    return isOfEnding
  }

  private mutating func collect(_ line: Line) {
    guard let own = view else { return }
    guard own.isOpen else { return collectAfterwards(line, of: own) }
    if let resource = line.resource, !own.own.contains(resource) {
      guard case .needed = line.event else { return count(line) }
      view?.own.insert(resource)
      add(line, to: own.screen)
      recall(resource, for: own.screen)
      return
    }
    if case .closed = line.event {
      if own.exchanges > 0 {
        var others = line
        others.event = .otherExchanges(own.exchanges, down: own.bytesDown)
        add(others, to: own.screen)
      }
      view?.isOpen = false
      view?.end = line.at
    }
    add(line, to: own.screen)
  }

  /// What a closed screen leaves behind: what becomes of its resources until the app stops.
  private mutating func collectAfterwards(_ line: Line, of own: View) {
    if let resource = line.resource {
      if own.own.contains(resource), line.event.isAftermath { add(line, to: own.screen) }
      return
    }
    switch line.event {
    case .app(.foregrounded): view = nil
    case .app(let change):
      add(line, to: own.screen)
      switch change {
      case .suspended, .ended: view = nil
      default: break
      }
    default: if line.event.isEncoding && line.at == own.end { add(line, to: own.screen) }
    }
  }

  private mutating func count(_ line: Line) {
    guard case .exchanged(let exchange) = line.event else { return }
    view?.exchanges += 1
    view?.bytesDown += exchange.bytesDown
  }

  /// Of screens that are not wanted only their ends are told apart from the next ones' beginnings.
  private mutating func add(_ line: Line, to screen: UInt32) {
    guard screens.contains(screen) else { return }
    var line = line
    line.screen = screen
    lines.append(line)
  }

  private mutating func store(_ line: Line) {
    guard let resource = line.resource.map({ Int($0) }) else { return }
    while facts.count <= resource { facts.append([]) }
    facts[resource].append(line)
    if facts[resource].count > Self.factLimit { facts[resource].removeFirst() }
  }

  private mutating func recall(_ resource: ResourceIndex, for screen: UInt32) {
    guard Int(resource) < facts.count else { return }
    for line in facts[Int(resource)] { add(line, to: screen) }
  }
}

extension TraceEvent {
  /// Whether a screen's trace has it; the rest is for aggregates alone.
  fileprivate var isExplained: Bool {
    switch self {
    case .exposed, .undecodable, .broken, .rewrote, .purged, .finished, .measuringBegan: false
    case .carried, .radio: false
    // No event of its user's day.
    case .app(.ended(.workloadEnded, _)), .left(_, _, .died(.workloadEnded), _, _): false
    case .answered(let answer): answer.source != .nothing
    case .read(let tier, _, _): tier != nil
    case .worked(let work): work.kind != .rewriting
    case .edit(.pending, _), .edit(.conflicted, _), .edit(.duplicated, _): false
    default: true
    }
  }

  /// Of a stretch of time that is recorded at its end: when it began.
  fileprivate var beginning: Instant? {
    switch self {
    case .queued(let instant, _), .phase(_, let instant, _): instant
    default: nil
    }
  }

  /// Whether it may come of what a screen showed after that has closed.
  fileprivate var isAftermath: Bool {
    switch self {
    case .stored, .left, .wrote, .explained, .exchanged, .phase, .queued, .edit: true
    default: false
    }
  }

  fileprivate var isEncoding: Bool {
    if case .worked(let work) = self { work.kind == .encoding } else { false }
  }

  /// Whether a later open of the resource is understood by it.
  fileprivate var isFact: Bool {
    switch self {
    case .exchanged(let exchange): exchange.status != 0 || exchange.isCancelled
    case .stored, .left, .closed(_, .died), .closed(_, .givenUp): true
    case .explained(let reason): reason.isAgainstStoring
    default: false
    }
  }
}
