internal import DeviceModels
internal import Measurement
internal import SimCore

/// A table of strategies in rows, the one model of the terminal's, the Markdown's and the web's.
///
/// The web page's template reads its members by their names.
struct ResultTable {
  /// The text above it, in HTML; nil: none.
  var heading: String?
  /// What a page calls it: its place among the tables whose values the page's data has; nil: none.
  var index: String?
  /// What it is called to those who do not see it.
  var name = ""
  var columns: [Column]
  var rows: [Row]

  /// The head of a column.
  struct Column {
    var title: String
    /// A definition, which browsers show to a pointer.
    var explanation: String?
    /// The name of its metric; nil: it is none.
    var metric: String?
  }

  /// A strategy.
  struct Row {
    var label: String
    /// The label, with the varied value where there is one.
    var title: String
    var isBound: Bool
    var cells: [Cell]
    let series: String

    /// - Parameter group: what it is compared with; where its label stands there twice, the varied
    ///   value stands behind it.
    init(_ result: StrategyResult, _ cells: [Cell], in group: [StrategyResult]) {
      label = result.label(in: group)
      title = result.title
      isBound = result.isBound
      series = ResultTable.series(of: result)
      self.cells = cells
    }
  }

  /// A value.
  struct Cell {
    let text: String
    /// The text as a page breaks it: before an interval and before a share in brackets.
    let webText: String
    /// `best` or `worst` of its column; nil: neither.
    let mark: String?

    init(text: String, mark: String? = nil) {
      self.text = text
      self.mark = mark
      let space = "\u{A0}"
      webText = text.replacing(" ", with: space).replacing("\(space)±", with: " ±")
        .replacing("\(space)(", with: " (")
    }

    var isBest: Bool { mark == "best" }
  }

  /// Headline metrics of strategies, each group of which is compared within itself.
  /// - Parameter headlines: nil: the standard ones.
  init(_ headlines: [Headline]? = nil, of groups: [[StrategyResult]]) {
    let headlines = headlines ?? Headline.standard(of: groups.flatMap(\.self))
    columns =
      [Column(title: "strategy")]
      + headlines.map(Column.init)
    rows = groups.flatMap { group in
      let rankings = headlines.map { Ranking($0, among: group) }
      return group.enumerated().map { index, row in
        Row(
          row,
          zip(headlines, rankings).map { headline, ranking in
            Cell(text: headline.text(of: row), mark: ranking.mark(of: index))
          }, in: group)
      }
    }
  }

  /// The stages of written bytes from the app to the flash cells; nil when no strategy wrote any.
  init?(flashWearOf rows: [StrategyResult]) {
    let group = rows.filter { !$0.isObserved }
    guard group.contains(where: { $0.pooled.flash.written.bytes > .zero }) else { return nil }
    columns =
      [Column(title: "strategy")]
      + Headline.flashWear.map(Column.init)
    self.rows = group.map { row in
      Row(
        row,
        Headline.flashWear.map {
          Cell(text: Display.text($0.metric.value(row.pooled), $0.metric.unit))
        }, in: group)
    }
  }

  /// The label of a row's series in charts, by which a page finds it.
  static func series(of row: StrategyResult) -> String {
    VisibleText.line(row.title) + (row.isBound ? " (bound)" : "")
  }

  var hasIntervals: Bool { rows.contains { $0.cells.contains { $0.text.contains("±") } } }

  /// The table in Markdown; the best of each column is bold.
  var markdown: String {
    MarkdownTable.text(
      columns: columns.map(\.title),
      rows: rows.map { row in
        [MarkdownTable.code(row.label) + (row.isBound ? " (bound)" : "")]
          + row.cells.map { $0.isBest ? "**\($0.text)**" : $0.text }
      }, textColumns: 1)
  }
}

extension ResultTable.Column {
  fileprivate init(_ headline: Headline) {
    self.init(
      title: headline.title, explanation: headline.metric.definition, metric: headline.metric.name)
  }
}

extension Ranking {
  fileprivate func mark(of index: Int) -> String? {
    if best.contains(index) { return "best" }
    return worst.contains(index) ? "worst" : nil
  }
}
