/// Cells of text that a spreadsheet would take for formulas, and the apostrophe that keeps it from
/// doing so.
///
/// A cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return gets an apostrophe in
/// front, as spreadsheets themselves mark a text; numbers such as `-1.5` and the dash of an empty
/// cell are none. A text that begins with apostrophes and such a character gets one more, so that
/// every text is found again by taking away one apostrophe wherever such a character follows.
package enum FormulaGuard {
  /// Whether a cell needs the apostrophe.
  /// - Complexity: O(1) but for a cell that begins with an apostrophe, a sign or the like.
  package static func guards(_ cell: ArraySlice<UInt8>) -> Bool {
    guard let first = cell.first else { return false }
    if first == apostrophe {
      return cell.first { $0 != apostrophe }.map(begins) ?? false
    }
    return begins(first) && !isNumber(cell) && !cell.elementsEqual([UInt8(ascii: "-")])
  }

  /// The cell with the apostrophe, where it needs one.
  package static func guarded(_ cell: [UInt8]) -> [UInt8] {
    guards(cell[...]) ? [apostrophe] + cell : cell
  }

  /// What stands in front of a cell that is no formula.
  package static let apostrophe = UInt8(ascii: "'")

  private static func begins(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 9, 13: true
    default: false
    }
  }

  /// A decimal number with a sign, or an infinite one as files write it.
  private static func isNumber(_ cell: ArraySlice<UInt8>) -> Bool {
    guard cell.first == UInt8(ascii: "-") || cell.first == UInt8(ascii: "+") else { return false }
    var rest = cell.dropFirst()
    if rest.elementsEqual("inf".utf8) { return true }
    guard dropDigits(&rest) > 0 else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard dropDigits(&rest) > 0 else { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") {
        rest = rest.dropFirst()
      }
      guard dropDigits(&rest) > 0 else { return false }
    }
    return rest.isEmpty
  }

  private static func dropDigits(_ text: inout ArraySlice<UInt8>) -> Int {
    let count = text.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    text = text.dropFirst(count)
    return count
  }
}
