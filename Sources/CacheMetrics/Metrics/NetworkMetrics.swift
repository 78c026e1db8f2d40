internal import SimCore

extension Metric {
  static let networkRequests =
    (Metric.cost(
      "network_requests", .count,
      "Exchanges begun with the origin, however they ended; one whose request the HTTP client made "
        + "again by itself counts once"
    ) { Double($0.network.exchanges.total) }
    + Metric.cost("network_200", .count, "Exchanges that the origin answered with 200") {
      Double($0.network.answered200)
    }
    + Metric.cost(
      "network_304", .count, "Exchanges that the origin answered with 304", better: .neither
    ) {
      Double($0.network.answered304)
    }
    + Metric.cost(
      "network_failures", .count,
      "Exchanges that the origin failed (503) or that got no answer, cancelled ones apart"
    ) { Double($0.network.failures) }).knownToOrigin

  static let networkRequestsByPurpose = Purpose.allCases.flatMap { purpose in
    Metric.cost(
      "network_\(purpose.word)_requests", .count, "The part of network_requests \(purpose.meaning)",
      better: .neither
    ) { Double($0.network.exchanges[purpose]) }
  }

  static let networkBytes =
    (Metric.cost("network_up_bytes", .bytes, "Bytes on the wire to the origin") {
      Double($0.network.bytesUp.count)
    }
    + Metric.cost("network_down_bytes", .bytes, "Bytes on the wire from the origin") {
      Double($0.network.bytesDown.count)
    }
    + Metric.cost("network_body_bytes", .bytes, "Bodies received completely, without headers") {
      Double($0.network.payload.count)
    }).knownToOrigin
    + Metric.cost(
      "metered_bytes", .bytes, "Bytes on the wire, both ways, over metered links"
    ) { Double($0.network.meteredBytes.count) }

  /// Bytes received without use.
  static let wastedBytes =
    Metric.cost(
      "wasted_bytes", .bytes,
      "Bodies received completely that no screen showed before another one of the resource came, "
        + "prefetched or after their screen had closed, plus bytes received in exchanges that "
        + "failed or were cancelled"
    ) {
      Double(($0.devices.unshown + $0.network.unusableBytesDown).count)
    }
    + [
      Metric.ratio(
        "wasted_share", .lower,
        "Share of what was received that is wasted_bytes: bodies that came whole, and all bytes of "
          + "exchanges that failed or were cancelled.",
        of: { ($0.devices.unshown + $0.network.unusableBytesDown).count },
        in: { ($0.network.payload + $0.network.unusableBytesDown).count })
    ]
    + (Metric.cost(
      "network_cancelled", .count,
      "Exchanges that the app cancelled because the view was left that alone waited for them "
        + "(requests.cancels); no failures", better: .neither
    ) { Double($0.network.cancelled) }
    + Metric.cost(
      "cancelled_bytes", .bytes,
      "The part of wasted_bytes received in exchanges that were cancelled"
    ) { Double($0.network.cancelledBytesDown.count) }).counted(by: .exchanges)

  static let prefetchPrecision =
    Metric.cost("prefetched_versions", .count, "Versions prefetched", better: .neither) {
      Double($0.devices.prefetched.fetched)
    }
    + Metric.cost(
      "prefetched_bytes", .bytes, "Bodies of the prefetched versions", better: .neither
    ) {
      Double($0.devices.prefetched.fetchedBytes.count)
    } + [
      Metric.ratio(
        "prefetch_precision_ratio", .higher,
        "Prefetched versions that were shown before another version replaced them, over all "
          + "prefetched versions.",
        of: { Int64($0.devices.prefetched.used) }, in: { Int64($0.devices.prefetched.fetched) }),
      Metric.ratio(
        "prefetch_byte_precision_ratio", .higher,
        "Bytes of prefetched versions that were shown before another version replaced them, over "
          + "the bytes of all prefetched versions.",
        of: { $0.devices.prefetched.usedBytes.count },
        in: { $0.devices.prefetched.fetchedBytes.count }),
    ]
}

extension Purpose {
  fileprivate var word: String {
    switch self {
    case .demand: "demand"
    case .refresh: "refresh"
    case .prefetch: "prefetch"
    case .manifest: "manifest"
    case .edits: "edit"
    }
  }

  fileprivate var meaning: String {
    switch self {
    case .demand: "that a screen waited for"
    case .refresh: "begun while a screen showed an older copy"
    case .prefetch: "for prefetching, before any screen asked"
    case .manifest: "for the list of what can be prefetched"
    case .edits: "that carried edits to the origin"
    }
  }
}
