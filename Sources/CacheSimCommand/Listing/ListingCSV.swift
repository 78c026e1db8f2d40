internal import CacheReports

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
      CSV.append(field: row[index], to: &text)
    }
    text.append(UInt8(ascii: "\n"))
  }

  func end(_ text: inout [UInt8]) {}
}
