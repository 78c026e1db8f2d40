/// The quantity that an oracle strategy, which knows the future, bounds: no strategy under the same
/// constraints has less of it.
package struct OracleBound: Hashable, Sendable {
  /// A quantity that is bounded from below.
  package enum Quantity: String, Sendable, CaseIterable {
    /// How long each open waits for first and for fresh content, and how many stay blank.
    case waits
    /// Bytes written to flash.
    case flashWrites = "flash-writes"
    /// Bodies received from the origin.
    case receivedBodies = "received-bodies"

    /// Whether it is bounded for every strategy, or only for those that show the same.
    package var holdsForAll: Bool { self == .waits }
  }

  /// What is bounded.
  package var quantity: Quantity
  /// The strategies that it bounds, and the constraints, as a sentence.
  package var statement: String
  /// Whether its constraints are weaker than any strategy's, so that none need reach it.
  package var isRelaxation: Bool

  /// Makes a bound.
  package init(of quantity: Quantity, _ statement: String, isRelaxation: Bool) {
    self.quantity = quantity
    self.statement = statement
    self.isRelaxation = isRelaxation
  }
}

extension OracleBound {
  /// Whether it bounds a metric, so that its row's value can be compared with others'.
  package func bounds(_ metric: Metric) -> Bool {
    quantity.prefixes.contains { metric.name.hasPrefix($0) }
  }

  /// Whether a metric of its row is meaningful. A relaxation has no costs, so that only the metrics
  /// that it bounds, and those without a better direction, are; other bounds are simulated under
  /// the same laws as all strategies.
  package func isMeaningful(_ metric: Metric) -> Bool {
    !isRelaxation || bounds(metric) || metric.better == .neither
  }
}

extension OracleBound.Quantity {
  /// The prefixes of its metrics' names. Waits are bounded over all opens: over the opens that
  /// showed something, a strategy that fails often can have less.
  fileprivate var prefixes: [String] {
    switch self {
    case .waits: ["first_content_", "fresh_content_", "blank_ratio", "offline_served_ratio"]
    case .flashWrites: ["flash_write_bytes"]
    case .receivedBodies: ["network_body_bytes"]
    }
  }
}
