package import Measurement
internal import SimCore

/// How far edits came.
package struct EditUse: Sendable {
  /// Edits by the stages they reached; each edit is counted at `made` and at its later stages.
  package private(set) var stages = Tally<EditStage>()
  /// Nanoseconds from making to confirmation, of the edits that were confirmed.
  package private(set) var syncAges: Samples

  /// No edits yet.
  package init(exactLimit: Int = Samples.exactLimit) { syncAges = Samples(exactLimit: exactLimit) }

  mutating func add(_ stage: EditStage, age: TimeSpan) {
    stages[stage] += 1
    if stage == .synced { syncAges.add(age.nanoseconds) }
  }

  mutating func merge(_ other: EditUse) {
    stages += other.stages
    syncAges.merge(other.syncAges)
  }

  mutating func sort() { syncAges.sort() }
}
