extension Metric {
  /// The most memory that the app used.
  static let memoryPeak = Metric.peaks(
    "memory_peak", "The most memory that a device's app ever used"
  ) { $0.devices.peakMemory }
}
