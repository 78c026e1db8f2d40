extension Metric {
  /// Whether the simulation kept its own laws.
  static let lawViolations = [
    Metric.sum(
      "law_violations", .lower,
      "Conservation laws that the simulation broke; anything but 0 is a fault of the program"
    ) { Int64($0.devices.violationCount) }
  ]
}
