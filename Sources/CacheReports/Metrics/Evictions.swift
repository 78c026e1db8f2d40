internal import Measurement

extension Metric {
  /// Entries that left for want of room.
  static let evictions =
    Metric.cost("memory_evictions", .count, "Entries that left a memory tier to make room") {
      Double($0.memory.evictions[.memory])
    }
    + Metric.cost("flash_evictions", .count, "Entries that left a flash tier to make room") {
      Double($0.memory.evictions[.flash])
    }
}
