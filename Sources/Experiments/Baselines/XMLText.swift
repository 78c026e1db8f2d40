/// Text within XML.
enum XMLText {
  /// The text with its marks written as entities; characters that XML 1.0 has no place for, such as
  /// most control characters, become U+FFFD. - Complexity: O(length).
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&apos;"
      case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
      case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
