internal import SimCore

extension Metric {
  /// Entries lost with a process.
  static let lostEntries = Metric.cost(
    "lost_entries", .count, "Entries lost with the app's process because they were not yet on flash"
  ) { Double($0.memory.lostEntries) }

  /// Entries of an index without their files.
  static let brokenEntries = Metric.cost(
    "broken_entries", .count,
    "Entries of the app's own index that were found without their file, and fetched again"
  ) { Double($0.lifecycle.brokenEntries) }

  /// Effects of upgrades, user switches and full devices.
  static let lifecycle =
    Metric.cost(
      "decode_failures", .count,
      "Stored models that could not be decoded because another release of the app had written them"
    ) { Double($0.lifecycle.decodeFailures) }
    + Metric.cost(
      "wrong_user_shown", .count,
      "Contents shown to another user than the one they had been fetched for"
    ) { Double($0.lifecycle.exposures) }
    + Metric.cost(
      "purged_by_system_bytes", .bytes,
      "Bytes that the system removed from the caches' folder to have space"
    ) { Double($0.lifecycle.purgedBytes.count) }
    + Metric.peaks(
      "backed_up", "Bytes at the end in folders that the user's backup includes"
    ) { $0.devices.backedUp }
}
