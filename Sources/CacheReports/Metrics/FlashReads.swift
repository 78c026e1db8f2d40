internal import SimCore

extension Metric {
  /// What was read from flash.
  static let flashReads =
    Metric.cost("flash_reads", .count, "Reads of entries from flash") { Double($0.flash.reads) }
    + Metric.cost("flash_read_bytes", .bytes, "Bytes read from flash") {
      Double($0.flash.bytesRead.count)
    }
}
