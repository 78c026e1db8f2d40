extension SeededGenerator {
  /// A number from 0 (included) to 1 (excluded), in steps of 2⁻⁵³.
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A whole number from 0 to `count` − 1, each as likely as another (Lemire: Fast Random Integer
  /// Generation in an Interval, ACM TOMACS 29, 2019, doi:10.1145/3230636); made here and not by
  /// the standard library, whose way may change with its version.
  public mutating func index(below count: Int) -> Int {
    precondition(count > 0, "there is no whole number from 0 to \(count) − 1")
    let bound = UInt64(count)
    var product = next().multipliedFullWidth(by: bound)
    if product.low < bound {
      // The lowest 2⁶⁴ mod count products would make some numbers likelier than others.
      let surplus = (0 &- bound) % bound
      while product.low < surplus { product = next().multipliedFullWidth(by: bound) }
    }
    return Int(product.high)
  }

  /// True with that probability.
  public mutating func chance(_ probability: Double) -> Bool { unit() < probability }

  /// An exponentially distributed number: the time to the next event of a Poisson process.
  public mutating func exponential(mean: Double) -> Double {
    -mean * DeterministicMath.log(1 - unit())
  }

  /// A normally distributed number with mean 0 and deviation 1 (Box, Muller: A Note on the
  /// Generation of Random Normal Deviates, 1958); two draws for one number, so that streams stay
  /// in step.
  public mutating func normal() -> Double {
    let radius = (-2 * DeterministicMath.log(1 - unit())).squareRoot()
    return radius * DeterministicMath.cosine(turns: unit())
  }

  /// A number whose logarithm is normally distributed.
  public mutating func logNormal(median: Double, sigma: Double) -> Double {
    median * DeterministicMath.exp(sigma * normal())
  }

  /// The same by its mean: the median is mean·e^(−σ²/2).
  public mutating func logNormal(mean: Double, sigma: Double) -> Double {
    logNormal(median: mean * Self.logNormalMedian(sigma: sigma), sigma: sigma)
  }

  /// The median of such a number whose mean is one.
  package static func logNormalMedian(sigma: Double) -> Double {
    DeterministicMath.exp(-sigma * sigma / 2)
  }

  /// How many events of a Poisson process fall into a time in which `mean` are expected.
  /// - Complexity: O(mean).
  public mutating func poisson(mean: Double) -> Int {
    var count = 0
    var time = exponential(mean: 1)
    while time < mean {
      count += 1
      time += exponential(mean: 1)
    }
    return count
  }
}

/// A distribution that is known by its quantiles at equal steps, straight lines between them.
///
/// Eleven values are the deciles: the least, those that a tenth, two tenths, … lie below, and the
/// greatest.
package struct InverseDistribution: Sendable {
  private let quantiles: [Double]

  /// Makes a distribution.
  /// - Precondition: at least two quantiles, in ascending order.
  package init(quantiles: [Double]) {
    precondition(
      quantiles.count >= 2 && zip(quantiles, quantiles.dropFirst()).allSatisfy { $0 <= $1 },
      "quantiles ascend")
    self.quantiles = quantiles
  }

  /// The value that a share of all, from 0 to 1, lies below. - Complexity: O(1).
  package func value(at share: Double) -> Double {
    let place = min(max(share, 0), 1) * Double(quantiles.count - 1)
    let index = min(Int(place), quantiles.count - 2)
    let part = place - Double(index)
    return quantiles[index] + part * (quantiles[index + 1] - quantiles[index])
  }

  /// The share of all, from 0 to 1, that lies below a value or at it.
  /// - Complexity: O(quantiles).
  package func share(upTo value: Double) -> Double {
    let steps = Double(quantiles.count - 1)
    guard let above = quantiles.firstIndex(where: { $0 > value }) else { return 1 }
    guard above > 0 else { return 0 }
    let (low, high) = (quantiles[above - 1], quantiles[above])
    return (Double(above - 1) + (value - low) / (high - low)) / steps
  }

  /// Draws a value. - Complexity: O(1).
  package func draw(_ random: inout SeededGenerator) -> Double { value(at: random.unit()) }
}
