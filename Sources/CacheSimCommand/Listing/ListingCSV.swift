/// Comma-separated values: RFC 4180 with line feeds and a header.
struct ListingCSV: ListingForm {
  private var header = ListingRow()

  init(_ listing: Listing) {
    for column in listing.columns { header.add(column) }
  }

  func begin(_ text: inout [UInt8]) { add(header, isLast: false, to: &text) }

  func add(_ row: ListingRow, isLast: Bool, to text: inout [UInt8]) {
    for index in 0..<row.count {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      Self.add(row[index], to: &text)
    }
    text.append(UInt8(ascii: "\n"))
  }

  func end(_ text: inout [UInt8]) {}

  /// Adds a cell, in quotes when it has what would end it.
  private static func add(_ cell: ArraySlice<UInt8>, to text: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    guard cell.contains(where: { $0 == UInt8(ascii: ",") || $0 == quote || $0 == 10 || $0 == 13 })
    else {
      text += cell
      return
    }
    text.append(quote)
    for byte in cell {
      if byte == quote { text.append(quote) }
      text.append(byte)
    }
    text.append(quote)
  }
}
