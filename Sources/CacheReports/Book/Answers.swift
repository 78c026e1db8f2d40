package import Measurement
internal import SimCore

/// Where the answers to the needs of screens came from.
package struct Answers: Sendable {
  /// Needs by where their answer came from.
  package private(set) var needs = Tally<Source>()
  /// Bytes of the needed bodies by where the answer came from.
  package private(set) var bytes = Tally<Source>()
  /// Needs whose answer was outdated when it was painted, by where it came from.
  package private(set) var outdated = Tally<Source>()

  /// No answers yet.
  package init() {}

  mutating func add(_ answer: Answer) {
    needs[answer.source] += 1
    bytes[answer.source] += answer.bytes.count
    if answer.isOutdated { outdated[answer.source] += 1 }
  }

  mutating func merge(_ other: Answers) {
    needs += other.needs
    bytes += other.bytes
    outdated += other.outdated
  }
}

extension Tally<Source> {
  /// What came from a tier without asking the origin.
  var hits: Int64 { self[.memory] + self[.flash] }
}
