internal import CacheReports
internal import Results
internal import SimCore

/// A table that can be written in any output format, row by row.
struct Listing {
  let columns: [String]
  let rowCount: Int
  /// Columns whose cells are numbers in JSON, and null where they are empty.
  let numbers: Set<String>
  private let fill: (Int, inout ListingRow) -> Void

  /// Rows are made when they are written: `fill` adds the cells of one.
  init(
    _ columns: [String], count: Int, numbers: Set<String> = [],
    fill: @escaping (Int, inout ListingRow) -> Void
  ) {
    self.columns = columns
    self.numbers = numbers
    self.fill = fill
    rowCount = count
  }

  init(_ columns: [String], _ rows: [[String]], numbers: Set<String> = []) {
    self.init(columns, count: rows.count, numbers: numbers) { index, row in
      for cell in rows[index] { row.add(cell) }
    }
  }

  init(_ table: ResultTable) { self.init(table.columns.map(\.title), table.texts) }

  /// A row for each object, with the members that are named.
  init(_ columns: [String], of objects: [JSON]) {
    self.init(columns, objects.map { object in columns.map { object[$0]?.cell ?? "" } })
  }

  init<Product>(of catalog: Catalog<Product>) {
    self.init(
      ["name", "summary", "aliases"],
      catalog.entries.map { [$0.name, $0.summary, $0.aliases.joined(separator: " ")] })
  }

  /// `text` takes the place of the table on a terminal, `json` that of the rows as objects,
  /// `markdown` that of the table in Markdown.
  func written(
    _ format: OutputFormat, text: @autoclosure () -> String? = nil,
    json other: @autoclosure () -> JSON? = nil, markdown page: @autoclosure () -> String? = nil
  ) -> TextPieces {
    switch format {
    case .table: TextPieces(Terminal.visible(text() ?? self.text))
    case .csv: csv
    case .json: other().map { TextPieces($0.text + "\n") } ?? pieces(ListingJSON.self)
    case .markdown: page().map { TextPieces($0) } ?? pieces(ListingMarkdown.self)
    }
  }

  /// The listing for programs, and the document that says the same for people.
  func written(_ format: OutputFormat, document: Document, json: JSON) -> TextPieces {
    written(
      format, text: TerminalRenderer.text(of: document), json: json,
      markdown: MarkdownRenderer.text(of: document))
  }

  /// The listing for programs, and the table that says the same for people.
  func written(_ format: OutputFormat, table: ResultTable) -> TextPieces {
    written(
      format, text: TerminalRenderer.text(of: table), markdown: MarkdownRenderer.text(of: table))
  }

  var csv: TextPieces { pieces(ListingCSV.self) }

  private func pieces<Writer: ListingWriter>(_: Writer.Type) -> TextPieces {
    let writer = Writer(self)
    let rowsOfPiece = 1_024
    return TextPieces { piece in
      let first = piece * rowsOfPiece
      guard piece == 0 || first < rowCount else { return nil }
      var text: [UInt8] = []
      if piece == 0 { writer.begin(&text) }
      var row = ListingRow()
      for index in first..<min(first + rowsOfPiece, rowCount) {
        row.removeAll()
        fill(index, &row)
        writer.add(row, isLast: index == rowCount - 1, to: &text)
      }
      if first + rowsOfPiece >= rowCount { writer.end(&text) }
      return text
    }
  }

  var rows: [[String]] {
    var row = ListingRow()
    return (0..<rowCount).map { index in
      row.removeAll()
      fill(index, &row)
      return row.texts
    }
  }

  var objects: JSON {
    JSON(rows.map { row in .object(zip(columns, row).map { ($0, JSON($1)) }) })
  }

  var text: String {
    AlignedText.table([columns.map { $0.uppercased() }] + rows, .left)
  }
}

extension JSON {
  fileprivate var cell: String {
    switch value {
    case .null: ""
    case .string(let text): text
    default: compact
    }
  }
}

/// The cells of a row as text, in memory that is reused for all rows of a listing.
struct ListingRow {
  private var text: [UInt8] = []
  private var ends: [Int] = []

  mutating func removeAll() {
    text.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  mutating func add(_ cell: String) {
    text.append(contentsOf: cell.utf8)
    ends.append(text.count)
  }

  mutating func add(_ number: Int64) {
    NumberText.append(number, to: &text)
    ends.append(text.count)
  }

  mutating func add(ratio: Double) {
    NumberText.append(fixed: ratio, places: 6, to: &text)
    ends.append(text.count)
  }

  var count: Int { ends.count }

  subscript(index: Int) -> ArraySlice<UInt8> {
    text[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  var texts: [String] { (0..<count).map { String(decoding: self[$0], as: UTF8.self) } }
}
