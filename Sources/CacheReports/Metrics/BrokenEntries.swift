extension Metric {
  /// What an index promised and its files did not keep.
  static let brokenEntries = Metric.cost(
    "broken_entries", .count,
    "Entries of the app's own index that were found without their file, and fetched again"
  ) { Double($0.upheavals.brokenEntries) }
}
