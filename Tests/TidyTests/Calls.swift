/// A call, or a name, that results or libraries must do without.
private struct Ban: Sendable {
  /// The tokens, written with spaces between them.
  let pattern: [String]
  /// Whether a dot before the first token makes it another thing.
  var isFree = false
  /// A label that makes the call right when it is among the arguments.
  var label: String?

  init(_ pattern: String, isFree: Bool = false, without label: String? = nil) {
    self.pattern = pattern.split(separator: " ").map(String.init)
    self.isFree = isFree
    self.label = label
  }

  /// The places where one of the bans stands, in order.
  /// - Complexity: O(tokens), as a token is looked at only by the bans that begin with it.
  static func places(of bans: [Ban], in file: TextFile) -> [(line: Int, ban: Ban)] {
    let possible = bans.filter { $0.pattern.allSatisfy(file.has) }
    if possible.isEmpty { return [] }
    let bansByFirst = Dictionary(grouping: possible) { $0.pattern[0] }
    let tokens = file.tokens
    return tokens.indices.flatMap { index in
      (bansByFirst[tokens[index].characters] ?? []).filter { $0.matches(tokens, at: index) }
        .map { (tokens[index].line, $0) }
    }
  }

  private func matches(_ tokens: [Token], at start: Int) -> Bool {
    guard start + pattern.count <= tokens.count else { return false }
    for (offset, characters) in pattern.enumerated() where !tokens[start + offset].is(characters) {
      return false
    }
    let before = start > 0 ? tokens[start - 1] : nil
    if isFree, before?.is(".") == true || before?.is("func") == true { return false }
    // A first argument with a label makes it a function of ours: `log10(above: x)`.
    let next = start + pattern.count
    if isFree, pattern.last == "(", next + 1 < tokens.count, tokens[next].kind == .word,
      tokens[next + 1].is(":")
    {
      return false
    }
    // `try !isDone()` is no `try!`.
    if pattern.last == "!", !tokens[start + pattern.count - 1].isAttached { return false }
    guard let label else { return true }
    return !arguments(in: tokens[start...]).contains { $0.is(label) }
  }

  /// The tokens from a call to its closing parenthesis.
  private func arguments(in tokens: ArraySlice<Token>) -> ArraySlice<Token> {
    var depth = 0
    for index in tokens.indices {
      if tokens[index].is("(") { depth += 1 }
      if tokens[index].is(")") { depth -= 1 }
      if tokens[index].is(")"), depth == 0 { return tokens[...index] }
    }
    return tokens
  }

  /// Clocks: they differ between two runs of the same scenario.
  static let clocks = [
    Ban("Date ( )"), Ban("Date . now"), Ban("ContinuousClock"), Ban("SuspendingClock"),
    Ban("DispatchTime"), Ban("clock_gettime"), Ban("gettimeofday"), Ban("systemUptime"),
  ]
  /// Chance without a seed.
  static let chances = [
    Ban("SystemRandomNumberGenerator"), Ban("UUID ( )"), Ban(". random (", without: "using"),
    Ban(". shuffled (", without: "using"), Ban(". shuffle (", without: "using"),
    Ban(". randomElement (", without: "using"), Ban("hashValue"), Ban("Hasher ("),
    Ban("arc4random", isFree: true), Ban("rand", isFree: true),
  ]
  /// Functions that are kept bare: each passage through the generic lock wraps them anew.
  static let wrappings = [Ban("Mutex < ( @ Sendable"), Ban("Mutex < @ Sendable")]
  /// Ways to end the caller's process, and to speak past it.
  static let ends = [
    Ban("fatalError (", isFree: true), Ban("try !"), Ban("exit (", isFree: true),
    Ban("_exit (", isFree: true), Ban("abort (", isFree: true), Ban("print (", isFree: true),
    Ban("debugPrint (", isFree: true), Ban("dump (", isFree: true),
  ]
  /// Functions of the C library's mathematics, whose last digit depends on the machine.
  static let mathematics = [
    "exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", "pow", "cbrt", "hypot",
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "erf", "erfc",
    "tgamma", "lgamma",
  ].flatMap { name in
    [Ban("\(name) (", isFree: true)]
      + ["Foundation", "FoundationEssentials", "Glibc", "Musl", "Darwin"].map {
        Ban("\($0) . \(name)")
      }
  }
}

extension Rule {
  private static let command = "Sources/CacheSimCommand"

  static let callRules = [
    calls(
      // A real client that does not answer is given up on the wall clock.
      "Nothing outside the command reads a clock.", Ban.clocks,
      except: [command, "Sources/LiveClients"],
      good: ["let when = Date(timeIntervalSince1970: 0)", "let today: Date"],
      bad: ["let when = Date()", "let a = ContinuousClock().now", "f(\"\\(Date.now)\")"]),
    calls(
      "Chance comes from a seed.", Ban.chances, except: [],
      good: [
        "Int.random(in: f(0)..<1, using: &generator)", "a.shuffled(using: &b)",
        "weather.randomness",
      ],
      bad: [
        "Int.random(in: f(0)..<1)", "Bool.random()", "a.shuffled()", "a.randomElement()",
        "let id = UUID()",
      ]),
    calls(
      "A lock holds a function in a structure.", Ban.wrappings,
      // Set once and called once.
      except: ["Sources/CacheSimCommand/Terminal/Interruption.swift"],
      good: ["let a = Mutex<Target?>(nil)", "let a = Mutex<(all: [String], count: Int)>([], 0)"],
      bad: ["let a = Mutex<(@Sendable () -> Void)?>(nil)"]),
    calls(
      "A library neither ends the process nor prints.", Ban.ends, except: [command],
      good: [
        "page.print(text)", "func exit(_ door: Door) {}", "precondition(true)", "try? a()",
        "if try !isDone() {}",
      ],
      bad: ["fatalError(\"\")", "try! a()", "exit(1)", "print(1)"]),
    calls(
      "Results use no mathematics of the C library.", Ban.mathematics,
      except: ["Sources/SimCore/Mathematics"],
      good: [
        "Mathematics.log(2)", "naturalLogarithm(2)", "x.squareRoot()", "log.append(1)",
        "log10(above: 2)",
      ],
      bad: ["let a = exp(-b)", "Glibc.pow(2, 3)", "return log(a ? b : c)"]),
  ]

  private static func calls(
    _ sentence: String, _ bans: [Ban], except places: [String], good: [String], bad: [String]
  ) -> Rule {
    Rule(
      sentence,
      in: { file in
        file.isSwift && file.isIn("Sources") && !places.contains(where: file.isIn)
      },
      good: good.map { TextFile("Sources/ClientSimulation/A.swift", $0) },
      bad: bad.map { TextFile("Sources/ClientSimulation/A.swift", $0) },
      violations: { file in
        Ban.places(of: bans, in: file).map { line, ban in
          Violation(file, line, "uses '\(ban.pattern.joined(separator: " "))'")
        }
      })
  }
}
