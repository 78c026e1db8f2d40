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
