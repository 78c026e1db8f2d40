/// The 95 % confidence interval of a mean over seeds.
///
/// Mean ± t·s/√n, with the standard deviation s of the n values and the 97.5 % quantile t of
/// Student's distribution with n − 1 degrees of freedom: the values are taken to be independent and
/// normally distributed.
package struct ConfidenceInterval: Hashable, Sendable {
  package let mean: Double
  /// How far the interval reaches to both sides of the mean.
  package let halfWidth: Double

  /// The interval of values; nil: there are fewer than two, or one is not finite.
  package init?(of values: [Double]) {
    guard values.count > 1, values.allSatisfy(\.isFinite) else { return nil }
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    self.mean = mean
    halfWidth =
      Self.studentQuantile(degreesOfFreedom: values.count - 1)
      * (squares / (count - 1) / count).squareRoot()
  }

  package var includesZero: Bool { abs(mean) <= halfWidth }

  /// The 97.5 % quantile of Student's distribution. Above 30 degrees of freedom its Cornish-Fisher
  /// expansion from the normal quantile, which is right to four digits there.
  package static func studentQuantile(degreesOfFreedom: Int) -> Double {
    if degreesOfFreedom <= quantiles.count { return quantiles[degreesOfFreedom - 1] }
    let z = 1.959964
    let (cube, n) = (z * z * z, Double(degreesOfFreedom))
    return z + (cube + z) / (4 * n) + (5 * cube * z * z + 16 * cube + 3 * z) / (96 * n * n)
  }

  /// By degrees of freedom from 1; the table of every textbook of statistics.
  private static let quantiles = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042,
  ]
}
