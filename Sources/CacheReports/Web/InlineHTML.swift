internal import SimCore

/// The little Markdown that sentences of reports use: `code` and **strong**.
///
/// In a sentence, texts of people stand as `MarkdownTable.code` or `MarkdownTable.plain` write
/// them; here they are read back, so that a page and a terminal show each as it is.
enum InlineMarkdown {
  private enum Piece {
    case text(String)
    case code(String)
    /// The beginning or the end of what is strong.
    case mark
  }

  /// The sentence in HTML, with the characters escaped that have a meaning there.
  static func html(_ text: String) -> String {
    var isStrong = false
    return pieces(of: text).map { piece in
      switch piece {
      case .text(let plain): return escaped(plain)
      case .code(let code): return "<code>\(escaped(code))</code>"
      case .mark:
        isStrong.toggle()
        return isStrong ? "<strong>" : "</strong>"
      }
    }.joined()
  }

  /// The sentence for a terminal, with code in quotation marks.
  static func plain(_ text: String) -> String {
    pieces(of: text).map { piece in
      switch piece {
      case .text(let plain): plain
      case .code(let code): "'\(code)'"
      case .mark: ""
      }
    }.joined()
  }

  /// The pieces of a sentence. A mark without its partner is a character, and text between
  /// backticks is literal; outside of it, a backslash takes the meaning from the mark behind it.
  private static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var plain = ""
    var rest = text[...]
    func end() {
      if !plain.isEmpty { pieces.append(.text(plain)) }
      plain = ""
    }
    while let character = rest.first {
      let next = rest.dropFirst()
      if character == "\\", let mark = next.first, isMark(mark) {
        plain.append(mark)
        rest = next.dropFirst()
      } else if character == "`", let close = next.firstIndex(of: "`") {
        end()
        pieces.append(.code(String(next[..<close])))
        rest = next[next.index(after: close)...]
      } else if rest.hasPrefix("**") {
        end()
        pieces.append(.mark)
        rest = next.dropFirst()
      } else if let entity = MarkdownTable.entities.first(where: { rest.hasPrefix($0.name) }) {
        plain.append(entity.meant)
        rest = rest.dropFirst(entity.name.count)
      } else {
        plain.append(character)
        rest = next
      }
    }
    end()
    let marks = pieces.indices.filter { if case .mark = pieces[$0] { true } else { false } }
    if !marks.count.isMultiple(of: 2), let last = marks.last { pieces[last] = .text("**") }
    return pieces
  }

  private static func isMark(_ character: Character) -> Bool {
    character.isASCII && (character.isPunctuation || character.isSymbol)
  }

  /// The text with the five characters replaced that have a meaning in HTML, and with those shown
  /// that steer what shows them.
  static func escaped(_ text: some StringProtocol) -> String {
    var html = ""
    for character in VisibleText.lines(String(text)) {
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
