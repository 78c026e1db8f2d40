/// The little Markdown that sentences of reports use, as HTML: `code` and **strong**.
enum InlineMarkdown {
  /// The sentence with everything escaped that HTML would take for its own.
  ///
  /// What stands between backticks is taken as it is. A mark without its partner is a character.
  static func html(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    var html = ""
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      if index % 2 == 1 && !isLast {
        html += "<code>\(escaped(part))</code>"
      } else {
        html += (index % 2 == 1 ? "`" : "") + strong(part)
      }
    }
    return html
  }

  private static func strong(_ text: Substring) -> String {
    var html = ""
    var rest = text
    while let opening = rest.firstRange(of: "**"),
      let closing = rest[opening.upperBound...].firstRange(of: "**")
    {
      html += escaped(rest[..<opening.lowerBound])
      html += "<strong>\(escaped(rest[opening.upperBound..<closing.lowerBound]))</strong>"
      rest = rest[closing.upperBound...]
    }
    return html + escaped(rest)
  }

  /// The text with the five characters replaced that have a meaning in HTML.
  static func escaped(_ text: some StringProtocol) -> String {
    var html = ""
    for character in text {
      switch character {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case "\"": html += "&quot;"
      case "'": html += "&#39;"
      default: html.append(character)
      }
    }
    return html
  }
}
