/// `metrics.csv`: every metric of every row in long form, for each seed and for all together.
///
/// A new metric adds lines, never a column. The seed is `all` where seeds are pooled; the value is
/// empty where the metric is not defined, and `inf` where it is infinite.
enum MetricsFile {
  static func text(of result: RunResult) -> String {
    var csv = CSV(["scenario", "strategy", "seed", "varied", "metric", "unit", "value"])
    for row in result.rows {
      for (seed, book) in row.runs.map({ ("\($0.seed)", $0.book) }) + [("all", row.pooled)] {
        for metric in MetricCatalog.all {
          csv.add([
            result.scenario, row.label, seed, row.varied ?? "", metric.name, metric.unit.rawValue,
            metric.text(of: metric.value(book)),
          ])
        }
      }
    }
    return csv.text
  }
}
