extension ReportFile {
  /// The tables and pages of a sweep, in the order in which they are written.
  ///
  /// They are a pure function of the arguments: equal results give equal bytes.
  /// - Parameters:
  ///   - charts: the charts that lie beside them.
  ///   - others: names of further files that lie there; `sweep.json` lists them with the rest.
  /// - Complexity: O(lines × seeds × measures).
  package static func all(
    of result: SweepResult, charts: [ReportChart] = [], others: [String] = []
  ) -> [ReportFile] {
    let tables = [
      ReportFile(name: SweepLongFile.name, text: SweepLongFile.text(of: result)),
      ReportFile(name: SweepSummaryFile.name, text: SweepSummaryFile.text(of: result)),
      ReportFile(name: SweepPage.name, text: SweepPage.text(of: result, charts: charts)),
    ]
    let names =
      tables.map(\.name) + [SweepDescriptionFile.name] + charts.map(\.file) + others
    return tables + [
      ReportFile(
        name: SweepDescriptionFile.name, text: SweepDescriptionFile.text(of: result, files: names))
    ]
  }
}
