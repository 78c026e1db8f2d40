internal import CacheMetrics
internal import DeviceModels
internal import SimCore

extension ResultTable {
  /// Headline metrics of strategies, each group of which is compared within itself.
  /// - Parameter headlines: nil: the standard ones.
  package init(
    _ headlines: [Headline]? = nil, of groups: [[StrategyResult]], name: String = "numbers"
  ) {
    let all = groups.flatMap(\.self)
    let headlines = headlines ?? Headline.standard(of: all)
    let rows = groups.flatMap { group in
      let rankings = headlines.map { Ranking($0, among: group) }
      return group.enumerated().map { index, row in
        Row(
          row,
          zip(headlines, rankings).map { headline, ranking in
            Cell(.number(headline.number(of: row)), ranking.mark(of: index))
          }, in: all)
      }
    }
    self.init(name, [Column("strategy")] + headlines.map(Column.init), rows)
  }

  /// The stages of written bytes from the app to the flash cells; nil when no strategy wrote any.
  package init?(flashWearOf rows: [StrategyResult], name: String = "flash wear") {
    let group = rows.filter { !$0.isObserved }
    guard group.contains(where: { $0.pooled.flash.written.bytes > .zero }) else { return nil }
    self.init(
      name, [Column("strategy")] + Headline.flashWear.map(Column.init),
      group.map { row in
        Row(
          row,
          Headline.flashWear.map { Cell(.number(Number($0.metric.value(row.pooled)))) }, in: group)
      })
  }
}

extension ResultTable.Row {
  /// A strategy.
  /// - Parameter rows: those of the table; where its label stands there twice, the varied value
  ///   stands behind it.
  fileprivate init(
    _ result: StrategyResult, _ cells: [ResultTable.Cell], in rows: [StrategyResult]
  ) {
    let label = result.label(in: rows) + (result.isBound ? " (bound)" : "")
    self.init([.text(label)] + cells, isBound: result.isBound, series: result.series)
  }
}

extension StrategyResult {
  /// The label of its series in charts, by which a page finds it.
  package var series: String { VisibleText.line(title) + (isBound ? " (bound)" : "") }
}

extension ResultTable.Column {
  fileprivate init(_ headline: Headline) {
    self.init(headline.title, .right)
    unit = headline.metric.unit
    better = headline.metric.better
    metric = headline.metric.name
    explanation = headline.metric.definition
  }
}

extension Ranking {
  /// The mark of a row in its column.
  fileprivate func mark(of index: Int) -> ResultTable.Cell.Mark? {
    if best.contains(index) { return .best }
    return worst.contains(index) ? .worst : nil
  }
}
