package import CacheMetrics
internal import DeviceModels
internal import SimCore

package struct ResultTable: Hashable, Sendable {
  package struct Column: Hashable, Sendable {
    package enum Alignment: Hashable, Sendable { case left, right }

    package var title: String
    package var unit: MetricUnit
    /// Numbers stand on the right.
    package var alignment: Alignment
    /// The name of its metric, which the document defines; nil: it is none.
    package var metric: String?
    /// What it means, for those who point at it.
    package var explanation: String?

    /// A column of texts, or of numbers that are texts already.
    package init(_ title: String, _ alignment: Alignment = .left, unit: MetricUnit = .count) {
      self.title = title
      self.unit = unit
      self.alignment = alignment
    }

    fileprivate init(_ headline: Headline) {
      self.init(headline.title, .right, unit: headline.metric.unit)
      metric = headline.metric.name
      explanation = headline.metric.definition
    }
  }

  package struct Row: Hashable, Sendable {
    /// In the order of the columns; the first says what the row is of.
    package var cells: [Cell]
    /// Whether it is a bound, which is not compared with the others.
    package var isBound: Bool
    /// The name of its series, by which charts and a page's script know it; nil: it has none.
    package var series: String?

    package init(_ cells: [Cell], isBound: Bool = false, series: String? = nil) {
      self.cells = cells
      self.isBound = isBound
      self.series = series
    }

    /// A strategy.
    /// - Parameter rows: those of the table; where its label stands there twice, the varied value
    ///   stands behind it.
    fileprivate init(
      _ result: StrategyResult, _ cells: [Cell], in rows: [StrategyResult]
    ) {
      let label = result.label(in: rows) + (result.isBound ? " (bound)" : "")
      self.init([.text(label)] + cells, isBound: result.isBound, series: result.series)
    }
  }

  package struct Number: Hashable, Sendable {
    package var value: Double?
    /// Of 95 %, over seeds; nil: not known.
    package var interval: ConfidenceInterval?
    /// The share of what it is of that it tells about, where that is to be said.
    package var share: Double?

    package init(
      _ value: Double?, within interval: ConfidenceInterval? = nil, share: Double? = nil
    ) {
      self.value = value
      self.interval = interval
      self.share = share
    }

    /// Whether the interval is worth a digit of the value.
    var hasShownInterval: Bool { value.map { interval?.isShown(around: $0) ?? false } ?? false }

    package func text(_ unit: MetricUnit) -> String {
      Display.text(value, within: interval, share: share, unit)
    }
  }

  package struct Cell: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
      case text(InlineText)
      case number(Number)
    }

    package enum Mark: String, Hashable, Sendable { case best, worst }

    package var content: Content
    package var mark: Mark?

    package init(_ content: Content, _ mark: Mark? = nil) {
      self.content = content
      self.mark = mark
    }

    package static func text(_ text: String) -> Cell { Cell(.text(InlineText(text))) }

    package func text(_ column: Column) -> String {
      switch content {
      case .text(let text): text.runs.map(\.text).joined()
      case .number(let number): number.text(column.unit)
      }
    }
  }

  /// What it is called to those who do not see it.
  package var name: String
  /// Its place among the tables whose values a page's data has; nil: none.
  package var index: Int?
  package var columns: [Column]
  package var rows: [Row]

  package init(_ name: String, _ columns: [Column], _ rows: [Row]) {
    self.name = name
    self.columns = columns
    self.rows = rows
  }

  /// A table of texts, of which the first columns are words and the others numbers as people read
  /// them.
  package init(_ name: String, columns: [String], rows: [[String]], textColumns: Int = .max) {
    self.init(
      name, columns.enumerated().map { Column($1, $0 < textColumns ? .left : .right) },
      rows.map { Row($0.map { .text($0) }) })
  }

  package init(_ name: String, columns: [String], rows: [[InlineText]]) {
    self.init(
      name, columns.map { Column($0) }, rows.map { Row($0.map { Cell(.text($0)) }) })
  }

  package var hasMarks: Bool { rows.contains { $0.cells.contains { $0.mark != nil } } }

  package var hasIntervals: Bool {
    rows.contains { row in
      row.cells.contains { cell in
        if case .number(let number) = cell.content { number.hasShownInterval } else { false }
      }
    }
  }

  package var texts: [[String]] {
    rows.map { row in zip(row.cells, columns).map { $0.text($1) } }
  }

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
