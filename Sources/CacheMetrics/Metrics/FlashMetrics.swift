internal import DeviceModels
internal import SimCore

extension Metric {
  static let flashWrites =
    Metric.cost(
      "flash_write_ops", .count,
      "Files written in one go: an entry's file, a transaction's pages, a journal, a checkpoint"
    ) { Double($0.flash.written.operations.total) }
    + Metric.cost(
      "flash_write_bytes", .bytes, "Bytes that the app and its storage engine wrote to flash"
    ) { Double($0.flash.written.bytes.count) }
    + Metric.cost(
      "flash_file_system_bytes", .bytes,
      "Bytes that reached the flash device: whole blocks, the file system's metadata and journal"
    ) { Double($0.flash.written.fileSystemBytes.count) }
    + Metric.cost(
      "flash_device_writes", .count, "Writes that reached the flash device"
    ) { Double($0.flash.written.deviceWrites) }
    + Metric.cost(
      "flash_flushes", .count, "Flushes of the flash device's write cache"
    ) { Double($0.flash.written.flushes) }
    + Metric.cost(
      "flash_write_time_ms", .milliseconds, "Time that writing to flash took"
    ) { $0.flash.written.duration.milliseconds }

  /// Wear: what becomes of written bytes, stage by stage with its factor.
  static let flashWear =
    [
      Metric(
        "flash_file_system_factor", .factor, .lower,
        "Bytes that reached the flash device for each byte that the app and its storage engine "
          + "wrote: whole blocks, metadata, the file system's journal."
      ) { aggregates in
        let written = aggregates.flash.written
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
      ) { aggregates in
        guard let estimate = aggregates.wearEstimate, aggregates.devices.days > 0 else {
          return nil
        }
        return estimate.erases * 365 * Double(aggregates.devices.count) / aggregates.devices.days
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

  static let flashRewrites =
    Metric.cost(
      "flash_rewrite_ops", .count,
      "Entries written although flash had that version already, such as archives of screens that "
        + "did not change"
    ) { Double($0.flash.rewrites) }
    + Metric.cost(
      "flash_rewrite_bytes", .bytes, "Bytes of entries written although flash had that version"
    ) { Double($0.flash.bytesRewritten.count) }

  static let flashReads =
    Metric.cost("flash_reads", .count, "Reads of entries from flash") { Double($0.flash.reads) }
    + Metric.cost("flash_read_bytes", .bytes, "Bytes read from flash") {
      Double($0.flash.bytesRead.count)
    }

  static let flashOccupancy =
    Metric.peaks("flash_peak", "The peak of bytes that a device's app stored on flash") {
      $0.devices.peakFlash
    } + [
      Metric(
        "flash_in_use_bytes", .bytes, .lower,
        "Bytes stored on flash at the end of the run; average per device."
      ) { $0.devices.flashInUse.mean },
      Metric(
        "flash_in_use_p95_bytes", .bytes, .lower,
        "Bytes stored on flash at the end of the run; the 95th percentile over devices by nearest "
          + "rank."
      ) { $0.devices.flashInUse.value(at: .p95) },
    ]
}

extension FlashCause {
  package var word: String {
    switch self {
    case .eviction: "eviction"
    case .flush: "flush"
    case .archive: "archive"
    case .store: "store"
    case .record: "record"
    case .outbox: "outbox"
    case .index: "index"
    case .journal: "journal"
    case .checkpoint: "checkpoint"
    case .delete: "delete"
    case .migration: "migration"
    case .metadata: "metadata"
    case .measured: "measured"
    }
  }

  var meaning: String {
    switch self {
    case .eviction: "for entries evicted from a memory tier"
    case .flush: "for unwritten entries on a memory warning, in the background or at the end"
    case .archive: "for archived views"
    case .store: "for responses of the network that are stored unchanged"
    case .record: "for prefetched records"
    case .outbox: "for edits that wait to be sent"
    case .index: "for an index of the data"
    case .journal: "for journals that are discarded after their transaction"
    case .checkpoint: "for copying a log's pages into the database"
    case .delete: "for removals"
    case .migration: "for entries written in the form of a new release"
    case .metadata: "for dates of files, as some caches set them at each hit"
    case .measured: "by a real cache, as the system saw it"
    }
  }
}
