extension Metric {
  /// The size of the simulation.
  static let population = [
    Metric.sum("devices", .neither, "Devices simulated; one under three seeds counts three times") {
      Int64($0.devices.count)
    },
    Metric(
      "virtual_days", .days, .neither, "Virtual time simulated; sum over all devices and seeds."
    ) { $0.devices.days },
    Metric.sum(
      "events", .neither, "Events simulated, of the workload and of the devices themselves"
    ) { Int64($0.devices.events) },
  ]

  /// Violations of the simulation's conservation laws.
  static let lawViolations = [
    Metric.sum(
      "law_violations", .lower,
      "Conservation laws that the simulation broke; anything but 0 is a fault of the program"
    ) { Int64($0.devices.violationCount) }
  ]
}
