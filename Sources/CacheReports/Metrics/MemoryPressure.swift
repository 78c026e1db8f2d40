extension Metric {
  /// What the system did for want of memory.
  static let memoryPressure =
    Metric.cost("memory_warnings", .count, "Warnings of the system that memory is short") {
      Double($0.memory.warnings)
    }
    + Metric.cost("memory_kills", .count, "Kills of the app for its memory") {
      Double($0.memory.kills)
    }
}
