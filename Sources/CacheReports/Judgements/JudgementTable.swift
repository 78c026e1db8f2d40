/// What became of the expectations, for a terminal and for the report's page.
package enum JudgementTable {
  /// A line for each expectation with what was found, and its reason below it; empty without any.
  package static func text(of result: RunResult, isColored: Bool = false) -> String {
    let judgements = result.judgements
    guard !judgements.isEmpty else { return "" }
    let claims = judgements.map { TextWidth.printable(title(of: $0)) }
    let width = min(claims.map(TextWidth.cells(of:)).max() ?? 0, claimLimit)
    var text = "Expectations: \(summary(of: judgements))\n"
    for (judgement, claim) in zip(judgements, claims) {
      let outcome = TextWidth.padded(judgement.outcome, to: outcomeWidth, onLeft: false)
      text += "  \(colored(outcome, judgement, isColored))  "
      text += TextWidth.padded(claim, to: width, onLeft: false) + "  \(judgement.finding)\n"
      if !judgement.holds, let reason = judgement.reason {
        text += String(repeating: " ", count: outcomeWidth + 4)
        text += "because: \(TextWidth.printable(reason))\n"
      }
    }
    return text
  }

  /// A line for each broken expectation of level `error`, as an error is told.
  package static func errors(of result: RunResult) -> [String] {
    result.judgements.filter(\.isError).map { judgement in
      "expected \(TextWidth.printable(title(of: judgement))): \(judgement.finding)"
    }
  }

  /// How many hold.
  package static func summary(of judgements: [Judgement]) -> String {
    let holding = judgements.count(where: \.holds)
    let errors = judgements.count(where: \.isError)
    let warnings = judgements.count - holding - errors
    if holding == judgements.count {
      return holding == 1 ? "it holds" : holding == 2 ? "both hold" : "all \(holding) hold"
    }
    return "\(holding) of \(judgements.count) hold, \(errors) broken"
      + (warnings > 0 ? ", \(warnings) only to warn" : "")
  }

  /// The table of the report's page.
  static func markdown(of result: RunResult) -> String {
    let rows = result.judgements.map { judgement in
      [
        judgement.holds ? "holds" : "**\(judgement.outcome.lowercased())**",
        MarkdownTable.code(title(of: judgement)), MarkdownTable.plain(judgement.finding),
        MarkdownTable.plain(judgement.reason ?? ""),
      ]
    }
    return MarkdownTable.text(columns: ["", "expected", "", "because"], rows: rows)
  }

  /// What the pages say above their expectations.
  static func lead(of result: RunResult) -> String {
    "Of what the scenario expects of its results: \(summary(of: result.judgements))."
  }

  /// A sentence for each expectation, in Markdown.
  static func sentences(of result: RunResult) -> [String] {
    result.judgements.map { judgement in
      let outcome = judgement.holds ? "holds" : "**\(judgement.outcome.lowercased())**"
      let reason = judgement.reason.map { " Because: \($0)" } ?? ""
      return
        "\(outcome): \(MarkdownTable.code(title(of: judgement))), \(judgement.finding).\(reason)"
    }
  }

  private static let outcomeWidth = 7
  /// Beyond so many cells a claim pushes its own finding only.
  private static let claimLimit = 70

  private static func title(of judgement: Judgement) -> String {
    guard let varied = judgement.varied else { return judgement.claim }
    return "\(judgement.claim) [\(varied)]"
  }

  /// The parameters of ECMA-48's "select graphic rendition": green, bold red, yellow.
  private static func colored(_ text: String, _ judgement: Judgement, _ isColored: Bool) -> String {
    guard isColored else { return text }
    let code = judgement.holds ? "32" : judgement.isError ? "1;31" : "33"
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
