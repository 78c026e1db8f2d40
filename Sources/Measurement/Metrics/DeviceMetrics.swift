internal import SimCore

extension Metric {
  /// The peak of the app's memory.
  static let memoryPeak = Metric.peaks(
    "memory_peak", "The peak of memory that a device's app used"
  ) { $0.devices.peakMemory }

  /// Entries evicted to make space.
  static let evictions =
    Metric.cost("memory_evictions", .count, "Entries evicted from a memory tier to make space") {
      Double($0.memory.evictions[.memory])
    }
    + Metric.cost("flash_evictions", .count, "Entries evicted from a flash tier to make space") {
      Double($0.memory.evictions[.flash])
    }

  /// Memory warnings and kills by the system.
  static let memoryPressure =
    Metric.cost("memory_warnings", .count, "Warnings of the system that memory is short") {
      Double($0.memory.warnings)
    }
    + Metric.cost("memory_kills", .count, "Kills of the app for its memory") {
      Double($0.memory.kills)
    }
}

extension Metric {
  /// Entries lost with a process.
  static let lostEntries = Metric.cost(
    "lost_entries", .count,
    "Entries lost with the app's process because they were not yet on flash; it ends with the "
      + "workload, too"
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

extension Metric {
  /// The energy of the radio, by state.
  static let radioEnergy =
    Metric.cost(
      "radio_energy_j", .joules,
      "Energy of the radio for the app's traffic: promotions, packets and tails, without "
        + "the energy of the idle radio"
    ) { Double($0.devices.radio.traffic) / 1e6 }
    + Metric.cost(
      "radio_promotion_energy_j", .joules, "Energy of the radio for promotions"
    ) { Double($0.devices.radio.promotion) / 1e6 }
    + Metric.cost(
      "radio_active_energy_j", .joules, "Energy of the radio while packets flowed"
    ) { Double($0.devices.radio.active) / 1e6 }
    + Metric.cost(
      "radio_tail_energy_j", .joules,
      "Energy of the radio in tails: after packets, waiting for more of them"
    ) { Double($0.devices.radio.tail) / 1e6 }
    + Metric.cost(
      "radio_idle_energy_j", .joules, "Energy of the idle radio", better: .neither
    ) { Double($0.devices.radio.idle) / 1e6 }
    + Metric.cost(
      "radio_promotions", .count, "Promotions of the radio"
    ) { Double($0.devices.radio.promotions) }
}
