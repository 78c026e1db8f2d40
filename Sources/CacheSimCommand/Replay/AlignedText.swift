internal import CacheReports

/// A table for a terminal: texts to the left, numbers to the right.
enum AlignedText {
  static func table(_ columns: [String], _ rows: [[String]], textColumns: Int) -> String {
    let all = ([columns] + rows).map { $0.map(TextWidth.printable) }
    let widths = columns.indices.map { column in
      all.map { TextWidth.cells(of: $0[column]) }.max() ?? 0
    }
    return all.map { row in
      row.enumerated().map { index, cell in
        TextWidth.padded(cell, to: widths[index], onLeft: index >= textColumns)
      }.joined(separator: "  ") + "\n"
    }.joined()
  }
}
