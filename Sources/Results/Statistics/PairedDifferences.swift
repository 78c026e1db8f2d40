package import CacheMetrics
internal import SimCore

/// The differences of two strategies under each of the same seeds.
///
/// Both had the same workload and network schedule under a seed, which removes most of the noise
/// from the difference; the spread of the differences shows the rest.
package struct PairedDifferences: Sendable {
  /// In order of the seeds.
  package let values: [Double]
  /// Between the two numbers of all seeds together, which stand beside it wherever it is told; the
  /// mean where these are not known.
  package let difference: Double
  /// Whether the number of all seeds is the sum of theirs.
  private let isOfSums: Bool

  /// Nil when there are none or when one of them is not finite.
  package init?(
    _ pairs: [(value: Double, base: Double)], pooled: (value: Double, base: Double)? = nil,
    areSums: Bool = false
  ) {
    guard !pairs.isEmpty, pairs.allSatisfy({ $0.value.isFinite && $0.base.isFinite }) else {
      return nil
    }
    values = pairs.map { $0.value - $0.base }
    isOfSums = areSums
    let whole = pooled.map { $0.value - $0.base } ?? .nan
    difference = whole.isFinite ? whole : values.reduce(0, +) / Double(values.count)
  }

  /// Value less base's value at a metric under each seed; nil when the two were not run under the
  /// same seeds, or when a seed has no finite value.
  package init?(at metric: Metric, of row: StrategyResult, from base: StrategyResult) {
    guard row.runs.map(\.seed) == base.runs.map(\.seed) else { return nil }
    self.init(PairedNumbers(at: metric, of: Alternative(row), from: Alternative(base)))
  }

  /// Nil where a seed of either has no finite value.
  package init?(_ numbers: PairedNumbers) {
    let finite = numbers.finite
    guard finite.count == numbers.pairs.count else { return nil }
    let whole = numbers.pooled
    self.init(
      finite, pooled: whole.value.flatMap { value in whole.base.map { (value, $0) } },
      areSums: numbers.areSums)
  }

  package var mean: Double { values.reduce(0, +) / Double(values.count) }

  /// Of 95 %, of the mean; nil for a single seed.
  package var interval: ConfidenceInterval? { ConfidenceInterval(of: values) }

  /// Of 95 %, of the difference; nil for a single seed.
  ///
  /// Where all seeds have one direction and the interval of their mean has it too, it is an amount,
  /// on the logarithmic scale like that of each of the two. Else it reaches as far as that of the
  /// mean and holds all of it, as the number of all seeds may lie elsewhere.
  package var differenceInterval: ConfidenceInterval? {
    guard let interval else { return nil }
    let sign: Double = difference < 0 ? -1 : 1
    if difference != 0, !interval.includesZero, values.allSatisfy({ $0 * sign > 0 }),
      let amount = ConfidenceInterval(ofAmount: difference * sign, values.map { $0 * sign })
    {
      return sign > 0 ? amount : amount.negated
    }
    let scale = isOfSums ? Double(values.count) : 1
    let half = interval.halfWidth * scale
    return ConfidenceInterval(
      from: min(difference - half, interval.low * scale),
      to: max(difference + half, interval.high * scale))
  }

  /// Whether the seeds show a difference, in this direction: neither its interval nor that of the
  /// mean has both; a single seed is taken as it is.
  package var isShown: Bool {
    guard let interval, let own = differenceInterval else { return true }
    return !interval.includesZero && !own.includesZero && mean * difference > 0
  }

  package var minimum: Double { values.min() ?? 0 }

  package var maximum: Double { values.max() ?? 0 }

  /// Of the sample, which divides by one less than there are; nil for one.
  package var standardDeviation: Double? {
    StandardError(of: values).map { $0.error * Double(values.count).squareRoot() }
  }
}

/// The numbers of two strategies under each of the same seeds, whether or not they are finite.
package struct PairedNumbers: Sendable {
  package let pairs: [(value: Double?, base: Double?)]
  package let pooled: (value: Double?, base: Double?)
  /// Whether the number of all seeds is the sum of theirs.
  let areSums: Bool

  package init(
    _ pairs: [(value: Double?, base: Double?)], pooled: (value: Double?, base: Double?),
    areSums: Bool = false
  ) {
    self.pairs = pairs
    self.pooled = pooled
    self.areSums = areSums
  }

  package init(at metric: Metric, of alternative: Alternative, from base: Alternative) {
    self.init(
      zip(alternative.seeds(metric), base.seeds(metric)).map { ($0, $1) },
      pooled: (alternative.pooled(metric), base.pooled(metric)), areSums: metric.isSum)
  }

  fileprivate var finite: [(value: Double, base: Double)] {
    pairs.compactMap { pair in
      guard let value = pair.value, let base = pair.base, value.isFinite, base.isFinite else {
        return nil
      }
      return (value, base)
    }
  }

  /// Whether the seeds show that the two differ, in the direction of the numbers of all seeds; a
  /// single seed is taken as it is.
  ///
  /// Where a seed has a number without an end, there is no mean: then the seeds have to agree, at
  /// least so many of them as chance would seldom make agree. A seed under which one of the two has
  /// no number, or both have none that ends, shows nothing.
  package var isShown: Bool {
    guard pairs.count > 1 else { return true }
    guard let value = pooled.value, let base = pooled.base, value != base else {
      return pooled.value != pooled.base
    }
    var told: [(value: Double, base: Double)] = []
    for case (let own?, let other?) in pairs where own.isFinite || other.isFinite {
      told.append((own, other))
    }
    guard told.contains(where: { !($0.value.isFinite && $0.base.isFinite) }) else {
      let differences = PairedDifferences(told, pooled: (value, base), areSums: areSums)
      return told.count > 1 && differences?.isShown == true
    }
    let apart = told.filter { $0.value != $0.base }
    return apart.count >= min(Self.leastAgreeing, pairs.count)
      && apart.allSatisfy { ($0.value > $0.base) == (value > base) }
  }

  /// Of as many one eighth agree by chance; fewer seeds have to agree all.
  private static let leastAgreeing = 4
}

/// How far chance alone would take the sum of paired differences, if it gave each of them its sign:
/// the exact test of paired samples by permutation (R. A. Fisher, The Design of Experiments, 1935,
/// § 21).
///
/// It asks nothing of the differences' distribution, so that three seeds of which one stands still
/// tell as much as they know: a difference of zero has no sign to turn.
package enum SignFlips {
  /// Up to so many differences that are not zero every choice of signs is looked at.
  package static let enumerated = 14
  /// So many choices are drawn where there are more; the same in every run.
  package static let draws = 9_999

  /// The share of all choices of signs whose sum reaches as far as the differences' own, in its
  /// direction; 1 when all differences are zero.
  /// - Complexity: O(2ⁿ) up to `enumerated` differences, O(`draws` × n) above.
  package static func share(_ differences: [Double]) -> Double {
    let sizes = differences.map(abs).filter { $0 > 0 }
    guard !sizes.isEmpty else { return 1 }
    let total = sizes.reduce(0, +)
    // What the order of additions costs in the last digits is no difference.
    let least = abs(differences.reduce(0, +)) - total * 1e-12
    guard sizes.count > enumerated else {
      var sums = [0.0]
      for size in sizes { sums = sums.flatMap { [$0 + size, $0 - size] } }
      return Double(sums.count { $0 >= least }) / Double(sums.count)
    }
    var random = SeededGenerator(seed: UInt64(sizes.count), purpose: .policy)
    var reaching = 1
    for _ in 0..<draws {
      var sum = 0.0
      var signs: UInt64 = 0
      for (index, size) in sizes.enumerated() {
        if index % 64 == 0 { signs = random.next() }
        sum += signs & 1 == 0 ? size : -size
        signs >>= 1
      }
      if sum >= least { reaching += 1 }
    }
    // The differences' own signs are one of the choices.
    return Double(reaching) / Double(draws + 1)
  }

  /// Up to which share chance is excluded, by so many paired seeds.
  ///
  /// 5 % needs six seeds of which one may go its own way. Fewer cannot exclude chance so far: there
  /// the two choices that reach furthest of all count, and of two seeds the one, so that few seeds
  /// give rather a false alarm than none.
  package static func limit(seeds: Int) -> Double {
    let furthest = seeds < 60 ? 2 / Double(1 << max(seeds, 1)) : 0
    return min(max(furthest, 0.05), 0.25)
  }

  /// Fewer seeds than this cannot exclude chance to 5 %.
  package static let decisiveSeeds = 6
}

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
    guard let chance else { return (mean > 0) == (difference > 0) && abs(mean) > halfWidth }
    if mean * difference > 0, chance <= SignFlips.limit(seeds: seedCount) { return true }
    return seedCount < SignFlips.decisiveSeeds && abs(relative ?? .infinity) >= Self.large
      && mean * difference >= 0
  }
}
