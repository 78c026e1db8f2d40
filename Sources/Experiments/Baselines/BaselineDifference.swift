/// What only one of two runs has, or what makes their numbers those of other worlds.
///
/// A number that is gone cannot be held against anything, so that a gate that only looks at numbers
/// that both runs have stays open when all of them vanish. What is gone therefore fails a
/// comparison; what is new does not, because nothing was promised of it.
package struct BaselineDifference: Hashable, Sendable {
  /// What differs.
  package enum Kind: String, Sendable, CaseIterable {
    /// A strategy, under a varied value, that only the earlier run has.
    case vanishedStrategy
    /// A metric that only the earlier run has.
    case vanishedMetric
    /// A strategy that was run under other seeds: its numbers are those of other requests.
    case otherSeeds
    /// A strategy, under a varied value, that only the later run has.
    case newStrategy
    /// A metric that only the later run has.
    case newMetric

    /// The kind in words, for so many.
    func title(_ count: Int) -> String {
      switch self {
      case .vanishedStrategy: count == 1 ? "vanished strategy" : "vanished strategies"
      case .vanishedMetric: count == 1 ? "vanished metric" : "vanished metrics"
      case .otherSeeds: "other seeds"
      case .newStrategy: count == 1 ? "new strategy" : "new strategies"
      case .newMetric: count == 1 ? "new metric" : "new metrics"
      }
    }
  }

  /// What differs.
  package var kind: Kind
  /// The strategy's title or the metric's name.
  package var name: String
  /// The seeds of the earlier run; empty unless they differ.
  package var oldSeeds: [String] = []
  /// The seeds of the later run; empty unless they differ.
  package var newSeeds: [String] = []

  /// The name, with the seeds where they are what differs.
  var text: String {
    guard kind == .otherSeeds else { return name }
    let (old, new) = (oldSeeds.joined(separator: " "), newSeeds.joined(separator: " "))
    return "\(name) (\(old.isEmpty ? "none" : old) → \(new.isEmpty ? "none" : new))"
  }

  /// All that differs between two runs, kind by kind.
  /// - Complexity: O(rows² + metrics).
  static func between(_ old: StoredRun, _ new: StoredRun) -> [BaselineDifference] {
    let oldNames = Set(old.metrics.map(\.name))
    let newNames = Set(new.metrics.map(\.name))
    func all(_ kind: Kind, _ names: [String]) -> [BaselineDifference] {
      names.map { BaselineDifference(kind: kind, name: $0) }
    }
    let seeds = new.rows.compactMap { row -> BaselineDifference? in
      guard let oldRow = old.row(like: row) else { return nil }
      let (before, now) = (oldRow.seeds.map(\.seed), row.seeds.map(\.seed))
      guard Set(before) != Set(now) else { return nil }
      return BaselineDifference(
        kind: .otherSeeds, name: row.title, oldSeeds: before, newSeeds: now)
    }
    return all(.vanishedStrategy, old.rows.filter { new.row(like: $0) == nil }.map(\.title))
      + all(.vanishedMetric, old.metrics.map(\.name).filter { !newNames.contains($0) })
      + seeds
      + all(.newStrategy, new.rows.filter { old.row(like: $0) == nil }.map(\.title))
      + all(.newMetric, new.metrics.map(\.name).filter { !oldNames.contains($0) })
  }
}

extension StoredRun {
  /// The row of the same strategy and varied value; nil when there is none.
  func row(like other: Row) -> Row? {
    rows.first { $0.strategy == other.strategy && $0.varied == other.varied }
  }
}
