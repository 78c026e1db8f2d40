internal import SimCore

extension Metric {
  /// What upgrades, changes of hands and full devices did.
  static let upheavals =
    Metric.cost(
      "decode_failures", .count,
      "Stored models that could not be decoded because another release of the app had written them"
    ) { Double($0.upheavals.decodeFailures) }
    + Metric.cost(
      "wrong_user_shown", .count,
      "Contents shown to another person than the one they had been fetched for"
    ) { Double($0.upheavals.exposures) }
    + Metric.cost(
      "purged_by_system_bytes", .bytes,
      "Bytes that the system removed from the caches' folder for want of space"
    ) { Double($0.upheavals.purgedBytes.count) }
    + Metric.peaks(
      "backed_up", "What lies at the end where the user's backup takes it along"
    ) { $0.devices.backedUp }
}
