/// How a listing is written for programs and pages, row after row.
protocol ListingForm {
  init(_ listing: Listing)
  func begin(_ text: inout [UInt8])
  func add(_ row: ListingRow, isLast: Bool, to text: inout [UInt8])
  func end(_ text: inout [UInt8])
}
