package import CacheMetrics
internal import SimCore

/// The 95 % confidence interval of a number over seeds.
package struct ConfidenceInterval: Hashable, Sendable {
  package let low: Double
  package let high: Double

  package init(from low: Double, to high: Double) { (self.low, self.high) = (low, high) }

  package var halfWidth: Double { (high - low) / 2 }

  package var middle: Double { (low + high) / 2 }

  var negated: ConfidenceInterval { ConfidenceInterval(from: -high, to: -low) }

  package var includesZero: Bool { contains(0) }

  package func contains(_ value: Double) -> Bool { low <= value && value <= high }

  /// Whether it is worth a digit of a value; of one at the end of its range, a twentieth of a
  /// point.
  package func isShown(around value: Double) -> Bool {
    guard value.isFinite, high > low else { return false }
    return value == low || value == high
      ? high - low >= 0.000_5 : halfWidth > 1e-4 * abs(value)
  }

  /// Whether it is as many times less than a value as more, as far as one digit tells.
  package func isFactor(around value: Double) -> Bool {
    abs(low * high - value * value) <= 0.1 * value * value
  }

  /// Whether it reaches as far down as up from a value, as far as one digit tells.
  package func isSymmetric(around value: Double) -> Bool {
    abs((high - value) - (value - low)) <= halfWidth / 5
  }

  /// The interval of the mean of values that may have either sign, such as paired differences; nil:
  /// there are fewer than two, or one is not finite.
  ///
  /// Mean ± t·s/√n, with the standard deviation s of the n values and the 97.5 % quantile t of
  /// Student's distribution with n − 1 degrees of freedom (Student, "The probable error of a mean",
  /// Biometrika 6(1), 1908): the values are taken to be independent and normally distributed.
  /// `count` is how many such values there would be; nil: as many as there are.
  package init?(of values: [Double], as count: Int? = nil) {
    guard let error = StandardError(of: values, as: count) else { return nil }
    let half = Self.studentQuantile(degreesOfFreedom: error.count - 1) * error.error
    self.init(from: error.mean - half, to: error.mean + half)
  }

  /// The 97.5 % quantile of Student's distribution. Above 30 degrees of freedom its Cornish-Fisher
  /// expansion from the normal quantile, which is right to four digits there.
  package static func studentQuantile(degreesOfFreedom: Int) -> Double {
    if degreesOfFreedom <= quantiles.count { return quantiles[degreesOfFreedom - 1] }
    let z = normalQuantile
    let (cube, n) = (z * z * z, Double(degreesOfFreedom))
    return z + (cube + z) / (4 * n) + (5 * cube * z * z + 16 * cube + 3 * z) / (96 * n * n)
  }

  /// Of 97.5 %.
  private static let normalQuantile = 1.959964

  /// By degrees of freedom from 1; the table of every textbook of statistics.
  private static let quantiles = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042,
  ]

  /// The interval of a metric's number over all seeds, around that number; nil: there are fewer
  /// than two seeds, or one has no finite number.
  ///
  /// A share or a score has that of `share`, a quantity that cannot be negative that of `amount`.
  /// What some are of either sign, or beyond their range, is taken as a mean.
  /// - Parameters:
  ///   - pooled: with all seeds together, as tables show it.
  ///   - trials: of how many views or the like a share is, all seeds together; nil: not known.
  ///   - count: with how many seeds that spread like these; nil: with these.
  package init?(
    of pooled: Double?, seeds: [Double?], _ unit: MetricUnit, trials: Double? = nil,
    as count: Int? = nil
  ) {
    let values = seeds.compactMap(\.self)
    guard let pooled, pooled.isFinite, values.count == seeds.count,
      let error = StandardError(of: values, as: count)
    else { return nil }
    let all = values + [pooled]
    if unit.isPart, all.allSatisfy({ 0...1 ~= $0 }) {
      let trials = trials.map { $0 * Double(error.count) / Double(values.count) }
      self = Self.share(pooled, error.error, seeds: error.count, trials: trials)
    } else if all.allSatisfy({ $0 >= 0 }), error.mean > 0 {
      self = Self.amount(pooled, error, values)
    } else {
      let half = Self.studentQuantile(degreesOfFreedom: error.count - 1) * error.error
      self.init(from: pooled - half, to: pooled + half)
    }
  }

  /// Of a difference in one direction, by the relative standard error of its mean alone: a seed
  /// under which it is nearly nothing would stretch that of the logarithms without an end. Nil:
  /// there are fewer than two, or one is not finite.
  init?(ofAmount pooled: Double, _ values: [Double]) {
    guard let error = StandardError(of: values), error.mean > 0 else { return nil }
    let reach = Self.studentQuantile(degreesOfFreedom: values.count - 1) * error.error / error.mean
    let factor = DeterministicMath.exp(min(reach, 500))
    self.init(from: pooled / factor, to: pooled * factor)
  }

  /// On the logarithmic scale: as many times less as more, never below zero.
  ///
  /// The standard error of the number's logarithm is the relative one of the mean over seeds (the
  /// delta method), which needs no logarithm of a seed's number, or that of the logarithms' mean
  /// where all seeds have one and that is more; the quantile is Student's. Few seeds of a skewed
  /// quantity have either too small too often (`Docs/Uncertainty.md` has how often it covers).
  private static func amount(
    _ pooled: Double, _ error: StandardError, _ values: [Double]
  ) -> ConfidenceInterval {
    let logarithms = values.allSatisfy { $0 > 0 } ? values.map(DeterministicMath.log) : []
    let relative = max(
      error.error / error.mean, StandardError(of: logarithms, as: error.count)?.error ?? 0)
    let reach = studentQuantile(degreesOfFreedom: error.count - 1) * relative
    let factor = DeterministicMath.exp(min(reach, 500))
    return ConfidenceInterval(from: pooled / factor, to: pooled * factor)
  }

  /// Wilson's interval (E. B. Wilson, "Probable inference, the law of succession, and statistical
  /// inference", JASA 22(158), 1927) of as many independent trials as would spread like the seeds.
  ///
  /// Views of a seed are not independent: they have their people, devices and network in common.
  /// The effective number of trials is share × (1 − share) ÷ squared standard error over the seeds,
  /// and the quantile Student's (E. L. Korn and B. I. Graubard, "Confidence intervals for
  /// proportions with small expected number of positive counts estimated from survey data", Survey
  /// Methodology 24(2), 1998; with Wilson's in place of Clopper's and Pearson's interval as N. Dean
  /// and M. Pagano, "Evaluating confidence interval methods for binomial proportions in clustered
  /// surveys", Journal of Survey Statistics and Methodology 3(4), 2015).
  ///
  /// Where all seeds have 0 or 1 they show no spread, and as many trials count as there were, as
  /// Korn and Graubard have it; and no more count where what is rare happened so seldom that its
  /// spread between seeds means nothing, at most once for each of them.
  private static func share(
    _ share: Double, _ error: Double, seeds: Int, trials: Double?
  ) -> ConfidenceInterval {
    let variance = share * (1 - share)
    let isLimit = variance == 0
    let trials = trials.flatMap { $0 > 0 ? $0 : nil } ?? .infinity
    var count = isLimit ? trials : error > 0 ? variance / (error * error) : .infinity
    // Few that happened at most once for each seed, or seeds that have the same by chance.
    let isRare = min(share, 1 - share) * trials <= Double(seeds)
    if isRare || error == 0 { count = min(count, trials) }
    guard count < .infinity else { return ConfidenceInterval(from: share, to: share) }
    let quantile = error == 0 ? normalQuantile : studentQuantile(degreesOfFreedom: seeds - 1)
    let square = quantile * quantile
    let middle = (share + square / (2 * count)) / (1 + square / count)
    let half =
      quantile * (variance / count + square / (4 * count * count)).squareRoot()
      / (1 + square / count)
    // Ends that are the share itself are so without the last digits of the sums.
    return ConfidenceInterval(
      from: share == 0 ? 0 : max(middle - half, 0), to: share == 1 ? 1 : min(middle + half, 1))
  }
}

/// The mean of values and its standard error, s/√n.
struct StandardError {
  let mean: Double
  let error: Double
  let count: Int

  /// Nil: there are fewer than two values, or one is not finite. `count` is how many such values
  /// there would be; nil: as many as there are.
  init?(of values: [Double], as count: Int? = nil) {
    guard values.count > 1, values.allSatisfy(\.isFinite) else { return nil }
    let own = Double(values.count)
    let mean = values.reduce(0, +) / own
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    self.mean = mean
    self.count = count ?? values.count
    error = (squares / (own - 1) / Double(self.count)).squareRoot()
  }
}

extension Metric {
  /// The interval of its number over all seeds; `value` gives the number of another metric with all
  /// seeds together, by its name.
  package func interval(
    of pooled: Double?, seeds: [Double?], _ value: (String) -> Double?
  ) -> ConfidenceInterval? {
    ConfidenceInterval(of: pooled, seeds: seeds, unit, trials: trials.flatMap(value))
  }
}
