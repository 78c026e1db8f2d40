internal import CacheReports
internal import Results
internal import SimCore

protocol ListingWriter {
  init(_ listing: Listing)
  func begin(_ text: inout [UInt8])
  func add(_ row: ListingRow, isLast: Bool, to text: inout [UInt8])
  func end(_ text: inout [UInt8])
}

/// Comma-separated values: RFC 4180 with line feeds and a header.
struct ListingCSV: ListingWriter {
  private var header = ListingRow()

  init(_ listing: Listing) {
    for column in listing.columns { header.add(column) }
  }

  func begin(_ text: inout [UInt8]) { add(header, isLast: false, to: &text) }

  func add(_ row: ListingRow, isLast: Bool, to text: inout [UInt8]) {
    for index in 0..<row.count {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      CSV.append(field: row[index], to: &text)
    }
    text.append(UInt8(ascii: "\n"))
  }

  func end(_ text: inout [UInt8]) {}
}

struct ListingJSON: ListingWriter {
  private let columns: [String]
  private let numbers: Set<String>
  private let isEmpty: Bool

  init(_ listing: Listing) {
    columns = listing.columns
    numbers = listing.numbers
    isEmpty = listing.rowCount == 0
  }

  func begin(_ text: inout [UInt8]) { text += (isEmpty ? "[" : "[\n").utf8 }

  func add(_ row: ListingRow, isLast: Bool, to text: inout [UInt8]) {
    let object = JSON.object(zip(columns, row.texts).map { ($0, value(of: $1, in: $0)) })
    text += "  ".utf8
    // A line feed in JSON is between values, never in a text.
    for byte in object.text.utf8 {
      text.append(byte)
      if byte == UInt8(ascii: "\n") { text += "  ".utf8 }
    }
    text += (isLast ? "\n" : ",\n").utf8
  }

  func end(_ text: inout [UInt8]) { text += "]\n".utf8 }

  private func value(of cell: String, in column: String) -> JSON {
    guard numbers.contains(column) else { return JSON(cell) }
    if let number = Int64(cell) { return JSON(number) }
    return Double(cell).map { JSON($0) }
      ?? (cell.isEmpty ? JSON(.null) : JSON(cell))
  }
}

struct ListingMarkdown: ListingWriter {
  private let columns: [String]

  init(_ listing: Listing) { columns = listing.columns }

  func begin(_ text: inout [UInt8]) {
    Self.add(columns.map { MarkdownTable.plain($0, startsLine: false) }, to: &text)
    Self.add(columns.map { _ in "---" }, to: &text)
  }

  func add(_ row: ListingRow, isLast: Bool, to text: inout [UInt8]) {
    Self.add(row.texts.map { MarkdownTable.plain($0, startsLine: false) }, to: &text)
  }

  func end(_ text: inout [UInt8]) {}

  private static func add(_ cells: [String], to text: inout [UInt8]) {
    text += "| \(cells.joined(separator: " | ")) |\n".utf8
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
