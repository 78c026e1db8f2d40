/// A distribution that is known by its quantiles at equal steps, straight lines between them.
///
/// Eleven values are the deciles: the least, those that a tenth, two tenths, … lie below, and the
/// greatest.
public struct InverseDistribution: Sendable {
  private let quantiles: [Double]

  /// Makes a distribution.
  /// - Precondition: at least two quantiles, in ascending order.
  public init(quantiles: [Double]) {
    precondition(
      quantiles.count >= 2 && zip(quantiles, quantiles.dropFirst()).allSatisfy { $0 <= $1 },
      "quantiles ascend")
    self.quantiles = quantiles
  }

  /// The value that a share of all, from 0 to 1, lies below. - Complexity: O(1).
  public func value(at share: Double) -> Double {
    let place = min(max(share, 0), 1) * Double(quantiles.count - 1)
    let index = min(Int(place), quantiles.count - 2)
    let part = place - Double(index)
    return quantiles[index] + part * (quantiles[index + 1] - quantiles[index])
  }

  /// Draws a value. - Complexity: O(1).
  public func draw(_ random: inout SeededGenerator) -> Double { value(at: random.unit()) }
}
