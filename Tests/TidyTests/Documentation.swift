extension Rule {
  /// `swift format` has a rule like this one, which asks for a comment where a declaration fulfils
  /// a protocol's requirement and its comment is the requirement's; hence this one.
  static let documentation = Rule(
    "A public declaration says what it is, fulfils what a protocol says, or is a setting's value.",
    in: { $0.isSwift && $0.isIn("Sources") },
    good: [
      sample("/// A house.\n@frozen\npublic struct A {\n  /// A door.\n  public var b: Int\n}"),
      sample("/// A reader.\npublic protocol P {\n  /// Reads.\n  func read(_ a: [Int]) -> C?\n}"),
      sample(
        "protocol P { func read(_ a: [Int], at b: Int) }\n"
          + "extension P { public func read(_ c: [Int], at d: Int) {} }"),
      sample("public static func < (left: A, right: A) -> Bool { left.b < right.b }"),
      sample("public import SimCore\nlet a = \"public var b\""), sample("package struct A {}"),
      sample(
        "/// A house.\npublic struct A: Settings {\n  public var b = 1\n"
          + "  static let fields: [Field<Self>] = [Field(\"b\", \\.b, \"A door.\")]\n}"),
    ],
    bad: [
      sample("public struct A {}"), sample("// A house.\npublic struct A {}"),
      sample("/// A house.\n\npublic private(set) var a: Int"),
      sample("protocol P { func read(_ a: Int) }\npublic func read(b: Int) {}"),
      sample("public static func + (left: A, right: A) -> A { left }"),
      sample("let b = a.map(\\.b)\npublic var b = 1"),
    ],
    violations: { file in
      let requirements = Signature.required.union(Signature.requirements(in: file.tokens))
      return file.tokens.indices.filter {
        file.tokens[$0].is("public")
      }.compactMap { index in
        guard let signature = Signature.declared(in: file.tokens, from: index + 1),
          !requirements.contains(signature), !isDocumented(file, line: file.tokens[index].line),
          !isSetting(signature, in: file)
        else { return nil }
        return Violation(file, file.tokens[index].line, "'\(signature)' is not documented")
      }
    })

  private static func sample(_ text: String) -> TextFile { TextFile("Sources/A/A.swift", text) }

  /// Whether it is the property of a setting: the text of its field says what it is.
  private static func isSetting(_ property: String, in file: TextFile) -> Bool {
    guard file.text.contains("Field<"),
      let keyPath = try? Regex("\\\\[\\w.]*\\.\(property)[,)]")
    else { return false }
    return file.text.contains(keyPath)
  }

  /// Whether a comment stands right before the line and its attributes.
  private static func isDocumented(_ file: TextFile, line: Int) -> Bool {
    let above = file.lines[..<(line - 1)].reversed().map { $0.drop { $0 == " " } }
    return above.first { !$0.hasPrefix("@") }?.hasPrefix("///") ?? false
  }
}

/// What declarations are called, with the labels of their parameters: "read(_:at:)".
private enum Signature {
  private static let kinds: Set<String> = [
    "func", "var", "let", "init", "struct", "enum", "class", "protocol", "typealias",
    "associatedtype", "subscript",
  ]
  private static let modifiers: Set<String> = [
    "static", "mutating", "nonmutating", "consuming", "borrowing", "nonisolated", "final",
    "indirect", "private", "(", "set", ")", "package", "internal", "override", "convenience",
    "lazy",
    "prefix", "postfix", "weak", "unowned",
  ]
  /// Requirements of the standard library's protocols that the project fulfils.
  private static let standard: Set<String> = [
    "<", "==", "hash(into:)", "next()", "description", "rawValue", "init(rawValue:)", "allCases",
    "makeIterator()", "init(stringLiteral:)", "init(integerLiteral:)", "init(booleanLiteral:)",
    "init(floatLiteral:)", "init(arrayLiteral:)", "init(dictionaryLiteral:)",
  ]

  /// What protocols require, of the standard library and of all of the checkout's sources.
  static let required: Set<String> = Checkout.files.filter { $0.isSwift && $0.isIn("Sources") }
    .reduce(into: standard) { $0.formUnion(requirements(in: $1.tokens)) }

  /// What the protocols of a file require.
  static func requirements(in tokens: [Token]) -> Set<String> {
    var found: Set<String> = []
    var depth = 0
    var bodyDepth: Int?
    for index in tokens.indices {
      let token = tokens[index]
      if token.is("protocol"), bodyDepth == nil { bodyDepth = depth + 1 }
      if token.is("{") { depth += 1 }
      if token.is("}") { depth -= 1 }
      if token.is("}"), let body = bodyDepth, depth < body { bodyDepth = nil }
      if depth == bodyDepth, ["func", "var", "init", "subscript"].contains(token.characters),
        let signature = declared(in: tokens, from: index)
      {
        found.insert(signature)
      }
    }
    return found
  }

  /// What is declared where a declaration's modifiers or its kind stand; nil for an import.
  static func declared(in tokens: [Token], from start: Int) -> String? {
    guard let kind = tokens[start...].firstIndex(where: { !modifiers.contains($0.characters) }),
      kinds.contains(tokens[kind].characters), kind + 1 < tokens.count
    else { return nil }
    let word = tokens[kind].characters
    if word == "init" || word == "subscript" { return word + labels(in: tokens, from: kind + 1) }
    let name = tokens[kind + 1]
    if word != "func" { return name.characters }
    if name.kind == .word { return name.characters + labels(in: tokens, from: kind + 2) }
    return tokens[(kind + 1)...].prefix { $0.kind == .sign && !$0.is("(") }
      .map(\.characters).joined()
  }

  /// The first words of the parameters between the next parentheses.
  private static func labels(in tokens: [Token], from start: Int) -> String {
    guard let open = tokens[start...].firstIndex(where: { $0.is("(") }) else { return "()" }
    var labels = ""
    var depth = 0
    for index in open..<tokens.count {
      let token = tokens[index]
      if token.is("(") || token.is("[") || token.is("{") { depth += 1 }
      if token.is(")") || token.is("]") || token.is("}") { depth -= 1 }
      if depth == 0 { break }
      let isFirst = depth == 1 && (index == open || token.is(",")) && index + 1 < tokens.count
      if isFirst, tokens[index + 1].kind == .word { labels += tokens[index + 1].characters + ":" }
    }
    return "(\(labels))"
  }
}
