extension Rule {
  static let testRules = [
    Rule(
      "A test expects something.", in: { $0.isSwift && $0.isIn("Tests") },
      good: [
        sample("@Test(arguments: [1]) func a(b: Int) { expect(b == 1) }"),
        sample("@Test func a() throws { try check(1) }\nfunc check(_ b: Int) { #require(b) }"),
        sample("@Test func a() { Issue.record(\"\") }"),
        sample("@Test func a() { checkLaws(of: b) }"),
        sample("@Test func noBytesCrashTheReader() { _ = try? read(bytes) }"),
      ],
      bad: [
        sample("@Test func a() { let b = 1 }\n@Test func c() { expect(d) }"),
        sample("@Test func a() { // expect(b)\n }"),
        sample("@Test func a() { scenario.expect(b) }"),
      ],
      violations: { file in
        let bodies = Body.all(in: file)
        let helpers = Set(bodies.filter(\.expects).map(\.name))
        return bodies.filter { $0.isTest(in: file) && !$0.saysThatNothingCrashes }.filter { body in
          !body.expects
            && !body.tokens.contains { helpers.contains($0.characters) || $0.isCheck }
        }.map { Violation(file, $0.firstLine, "'\($0.name)' expects nothing") }
      }),
    Rule(
      "No test is switched off or empty of meaning.", in: { $0.isSwift && $0.isIn("Tests") },
      good: [
        sample("@Test(.enabled(if: hasData)) func a() { expect(b) }"),
        sample("let a = Set(1).isDisjoint(with: b)\nexpect(true == a)"),
      ],
      bad: [
        sample("@Test(.disabled(\"slow\")) func a() {}"), sample("expect(true)"),
        sample("expect(true, is: true)"),
        sample("expect(Bool(true))"),
      ],
      violations: { file in
        let patterns = [
          [".", "disabled"], ["expect", "(", "true", ")"], ["expect", "(", "true", ","],
          ["expect", "(", "Bool", "(", "true"],
        ]
        return patterns.filter { $0.allSatisfy(file.has) }.flatMap { pattern in
          file.tokens.lines(of: pattern).map { Violation(file, $0, pattern.joined()) }
        }
      }),
    // Those of CacheSimKit are what people outside would write.
    Rule(
      "Conditions are expected by a function: the macro takes the compiler ten times as long.",
      in: { $0.isSwift && $0.isIn("Tests") && !$0.isIn("Tests/CacheSimKitTests") },
      good: [sample("expect(b)"), sample("#expect(throws: A.self) { try b() }")],
      bad: [sample("#expect(b)"), sample("try #expect(a == b, \"c\")")],
      violations: { file in
        let tokens = file.tokens
        let places = tokens.indices.filter { start in
          start + 3 < tokens.endIndex && tokens[start].is("#") && tokens[start + 1].is("expect")
            && tokens[start + 2].is("(") && !tokens[start + 3].is("throws")
        }
        return places.map { Violation(file, tokens[$0].line, "#expect of a condition") }
      }),
  ]

  private static func sample(_ text: String) -> TextFile { TextFile("Tests/A.swift", text) }
}

extension Token {
  /// Whether it names a function of another file that expects something.
  fileprivate var isCheck: Bool {
    characters.hasPrefix("check") || characters.hasPrefix("expect") && characters != "expect"
  }
}

extension Body {
  /// Whether the test's sentence is that the process lives on, which needs no words.
  fileprivate var saysThatNothingCrashes: Bool { name.contains("Crash") }

  /// Whether it can fail by its own words.
  fileprivate var expects: Bool {
    [["#", "expect"], ["#", "require"], ["Issue", ".", "record"]]
      .contains { !tokens.lines(of: $0).isEmpty } || callsExpect
  }

  /// Whether it calls the function, and no method of that name.
  private var callsExpect: Bool {
    tokens.indices.contains { place in
      tokens[place].is("expect") && place + 1 < tokens.endIndex && tokens[place + 1].is("(")
        && (place == tokens.startIndex || !tokens[place - 1].is("."))
    }
  }

  /// Whether `@Test` stands before it.
  fileprivate func isTest(in file: TextFile) -> Bool {
    let end = tokens.startIndex
    guard let start = file.tokens[..<end].lastIndex(where: { $0.is("func") }) else { return false }
    guard file.tokens[start + 1].is(name) else { return false }
    var place = start - 1
    var depth = 0
    while place >= 1 {
      let token = file.tokens[place]
      if token.is(")") { depth += 1 }
      if token.is("(") { depth -= 1 }
      if depth == 0, token.is("Test"), file.tokens[place - 1].is("@") { return true }
      if depth == 0, token.is("}") || token.is("{") || token.is("func") { return false }
      place -= 1
    }
    return false
  }
}

extension RandomAccessCollection<Token> where Index == Int {
  /// The lines in which these words and signs follow one another.
  func lines(of pattern: [String]) -> [Int] {
    indices.filter { start in
      self[start].is(pattern[0]) && start + pattern.count <= endIndex
        && pattern.indices.allSatisfy { self[start + $0].is(pattern[$0]) }
    }.map { self[$0].line }
  }
}
