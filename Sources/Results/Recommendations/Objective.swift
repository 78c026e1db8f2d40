package import Measurement

/// What a cache is chosen for: the criterion that decides, and what is said beside it.
package struct Objective: Sendable {
  package var name: String
  package var title: String
  /// The first one that is finite for some strategy decides.
  var deciding: [Criterion]
  /// Between equal strategies, in order.
  var tieBreakers: [[Criterion]] = []
  /// By which a report says what the best strategy gives up.
  package var tradeOffs: [[Criterion]]
  /// The bounds that are reported beside it, and by which metric where not by the deciding one.
  package var bound: (quantity: OracleBound.Quantity, metric: Metric?)?

  package static let all: [Objective] = [
    fastest, fastestFresh, leastStale, leastFlash, leastData, leastRadioEnergy, leastMemory,
    offlineProof,
  ]
  /// Those that advice answers.
  package static let advised: [Objective] = [fastest, leastFlash, leastData, offlineProof]

  package static let fastest = Objective(
    name: "fastest-first-content", title: "Fastest first content",
    deciding: Criterion.firstContent, tieBreakers: [[.stale], [.flash], [.data]],
    tradeOffs: [[.stale], [.blank], [.flash]], bound: (.waits, nil))
  static let fastestFresh = Objective(
    name: "fastest-fresh-content", title: "Fastest fresh content",
    deciding: Criterion.freshContent, tradeOffs: [[.blank], [.flash], [.data]],
    bound: (.waits, nil))
  static let leastStale = Objective(
    name: "least-stale", title: "Least stale content", deciding: [.stale],
    tradeOffs: [Criterion.firstContent, [.blank], [.data]])
  package static let leastFlash = Objective(
    name: "least-flash", title: "Least flash", deciding: [.flash],
    tieBreakers: [Criterion.firstContent, [.stale], [.data]],
    tradeOffs: [Criterion.firstContent, [.stale], [.blank]],
    bound: (.flashWrites, nil))
  package static let leastData = Objective(
    name: "least-data", title: "Least data", deciding: [.data],
    tieBreakers: [Criterion.firstContent, [.stale], [.flash]],
    tradeOffs: [Criterion.firstContent, [.stale], [.blank]],
    bound: (.receivedBodies, Criterion.metric("network_body_bytes")))
  static let leastRadioEnergy = Objective(
    name: "least-radio-energy", title: "Least radio energy", deciding: [.radio],
    tradeOffs: [Criterion.firstContent, [.stale], [.blank]])
  static let leastMemory = Objective(
    name: "least-memory", title: "Least memory", deciding: [.memory],
    tradeOffs: [Criterion.firstContent, [.flash]])
  package static let offlineProof = Objective(
    name: "offline-proof", title: "Offline-proof", deciding: [.offline],
    tieBreakers: [[.refusedEdits], Criterion.firstContent, [.stale], [.flash]],
    tradeOffs: [[.stale], [.flash], [.data]], bound: (.waits, nil))
}
