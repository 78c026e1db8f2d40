package import CacheWorkloads
package import Results
package import SimCore

/// A scenario that was fitted to field data, and how far what it shows is from data that was held
/// back.
package struct CalibrationResult: Sendable {
  /// A setting that the data tells.
  package struct Setting: Sendable {
    package var path: String
    /// As the scenario had it and has it now, and the ends of the 95 % interval; nil: one person
    /// on one day has none.
    package var before: JSON
    package var now: JSON
    package var ends: (low: JSON, high: JSON)?
    /// The number in the data's units, and its interval.
    package var value: Double
    package var interval: ConfidenceInterval?
    /// How many values it is fitted from, and of how many people or days.
    package var count: Int
    package var units: Int
  }

  /// A setting that stays as it was, and why.
  package struct Untold: Sendable {
    package var path: String
    package var reason: String
  }

  /// How much of what varies is between people: standard deviations of logarithms.
  package struct Spread: Sendable {
    package var quantity: FieldQuantity
    package var between: Double
    package var within: Double
    package var people: Int
  }

  /// What the fitted scenario shows of a quantity, beside what was held back.
  package struct Measure: Sendable {
    package struct Quantile: Sendable {
      package var percentile: Percentile
      package var simulated: Double
      package var heldBack: Double
      package var ratio: Double
      /// The absolute logarithm of the ratio between two random halves of the data, by the median.
      package var spread: Double
    }

    package var quantity: FieldQuantity
    /// How many values were held back.
    package var count: Int
    package var quantiles: [Quantile]
    /// The mean distance of quantiles: of the absolute logarithms of their ratios.
    package var distance: Double
    /// The same between two random halves of the data, by the median, and that which one in twenty
    /// pairs of halves exceeds.
    package var spread: Double
    package var limit: Double

    /// Whether it is further off than halves of the data are from each other.
    package var isToldApart: Bool { distance > limit }

    /// Whether all quantiles are within a share that halves of the data are within too; false:
    /// there is no such quantile.
    package func isWithin(_ share: Double) -> Bool {
      let told = quantiles.filter { $0.spread <= DeterministicMath.log(1 + share) }
      return !told.isEmpty && told.allSatisfy { (1 / (1 + share)...1 + share).contains($0.ratio) }
    }
  }

  package var scenario: String
  package var strategy: String
  /// What the data is, in words.
  package var facts: [String]
  package var settings: [Setting]
  package var untold: [Untold]
  package var spreads: [Spread]
  package var measures: [Measure]
  /// Quantities that the data has and that were not compared, and why.
  package var uncompared: [(quantity: FieldQuantity, reason: String)]
  /// The plural of what was held back: people or days.
  package var unit: String
  /// Settings that are assumed and that no field data tells.
  package var assumed: [String]

  /// How far the model is right, in one sentence.
  package var verdict: String {
    guard !measures.isEmpty else {
      return "How far the model is off is not known: "
        + (uncompared.isEmpty
          ? "nothing could be held back, which takes two people or two days."
          : uncompared.map { "\($0.quantity.words): \($0.reason)" }.joined(separator: "; ") + ".")
    }
    let apart = measures.filter(\.isToldApart)
    return "The model is not told apart from another half of your \(unit) in "
      + "\(measures.count - apart.count) of \(measures.count) measures"
      + (apart.isEmpty
        ? "." : "; it is in \(apart.map(\.quantity.words).joined(separator: ", ")).")
  }

  /// So many values of a quantity have quantiles worth comparing.
  package static let leastValues = 20

  /// Those with a quantile that is further off than a share of it, or with none that repeats within
  /// it.
  package func beyond(_ share: Double) -> [Measure] { measures.filter { !$0.isWithin(share) } }
}
