/// A table of words, whose cells are broken at blanks so that its rows fit.
struct WordTable {
  private let rows: [[String]]
  private let widths: [Int]

  /// - Parameter lines: the head, then the rows.
  init(_ lines: [[String]], width: Int) {
    let space = width - AlignedText.gap.count * max(0, lines[0].count - 1)
    var rows = lines
    var minimums = Self.longestWords(of: rows)
    if minimums.reduce(0, +) > space {
      rows = rows.map { $0.map(Self.splittingPaths) }
      minimums = Self.longestWords(of: rows)
    }
    var widths = AlignedText.widths(of: rows)
    // The widest column that can be narrower is made so, one place at a time.
    while widths.reduce(0, +) > space,
      let column = widths.indices.filter({ widths[$0] > minimums[$0] }).max(by: {
        widths[$0] < widths[$1]
      })
    {
      widths[column] -= 1
    }
    self.rows = rows
    self.widths = widths
  }

  /// By column: the longest word, which is not split.
  private static func longestWords(of rows: [[String]]) -> [Int] {
    rows[0].indices.map { column in
      rows.flatMap { $0[column].split(separator: " ").map { TextWidth.cells(of: String($0)) } }
        .max() ?? 0
    }
  }

  /// A text in which long paths and names may be continued on another line, behind a slash, an
  /// underscore or a hyphen.
  private static func splittingPaths(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard word.count > 16 else { return String(word) }
      let path = String(word.replacing("/", with: "/ ").replacing("_", with: "_ "))
      return word.count > 22 ? path.replacing("-", with: "- ") : path
    }.joined(separator: " ")
  }

  /// The rows, a rule below the first.
  var text: String {
    var lines = rows.map(lines)
    lines.insert([widths.map { String(repeating: "-", count: $0) }], at: 1)
    return AlignedText.table(lines.flatMap(\.self), .left)
  }

  /// A row as lines of cells, each cell wrapped to its column's width.
  private func lines(of row: [String]) -> [[String]] {
    let cells = zip(row, widths).map { WrappedText.lines(of: $0, limit: $1) }
    let height = cells.map(\.count).max() ?? 0
    return (0..<height).map { line in cells.map { line < $0.count ? $0[line] : "" } }
  }
}
