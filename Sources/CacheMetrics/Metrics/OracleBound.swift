/// The quantity that an oracle strategy, which knows the future, bounds: no strategy under the same
/// constraints has less of it.
package struct OracleBound: Hashable, Sendable {
  package enum Quantity: String, Sendable, CaseIterable {
    /// How long each open waits for first and for fresh content, and how many stay blank.
    case waits
    /// Bytes written to flash.
    case flashWrites = "flash-writes"
    case receivedBodies = "received-bodies"

    /// Whether it is bounded for every strategy, or only for those that show the same.
    package var holdsForAll: Bool { self == .waits }
  }

  package var quantity: Quantity
  /// The strategies that it bounds, and the constraints, as a sentence.
  package var statement: String
  /// Whether its constraints are weaker than any strategy's, so that none need reach it.
  package var isRelaxation: Bool

  package init(of quantity: Quantity, _ statement: String, isRelaxation: Bool) {
    self.quantity = quantity
    self.statement = statement
    self.isRelaxation = isRelaxation
  }
}

extension OracleBound {
  /// Whether it bounds a metric, so that its row's value can be compared with others'.
  package func bounds(_ metric: Metric) -> Bool {
    // A bound of the whole is none of its parts, unless it holds for each view.
    (metric.tags.isEmpty || quantity == .waits)
      && quantity.prefixes.contains { metric.name.hasPrefix($0) }
      && !(metric.unit == .milliseconds && metric.name.contains("_shown_"))
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
    case .waits:
      [
        "first_content_", "fresh_content_", "launch_", "open_to_content_", "open_to_fresh_content_",
        "blank_ratio", "blank_people_", "offline_served_ratio",
      ]
    case .flashWrites: ["flash_write_bytes"]
    case .receivedBodies: ["network_body_bytes"]
    }
  }
}

/// A metric of one's own: reads the trace of all devices and comes to one number.
///
/// Bundled metrics read aggregates that are made once for all of them; this one is made for itself.
/// It stands behind the bundled ones in tables and files.
public protocol TraceMetric: Sendable {
  /// The name in files: snake case, the unit last; no bundled metric's.
  static var name: String { get }
  static var unit: MetricUnit { get }
  static var better: Better { get }
  static var definition: String { get }
  /// Before the first event of a seed.
  init()
  /// Reads the next event of a device. Events that are marked as detail do not come.
  mutating func observe(_ record: TraceRecord, device: UInt32)
  /// Pools with the same metric of another seed.
  mutating func merge(_ other: Self)
  /// The number; nil when it is not defined in the run.
  var value: Double? { get }
}

extension TraceMetric {
  /// The metric pooled with another of the same type.
  func merged(with other: any TraceMetric) -> any TraceMetric {
    guard let other = other as? Self else { preconditionFailure("seeds have the same metrics") }
    var metric = self
    metric.merge(other)
    return metric
  }
}

extension Metric {
  /// A metric of one's own, as tables and files take it.
  package init(_ type: any TraceMetric.Type) {
    self.init(type.name, type.unit, type.better, type.definition) { aggregates in
      aggregates.own.first { Swift.type(of: $0) == type }?.value
    }
  }
}
