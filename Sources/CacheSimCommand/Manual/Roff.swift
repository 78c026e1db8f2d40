/// The source of a manual page as roff, with the macros of man(7).
struct Roff {
  private(set) var text = ""

  mutating func add(_ macro: String, _ arguments: String...) {
    text += "." + macro
    for argument in arguments {
      text += " \"\(Self.escaped(argument).replacing("\"", with: "\\(dq"))\""
    }
    text += "\n"
  }

  mutating func add(comment: String) { text += ".\\\" \(comment)\n" }

  /// Adds a paragraph's words; man breaks them into lines.
  mutating func add(words: String) {
    text += Self.line(words) + "\n"
  }

  /// Adds lines that are printed as they are, without breaks.
  mutating func add(literal lines: [Substring]) {
    let indentation = lines.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    add("RS", "4")
    add("nf")
    for line in lines { text += Self.line(String(line.dropFirst(indentation))) + "\n" }
    add("fi")
    add("RE")
  }

  /// Adds a help text: paragraphs between empty lines, headings in capitals, and indented lines,
  /// which stand as they are.
  mutating func add(help: String) {
    var literal: [Substring] = []
    var isFresh = true
    for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("  ") {
        literal.append(line)
        continue
      }
      if !literal.isEmpty {
        add(literal: literal)
        literal = []
      }
      if line.isEmpty {
        isFresh = true
      } else if Self.isHeading(line) {
        add("PP")
        text += "\\fB\(Self.escaped(Self.title(line)))\\fR\n"
        isFresh = false
      } else {
        if isFresh { add("PP") }
        add(words: String(line))
        isFresh = false
      }
    }
    if !literal.isEmpty { add(literal: literal) }
  }

  /// Such as `EXAMPLES`.
  static func isHeading(_ line: Substring) -> Bool {
    !line.isEmpty && line.allSatisfy { $0 == " " || ("A"..."Z").contains($0) }
  }

  private static func title(_ heading: Substring) -> String {
    heading.prefix(1) + heading.dropFirst().lowercased()
  }

  /// A line of text: a point or an apostrophe in front would make a request of it.
  private static func line(_ text: String) -> String {
    let escaped = escaped(text)
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  /// The text with roff's special characters escaped: backslashes, hyphens that are minus signs,
  /// straight quotation marks, and everything that is not ASCII.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        escaped += "\\[u\(String(repeating: "0", count: max(4 - digits.count, 0)))\(digits)]"
      }
    }
    return escaped
  }
}
