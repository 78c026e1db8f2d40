internal import Measurement
internal import SimCore

extension Metric {
  /// How much was fetched ahead, and how much of it was of use.
  static let prefetchPrecision =
    Metric.cost("prefetched_versions", .count, "Versions fetched ahead", better: .neither) {
      Double($0.devices.prefetched.fetched)
    }
    + Metric.cost(
      "prefetched_bytes", .bytes, "Bodies of the versions fetched ahead", better: .neither
    ) {
      Double($0.devices.prefetched.fetchedBytes.count)
    } + [
      Metric.ratio(
        "prefetch_precision_ratio", .higher,
        "Versions fetched ahead that were shown before another version took their place, over all "
          + "versions fetched ahead.",
        of: { Int64($0.devices.prefetched.used) }, in: { Int64($0.devices.prefetched.fetched) }),
      Metric.ratio(
        "prefetch_byte_precision_ratio", .higher,
        "Bytes of the versions fetched ahead that were shown before another version took their "
          + "place, over the bytes of all versions fetched ahead.",
        of: { $0.devices.prefetched.usedBytes.count },
        in: { $0.devices.prefetched.fetchedBytes.count }),
    ]
}
