internal import DeviceModels
internal import SimCore

/// The section of the report that follows written bytes down to the cells, stage by stage.
enum FlashChain {
  /// The stages, each with the metric that tells of it.
  static let stages: [(metric: Metric, title: String)] = [
    ("flash_write_bytes", "written by the app"), ("flash_file_system_factor", "file system"),
    ("flash_file_system_bytes", "reach the device"), ("flash_device_writes", "writes"),
    ("flash_flushes", "flushes"), ("flash_write_amplification_factor", "flash"),
    ("flash_nand_bytes", "programmed"), ("flash_erases_per_year", "erases a year"),
    ("flash_endurance_per_year_ppm", "of its life a year"), ("flash_life_years", "life"),
  ].map { name, title in
    guard let metric = MetricCatalog.metric(named: name) else {
      preconditionFailure("the catalogue has no metric \(name)")
    }
    return (metric, title)
  }

  /// Whether there is anything to tell: somebody wrote.
  static func isTold(of rows: [StrategyResult]) -> Bool {
    rows.contains { $0.pooled.flash.written.bytes > .zero }
  }

  /// A table of a group of strategies; nil when none of them wrote anything.
  static func table(of rows: [StrategyResult]) -> String? {
    guard isTold(of: rows) else { return nil }
    let cells = rows.map { row in
      [MarkdownTable.code(row.label)]
        + stages.map { Display.text($0.metric.value(row.pooled), $0.metric.unit) }
    }
    return MarkdownTable.text(
      columns: ["strategy"] + stages.map(\.title), rows: cells, textColumns: 1)
  }

  /// What the table says.
  static let legend =
    "Averages per device over the whole run, each stage with what it makes of the one before: the "
    + "file system writes whole blocks, metadata and its journal; the flash programs more than it "
    + "is given because it moves live pages to erase a block. The life is that of the device with "
    + "everything else that writes to it; ppm are millionths."
}
