package import Results

/// The results of a scenario's expectations, for a terminal and for the report's page.
package enum AssertionTable {
  /// A line for each expectation with what was found, and its reason below it; empty without any.
  package static func text(of result: RunResult, isColored: Bool = false) -> String {
    let assertions = result.assertions
    let left = unevaluated(result.unevaluated)
    guard !assertions.isEmpty else {
      return left.isEmpty ? "" : "Expectations: none evaluated\n" + left
    }
    let claims = assertions.map { TextWidth.printable(title(of: $0)) }
    let width = min(claims.map(TextWidth.cells(of:)).max() ?? 0, claimLimit)
    var text = "Expectations: \(summary(of: assertions))\n"
    for (assertion, claim) in zip(assertions, claims) {
      let outcome = TextWidth.padded(assertion.outcome, to: outcomeWidth, onLeft: false)
      text += "  \(colored(outcome, assertion, isColored))  "
      text += TextWidth.padded(claim, to: width, onLeft: false) + "  \(assertion.finding)\n"
      if !assertion.holds, let reason = assertion.reason {
        text += String(repeating: " ", count: outcomeWidth + 4)
        text += "because: \(TextWidth.printable(reason))\n"
      }
    }
    return text + left
  }

  /// A line for each expectation that is not evaluated; empty without any.
  package static func unevaluated(_ claims: [String]) -> String {
    claims.map {
      "  not evaluated  \(TextWidth.printable($0)), as the command line leaves it out\n"
    }.joined()
  }

  /// A line for each broken expectation of level `error`, in the form of an error message.
  package static func errors(of result: RunResult) -> [String] {
    result.assertions.filter(\.isError).map { assertion in
      "expected \(TextWidth.printable(title(of: assertion))): \(assertion.finding)"
    }
  }

  package static func summary(of assertions: [Assertion]) -> String {
    summary(
      count: assertions.count, holding: assertions.count(where: \.holds),
      errors: assertions.count(where: \.isError))
  }

  /// How many of so many hold, and how many of the others are errors and no warnings.
  package static func summary(count: Int, holding: Int, errors: Int) -> String {
    let warnings = count - holding - errors
    if holding == count {
      return holding == 1 ? "it holds" : holding == 2 ? "both hold" : "all \(holding) hold"
    }
    return "\(holding) of \(count) hold, \(errors) broken"
      + (warnings > 0 ? ", \(warnings) only to warn" : "")
  }

  /// The sentence above the expectations on pages.
  static func lead(of result: RunResult) -> String {
    let left = result.unevaluated.count
    return "Expectations of the scenario on its results: \(summary(of: result.assertions))."
      + (left > 0 ? " Not evaluated, as the command line leaves them out: \(left)." : "")
  }

  static func sentences(of result: RunResult) -> [String] {
    result.assertions.map { assertion in
      let outcome = assertion.holds ? "holds" : "**\(assertion.outcome.lowercased())**"
      let reason = assertion.reason.map { " Because: \(MarkdownTable.plain($0))" } ?? ""
      return "\(outcome): \(MarkdownTable.code(title(of: assertion))), "
        + "\(MarkdownTable.plain(assertion.finding)).\(reason)"
    }
  }

  private static let outcomeWidth = 7
  /// The maximum width of the column in cells; a longer claim moves its own finding only.
  private static let claimLimit = 70

  private static func title(of assertion: Assertion) -> String {
    guard let varied = assertion.varied else { return assertion.claim }
    return "\(assertion.claim) [\(varied)]"
  }

  /// The parameters of ECMA-48's "select graphic rendition": green, bold red, yellow.
  private static func colored(_ text: String, _ assertion: Assertion, _ isColored: Bool) -> String {
    guard isColored else { return text }
    let code = assertion.holds ? "32" : assertion.isError ? "1;31" : "33"
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
