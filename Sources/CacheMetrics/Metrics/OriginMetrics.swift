package import SimCore

/// What an origin is paid for, in US dollars; prices that fall with the amount are not modelled.
package struct OriginPrices: Settings, Codable, Hashable {
  package var perMillionRequests = 1.0
  package var perGigabyte = 0.09

  package init() {}
  package static let fields: [Field<OriginPrices>] = [
    Field(
      "perMillionRequests", \.perMillionRequests, in: 0...1_000_000,
      "US dollars for a million requests; 1, as an HTTP API of Amazon API Gateway in us-east-1 for "
        + "the first 300 million a month, in May 2025."),
    Field(
      "perGigabyte", \.perGigabyte, in: 0...1_000_000,
      "US dollars for 10⁹ bytes sent to clients; 0.09, as AWS in us-east-1 for what leaves it for "
        + "the Internet, for the first 10 TB a month, in May 2025."),
  ]
}

extension Metric {
  /// Of an origin that can be busy; not defined where it cannot.
  static let origin: [Metric] = [
    Metric(
      "origin_requests_per_second_max", .countPerSecond, .lower,
      "The most requests that reached the origin in any second, refused ones too; with "
        + "origin.capacity alone."
    ) { $0.origin.rate(at: Percentile(basisPoints: 10_000)) },
    Metric(
      "origin_requests_per_second_p99", .countPerSecond, .lower,
      "The 99th percentile, by nearest rank, of the requests that reached the origin in a second, "
        + "over the seconds from the first request to the last; with origin.capacity alone."
    ) { $0.origin.rate(at: .p99) },
    Metric(
      "origin_wait_mean_ms", .milliseconds, .lower,
      "Mean of the time that requests waited for a worker of the origin, over all that were not "
        + "refused; with origin.capacity alone."
    ) { $0.origin.waits.mean.map { $0 / 1e6 } },
    wait("p95", .p95), wait("p99", .p99),
    ratio(
      "origin_refused_share", .lower,
      "Requests that the origin answered with 503 or 429 because it had too many, over all that "
        + "reached it; with origin.capacity alone.",
      trials: "network_requests", of: { $0.origin.refused }, in: { $0.origin.requests }),
    Metric(
      "origin_busy_workers_mean", .count, .lower,
      "Mean number of the origin's workers that were at work, over the measured time; with "
        + "origin.capacity alone."
    ) { aggregates in
      let origin = aggregates.origin
      guard !origin.loads.isEmpty, origin.time > 0 else { return nil }
      return Double(origin.work) / Double(origin.time)
    },
  ]

  /// What network requests and bytes cost; of an origin that is never busy too.
  static let originCost = [
    Metric(
      "origin_cost_per_thousand_devices_month_usd", .dollars, .lower,
      "What network_requests and network_down_bytes cost by origin.prices, in US dollars for a "
        + "thousand devices in 30 days; not defined without prices."
    ) { aggregates in
      let (network, days) = (aggregates.network, aggregates.devices.days)
      guard let prices = aggregates.origin.prices, days > 0 else { return nil }
      let requests = Double(network.exchanges.total) / 1e6 * prices.perMillionRequests
      let bytes = Double(network.bytesDown.count) / 1e9 * prices.perGigabyte
      return (requests + bytes) * 1_000 * 30 / days
    }
  ]

  private static func wait(_ name: String, _ percentile: Percentile) -> Metric {
    Metric(
      "origin_wait_\(name)_ms", .milliseconds, .lower,
      "The \(name) by nearest rank of the time that requests waited for a worker of the origin, "
        + "over all that were not refused; with origin.capacity alone."
    ) { $0.origin.waits.value(at: percentile).map { $0 / 1e6 } }
  }
}
