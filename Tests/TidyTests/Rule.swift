internal import Testing

/// Something that every file of the checkout keeps, with samples that show that it can be broken.
struct Rule: Sendable, CustomTestStringConvertible {
  let sentence: String
  /// Which files it speaks of.
  let applies: @Sendable (TextFile) -> Bool
  /// The places of a file where it is not kept.
  let violations: @Sendable (TextFile) -> [Violation]
  /// Files that keep it.
  let good: [TextFile]
  /// Files that break it, each once.
  let bad: [TextFile]

  init(
    _ sentence: String, in applies: @escaping @Sendable (TextFile) -> Bool,
    good: [TextFile], bad: [TextFile],
    violations: @escaping @Sendable (TextFile) -> [Violation]
  ) {
    self.sentence = sentence
    self.applies = applies
    self.violations = violations
    self.good = good
    self.bad = bad
  }

  var testDescription: String { sentence }

  /// All rules that look at one file at a time.
  static let all: [Rule] =
    importRules + sizeRules + callRules + [hashedOrder] + testRules + wordRules + [
      documentation, question,
    ]
}

/// A file that may do what others may not, and why.
struct Exception: Sendable {
  /// The file or folder.
  let place: String
  /// The name that it may use.
  let name: String
  /// Why; for the reader.
  let reason: String

  init(_ place: String, _ name: String, because reason: String) {
    self.place = place
    self.name = name
    self.reason = reason
  }

  func covers(_ name: String, in file: TextFile) -> Bool {
    self.name == name && file.isIn(place)
  }
}
