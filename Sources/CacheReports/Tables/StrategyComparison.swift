internal import CacheMetrics
package import Results
package import SimCore

extension StrategyComparison {
  /// The metrics in rows, the largest difference first.
  package var table: ResultTable { table(isDrawn: false) }

  /// - Parameter isDrawn: whether each difference stands as a bar, too, with its interval and the
  ///   smallest difference that matters.
  package func table(isDrawn: Bool) -> ResultTable {
    let forest = forest
    let text = ForestText(forest)
    let lines = forest.compactMap { drawn -> [String]? in
      guard let row = rows.first(where: { $0.metric.name == drawn.metric }) else { return nil }
      let cells = cells(of: row)
      return Array(cells.prefix(4)) + (isDrawn ? [text.bar(of: drawn)] : []) + cells.suffix(1)
    }
    var table = ResultTable(
      "\(first) and \(second)",
      columns: ["metric", first, second, "difference"]
        + (isDrawn ? ["-  smallest (░)  +"] : []) + ["better"],
      rows: lines, textColumns: 1)
    for column in 4..<table.columns.count { table.columns[column].alignment = .left }
    return table
  }

  package var blocks: [Block] {
    [
      .table(table),
      .legend(
        markdown: "The difference is the second one's value less the first one's, with its 95 % "
          + "confidence interval by the differences under each seed; alike is what differs by less "
          + "than matters."),
      .list(
        rows.map { row in
          "\(code: row.metric.name): \(InlineText(markdown: row.metric.definition))" as InlineText
        }),
    ]
  }

  /// The table for programs; not-finite numbers and those that are not defined are null.
  package var json: JSON {
    JSON(
      rows.map { row in
        .object([
          "metric": JSON(row.metric.name), "unit": JSON(row.metric.unit.rawValue),
          "first": JSON(row.first), "second": JSON(row.second),
          "difference": JSON(row.difference), "half_width_95": JSON(row.interval?.halfWidth),
          "low_95": JSON(row.interval?.low), "high_95": JSON(row.interval?.high),
          "better": JSON(row.winner.rawValue), "agreeing_seeds": JSON(row.agreeing),
          "seeds": JSON(row.seeds),
        ])
      })
  }

  private func cells(of row: Row) -> [String] {
    let unit = row.metric.unit
    return [
      row.metric.name, Display.text(row.first, unit), Display.text(row.second, unit),
      Self.signed(row.difference, row.interval, unit), verdict(on: row),
    ]
  }

  private func verdict(on row: Row) -> String {
    let words: String
    switch row.winner {
    case .first: words = "\(TextWidth.printable(first)) is better"
    case .second: words = "\(TextWidth.printable(second)) is better"
    case .alike: words = "alike"
    case .undecided: return "no difference that \(row.seeds) seeds can show"
    case .neither: return ""
    }
    return row.seeds > 1 ? "\(words), under \(row.agreeing) of \(row.seeds) seeds" : words
  }
}
