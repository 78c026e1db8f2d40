/// A share of a population that lies at or below a value, in whole ten-thousandths.
///
/// A whole number, so that ranks are computed without rounding.
package struct Percentile: Hashable, Comparable, Sendable {
  /// Ten-thousandths of the population: 9,500 is the 95th percentile.
  package let basisPoints: Int

  /// Makes a percentile; `basisPoints` is 0 to 10,000.
  package init(basisPoints: Int) {
    precondition((0...10_000).contains(basisPoints), "a percentile lies within 0 and 100")
    self.basisPoints = basisPoints
  }

  package static let p10 = Percentile(basisPoints: 1_000)
  package static let p50 = Percentile(basisPoints: 5_000)
  package static let p90 = Percentile(basisPoints: 9_000)
  package static let p95 = Percentile(basisPoints: 9_500)
  package static let p99 = Percentile(basisPoints: 9_900)

  package var name: String { "p" + NumberText.decimal(Double(basisPoints) / 100, places: 2) }

  /// The nearest rank: the smallest whole number, at least 1, that is no less than this part of
  /// `count`.
  package func rank(among count: Int) -> Int { max(1, (count * basisPoints + 9_999) / 10_000) }

  package static func < (left: Percentile, right: Percentile) -> Bool {
    left.basisPoints < right.basisPoints
  }
}
