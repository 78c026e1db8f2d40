internal import SimCore
internal import Workloads

/// Counts what must add up in every run; kept apart from the book, so that one checks the other.
struct ConservationLaws {
  var opened = 0
  var closed = 0
  var wanted = 0
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
  /// By resource: the last version that was received, and whether a tier has it.
  private var arrivals: [(at: Instant, isStored: Bool)?] = []
  /// Copies put into a tier that were never received.
  private var invented = 0
  var clockWentBack = false
  /// Tiers with a hard limit that was overstepped.
  var overfull: [String] = []

  /// What stands against the laws; empty when all hold.
  var violations: [String] {
    var list: [String] = []
    if opened != closed { list.append("\(opened) screens opened, \(closed) closed") }
    if wanted != answered + unanswered {
      list.append("\(wanted) needs, \(answered) answered, \(unanswered) unanswered")
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
    let index = Int(resource)
    if index >= arrivals.count {
      arrivals.append(contentsOf: repeatElement(nil, count: index + 1 - arrivals.count))
    }
    arrivals[index] = (copy.fetchedAt, false)
    received += copy.size
  }

  /// A copy is put into a tier; of one that came over the network the first time counts.
  mutating func noteStored(_ copy: ResourceCopy, of resource: ResourceIndex) {
    let index = Int(resource)
    guard index < arrivals.count, let arrival = arrivals[index], copy.fetchedAt <= arrival.at
    else {
      invented += 1
      return
    }
    guard copy.fetchedAt == arrival.at, !arrival.isStored else { return }
    arrivals[index]?.isStored = true
    stored += copy.size
  }

  /// Edits taken and neither confirmed nor gone.
  var pendingEdits: Int { edits - refused - synced - superseded - overruled - lost }
}
