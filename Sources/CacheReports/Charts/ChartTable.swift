/// The data of a chart: columns of numbers, which gnuplot draws, then columns of text, for people.
///
/// Text stands last, so that nothing in it can shift the numbers.
struct ChartTable: Sendable {
  /// The names of the columns of numbers, with their units.
  let numberColumns: [String]
  /// The names of the columns of text.
  let textColumns: [String]
  /// The numbers, row after row.
  private(set) var numbers: [Double] = []
  private var texts: [[String]] = []

  /// A table without rows.
  init(numbers numberColumns: [String], texts textColumns: [String]) {
    precondition(!numberColumns.isEmpty, "gnuplot draws numbers")
    self.numberColumns = numberColumns
    self.textColumns = textColumns
  }

  /// How many rows there are.
  var rowCount: Int { texts.count }

  /// Adds a row with a value for each column.
  mutating func add(_ numbers: [Double], _ texts: [String]) {
    precondition(numbers.count == numberColumns.count, "a row has a number for each column")
    precondition(texts.count == textColumns.count, "a row has a text for each column")
    self.numbers += numbers
    self.texts.append(texts)
  }

  /// The table as comma-separated values (RFC 4180 with line feeds), with a header line.
  var commaSeparated: String {
    var lines = [(numberColumns + textColumns).joined(separator: ",")]
    for (row, texts) in texts.enumerated() {
      let start = row * numberColumns.count
      let numbers = numbers[start..<(start + numberColumns.count)].map(GnuplotText.number)
      lines.append(
        (numbers + texts.map { CSV.field(GnuplotText.clean($0)) }).joined(separator: ","))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
