extension Metric {
  /// What a process took with it.
  static let lostEntries = Metric.cost(
    "lost_entries", .count, "Entries that a process took with it because they were not yet on flash"
  ) { Double($0.memory.lostEntries) }
}
