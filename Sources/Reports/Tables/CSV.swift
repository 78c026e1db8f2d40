/// A text of comma-separated values: RFC 4180 with line feeds, in UTF-8, with a header line.
struct CSV {
  private let columnCount: Int
  /// The text so far.
  private(set) var text: String

  /// A text with its header line.
  init(_ columns: [String]) {
    columnCount = columns.count
    text = Self.line(columns)
  }

  /// Adds a line; it has as many fields as there are columns.
  mutating func add(_ fields: [String]) {
    precondition(fields.count == columnCount, "a line has a field for each column")
    text += Self.line(fields)
  }

  /// A field as it is written: in quotes when it has commas, quotes or line breaks.
  static func field(_ text: String) -> String {
    let special = text.utf8.contains {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == 0x0A || $0 == 0x0D
    }
    guard special else { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  private static func line(_ fields: [String]) -> String {
    fields.map(field).joined(separator: ",") + "\n"
  }
}
