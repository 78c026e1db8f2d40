internal import CacheReports

/// The cells of a row as text, in memory that serves for all rows of a listing.
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

  /// Adds a share of a whole, with six digits, as the field writes it.
  mutating func add(ratio: Double) {
    NumberText.append(fixed: ratio, places: 6, to: &text)
    ends.append(text.count)
  }

  /// How many cells there are.
  var count: Int { ends.count }

  /// The text of a cell.
  subscript(index: Int) -> ArraySlice<UInt8> {
    text[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  /// The cells.
  var texts: [String] { (0..<count).map { String(decoding: self[$0], as: UTF8.self) } }
}
