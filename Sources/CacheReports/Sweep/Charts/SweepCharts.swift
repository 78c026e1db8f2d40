/// The catalogue of a sweep's charts.
package enum SweepCharts {
  /// What can be drawn, in the order of a report; a sweep draws what it has measured.
  private static let subjects = [
    subject(
      "miss-ratio", "How many requests miss",
      [(SweepMeasure.missRatio, "share of requests that miss")]),
    subject(
      "byte-miss-ratio", "How many bytes miss",
      [(SweepMeasure.byteMissRatio, "share of bytes that miss")]),
    subject(
      "hits", "How often content comes from the device",
      [("object_hit_ratio", "share of hits")]),
    subject("first-content", "How long until something is shown", waits("first_content")),
    subject(
      "fresh-content", "How long until the origin's version is shown", waits("fresh_content")),
    subject(
      "stale", "How often the first content is outdated", [("stale_share", "share of opens")]),
    subject("blank", "How often nothing is shown", [("blank_ratio", "share of opens")]),
    subject(
      "flash", "What is written to flash",
      [("flash_write_bytes_per_device_day", "bytes per device and day")]),
    subject(
      "network", "What is received",
      [("network_down_bytes_per_device_day", "bytes per device and day")]),
    subject(
      "memory", "How much memory is taken",
      [("memory_peak_bytes", "most bytes that a device took")]),
  ]

  private static func subject(
    _ name: String, _ title: String, _ measures: [(name: String, axis: String)]
  ) -> SweepChart.Subject {
    SweepChart.Subject(name: "sweep-\(name)", title: title, measures: measures)
  }

  /// A wait over all opens: its tail or, where too many opens never get there, nearer the middle.
  private static func waits(_ wait: String) -> [(name: String, axis: String)] {
    [("p95", "95 of 100"), ("p90", "90 of 100"), ("p50", "half of the")].map {
      ("\(wait)_all_\($0.0)_ms", "wait that \($0.1) opens stay within")
    }
  }

  /// Draws all charts of a sweep into a folder; images are left of all charts or of none.
  package static func draw(
    _ result: SweepResult, into folder: String, with gnuplot: Gnuplot = Gnuplot()
  ) throws(ChartError) -> Charts.Drawn {
    try Charts.draw(charts(of: result), data(of: result), into: folder, with: gnuplot)
  }

  /// Writes what redraws all charts of a sweep, without drawing them.
  package static func writeRecipes(
    of result: SweepResult, into folder: String
  ) throws(ChartError) {
    try Charts.writeRecipes(of: charts(of: result), data(of: result), into: folder)
  }

  private static func data(of result: SweepResult) -> ChartData {
    ChartData(scenario: result.outline.title, strategies: [])
  }

  /// The files from which another machine can draw the charts of a sweep: data and scripts.
  package static func recipes(of result: SweepResult) -> [String] {
    Charts.recipes(of: charts(of: result))
  }

  static func charts(of result: SweepResult) -> [any Chart] {
    subjects.compactMap { SweepChart($0, of: result) }
  }
}
