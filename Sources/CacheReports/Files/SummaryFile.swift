/// `summary.csv`: a row for each strategy and varied value, all seeds pooled, with the metrics that
/// most people ask for.
enum SummaryFile {
  static func text(of result: RunResult) -> String {
    let metrics = Headline.summary
    var csv = CSV(["strategy", "varied", "seeds"] + metrics.map(\.name))
    for row in result.rows {
      let values = metrics.map { $0.text(of: $0.value(row.pooled)) }
      csv.add([row.label, row.varied ?? "", "\(row.runs.count)"] + values)
    }
    return csv.text
  }
}
