package import CacheMetrics

package struct ResultTable: Hashable, Sendable {
  package struct Column: Hashable, Sendable {
    package enum Alignment: Hashable, Sendable { case left, right }

    package var title: String
    package var unit: MetricUnit
    package var better: Better
    /// Numbers stand on the right.
    package var alignment: Alignment
    /// The name of its metric, which the document defines; nil: it is none.
    package var metric: String?
    /// What it means, for those who point at it.
    package var explanation: String?

    /// A column of texts, or of numbers that are texts already.
    package init(_ title: String, _ alignment: Alignment = .left) {
      self.title = title
      unit = .count
      better = .neither
      self.alignment = alignment
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
  }

  package struct Cell: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
      case text(InlineText)
      case number(Number)
    }

    /// What a cell is among those of its column.
    package enum Mark: String, Hashable, Sendable { case best, worst }

    package var content: Content
    package var mark: Mark?

    package init(_ content: Content, _ mark: Mark? = nil) {
      self.content = content
      self.mark = mark
    }

    package static func text(_ text: String) -> Cell { Cell(.text(InlineText(text))) }
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

  /// Whether a number has a confidence interval that is shown.
  package var hasIntervals: Bool {
    rows.contains { row in
      row.cells.contains { cell in
        if case .number(let number) = cell.content { number.hasShownInterval } else { false }
      }
    }
  }
}

extension ResultTable.Number {
  /// Whether the interval is worth a digit of the value.
  var hasShownInterval: Bool { value.map { interval?.isShown(around: $0) ?? false } ?? false }
}
