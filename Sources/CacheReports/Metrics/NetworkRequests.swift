internal import Measurement

extension Metric {
  /// How often the origin was asked, and what came of it.
  static let networkRequests =
    Metric.cost("network_requests", .count, "Exchanges begun with the origin, whatever came of it")
  { Double($0.network.exchanges.total) }
    + Metric.cost("network_200", .count, "Exchanges that the origin answered with 200") {
      Double($0.network.answered200)
    }
    + Metric.cost(
      "network_304", .count, "Exchanges that the origin answered with 304", better: .neither
    ) {
      Double($0.network.answered304)
    }
    + Metric.cost(
      "network_failures", .count, "Exchanges that the origin failed (503) or that got no answer"
    ) { Double($0.network.failures) }
}
