internal import SimCore
internal import TestCases
internal import Testing

/// Files as their readers show them, by a few lines of our own for each format.
enum ShownText {
  private static let entities = [
    ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#124;", "|"), ("&#36;", "$"),
    ("&amp;", "&"),
  ]

  private static func decoded(_ text: some StringProtocol) -> String {
    entities.reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
  }

  /// The text between the tags of a page, without its style, its script and its data.
  static func html(_ page: String) -> String {
    expect(HTMLTags.mistake(in: page) == nil)
    let body = page.replacing(/(?s)<style>.*?<\/style>/, with: "")
      .replacing(/(?s)<script[^>]*>.*?<\/script>/, with: "")
    let plain = body.replacing(/<\/?(?:code|strong)>/, with: "")
    return decoded(plain.replacing(/<[^>]*>/, with: " "))
  }

  /// The text of Markdown: marks and the backslashes before them are gone, code is as it is.
  static func markdown(_ page: String) -> String {
    var fence: Substring?
    return page.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let mark = line.prefix { $0 == "`" }
      if let open = fence {
        guard mark.count >= open.count, mark.count == line.count else { return String(line) }
        fence = nil
        return ""
      }
      guard mark.count < 3 else {
        fence = mark
        return ""
      }
      return inline(line, isRow: line.hasPrefix("| "))
    }.joined(separator: "\n")
  }

  private static func inline(_ line: Substring, isRow: Bool) -> String {
    var text = ""
    var rest = line
    while let character = rest.popFirst() {
      switch character {
      case "`":
        let code = String(rest.prefix { $0 != "`" })
        rest = rest.dropFirst(code.count + 1)
        // In a table, a bar of code has a backslash too.
        text += isRow ? code.replacing("\\|", with: "|").replacing("¦", with: "|") : code
      case "\\":
        if let next = rest.popFirst() { text.append(next) }
      case "*" where rest.first == "*": rest.removeFirst()
      case "|" where isRow: text += " "
      // A link or a picture: its words stay.
      case "[": break
      case "]" where rest.first == "(": rest = rest.drop { $0 != ")" }.dropFirst()
      case "&":
        let name = "&" + rest.prefix { $0 != ";" } + ";"
        guard let entity = entities.first(where: { $0.0 == name }) else { fallthrough }
        rest = rest.dropFirst(name.count - 1)
        text += entity.1
      default: text.append(character)
      }
    }
    return text
  }

  /// The fields of a table by RFC 4180, without the apostrophes that keep formulas from being any.
  static func csv(_ text: String) -> [String] {
    var fields: [String] = []
    var field = ""
    var isQuoted = false
    var rest = text[...]
    while let character = rest.popFirst() {
      if isQuoted, character == "\"" {
        if rest.first == "\"" { field.append(rest.removeFirst()) } else { isQuoted = false }
      } else if isQuoted || ![",", "\n", "\""].contains(character) {
        field.append(character)
      } else if character == "\"" {
        isQuoted = true
      } else {
        let isGuarded = field.first == "'" && "=+-@\t\r'".contains(field.dropFirst().first ?? " ")
        fields.append(isGuarded ? String(field.dropFirst()) : field)
        field = ""
      }
    }
    return fields
  }

  /// The names and texts of a tree.
  static func json(_ json: JSON) -> [String] {
    if let members = json.members { return members.flatMap { [$0.name] + Self.json($0.value) } }
    return json.elements?.flatMap(Self.json) ?? [json.string ?? json.compact]
  }
}

/// The tags of a page, to see whether each that opens is closed.
enum HTMLTags {
  /// Elements that have no end.
  private static let void: Set<String> = ["meta", "link", "br", "hr", "img"]

  /// The first tag that is out of order, in words; nil: all are in order.
  static func mistake(in page: String) -> String? {
    var open: [String] = []
    let text = page.replacing(/(?s)<style>.*?<\/style>/, with: "")
      .replacing(/(?s)<script[^>]*>.*?<\/script>/, with: "")
    for match in text.matches(of: /<(\/?)([a-zA-Z][a-zA-Z0-9:]*)([^>]*)>/) {
      let name = String(match.output.2)
      if match.output.1 == "/" {
        guard open.popLast() == name else { return "</\(name)> closes nothing" }
      } else if !void.contains(name) && !match.output.3.hasSuffix("/") {
        open.append(name)
      }
    }
    return open.last.map { "<\($0)> stays open" }
  }
}
