internal import CacheMetrics
internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import Results
internal import SimCore

/// Reads the bars of a view's waterfall from its trace.
///
/// A paint is explained backwards: what was read and decoded for it began when its copy was found
/// or had come, before that lie the phases of the request that brought it, and what none of them
/// covers was waiting.
struct WaterfallReader {
  private typealias Bar = ViewWaterfall.Bar
  private typealias Row = ViewWaterfall.Row

  let view: ScreenView
  /// Its trace.
  let lines: [ScreenTrace.Line]
  let names: ResourceNames

  private var openedAt: Instant { view.openedAt }

  var waterfall: ViewWaterfall {
    let main = mainRow
    return ViewWaterfall([main.row] + refreshes(beside: main.used) + parts)
  }

  // MARK: - The main content

  private var mainRow: (row: Row, used: Set<Int>) {
    let name = self.name(of: view.resource)
    let end = (view.firstPaintedAt ?? view.closedAt) - openedAt
    let launch = min(view.launch ?? end, end)
    let launching = launch > .zero ? [Bar(.launch, from: .zero, to: launch)] : []
    let (bars, used) = path(of: view.resource, from: launch, to: end, isPainted: isPainted)
    let row = Row(
      name, .main, from: .zero, to: end, isAnswered: isPainted,
      launching + (launch < end || isPainted ? bars : []))
    return (row, used)
  }

  private var isPainted: Bool { view.firstPaintedAt != nil }

  /// Requests for the main content whose answers came behind its first paint.
  private func refreshes(beside used: Set<Int>) -> [Row] {
    let last = view.closedAt - openedAt
    let phases = phases(of: view.resource).filter { !used.contains($0.line) && $0.bar.begin < last }
    var rows: [Row] = []
    for exchange in exchanges(of: view.resource) {
      let own = phases.map(\.bar).filter { $0.begin >= exchange.begin && $0.end <= exchange.end }
      let begin = max(exchange.begin, .zero)
      let end = min(exchange.end, last)
      guard !own.isEmpty, begin < end else { continue }
      rows.append(
        Row(
          "\(name(of: view.resource)), refreshed", .refresh, from: begin, to: end,
          isAnswered: exchange.isAnswered && exchange.end <= last,
          Self.filled(own.compactMap { Self.clipped($0, to: begin...end) }, from: begin, to: end)))
    }
    return rows
  }

  /// From when on requests for a resource were under way, and until when.
  private func exchanges(
    of resource: ResourceIndex
  ) -> [(begin: TimeSpan, end: TimeSpan, isAnswered: Bool)] {
    lines.compactMap { line in
      guard line.resource == resource, case .exchanged(let exchange) = line.event,
        exchange.endedAt > openedAt
      else { return nil }
      return (exchange.startedAt - openedAt, exchange.endedAt - openedAt, exchange.status != 0)
    }
  }

  // MARK: - Parts

  /// Each thing that the screen needs beside its main content, as often as it needed it.
  private var parts: [Row] {
    var answers: [ResourceIndex: [Instant]] = [:]
    for line in lines where line.at >= openedAt {
      guard let resource = line.resource, case .answered = line.event else { continue }
      answers[resource, default: []].append(line.at)
    }
    return lines.compactMap { line -> Row? in
      guard case .needed = line.event, let resource = line.resource, line.at >= openedAt else {
        return nil
      }
      let painted = answers[resource]?.first
      if painted != nil { answers[resource]?.removeFirst() }
      let begin = line.at - openedAt
      let end = max((painted ?? view.closedAt) - openedAt, begin)
      let bars = path(of: resource, from: begin, to: end, isPainted: painted != nil).bars
      return Row(name(of: resource), .part, from: begin, to: end, isAnswered: painted != nil, bars)
    }
  }

  private func name(of resource: ResourceIndex) -> String {
    names.name(of: resource, lines.first { $0.resource == resource && $0.kind != nil }?.kind)
  }

  // MARK: - What one paint waited for

  /// The bars of a resource between two instants, without a gap, and which lines they come from.
  private func path(
    of resource: ResourceIndex, from begin: TimeSpan, to end: TimeSpan, isPainted: Bool
  ) -> (bars: [Bar], used: Set<Int>) {
    var bars: [Bar] = isPainted ? [Bar(.paint, from: end, to: end)] : []
    var time = end
    if isPainted {
      let local = localBars(of: resource, from: begin, to: end)
      bars += local.reversed()
      time = local.first?.begin ?? end
    }
    var used: Set<Int> = []
    let steps = isPainted && !asksNetwork(for: resource, at: end) ? [] : phases(of: resource)
    while time > begin {
      // Of those that reach furthest the one that began last: the others were over before.
      let next = steps.filter {
        $0.bar.begin < time && $0.bar.end > begin && !used.contains($0.line)
      }
      .max {
        (min($0.bar.end, time), $0.bar.begin, $0.line)
          < (min($1.bar.end, time), $1.bar.begin, $1.line)
      }
      guard let next, let bar = Self.clipped(next.bar, to: begin...time) else { break }
      if bar.end < time { bars.append(Bar(.waiting, from: bar.end, to: time)) }
      bars.append(bar)
      used.insert(next.line)
      time = bar.begin
    }
    if time > begin { bars.append(Bar(.waiting, from: begin, to: time)) }
    let isLookedUp = lines.contains { line in
      guard line.resource == resource, case .looked = line.event else { return false }
      return line.at - openedAt == begin
    }
    if isLookedUp { bars.append(Bar(.lookup, from: begin, to: begin)) }
    return (Self.merged(bars.reversed()), used)
  }

  /// Whether what was painted then had waited for the origin: it came from there, or a stored copy
  /// stood in for an answer that did not come.
  private func asksNetwork(for resource: ResourceIndex, at end: TimeSpan) -> Bool {
    var asks = false
    for line in lines where line.resource == resource && line.at - openedAt <= end {
      switch line.event {
      case .answered(let answer) where line.at - openedAt == end:
        if answer.source == .network || answer.source == .revalidated { return true }
      case .explained(let reason):
        if case .fallback? = reason as? Reason { asks = true }
      default: break
      }
    }
    return asks
  }

  /// What is done on the device for a paint, from when the copy is there: all of it is decided at
  /// one instant, and then follows one another.
  private func localBars(
    of resource: ResourceIndex, from begin: TimeSpan, to end: TimeSpan
  ) -> [Bar] {
    let asks = asksNetwork(for: resource, at: end)
    let decided = lines.filter { $0.resource == resource && Self.decides($0.event, asks: asks) }
      .map { max($0.at - openedAt, begin) }.filter { $0 <= end }.max()
    guard let decided, decided < end else { return [] }
    var spans: [(stage: ViewWaterfall.Stage, span: TimeSpan)] = []
    for line in lines where line.at - openedAt == decided {
      guard line.resource == resource || line.resource == nil else { continue }
      switch line.event {
      case .blocked(let span): spans.insert((.busy, span), at: 0)
      case .read(_, _, let span): spans.append((line.resource == nil ? .lookup : .read, span))
      // Models alone are decoded as such, and each is a screen's main content.
      case .worked(let work) where work.kind == .decoding && resource == view.resource:
        spans.append((.decode, work.duration))
      default: break
      }
    }
    var bars: [Bar] = []
    var time = decided
    for (stage, span) in spans where span > .zero && time < end {
      let next = min(time + span, end)
      bars.append(Bar(stage, from: time, to: next))
      time = next
    }
    // A picture is decoded beside the main thread, of which there is no event.
    if time < end { bars.append(Bar(.decode, from: time, to: end)) }
    return bars
  }

  /// Whether from then on a copy is there that can be painted; a response that comes in the
  /// background, behind a stored copy, is not what that copy's paint waits for.
  private static func decides(_ event: TraceEvent, asks: Bool) -> Bool {
    switch event {
    case .exchanged: asks
    case .looked(_, .some), .read, .blocked: true
    case .explained(let reason): !reason.isOfStoring
    default: false
    }
  }

  // MARK: - The network

  /// What the requests for a resource were busy with; by the place of its line in the trace.
  private func phases(of resource: ResourceIndex) -> [(line: Int, bar: Bar)] {
    lines.enumerated().compactMap { place, line in
      guard line.resource == resource else { return nil }
      let begin = line.at - openedAt
      switch line.event {
      case .queued(_, let span): return (place, Bar(.queue, from: begin, to: begin + span))
      case .phase(let kind, _, let span):
        return (place, Bar(Self.stage(of: kind), from: begin, to: begin + span))
      case .explained(let reason):
        guard case .willRetry(let span)? = reason as? Reason else { return nil }
        return (place, Bar(.retry, from: begin, to: begin + span))
      default: return nil
      }
    }
  }

  private static func stage(of kind: FetchPhase.Kind) -> ViewWaterfall.Stage {
    switch kind {
    case .lost: .lost
    case .promotion, .wakingUp: .promotion
    case .nameLookup: .nameLookup
    case .connection: .connection
    case .tls: .tls
    case .upload, .wayThere: .request
    case .server: .server
    case .wayBack, .transfer: .transfer
    }
  }

  // MARK: - Rows of bars

  private static func clipped(_ bar: Bar, to range: ClosedRange<TimeSpan>) -> Bar? {
    let (begin, end) = (max(bar.begin, range.lowerBound), min(bar.end, range.upperBound))
    return begin < end ? Bar(bar.stage, from: begin, to: end) : nil
  }

  /// Bars in order of time with what lies between them.
  private static func filled(_ bars: [Bar], from begin: TimeSpan, to end: TimeSpan) -> [Bar] {
    var filled: [Bar] = []
    var time = begin
    for bar in bars.sorted(by: { ($0.begin, $0.end) < ($1.begin, $1.end) }) {
      guard let own = clipped(bar, to: max(time, begin)...max(end, time)) else { continue }
      if time < own.begin { filled.append(Bar(.waiting, from: time, to: own.begin)) }
      filled.append(own)
      time = own.end
    }
    if time < end { filled.append(Bar(.waiting, from: time, to: end)) }
    return merged(filled)
  }

  /// Neighbours of one stage as one bar.
  private static func merged(_ bars: [Bar]) -> [Bar] {
    bars.reduce(into: []) { merged, bar in
      if let last = merged.last, last.stage == bar.stage, last.end == bar.begin {
        merged[merged.count - 1].end = bar.end
      } else {
        merged.append(bar)
      }
    }
  }
}
