/// A table in Markdown.
struct ListingMarkdown: ListingForm {
  private let columns: [String]

  init(_ listing: Listing) { columns = listing.columns }

  func begin(_ text: inout [UInt8]) {
    Self.add(columns, to: &text)
    Self.add(columns.map { _ in "---" }, to: &text)
  }

  func add(_ row: ListingRow, isLast: Bool, to text: inout [UInt8]) {
    Self.add(row.texts, to: &text)
  }

  func end(_ text: inout [UInt8]) {}

  private static func add(_ cells: [String], to text: inout [UInt8]) {
    text += "| \(cells.map(escaped).joined(separator: " | ")) |\n".utf8
  }

  /// A cell that ends neither its column nor its row, and begins no markup.
  private static func escaped(_ cell: String) -> String {
    Terminal.harmless(cell.replacing("\n", with: " ")).replacing("|", with: "\\|")
      .replacing("<", with: "&lt;")
  }
}
