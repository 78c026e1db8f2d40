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
      case .table(let columns, let rows): Self.html(ofColumns: columns, rows)
      }
    }.joined()
  }

  private static func html(ofText text: String) -> String {
    var html = ""
    var items: [String] = []
    func list() -> String {
      items.isEmpty ? "" : "<ul>\n" + items.map { "<li>\($0)</li>\n" }.joined() + "</ul>\n"
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

  private static func html(ofColumns columns: [String], _ rows: [[String]]) -> String {
    let head = columns.map { "<th scope=\"col\">\(InlineMarkdown.html($0))</th>" }.joined()
    let body = rows.map { row in
      let cells = row.enumerated().map { index, cell in
        index == 0
          ? "<th scope=\"row\">\(InlineMarkdown.html(cell))</th>"
          : "<td>\(InlineMarkdown.html(cell))</td>"
      }
      return "<tr>\(cells.joined())</tr>\n"
    }
    return "<div class=\"wide\"><table>\n<thead><tr>\(head)</tr></thead>\n"
      + "<tbody>\n\(body.joined())</tbody>\n</table></div>\n"
  }
}

/// A picture of gnuplot's, prepared to be embedded in a page.
enum InlinePicture {
  /// The `svg` element of a drawing, with unique identifiers and a description for screen readers.
  ///
  /// gnuplot uses the same identifiers in every picture; in one page they would collide.
  static func html(of svg: String, id: String, caption: String) -> String {
    guard let start = svg.firstRange(of: "<svg"),
      let head = svg[start.upperBound...].firstRange(of: ">")
    else { return "" }
    let label = InlineMarkdown.escaped(caption)
    let box = attribute("viewBox", in: svg[start.upperBound..<head.lowerBound]) ?? "0 0 900 540"
    let opening =
      "<svg role=\"img\" aria-label=\"\(label)\" viewBox=\"\(box)\" "
      + "xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">"
    return opening + withoutProducer(renamed(svg[head.upperBound...], with: id))
  }

  /// The value of an attribute among those of an element.
  private static func attribute(_ name: String, in text: Substring) -> String? {
    guard let start = text.firstRange(of: "\(name)=\""),
      let end = text[start.upperBound...].firstIndex(of: "\"")
    else { return nil }
    return String(text[start.upperBound..<end])
  }

  /// Puts the chart's name before each identifier, and wherever one is referred to.
  private static func renamed(_ svg: Substring, with prefix: String) -> String {
    [" id='", " id=\"", "href='#", "href=\"#", "url(#"].reduce(String(svg)) { text, mark in
      text.replacing(mark, with: "\(mark)\(prefix)-")
    }
  }

  /// Removes the title and the description: they name the drawing program, and a browser would show
  /// them under the pointer.
  private static func withoutProducer(_ svg: String) -> String {
    var svg = svg
    for element in ["title", "desc"] {
      guard let start = svg.firstRange(of: "<\(element)>"),
        let end = svg.firstRange(of: "</\(element)>"), start.upperBound <= end.lowerBound
      else { continue }
      svg.removeSubrange(start.lowerBound..<end.upperBound)
    }
    return svg
  }
}
