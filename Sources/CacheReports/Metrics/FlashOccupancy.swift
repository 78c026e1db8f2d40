extension Metric {
  /// What lay on flash.
  static let flashOccupancy =
    Metric.peaks("flash_peak", "The most that a device's app ever stored on flash") {
      $0.devices.peakFlash
    } + [
      Metric(
        "flash_in_use_bytes", .bytes, .lower,
        "What lies on flash at the end of the run; average per device."
      ) { $0.devices.flashInUse.mean }
    ]
}
