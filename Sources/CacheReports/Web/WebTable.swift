/// A table of the web page: strategies in rows, with the best and the worst of each column marked.
struct WebTable {
  /// What stands above it; nil: nothing.
  var heading: String?
  /// The columns, the strategies' first.
  var columns: [Column]
  /// A row for each strategy.
  var rows: [Row]

  /// The head of a column.
  struct Column {
    var title: String
    /// What it is, for those who point at it.
    var explanation: String?
  }

  /// A strategy.
  struct Row {
    var label: String
    var isBound: Bool
    var cells: [Cell]
  }

  /// A value.
  struct Cell {
    var text: String
    /// Whether it is the best or the worst of its column; nil: neither.
    var mark: String?
  }

  /// The headline numbers of strategies that are compared with each other.
  init(numbersOf rows: [StrategyResult], heading: String?) {
    let headlines = Headline.standard
    let rankings = headlines.map { Ranking($0, among: rows) }
    self.heading = heading
    columns =
      [Column(title: "strategy")]
      + headlines.map { Column(title: $0.title, explanation: $0.metric.definition) }
    self.rows = rows.enumerated().map { index, row in
      let cells = zip(headlines, rankings).map { headline, ranking in
        Cell(
          text: headline.text(of: row), mark: ranking.mark(of: index))
      }
      return Row(label: row.label, isBound: row.isBound, cells: cells)
    }
  }

  /// What became of written bytes, stage by stage; nil when none of the strategies wrote any.
  init?(flashOf rows: [StrategyResult], heading: String?) {
    guard FlashChain.isTold(of: rows) else { return nil }
    self.heading = heading
    let stages = FlashChain.stages
    columns =
      [Column(title: "strategy")]
      + stages.map { Column(title: $0.title, explanation: $0.metric.definition) }
    self.rows = rows.map { row in
      let cells = stages.map {
        Cell(text: Display.text($0.metric.value(row.pooled), $0.metric.unit))
      }
      return Row(label: row.label, isBound: row.isBound, cells: cells)
    }
  }
}

extension Ranking {
  /// The word for a row's place in its column; nil: neither best nor worst.
  fileprivate func mark(of index: Int) -> String? {
    if best.contains(index) { return "best" }
    return worst.contains(index) ? "worst" : nil
  }
}
