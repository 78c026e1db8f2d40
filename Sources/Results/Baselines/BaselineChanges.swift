package import CacheMetrics
internal import SimCore

/// A number that is not what it was.
package struct BaselineMove: Sendable {
  package enum Verdict: String, Sendable, CaseIterable {
    case worse
    /// It was defined and is no longer, so that it cannot be said to be as good as it was.
    case undefined
    case better
    /// The metric has no direction, became defined, or the row is a bound.
    case neither
  }

  /// Whether a move is worth telling.
  package enum Standing: String, Sendable, CaseIterable {
    /// It is larger than chance, and it means something.
    case counts
    /// It is no larger than chance, by the seeds' own spread.
    case withinNoise
    /// It is below the digits that mean something: read by a person, the number is the same.
    case unchanged
    case tolerated
  }

  package var strategy: String
  package var varied: String?
  /// The seed under which it moved, though all seeds together did not; nil: all together.
  package var seed: String?
  package var metric: ResultMeasure
  package var old: Double?
  package var new: Double?
  package var verdict: Verdict
  package var standing: Standing
  package var isExpected = false
  /// Nil: not known, as of a single seed.
  package var noise: NoiseFloor?

  /// New less old; nil when one of them is not defined or not finite.
  package var difference: Double? {
    guard let old, let new, old.isFinite, new.isFinite else { return nil }
    return new - old
  }

  /// How far chance reaches to both sides of the difference: of a number that is the sum of all
  /// seeds, as many times that of the mean over seeds; nil: not known.
  package var noiseWidth: Double? {
    guard let noise else { return nil }
    let isSum = MetricCatalog.metric(named: metric.name)?.isSum == true
    return noise.halfWidth * (isSum ? Double(noise.seedCount) : 1)
  }

  /// In parts of the old number; nil where that is nothing.
  package var relative: Double? {
    guard let difference, let old, old != 0 else { return nil }
    return difference / abs(old)
  }

  /// The smallest difference from the old number that means something, in the metric's unit; nil
  /// where there is no difference.
  package var smallest: Double? {
    guard difference != nil, let old else { return nil }
    return metric.unit.smallestChange.size(from: old)
  }

  /// Whether it is harm where there was none: somebody's edit is lost, or shown to another user.
  /// That counts however few seeds met with it.
  package var isFirstHarm: Bool {
    guard verdict == .worse, let old else { return false }
    return MetricCatalog.metric(named: metric.name)?.harmless == old
  }

  /// What moves are sorted by: how many times as large the move is as the smallest that means
  /// something, and less where chance explains a part. Infinite where there is no difference to
  /// measure.
  package var importance: Double {
    guard let difference, let smallest else { return .infinity }
    let size = abs(difference)
    guard let floor = noiseWidth, floor > size else { return size / smallest }
    return size / smallest * (size / floor)
  }

  package static func verdict(
    _ old: Double?, _ new: Double?, _ better: Better, isBound: Bool
  ) -> Verdict {
    guard let old else { return .neither }
    guard let new else { return .undefined }
    guard !isBound else { return .neither }
    switch better {
    case .lower: return new > old ? .worse : .better
    case .higher: return new < old ? .worse : .better
    case .neither: return .neither
    }
  }

  /// With the varied value and the seed where they count.
  package var title: String {
    let name = varied.map { "\(strategy), \($0)" } ?? strategy
    return seed.map { "\(name), seed \($0)" } ?? name
  }
}

/// What only one of two runs has, or that they ran under other seeds.
///
/// A number that is gone cannot be compared with anything, so that a gate that only compares
/// numbers that both runs have stays open when all of them vanish. What is gone therefore fails a
/// comparison; what is new does not, because nothing was promised of it.
package struct BaselineDifference: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// A strategy, under a varied value, that only the earlier run has.
    case vanishedStrategy
    case vanishedMetric
    /// An expectation whose breaking would fail the run, and that only the earlier run was held to.
    case vanishedExpectation
    /// A strategy that was run under other seeds: its numbers are those of other requests.
    case otherSeeds
    case newStrategy
    case newMetric

    package func title(_ count: Int) -> String {
      switch self {
      case .vanishedStrategy: count == 1 ? "vanished strategy" : "vanished strategies"
      case .vanishedMetric: count == 1 ? "vanished metric" : "vanished metrics"
      case .vanishedExpectation:
        count == 1 ? "expectation not evaluated" : "expectations not evaluated"
      case .otherSeeds: "other seeds"
      case .newStrategy: count == 1 ? "new strategy" : "new strategies"
      case .newMetric: count == 1 ? "new metric" : "new metrics"
      }
    }
  }

  package var kind: Kind
  /// The strategy's title or the metric's name.
  package var name: String
  /// Empty unless they differ.
  package var oldSeeds: [String] = []
  /// Empty unless they differ.
  package var newSeeds: [String] = []

  /// The name, with the seeds where they are what differs.
  package var text: String {
    guard kind == .otherSeeds else { return name }
    let (old, new) = (oldSeeds.joined(separator: " "), newSeeds.joined(separator: " "))
    return "\(name) (\(old.isEmpty ? "none" : old) → \(new.isEmpty ? "none" : new))"
  }

  /// Kind by kind. - Complexity: O(rows² + metrics).
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
      return BaselineDifference(kind: .otherSeeds, name: row.title, oldSeeds: before, newSeeds: now)
    }
    return all(.vanishedStrategy, old.rows.filter { new.row(like: $0) == nil }.map(\.title))
      + all(.vanishedMetric, old.metrics.map(\.name).filter { !newNames.contains($0) })
      + all(.vanishedExpectation, vanishedExpectations(old, new))
      + seeds
      + all(.newStrategy, new.rows.filter { old.row(like: $0) == nil }.map(\.title))
      + all(.newMetric, new.metrics.map(\.name).filter { !oldNames.contains($0) })
  }

  /// What the earlier run was held to and the later one is not, whatever the limits are: these may
  /// be changed on purpose, and are still judged.
  private static func vanishedExpectations(_ old: StoredRun, _ new: StoredRun) -> [String] {
    let kept = Set(new.expectations.map(\.subject))
    return old.expectations.filter { $0.isRequired && !kept.contains($0.subject) }.map(\.title)
  }
}
