internal import CacheReports

/// A table in Markdown.
struct ListingMarkdown: ListingForm {
  private let columns: [String]

  init(_ listing: Listing) { columns = listing.columns }

  func begin(_ text: inout [UInt8]) {
    Self.add(columns.map(MarkdownTable.plain), to: &text)
    Self.add(columns.map { _ in "---" }, to: &text)
  }

  func add(_ row: ListingRow, isLast: Bool, to text: inout [UInt8]) {
    Self.add(row.texts.map(MarkdownTable.plain), to: &text)
  }

  func end(_ text: inout [UInt8]) {}

  private static func add(_ cells: [String], to text: inout [UInt8]) {
    text += "| \(cells.joined(separator: " | ")) |\n".utf8
  }
}
