internal import SimCore

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
      let (devices, worlds) = (aggregates.devices, aggregates.origin.arrivals.count)
      guard worlds > 0, devices.time > 0 else { return nil }
      let span = Double(devices.time) / Double(devices.count)
      return Double(aggregates.origin.work) / Double(worlds) / span
    },
  ]

  private static func wait(_ name: String, _ percentile: Percentile) -> Metric {
    Metric(
      "origin_wait_\(name)_ms", .milliseconds, .lower,
      "The \(name) by nearest rank of the time that requests waited for a worker of the origin, "
        + "over all that were not refused; with origin.capacity alone."
    ) { $0.origin.waits.value(at: percentile).map { $0 / 1e6 } }
  }
}
