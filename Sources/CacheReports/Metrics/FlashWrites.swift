internal import DeviceModels
internal import SimCore

extension Metric {
  /// What flash had to write, on each level.
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
}
