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
    case .json: other().map { TextPieces($0.text + "\n") } ?? pieces(.json(self))
    case .markdown: page().map { TextPieces($0) } ?? pieces(.markdown(self))
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

  var csv: TextPieces { pieces(.csv(self)) }

  private func pieces(_ form: ListingForm) -> TextPieces {
    let rowsOfPiece = 1_024
    return TextPieces { piece in
      let first = piece * rowsOfPiece
      guard piece == 0 || first < rowCount else { return nil }
      var text: [UInt8] = []
      if piece == 0 { text = form.beginning }
      var row = ListingRow()
      for index in first..<min(first + rowsOfPiece, rowCount) {
        row.removeAll()
        fill(index, &row)
        form.add(row, index == rowCount - 1, &text)
      }
      if first + rowsOfPiece >= rowCount { text += form.end.utf8 }
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

  /// A row as an object whose numbers are numbers.
  func object(_ row: [String]) -> JSON {
    .object(
      zip(columns, row).map { column, cell in
        guard numbers.contains(column) else { return (column, JSON(cell)) }
        if let number = Int64(cell) { return (column, JSON(number)) }
        let other = cell.isEmpty ? JSON(.null) : JSON(cell)
        return (column, Double(cell).map { JSON($0) } ?? other)
      })
  }

  var text: String { AlignedText.table([columns.map { $0.uppercased() }] + rows, .left) }
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

/// Facts by name, for people as lines, and for programs as the members of an object.
struct FactList {
  private var lines: [[String]] = []
  private var members: [(String, JSON)] = []

  mutating func add(_ name: String, _ words: String, _ members: KeyValuePairs<String, JSON> = [:]) {
    lines.append([name, words])
    add(members)
  }

  mutating func add(_ members: KeyValuePairs<String, JSON>) {
    self.members += members.map { ($0, $1) }
  }

  func written(_ format: OutputFormat) -> TextPieces {
    Listing(["name", "value"], lines).written(
      format, text: AlignedText.table(lines, .left), json: .object(members))
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

/// A form of listings: what stands before the rows, how each is added, and what stands behind them.
private struct ListingForm {
  var beginning: [UInt8] = []
  var end = ""
  let add: (_ row: ListingRow, _ isLast: Bool, _ text: inout [UInt8]) -> Void

  /// Comma-separated values: RFC 4180 with line feeds and a header.
  static func csv(_ listing: Listing) -> ListingForm {
    var form = ListingForm { row, _, text in
      for index in 0..<row.count {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        CSV.append(field: row[index], to: &text)
      }
      text.append(UInt8(ascii: "\n"))
    }
    var header = ListingRow()
    for column in listing.columns { header.add(column) }
    form.add(header, false, &form.beginning)
    return form
  }

  static func json(_ listing: Listing) -> ListingForm {
    ListingForm(beginning: Array((listing.rowCount == 0 ? "[" : "[\n").utf8), end: "]\n") {
      row, isLast, text in
      text += "  ".utf8
      // A line feed in JSON is between values, never in a text.
      for byte in listing.object(row.texts).text.utf8 {
        text.append(byte)
        if byte == UInt8(ascii: "\n") { text += "  ".utf8 }
      }
      text += (isLast ? "\n" : ",\n").utf8
    }
  }

  static func markdown(_ listing: Listing) -> ListingForm {
    func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }
    func plain(_ cells: [String]) -> String {
      line(cells.map { MarkdownTable.plain($0, startsLine: false) })
    }
    return ListingForm(
      beginning: Array((plain(listing.columns) + line(listing.columns.map { _ in "---" })).utf8)
    ) { row, _, text in text += plain(row.texts).utf8 }
  }
}

/// A text that is made piece by piece while it is written, so that one of half a million rows is
/// never in memory as a whole.
struct TextPieces: Sequence, IteratorProtocol {
  private let make: (Int) -> [UInt8]?
  private var index = 0

  /// A text of pieces that are made one after another, the first of them number 0, until there is
  /// none.
  init(_ make: @escaping (Int) -> [UInt8]?) { self.make = make }

  var text: String { reduce("") { $0 + String(decoding: $1, as: UTF8.self) } }

  init(_ text: String) { self.init { $0 == 0 ? Array(text.utf8) : nil } }

  mutating func next() -> [UInt8]? {
    defer { index += 1 }
    return make(index)
  }
}
