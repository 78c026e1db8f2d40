/// A file of a report: a name within its folder, and a text.
package struct ReportFile: Sendable, Hashable {
  /// The name; no way, just a name.
  package var name: String
  /// The text, which is written as UTF-8.
  package var text: String

  /// Makes a file.
  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// `run.json` alone, as a baseline keeps it: it lists no files beside it.
  package static func run(of result: RunResult) -> ReportFile {
    ReportFile(name: RunFile.name, text: RunFile.text(of: result, files: []))
  }

  /// The tables and pages of a result, in the order in which they are written.
  ///
  /// They are a pure function of the arguments: equal results give equal bytes.
  /// - Parameters:
  ///   - charts: the charts that lie beside them.
  ///   - others: names of further files that the run puts into the folder, such as a web page;
  ///     `run.json` lists them with the rest.
  /// - Complexity: O(rows × (seeds × metrics + intervals)).
  package static func all(
    of result: RunResult, charts: [ReportChart] = [], others: [String] = []
  ) -> [ReportFile] {
    let tables = [
      ReportFile(name: "summary.csv", text: SummaryFile.text(of: result)),
      ReportFile(name: "metrics.csv", text: MetricsFile.text(of: result)),
      ReportFile(name: "latency.csv", text: LatencyFile.text(of: result)),
      ReportFile(name: "differences.csv", text: DifferencesFile.text(of: result)),
      ReportFile(name: "timeline.csv", text: TimelineFile.text(of: result)),
      ReportFile(name: "report.md", text: ReportPage.text(of: result, charts: charts)),
      ReportFile(name: WebPage.name, text: WebPage.text(of: result, charts: charts)),
    ]
    let names = tables.map(\.name) + [RunFile.name] + charts.map(\.file) + others
    return tables + [
      ReportFile(name: RunFile.name, text: RunFile.text(of: result, files: names))
    ]
  }
}
