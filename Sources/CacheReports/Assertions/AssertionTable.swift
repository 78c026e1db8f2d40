package import Results

/// The results of a scenario's expectations, for a terminal and for the report's page.
package enum AssertionTable {
  /// A line for each expectation with what was found, and its reason below it; empty without any.
  package static func text(of result: RunResult, isColored: Bool = false) -> String {
    let outcomes = ExpectationOutcome.all(of: result)
    let claims = outcomes.map { TextWidth.printable($0.title) }
    let width = min(claims.map(TextWidth.cells(of:)).max() ?? 0, claimLimit)
    let lines = zip(outcomes, claims).map { outcome, claim in
      let word = TextWidth.padded(outcome.word, to: wordWidth, onLeft: false)
      var line = "  \(isColored ? colored(word, outcome) : word)  "
      line += TextWidth.padded(claim, to: width, onLeft: false) + "  \(outcome.finding)\n"
      if !outcome.holds, let reason = outcome.reason {
        line += String(repeating: " ", count: wordWidth + 4)
        line += "because: \(TextWidth.printable(reason))\n"
      }
      return line
    }
    return text(of: outcomes, lines, unevaluated: result.unevaluated)
  }

  /// How many expectations hold, lines about them, and one for each that is not evaluated; empty
  /// without any.
  static func text(
    of outcomes: [ExpectationOutcome], _ lines: [String], unevaluated: [String]
  ) -> String {
    guard !outcomes.isEmpty || !unevaluated.isEmpty else { return "" }
    let left = unevaluated.map {
      "  not evaluated  \(TextWidth.printable($0)), as the command line leaves it out\n"
    }
    return "Expectations: \(outcomes.isEmpty ? "none evaluated" : outcomes.summary)\n"
      + (lines + left).joined()
  }

  /// The sentence above the expectations on pages.
  static func lead(of result: RunResult) -> String {
    let left = result.unevaluated.count
    return "Expectations of the scenario on its results: "
      + "\(ExpectationOutcome.all(of: result).summary)."
      + (left > 0 ? " Not evaluated, as the command line leaves them out: \(left)." : "")
  }

  static func sentences(of result: RunResult) -> [String] {
    ExpectationOutcome.all(of: result).map { outcome in
      let word = outcome.holds ? outcome.word : "**\(outcome.word.lowercased())**"
      let reason = outcome.reason.map { " Because: \(MarkdownTable.plain($0))" } ?? ""
      return "\(word): \(MarkdownTable.code(outcome.title)), "
        + "\(MarkdownTable.plain(outcome.finding)).\(reason)"
    }
  }

  private static let wordWidth = 7
  /// The maximum width of the column in cells; a longer claim moves its own finding only.
  private static let claimLimit = 70

  /// Green, bold red, yellow.
  private static func colored(_ text: String, _ outcome: ExpectationOutcome) -> String {
    TextWidth.styled(text, outcome.holds ? "32" : outcome.isError ? "1;31" : "33")
  }
}
