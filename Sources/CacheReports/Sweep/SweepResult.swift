/// All that a sweep found out: what its tables, charts and page are made from.
///
/// It is read back from the files of the cells, so it is the same whoever made them, and in which
/// order.
package struct SweepResult: Sendable {
  /// A line of the answer.
  package struct Row: Sendable {
    /// The number of the point in the grid.
    package var point: Int
    /// How the scenario calls the strategy.
    package var label: String
    /// Whether it knows the future, and is no choice but a bound.
    package var isBound: Bool
    /// Its numbers.
    package var cell: SweepCell

    /// Makes a line.
    init(_ row: SweepOutline.Row, _ cell: SweepCell) {
      point = row.point
      label = row.label
      isBound = row.isBound
      self.cell = cell
    }
  }

  /// All but the numbers.
  package let outline: SweepOutline
  /// The lines, in the outline's order.
  package let rows: [Row]

  /// Makes a result; nil when a cell is missing.
  init?(_ outline: SweepOutline, cells: [String: SweepCell]) {
    var rows: [Row] = []
    for row in outline.rows {
      guard let cell = cells[row.cell] else { return nil }
      rows.append(Row(row, cell))
    }
    self.outline = outline
    self.rows = rows
  }

  /// The place of a measure among a cell's values; nil when the sweep has none of that name.
  func place(of measure: String) -> Int? {
    outline.measures.firstIndex { $0.name == measure }
  }
}
