/// A text of comma-separated values: RFC 4180 with line feeds, in UTF-8, with a header line.
package struct CSV {
  private let columnCount: Int
  package private(set) var text: String

  package init(_ columns: [String]) {
    columnCount = columns.count
    text = Self.line(columns)
  }

  /// Adds a line; it has as many fields as there are columns.
  package mutating func add(_ fields: [String]) {
    precondition(fields.count == columnCount, "a line has a field for each column")
    text += Self.line(fields)
  }

  package static func field(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(field: Array(text.utf8)[...], to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Adds a field to a line: in quotes when it has commas, quotes or line breaks, and after an
  /// apostrophe when a spreadsheet would read the text as a formula.
  package static func append(field: ArraySlice<UInt8>, to line: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    let isGuarded = FormulaGuard.guards(field)
    guard field.contains(where: { $0 == UInt8(ascii: ",") || $0 == quote || $0 == 10 || $0 == 13 })
    else {
      if isGuarded { line.append(FormulaGuard.apostrophe) }
      line += field
      return
    }
    line.append(quote)
    if isGuarded { line.append(FormulaGuard.apostrophe) }
    for byte in field {
      if byte == quote { line.append(quote) }
      line.append(byte)
    }
    line.append(quote)
  }

  private static func line(_ fields: [String]) -> String {
    var bytes: [UInt8] = []
    for (place, field) in fields.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      append(field: Array(field.utf8)[...], to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
    return String(decoding: bytes, as: UTF8.self)
  }
}
