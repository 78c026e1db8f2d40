internal import CacheReports
internal import Measurement

/// How much of a change of a metric chance alone explains, by the seeds' own spread.
///
/// Half the width of the 95 % confidence interval of the mean difference. Where both runs have the
/// same seeds, the differences seed by seed are taken: under a seed both met the same people,
/// requests and networks, which removes what seeds have in common. Otherwise both spreads count, as
/// of independent samples (Welch), with the degrees of freedom of the smaller one.
///
/// An interval over two or three seeds is so wide that it would hide what every one of them shows.
/// Paired seeds that all moved in one direction therefore show a difference as well: by chance
/// alone, n seeds agree in one of 2ⁿ⁻¹ cases, so that few seeds rather give a
/// false alarm than none.
package struct NoiseFloor: Hashable, Sendable {
  /// How far the difference reaches to both sides, in the metric's unit.
  package let halfWidth: Double
  /// From how many seeds of the later run.
  package let seedCount: Int
  /// Whether the seeds of both runs are the same.
  package let isPaired: Bool
  /// Whether all of the same seeds moved in one direction.
  package let allAgree: Bool
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
        let first = ConfidenceInterval(of: before.compactMap(\.self)),
        let second = ConfidenceInterval(of: now.compactMap(\.self))
      else { return nil }
      halfWidth = Self.independent(first, before.count, second, now.count)
      mean = second.mean - first.mean
      allAgree = false
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
    mean = interval.mean
    allAgree = differences.minimum > 0 || differences.maximum < 0
  }

  /// Whether the seeds show a difference of the sign of this one: the interval of its mean excludes
  /// zero, or all seeds agree.
  func shows(_ difference: Double) -> Bool {
    (mean > 0) == (difference > 0) && mean != 0 && (abs(mean) > halfWidth || allAgree)
  }

  /// Half the width of the interval of the difference of two independent means.
  private static func independent(
    _ first: ConfidenceInterval, _ firstCount: Int, _ second: ConfidenceInterval, _ secondCount: Int
  ) -> Double {
    let quantiles = [firstCount, secondCount].map {
      ConfidenceInterval.studentQuantile(degreesOfFreedom: $0 - 1)
    }
    let errors = [first.halfWidth / quantiles[0], second.halfWidth / quantiles[1]]
    let error = (errors[0] * errors[0] + errors[1] * errors[1]).squareRoot()
    return error * max(quantiles[0], quantiles[1])
  }
}
