/// The little Markdown that sentences of reports use, as HTML: `code` and **strong**.
enum InlineMarkdown {
  /// The sentence in HTML, with the characters escaped that have a meaning there.
  ///
  /// Text between backticks is literal. A mark without its partner is a character.
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

extension ReportSection {
  /// What its heading is called in links.
  var id: String {
    let words = title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return "section-" + words.joined(separator: "-")
  }

  /// Its blocks in HTML: paragraphs, lists and tables.
  var html: String {
    blocks.map { block in
      switch block {
      case .text(let text): Self.html(ofText: text)
      case .table(let columns, let rows): html(ofColumns: columns, rows)
      }
    }.joined()
  }

  /// A longer list is folded: assumption, half a screen.
  private static let longestOpenList = 15

  private static func html(ofText text: String) -> String {
    var html = ""
    var items: [String] = []
    func list() -> String {
      guard !items.isEmpty else { return "" }
      let list = "<ul>\n" + items.map { "<li>\($0)</li>\n" }.joined() + "</ul>\n"
      guard items.count > longestOpenList else { return list }
      return "<details>\n<summary>All \(items.count) of them</summary>\n\(list)</details>\n"
    }
    for line in text.split(separator: "\n") {
      if line.hasPrefix("- ") {
        items.append(InlineMarkdown.html(String(line.dropFirst(2))))
      } else {
        html += list() + "<p>\(InlineMarkdown.html(String(line)))</p>\n"
        items = []
      }
    }
    return html + list()
  }

  private func html(ofColumns columns: [String], _ rows: [[String]]) -> String {
    let head = columns.map { "<th scope=\"col\">\(InlineMarkdown.html($0))</th>" }.joined()
    let body = rows.map { row in
      let cells = row.enumerated().map { index, cell in
        index == 0
          ? "<th scope=\"row\">\(InlineMarkdown.html(cell))</th>"
          : "<td>\(InlineMarkdown.html(cell))</td>"
      }
      return "<tr>\(cells.joined())</tr>\n"
    }
    let name = InlineMarkdown.escaped(title)
    return
      "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"Table: \(name)\">"
      + "<table>\n<thead><tr>\(head)</tr></thead>\n"
      + "<tbody>\n\(body.joined())</tbody>\n</table></div>\n"
  }
}
