/// `latency.csv`: percentiles of waits, all seeds pooled, fine enough to draw the distribution.
///
/// Nearest rank. The population is `shown`, the opens that got there, or `all`, in which an open
/// that never got there is `inf`.
enum LatencyFile {
  /// Every fifth percentile, every one from the 90th on, and the far tail.
  static let percentiles: [Percentile] =
    stride(from: 500, to: 9_000, by: 500).map(Percentile.init(basisPoints:))
    + stride(from: 9_000, through: 9_900, by: 100).map(Percentile.init(basisPoints:))
    + [9_950, 9_990, 10_000].map(Percentile.init(basisPoints:))

  static func text(of result: RunResult) -> String {
    var csv = CSV(["strategy", "varied", "quantity", "population", "percentile", "milliseconds"])
    for row in result.rows {
      for wait in Latency.allCases {
        for population in Latency.Population.allCases {
          for percentile in percentiles {
            let value = wait.milliseconds(at: percentile, over: population, in: row.pooled)
            csv.add([
              row.label, row.varied ?? "", wait.rawValue, population.rawValue,
              NumberText.decimal(Double(percentile.basisPoints) / 100, places: 2),
              value.map { NumberText.decimal($0, places: Unit.milliseconds.places) } ?? "",
            ])
          }
        }
      }
    }
    return csv.text
  }
}
