internal import SimCore

/// A list of objects in JSON.
struct ListingJSON: ListingForm {
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
    guard numbers.contains(column) else { return JSON(.string(cell)) }
    if let number = Int64(cell) { return JSON(.integer(number)) }
    return Double(cell).map { JSON(.real($0)) }
      ?? (cell.isEmpty ? JSON(.null) : JSON(.string(cell)))
  }
}
