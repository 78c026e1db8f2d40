internal import CacheWorkloads
internal import Measurement
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
  /// Bodies received whole.
  var received = Bytes.zero
  /// Network bodies put into a tier for the first time.
  var stored = Bytes.zero
  /// By resource: when the last version came, and whether a tier has had it.
  private var arrivals = PagedMap<Instant?>(filling: nil)
  private var storedArrivals = PagedMap<Bool>(filling: false)
  /// Copies put into a tier that were never received.
  private var invented = 0
  var clockWentBack = false
  /// Tiers with a hard limit that was overstepped.
  var overfull: [String] = []

  /// What stands against the laws; empty when all hold.
  var violations: [String] {
    var list: [String] = []
    if opened != closed { list.append("\(opened) screens opened, \(closed) closed") }
    if needed != answered + unanswered {
      list.append("\(needed) needs, \(answered) answered, \(unanswered) unanswered")
    }
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

  /// A body has come whole.
  mutating func noteReceived(_ copy: ResourceCopy, of resource: ResourceIndex) {
    arrivals[resource] = copy.fetchedAt
    if storedArrivals[resource] { storedArrivals[resource] = false }
    received += copy.size
  }

  /// A copy is put into a tier; of one that came over the network the first time counts.
  mutating func noteStored(_ copy: ResourceCopy, of resource: ResourceIndex) {
    guard let arrival = arrivals[resource], copy.fetchedAt <= arrival else {
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

/// Which versions were fetched ahead, and whether they were ever shown.
struct PrefetchLedger {
  private struct Version {
    var size = Bytes.zero
    var version: UInt32 = 0
    var isUsed = true
  }

  private(set) var use = PrefetchUse()
  private var newest = PagedMap(filling: Version())

  mutating func fetched(_ resource: ResourceIndex, version: UInt32, size: Bytes) {
    newest[resource] = Version(size: size, version: version, isUsed: false)
    use.fetched += 1
    use.fetchedBytes += size
  }

  mutating func shown(_ resource: ResourceIndex, version: UInt32) {
    let fetched = newest[resource]
    guard !fetched.isUsed, fetched.version == version else { return }
    newest[resource].isUsed = true
    use.used += 1
    use.usedBytes += fetched.size
  }

  /// Takes back the memory for a page of resources that nothing leads to.
  mutating func removePage(from start: ResourceIndex) { newest.removePage(of: start) }
}
