internal import Measurement

/// How much of a change of a metric chance alone explains, by the seeds' own spread.
///
/// Where both runs have the same seeds, the differences seed by seed are taken: under a seed both
/// met the same people, requests and networks, which removes what seeds have in common. Whether
/// they show a change is decided by their exact distribution (`SignFlips`). Half the width of the
/// 95 % confidence interval of their mean is told beside it. Where seeds differ, both spreads
/// count, as of independent samples (Welch), with the degrees of freedom of the smaller one, and
/// the interval decides.
///
/// Fewer than six seeds cannot exclude chance. There a change of half the number or more counts as
/// well, unless the seeds' mean says the opposite: to look into it costs less than to miss it.
package struct NoiseFloor: Hashable, Sendable {
  /// How far the difference reaches to both sides, in the metric's unit.
  package let halfWidth: Double
  /// From how many seeds of the later run.
  package let seedCount: Int
  package let isPaired: Bool
  /// The share of all signs that chance could have given the differences under the same seeds with
  /// which they reach as far; nil: the seeds differ.
  package let chance: Double?
  /// How many seeds moved in the direction of the mean; nil: the seeds differ.
  package let agreeing: Int?
  /// The mean difference over seeds.
  private let mean: Double

  /// The floor of a metric between two rows; nil where seeds cannot tell: there is only one, or a
  /// number of one of them is not defined or not finite.
  init?(of metric: String, from old: StoredRun.Row, to new: StoredRun.Row) {
    let before = old.seeds.map { $0.values[metric] }
    let now = new.seeds.map { $0.values[metric] }
    guard now.count > 1, before.count > 1 else { return nil }
    seedCount = now.count
    isPaired = Set(old.seeds.map(\.seed)) == Set(new.seeds.map(\.seed))
    guard isPaired else {
      guard !before.contains(nil), !now.contains(nil),
        let first = StandardError(of: before.compactMap(\.self)),
        let second = StandardError(of: now.compactMap(\.self))
      else { return nil }
      // Of the difference of two independent means, by the fewer degrees of freedom.
      halfWidth =
        (first.error * first.error + second.error * second.error).squareRoot()
        * ConfidenceInterval.studentQuantile(degreesOfFreedom: min(before.count, now.count) - 1)
      mean = second.mean - first.mean
      (chance, agreeing) = (nil, nil)
      return
    }
    var pairs: [(value: Double, base: Double)] = []
    for run in new.seeds {
      let base = old.seeds.first { $0.seed == run.seed }?.values[metric]
      let value = run.values[metric]
      // What is not defined, or endless, in both is no difference and no sample either.
      if value == base, value?.isFinite != true { continue }
      guard let value, let base else { return nil }
      pairs.append((value, base))
    }
    guard let differences = PairedDifferences(pairs), let interval = differences.interval else {
      return nil
    }
    halfWidth = interval.halfWidth
    mean = differences.mean
    chance = SignFlips.share(differences.values)
    let isUp = differences.mean > 0
    agreeing = differences.values.count { isUp ? $0 > 0 : $0 < 0 }
  }

  /// In parts of the old number: from here on few seeds need not exclude chance.
  package static let large = 0.5

  /// Whether the seeds show a difference of the sign of this one.
  /// - Parameter relative: the difference in parts of the old number; nil: that was zero.
  package func shows(_ difference: Double, relative: Double?) -> Bool {
    guard let chance else {
      return (mean > 0) == (difference > 0) && abs(mean) > halfWidth
    }
    if mean * difference > 0, chance <= SignFlips.limit(seeds: seedCount) { return true }
    return seedCount < SignFlips.decisiveSeeds && abs(relative ?? .infinity) >= Self.large
      && mean * difference >= 0
  }
}
