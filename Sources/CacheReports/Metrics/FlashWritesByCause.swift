internal import DeviceModels

extension Metric {
  /// Flash writes by cause; the causes add up to flash_write_ops and flash_write_bytes.
  static let flashWritesByCause = FlashCause.allCases.flatMap { cause in
    Metric.cost(
      "flash_\(cause.word)_write_ops", .count,
      "The part of flash_write_ops \(cause.meaning)"
    ) { Double($0.flash.written.operations[cause]) }
      + Metric.cost(
        "flash_\(cause.word)_write_bytes", .bytes,
        "The part of flash_write_bytes \(cause.meaning)"
      ) { Double($0.flash.written.bytesByCause[cause]) }
  }
}
