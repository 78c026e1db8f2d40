package import SimCore

/// How good a wait is, 0 to 1: a log-normal curve through two points.
///
/// Lighthouse's scoring (shared/statistics.js): the curve gives 0.9 at `tenth`, the 10th percentile
/// of what pages on the web reach, and 0.5 at `median`.
package struct ScoreCurve: Hashable, Sendable {
  /// The wait that is better than nine tenths of the web: 0.9.
  package var tenth: TimeSpan
  /// The wait of the web's middle: 0.5.
  package var median: TimeSpan

  /// First contentful paint on a phone: 1.8 s and 3 s (Lighthouse, first-contentful-paint.js).
  package static let firstContent = ScoreCurve(tenth: .milliseconds(1_800), median: .seconds(3))
  /// Largest contentful paint on a phone: 2.5 s and 4 s (Lighthouse, largest-contentful-paint.js).
  package static let completeContent = ScoreCurve(
    tenth: .milliseconds(2_500), median: .seconds(4))

  /// √2 times the inverse complementary error function of 0.2: what puts 0.9 at `tenth`.
  private static let tenthDeviations = 0.9061938024368232

  /// The score of a wait.
  package func score(of wait: TimeSpan) -> Double {
    guard wait > .zero else { return 1 }
    let position = DeterministicMath.log(wait.seconds / median.seconds)
    let width = -DeterministicMath.log(tenth.seconds / median.seconds)
    let score = (1 - Self.errorFunction(position * Self.tenthDeviations / width)) / 2
    // The two points hold exactly, whatever the error of the approximation.
    if wait <= tenth { return min(1, max(0.9, score)) }
    if wait <= median { return min(0.9.nextDown, max(0.5, score)) }
    return min(0.5.nextDown, max(0, score))
  }

  /// The error function to 1.5e-7 (Abramowitz and Stegun, Handbook of Mathematical Functions,
  /// 7.1.26).
  private static func errorFunction(_ x: Double) -> Double {
    let size = abs(x)
    let t = 1 / (1 + 0.3275911 * size)
    let coefficients = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592]
    let sum = coefficients.reduce(0) { ($0 + $1) * t }
    let value = 1 - sum * DeterministicMath.exp(-size * size)
    return x < 0 ? -value : value
  }
}
