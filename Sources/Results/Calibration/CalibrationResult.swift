package import CacheWorkloads
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
    /// Whether the simulation was made to show the data's number; else it is the data's itself.
    package var isSimulated: Bool

    package init(
      path: String, before: JSON, now: JSON, ends: (low: JSON, high: JSON)?, value: Double,
      interval: ConfidenceInterval?, count: Int, units: Int, isSimulated: Bool
    ) {
      self.path = path
      self.before = before
      self.now = now
      self.ends = ends
      self.value = value
      self.interval = interval
      self.count = count
      self.units = units
      self.isSimulated = isSimulated
    }
  }

  /// A setting that stays as it was, and why.
  package struct Untold: Sendable {
    package var path: String
    package var reason: String

    package init(path: String, reason: String) {
      self.path = path
      self.reason = reason
    }
  }

  /// How much of what varies is between people: standard deviations of logarithms.
  package struct Spread: Sendable {
    package var quantity: FieldQuantity
    package var between: Double
    package var within: Double
    package var people: Int

    package init(quantity: FieldQuantity, between: Double, within: Double, people: Int) {
      self.quantity = quantity
      self.between = between
      self.within = within
      self.people = people
    }
  }

  /// What the fitted scenario shows of a quantity, beside what was held back.
  package struct Measure: Sendable {
    package struct Quantile: Sendable {
      package var percentile: Percentile
      package var simulated: Double
      package var heldBack: Double
      package var ratio: Double

      package init(
        percentile: Percentile, simulated: Double, heldBack: Double, ratio: Double
      ) {
        self.percentile = percentile
        self.simulated = simulated
        self.heldBack = heldBack
        self.ratio = ratio
      }
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

    package init(
      quantity: FieldQuantity, count: Int, quantiles: [Quantile], distance: Double, spread: Double,
      limit: Double
    ) {
      self.quantity = quantity
      self.count = count
      self.quantiles = quantiles
      self.distance = distance
      self.spread = spread
      self.limit = limit
    }

    /// Whether it is further off than halves of the data are from each other.
    package var isToldApart: Bool { distance > limit }

    package func isWithin(_ share: Double) -> Bool {
      quantiles.allSatisfy { (1 / (1 + share)...1 + share).contains($0.ratio) }
    }
  }

  package var scenario: String
  package var strategy: String
  /// What the data is, in words.
  package var facts: [String]
  package var settings: [Setting]
  package var untold: [Untold]
  package var spreads: [Spread]
  /// Empty: nothing could be held back.
  package var measures: [Measure]
  /// The plural of what was held back: people or days.
  package var unit: String
  /// Settings that are assumed and that no field data tells.
  package var assumed: [String]

  package init(
    scenario: String, strategy: String, facts: [String], settings: [Setting], untold: [Untold],
    spreads: [Spread], measures: [Measure], unit: String, assumed: [String]
  ) {
    self.scenario = scenario
    self.strategy = strategy
    self.facts = facts
    self.settings = settings
    self.untold = untold
    self.spreads = spreads
    self.measures = measures
    self.unit = unit
    self.assumed = assumed
  }

  /// How far the model is right, in one sentence.
  package var verdict: String {
    guard !measures.isEmpty else {
      return
        "How far the model is off is not known: nothing could be held back. It takes two people or "
        + "two days, and \(Self.leastValues) values of a quantity in each half."
    }
    let apart = measures.filter(\.isToldApart)
    return "The model is not told apart from another half of your \(unit) in "
      + "\(measures.count - apart.count) of \(measures.count) measures"
      + (apart.isEmpty
        ? "." : "; it is in \(apart.map(\.quantity.words).joined(separator: ", ")).")
  }

  /// So many values of a quantity have quantiles worth comparing.
  package static let leastValues = 20

  /// Those with a quantile that is further off than a share of it.
  package func beyond(_ share: Double) -> [Measure] { measures.filter { !$0.isWithin(share) } }
}

extension FieldQuantity {
  /// As tables name it.
  package var words: String {
    switch self {
    case .firstContent: "first content"
    case .openToContent: "open to content"
    case .coldLaunch: "cold launch"
    case .warmLaunch: "warm launch"
    case .roundTrip: "round trip"
    case .rateDown: "rate down"
    case .serverTime: "server time"
    case .sessionsPerDay: "sessions a day"
    case .sessionLength: "session length"
    case .opensPerSession: "opens a session"
    case .requestsPerSession: "requests a session"
    case .responseBytes: "bytes a response"
    case .networkBytesPerDay: "network bytes a day"
    case .freshnessLifetime: "freshness lifetime"
    case .notModifiedShare: "share of 304"
    case .cachedShare: "share from a cache"
    case .flashBytesPerDay: "flash writes a day"
    case .downBytesPerDay: "bytes down a day"
    case .upBytesPerDay: "bytes up a day"
    case .objectHitShare: "share of hits"
    case .sharedHitShare: "share from a shared cache"
    case .hangTime: "hangs"
    case .signalBars: "signal bars"
    case .excessiveWrites: "excessive writes"
    }
  }
}
