/// The catalogue of a sweep's charts.
public enum SweepCharts {
  /// What can be drawn, in the order of a report; a sweep draws what it has measured.
  private static let subjects = [
    subject(
      "hits", "Where content came from the device", "share of hits", ["object_hit_ratio"]),
    subject(
      "first-content", "How long until something is shown",
      "wait that 95 % of all opens stay within", waits("first_content")),
    subject(
      "fresh-content", "How long until the origin's version is shown",
      "wait of all opens, the highest percentile reached", waits("fresh_content")),
    subject("stale", "How often the first content is outdated", "share of opens", ["stale_share"]),
    subject("blank", "How often nothing is shown", "share of opens", ["blank_ratio"]),
    subject(
      "flash", "What is written to flash", "bytes per device and day",
      ["flash_write_bytes_per_device_day"]),
    subject(
      "network", "What is received", "bytes per device and day",
      ["network_down_bytes_per_device_day"]),
    subject(
      "memory", "What memory is taken at the most", "bytes of the device that took most",
      ["memory_peak_bytes"]),
  ]

  private static func subject(
    _ name: String, _ title: String, _ axis: String, _ measures: [String]
  ) -> SweepChart.Subject {
    SweepChart.Subject(name: "sweep-\(name)", title: title, axis: axis, measures: measures)
  }

  private static func waits(_ wait: String) -> [String] {
    ["p95", "p90", "p50"].map { "\(wait)_all_\($0)_ms" }
  }

  /// Draws all charts of a sweep into a folder; images are left of all charts or of none.
  public static func draw(
    _ result: SweepResult, into folder: String, with gnuplot: Gnuplot = Gnuplot()
  ) throws(ChartError) -> Charts.Drawn {
    try Charts.draw(
      charts(of: result), ChartData(scenario: result.outline.title, strategies: []), into: folder,
      with: gnuplot)
  }

  /// The files from which another machine can draw the charts of a sweep: data and scripts.
  public static func recipes(of result: SweepResult) -> [String] {
    Charts.recipes(of: charts(of: result))
  }

  static func charts(of result: SweepResult) -> [any Chart] {
    subjects.compactMap { SweepChart($0, of: result) }
  }
}
