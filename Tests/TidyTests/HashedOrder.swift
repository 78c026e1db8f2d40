extension Rule {
  /// Names that a file uses for what is hashed and, elsewhere, for what is not; and iterations
  /// whose order reaches nothing.
  private static let harmless = [
    Exception("Sources/Experiments", "values", because: "a variation's values are a list"),
    Exception(
      "Sources/CacheWorkloads/HTTPTraces/TraceIssues.swift", "skips",
      because: "a sum of whole numbers"),
  ]

  /// Sees names that the same file declares as hashed, and every `.keys` and `.values`.
  static let hashedOrder = Rule(
    "Nothing goes through a dictionary or a set in its own order.",
    in: { $0.isSwift && $0.isIn("Sources") },
    good: [
      sample("var a: [Int: B] = [:]\nfor b in a.keys.sorted() {}"),
      sample("var a: [Int: [Int]] = [:]\nfor b in a[1, default: []] {}"),
      sample("var a: Set<Int> = []\nfor b in a.sorted(by: <) {}\nlet c = a.contains(1)"),
      sample("var a: [Int: Int]\nlet b = a.values.max()"),
      sample("var a: [Int]\nfor b in a {}\nfor key in world.keys(in: tier) {}"),
      sample("var values: [Int]\nfor a in other.values {}"),
      sample("let a: [Int: B]\nlet c = a.map { f($0.value) }.sorted()"),
    ],
    bad: [
      sample("var a: [Int: B] = [:]\nfor (b, c) in a {}"),
      sample("var a = Set<Int>()\nfor b in self.a where b > 1 {}"),
      sample("var a = [Int: [Int]]()\nlet c = a.map { $0 }"),
      sample("func f(_ a: Dictionary<Int, Int>) {\n  for b in a.enumerated() {} }"),
      sample("for b in foreign.values {}"),
      sample("var a: Set<Int>\nlet b = Array(a)"),
      sample("var a: [Int: Int]\nlet b = a.max { $0.value < $1.value }?.key"),
    ],
    violations: { file in
      HashedOrder(file.tokens).found.filter { place in
        !harmless.contains { $0.covers(place.name, in: file) }
      }.map { Violation(file, $0.line, "goes through '\($0.name)' in no order") }
    })

  private static func sample(_ text: String) -> TextFile { TextFile("Sources/A/A.swift", text) }
}

/// Looks for iterations over what is hashed.
private struct HashedOrder {
  private let tokens: [Token]
  private var hashed: Set<String> = []
  /// Where, and over what.
  private(set) var found: [(line: Int, name: String)] = []

  /// Verbs that hand out elements one after another.
  private static let verbs: Set<String> = [
    "map", "flatMap", "compactMap", "forEach", "enumerated", "first", "joined", "prefix",
    "popFirst", "lazy", "reduce",
  ]
  /// Verbs and types after which the order is gone or made.
  private static let orders: Set<String> = [
    "sorted", "max", "min", "allSatisfy", "contains", "count", "isEmpty", "Set",
    "uniqueKeysWithValues",
  ]

  init(_ tokens: [Token]) {
    self.tokens = tokens
    for index in tokens.indices where isHashedType(at: index) { hashed.insert(name(before: index)) }
    for index in tokens.indices {
      if tokens[index].is("in"), isLoop(at: index) {
        checkLoop(from: index + 1)
      } else if hashed.contains(tokens[index].characters) {
        checkUse(at: index)
      }
    }
  }

  private func stands(_ characters: String, at index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].is(characters)
  }

  /// Whether a type that is hashed stands here, after a name and `:` or `=`.
  private func isHashedType(at index: Int) -> Bool {
    guard index > 1, stands(":", at: index - 1) || stands("=", at: index - 1),
      tokens[index - 2].kind == .word
    else { return false }
    if stands("Set", at: index) || stands("Dictionary", at: index) {
      return stands("<", at: index + 1) || stands("(", at: index + 1)
    }
    guard stands("[", at: index) else { return false }
    var depth = 0
    var hasColon = false
    for place in index..<tokens.count {
      let token = tokens[place]
      if token.kind == .text || token.kind == .number || token.is(",") && depth == 1 {
        return false
      }
      if token.is("[") || token.is("(") { depth += 1 }
      if token.is("]") || token.is(")") { depth -= 1 }
      if token.is(":"), depth == 1 { hasColon = true }
      if depth == 0 {
        return hasColon && place > index + 2
          && (stands(":", at: index - 1) || stands("(", at: place + 1))
      }
    }
    return false
  }

  private func name(before type: Int) -> String { tokens[type - 2].characters }

  /// Whether this `in` belongs to a `for`.
  private func isLoop(at index: Int) -> Bool {
    for token in tokens[..<index].reversed().prefix(24) {
      if token.is("for") { return true }
      if token.is("{") || token.is("}") { return false }
    }
    return false
  }

  /// What a loop goes through reaches to its `where` or its brace.
  private mutating func checkLoop(from start: Int) {
    var depth = 0
    var end = start
    while end < tokens.count {
      let token = tokens[end]
      if depth == 0, token.is("{") || token.is("where") { break }
      if token.is("(") || token.is("[") || token.is("{") { depth += 1 }
      if token.is(")") || token.is("]") || token.is("}") { depth -= 1 }
      end += 1
    }
    let subject = tokens[start..<end]
    guard let last = subject.last, !subject.contains(where: { Self.orders.contains($0.characters) })
    else { return }
    if hashed.contains(last.characters) {
      found.append((last.line, last.characters))
    } else if last.is("keys") || last.is("values"), subject.count > 1, stands(".", at: end - 2),
      !declaresList(named: last.characters)
    {
      found.append((last.line, last.characters))
    }
  }

  /// Whether the file has a property of that name which is a list.
  private func declaresList(named name: String) -> Bool {
    tokens.indices.contains { index in
      tokens[index].is(name) && stands(":", at: index + 1) && stands("[", at: index + 2)
        && (stands("var", at: index - 1) || stands("let", at: index - 1))
    }
  }

  /// `name.map`, `name.values.map` or `Array(name)`, unless an order follows.
  private mutating func checkUse(at index: Int) {
    var next = index + 1
    if stands(".", at: next), stands("keys", at: next + 1) || stands("values", at: next + 1) {
      next += 2
    }
    let isList =
      stands("(", at: index - 1) && stands("Array", at: index - 2) && stands(")", at: next)
    guard isList || stands(".", at: next) && isVerb(at: next + 1) else { return }
    if stands("(", at: index - 1), stands("Set", at: index - 2) { return }
    let isChoice = stands("max", at: next + 1) || stands("min", at: next + 1)
    if isChoice || !hasOrder(after: next) {
      found.append((tokens[index].line, tokens[index].characters))
    }
  }

  /// Whether elements are handed out here, or one of several equal ones is chosen.
  private func isVerb(at index: Int) -> Bool {
    guard tokens.indices.contains(index) else { return false }
    if stands("max", at: index) || stands("min", at: index) { return !stands(")", at: index + 2) }
    return Self.verbs.contains(tokens[index].characters)
  }

  /// Whether the chain of calls that goes on here makes or forgets the order.
  private func hasOrder(after start: Int) -> Bool {
    var depth = 0
    var place = start
    while place < tokens.count {
      let token = tokens[place]
      if token.is("(") || token.is("[") || token.is("{") { depth += 1 }
      if token.is(")") || token.is("]") || token.is("}") { depth -= 1 }
      if depth < 0, !stands(".", at: place + 1) { return false }
      if depth <= 0, Self.orders.contains(token.characters), stands(".", at: place - 1) {
        return true
      }
      let isEnd = depth == 0 && token.kind == .word && !stands(".", at: place - 1) && place > start
      if isEnd { return false }
      place += 1
    }
    return false
  }
}
