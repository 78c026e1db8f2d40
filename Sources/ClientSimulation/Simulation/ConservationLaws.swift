internal import CacheMetrics
internal import CacheWorkloads
internal import SimCore

/// Counts what must add up in every run; apart from the aggregates, so that one checks the other.
struct ConservationLaws {
  /// Events of the workload and of the device itself.
  var events = 0
  var opened = 0
  var closed = 0
  var needed = 0
  var answered = 0
  var unanswered = 0
  var edits = 0
  var refused = 0
  var synced = 0
  var superseded = 0
  var lost = 0
  var overruled = 0
  /// Requests to the origin, each of which ends exactly once.
  var exchanges = ExchangeEndings()
  var received = Bytes.zero
  /// Network bodies put into a tier for the first time.
  var stored = Bytes.zero
  /// By resource: when the last version came, before all time where none did, and whether a tier
  /// has had it.
  private var arrivals = PagedMap(filling: Instant(nanoseconds: .min))
  private var storedArrivals = PagedMap<Bool>(filling: false)
  /// Copies put into a tier that were never received.
  private var invented = 0
  var clockWentBack = false
  /// Tiers with a hard limit that was overstepped.
  var overfull: [String] = []
  /// Times that a strategy wanted to show something before the screen had begun; it was not shown.
  var shownEarly = 0
  /// Screens on which something was, or was complete, before the app could begin them.
  private var paintedEarly = 0

  /// What stands against the laws; empty when all hold.
  var violations: [String] { simulationViolations + strategyViolations }

  /// What only a fault of a strategy brings about.
  private var strategyViolations: [String] {
    shownEarly == 0
      ? []
      : [
        "the strategy showed something \(shownEarly) times before its screen had begun; a screen "
          + "begins with the event opened"
      ]
  }

  /// What a fault of the simulation brings about.
  var simulationViolations: [String] {
    var list: [String] = []
    if paintedEarly > 0 { list.append("\(paintedEarly) screens painted before they had begun") }
    if opened != closed { list.append("\(opened) screens opened, \(closed) closed") }
    if needed != answered + unanswered {
      list.append("\(needed) needs, \(answered) answered, \(unanswered) unanswered")
    }
    if let violation = exchanges.violation { list.append(violation) }
    if pendingEdits < 0 {
      list.append(
        "\(edits) edits made, but \(synced) synced, \(refused) refused, \(superseded) superseded, "
          + "\(overruled) overruled, \(lost) lost")
    }
    if stored > received {
      list.append("\(stored.count) bytes stored from the network, \(received.count) received")
    }
    if invented > 0 { list.append("\(invented) copies stored that were never received") }
    if clockWentBack { list.append("the clock went back") }
    list += overfull.map { "the tier \($0) holds more than its capacity" }
    return list
  }

  mutating func noteClosed(_ view: ScreenView) {
    closed += 1
    let waits = [view.firstContent, view.freshContent, view.completeContent]
    let isEarly = waits.contains { $0.map { view.launch == nil || $0 < .zero } ?? false }
    if isEarly { paintedEarly += 1 }
  }

  mutating func noteReceived(_ copy: ResourceCopy, of resource: ResourceIndex) {
    arrivals[resource] = copy.fetchedAt
    if storedArrivals[resource] { storedArrivals[resource] = false }
    received += copy.size
  }

  /// A copy is put into a tier; of one that came over the network the first time counts.
  mutating func noteStored(_ copy: ResourceCopy, of resource: ResourceIndex) {
    let arrival = arrivals[resource]
    guard copy.fetchedAt <= arrival else {
      invented += 1
      return
    }
    guard copy.fetchedAt == arrival, !storedArrivals[resource] else { return }
    storedArrivals[resource] = true
    stored += copy.size
  }

  /// Takes back the memory for a page of resources that nothing leads to.
  mutating func removePage(from start: ResourceIndex) {
    arrivals.removePage(of: start)
    storedArrivals.removePage(of: start)
  }

  /// Edits taken and neither confirmed nor gone.
  var pendingEdits: Int { edits - refused - synced - superseded - overruled - lost }
}

/// Which bodies came, ahead or because a screen asked, and whether they were ever shown.
struct ReceiptLedger {
  private struct Body {
    var size = Bytes.zero
    var version: UInt32 = 0
    var isShown = true
    var isPrefetched = false
  }

  /// Of those that were fetched ahead.
  private(set) var prefetched = PrefetchUse()
  /// Bodies that no screen showed before another one of the resource came.
  private(set) var unshown = Bytes.zero
  /// By resource: the body that came last.
  private var last = PagedMap(filling: Body())

  mutating func received(
    _ resource: ResourceIndex, version: UInt32, size: Bytes, for purpose: Purpose
  ) {
    let isPrefetched = purpose == .prefetch
    last[resource] = Body(
      size: size, version: version, isShown: false, isPrefetched: isPrefetched)
    unshown += size
    guard isPrefetched else { return }
    prefetched.fetched += 1
    prefetched.fetchedBytes += size
  }

  /// A version came on screen, in the place of another one or not.
  mutating func shown(_ resource: ResourceIndex, version: UInt32) {
    let body = last[resource]
    guard !body.isShown, body.version == version else { return }
    last[resource].isShown = true
    unshown = unshown - body.size
    guard body.isPrefetched else { return }
    prefetched.used += 1
    prefetched.usedBytes += body.size
  }

  /// Takes back the memory for a page of resources that nothing leads to.
  mutating func removePage(from start: ResourceIndex) { last.removePage(of: start) }
}
