internal import DeviceModels
internal import SimCore

extension Metric {
  /// What the flash device makes of what reaches it, stage by stage with its factor.
  static let flashWearing =
    [
      Metric(
        "flash_file_system_factor", .factor, .lower,
        "Bytes that reached the flash device for each byte that the app and its storage engine "
          + "wrote: whole blocks, metadata, the file system's journal."
      ) { book in
        let written = book.flash.written
        return written.bytes == .zero
          ? nil : Double(written.fileSystemBytes.count) / Double(written.bytes.count)
      },
      Metric(
        "flash_write_amplification_factor", .factor, .lower,
        "Bytes programmed into flash for each byte that reached the device; a property of the "
          + "device, the same for all strategies."
      ) { $0.flash.written.fileSystemBytes == .zero ? nil : $0.wear.amplification },
    ]
    + Metric.cost(
      "flash_nand_bytes", .bytes, "Bytes programmed into flash for the app, amplification included"
    ) { Double($0.flash.written.fileSystemBytes.count) * $0.wear.amplification }
    + [
      Metric(
        "flash_erases_per_year", .count, .lower,
        "Blocks erased for the app in a year of 365 days; average per device."
      ) { book in
        guard let estimate = book.wearEstimate, book.devices.days > 0 else { return nil }
        return estimate.erases * 365 * Double(book.devices.count) / book.devices.days
      },
      Metric(
        "flash_endurance_per_year_ppm", .millionths, .lower,
        "Millionths of the device's program and erase cycles that the app uses in a year of 365 "
          + "days; average per device."
      ) { $0.wearEstimate.map { $0.enduranceUsedPerYear * 1e6 } },
      Metric(
        "flash_life_years", .years, .higher,
        "Years until the device's cycles are used up by the app and everything else that writes."
      ) { $0.wearEstimate?.yearsOfLife },
    ]
}
