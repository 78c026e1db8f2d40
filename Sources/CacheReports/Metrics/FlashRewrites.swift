internal import SimCore

extension Metric {
  /// What was written for nothing.
  static let flashRewrites =
    Metric.cost(
      "flash_rewrite_ops", .count,
      "Entries written though flash had that version of them already, such as archives of screens "
        + "that did not change"
    ) { Double($0.flash.rewrites) }
    + Metric.cost(
      "flash_rewrite_bytes", .bytes, "Bytes of entries written though flash had that version"
    ) { Double($0.flash.bytesRewritten.count) }
}
