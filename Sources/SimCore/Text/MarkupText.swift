/// Text within HTML and XML.
package enum MarkupText {
  /// The text with the five characters as entities that have a meaning there; characters that
  /// XML 1.0 has no place for, such as most control characters, become U+FFFD.
  /// - Complexity: O(length).
  /// - Parameter isAttribute: whether tabs and ends of lines are entities too, which attributes of
  ///   XML lose.
  package static func escaped(_ text: some StringProtocol, isAttribute: Bool = false) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\t", "\n", "\r":
        if isAttribute {
          escaped += "&#\(scalar.value);"
        } else {
          escaped.unicodeScalars.append(scalar)
        }
      case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
