/// A function, an initializer or a computed property with its body.
struct Body {
  /// What it is called.
  let name: String
  /// The line of its first word, from 1.
  let firstLine: Int
  let lastLine: Int
  /// The tokens between its braces.
  let tokens: ArraySlice<Token>

  /// How many lines it takes.
  var length: Int { lastLine - firstLine + 1 }

  /// The bodies of a file, those inside others too.
  static func all(in file: TextFile) -> [Body] {
    file.isSwift ? swift(file.tokens) : cxx(file.tokens)
  }

  private static let beginnings: Set<String> = ["func", "init", "deinit", "subscript", "var"]
  /// Words that cannot stand between a function's name and its body.
  private static let others: Set<String> = beginnings.union([
    "let", "case", "struct", "class", "enum", "protocol", "extension", "public", "private",
    "internal", "package", "static", "mutating", "typealias", "associatedtype", "return", "if",
    "for", "guard", "switch", "while", "@", "}", "=", ";",
  ])

  private static func swift(_ tokens: [Token]) -> [Body] {
    tokens.indices.compactMap { index in
      let first = tokens[index]
      guard first.kind == .word, beginnings.contains(first.characters), index + 1 < tokens.count,
        index == 0 || !tokens[index - 1].is(".")
      else { return nil }
      guard let open = opening(in: tokens, after: index) else { return nil }
      let close = closing(of: open, in: tokens)
      let name = first.is("func") || first.is("var") ? tokens[index + 1] : first
      return Body(
        name: name.characters, firstLine: first.line, lastLine: tokens[close].line,
        tokens: tokens[(open + 1)..<max(open + 1, close)])
    }
  }

  /// The brace that opens the body of what begins at an index; nil when it has none.
  private static func opening(in tokens: [Token], after start: Int) -> Int? {
    var depth = 0
    for index in (start + 1)..<tokens.count {
      let token = tokens[index]
      switch token.characters {
      case "(", "[": depth += 1
      case ")", "]":
        depth -= 1
        if depth < 0 { return nil }
      case "{" where depth == 0: return index
      case "=" where tokens[start].is("func") && index < start + 4: continue
      case _ where depth == 0 && index > start + 1 && others.contains(token.characters): return nil
      default: continue
      }
    }
    return nil
  }

  /// The brace that closes the one at an index; the last token when there is none.
  private static func closing(of open: Int, in tokens: [Token]) -> Int {
    var depth = 0
    for index in open..<tokens.count {
      if tokens[index].is("{") { depth += 1 }
      if tokens[index].is("}") { depth -= 1 }
      if depth == 0 { return index }
    }
    return tokens.count - 1
  }

  /// Braces that follow a parameter list, outside of other such braces.
  private static func cxx(_ tokens: [Token]) -> [Body] {
    var bodies: [Body] = []
    var index = 0
    var statement = 0
    while index < tokens.count {
      let token = tokens[index]
      if token.is("{"), tokens[statement..<index].contains(where: { $0.is(")") }) {
        let close = closing(of: index, in: tokens)
        let name = tokens[statement..<index].prefix { !$0.is("(") }.last?.characters ?? "?"
        bodies.append(
          Body(
            name: name, firstLine: tokens[statement].line, lastLine: tokens[close].line,
            tokens: tokens[(index + 1)..<max(index + 1, close)]))
        index = close
        statement = close + 1
      } else if token.is("{") || token.is("}") || token.is(";") {
        statement = index + 1
      }
      index += 1
    }
    return bodies
  }
}

extension Rule {
  static let longestFile = 400
  static let longestFunction = 60
  static let longestLine = 100

  /// Tables of foreign vectors are data, and as long as they are.
  private static let longFiles: [Exception] = []

  static let sizeRules = [
    Rule(
      "A file has at most \(longestFile) lines.", in: \.isSource,
      good: [TextFile("Sources/A/A.swift", String(repeating: "\n", count: longestFile))],
      bad: [TextFile("Sources/A/A.h", String(repeating: "\n", count: longestFile + 1))],
      violations: { file in
        let count = file.lines.count - (file.lines.last == "" ? 1 : 0)
        if count <= longestFile { return [] }
        if longFiles.contains(where: { $0.covers(file.stem, in: file) }) { return [] }
        return [Violation(file, count, "\(count) lines")]
      }),
    Rule(
      "A line has at most \(longestLine) columns.", in: \.isSource,
      good: [TextFile("A.swift", String(repeating: "ä", count: longestLine))],
      bad: [TextFile("A.cpp", "\n" + String(repeating: "a", count: longestLine + 1))],
      violations: { file in
        file.lines.enumerated().filter { $0.element.count > longestLine }
          .map { Violation(file, $0.offset + 1, "\($0.element.count) columns") }
      }),
    Rule(
      "A function has at most \(longestFunction) lines.", in: \.isSource,
      good: [
        sample("func a<T>(b: () -> Void = {}) where T: B {", "}", lines: longestFunction),
        sample("protocol P { func a() }\nenum Table { static let rows = [", "] }", lines: 90),
        sample("void a(int b) {", "}", lines: longestFunction, path: "A.cpp"),
      ],
      bad: [
        sample("func a() {", "}", lines: longestFunction + 1),
        sample("static func == (a: A, b: A) -> Bool {", "}", lines: longestFunction + 1),
        sample("init() throws(E) {", "let a = \"}\" }", lines: longestFunction + 1),
        sample("var a: [Int] {", "}", lines: longestFunction + 1),
        sample("extern \"C\" {\nint a(char b) {", "}\n}", lines: 70, path: "A.cpp"),
      ],
      violations: { file in
        Body.all(in: file).filter { $0.length > longestFunction }
          .map { Violation(file, $0.firstLine, "'\($0.name)' has \($0.length) lines") }
      }),
  ]

  private static func sample(
    _ start: String, _ end: String, lines: Int, path: String = "A.swift"
  ) -> TextFile {
    TextFile(path, start + String(repeating: "\n", count: lines - 1) + end)
  }
}
