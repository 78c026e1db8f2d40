internal import TestCases
internal import Testing

/// The house's rules, checked by program, as far as `swift format` does not check them.
@Suite struct TidyTests {
  @Test(arguments: Rule.all)
  func theCheckoutKeeps(_ rule: Rule) {
    let violations = Checkout.files.filter(rule.applies).flatMap(rule.violations)
    let list = violations.map { "\n  \($0)" }.joined()
    expect(violations.isEmpty, "\(rule.sentence)\(list)")
  }

  @Test(arguments: Rule.all)
  func everyRuleCanBeKeptAndBroken(_ rule: Rule) {
    expect(!rule.good.isEmpty && !rule.bad.isEmpty)
    for file in rule.good {
      expect(rule.applies(file) && rule.violations(file).isEmpty, "\(file.path): \(file.text)")
    }
    for file in rule.bad {
      expect(rule.applies(file) && rule.violations(file).count == 1, "\(file.path): \(file.text)")
    }
  }

  /// What `CacheSimKit` shows is promised: it has to stay small enough to be read.
  @Test func littleIsPublic() {
    let lines = Checkout.files.filter { $0.isSwift && $0.isIn("Sources") && $0.has("public ") }
      .flatMap(\.lines)
    let count = lines.count { $0.drop { $0 == " " }.hasPrefix("public ") }
    expect(count <= 1_100)
  }

  @Test func theCheckoutIsReadWhole() {
    let paths = Set(Checkout.files.map(\.path))
    let known = ["Package.swift", "Makefile", "Tests/TidyTests/TidyTests.swift"]
    expect(paths.isSuperset(of: known))
  }
}
