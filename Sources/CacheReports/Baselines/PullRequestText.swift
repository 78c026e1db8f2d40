internal import Results
internal import SimCore

/// What a run is held to as Markdown for a pull request: one short table of what is broken and what
/// moved, the chart of the latter, and a link to the page.
package struct PullRequestText {
  package var check: RunCheck
  /// Whether what is folded is listed as well.
  package var isWhole = false
  /// Where the chart of what moved is; nil: there is none.
  package var chart: String?
  /// Where the report is; nil: not known.
  package var page: String?

  package init(of check: RunCheck) { self.check = check }

  package var text: String {
    var text = "### \(check.comparison == nil ? "" : "Baseline of ")"
    text += "\(MarkdownTable.code(check.scenario))\n\n"
    text += check.answers.map { "\($0)\n\n" }.joined()
    text += check.formerAnswers.map { "Before: \($0)\n\n" }.joined() + "\(lead)\n"
    let listing = check.comparison.map {
      BaselineListing($0, limit: isWhole ? .max : BaselineText.limit)
    }
    let rows = broken + (listing.map { moves($0.told) } ?? [])
    if !rows.isEmpty {
      text += "\n"
      text += Self.table(rows)
    }
    if let chart { text += "\n![What moved](\(Self.address(chart)))\n" }
    if let listing, let comparison = check.comparison { text += rest(of: listing, comparison) }
    if let page { text += "\n[The report](\(Self.address(page)))\n" }
    return text
  }

  private static func table(_ rows: [[String]]) -> String {
    MarkdownRenderer.text(
      of: ResultTable(
        "what is broken or moved", columns: ["", "what", "was → is", "by"],
        rows: rows.map { $0.map { InlineText(markdown: $0) } }))
  }

  /// What moved, and how many expectations hold, in a line.
  private var lead: String {
    var sentences = check.comparison.map { ["\(BaselineText.summary($0))."] } ?? []
    if !check.expectations.isEmpty {
      sentences.append("Expectations: \(check.expectations.summary).")
    }
    if !check.unevaluated.isEmpty {
      let left = check.unevaluated.map(MarkdownTable.code).joined(separator: ", ")
      sentences.append("Not evaluated, as the command line leaves it out: \(left).")
    }
    return sentences.joined(separator: " ")
  }

  private var broken: [[String]] {
    check.expectations.filter { !$0.holds }.map { expectation in
      [
        expectation.isRequired ? "**broken**" : "warning", MarkdownTable.code(expectation.title),
        MarkdownTable.plain(expectation.finding), MarkdownTable.plain(expectation.reason ?? ""),
      ]
    }
  }

  private func moves(_ moves: [BaselineMove], isExact: Bool = false) -> [[String]] {
    guard let comparison = check.comparison else { return [] }
    let isExact = isExact || comparison.isExact
    return moves.map { move in
      [
        comparison.isFailure(move) ? "**\(move.verdict.rawValue)**" : move.verdict.rawValue,
        MarkdownTable.code("\(move.title).\(move.metric.name)"), move.change(isExact: isExact),
        move.size(isExact: isExact),
      ]
    }
  }

  /// What is folded, and what only one of the runs has.
  private func rest(of listing: BaselineListing, _ comparison: BaselineComparison) -> String {
    var text = ""
    if isWhole {
      for fold in listing.folds {
        text += "\n<details><summary>\(fold.moves.count) \(fold.words)</summary>\n\n"
        text += Self.table(moves(fold.moves, isExact: true))
        text += "\n</details>\n"
      }
    } else if listing.foldedCount > 0 {
      let words = listing.foldWords
      text += "\n\(words.prefix(1).uppercased())\(words.dropFirst()).\n"
    }
    let sentences =
      BaselineText.others(comparison, isWhole: isWhole) + BaselineText.note(on: comparison)
    return text + sentences.map { "\n\(MarkdownTable.plain($0))\n" }.joined()
  }

  /// An address within a link, without what would end it.
  private static func address(_ text: String) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case " ": "%20"
      case "(": "%28"
      case ")": "%29"
      case "\u{0}"..<"\u{20}": ""
      default: nil
      }
    }
  }
}

/// What a run is held to as annotations of a GitHub workflow: lines of its workflow commands, which
/// GitHub shows beside the lines of a pull request.
///
/// GitHub, "Workflow commands for GitHub Actions": `::error file=…,line=…,title=…::message`.
/// A message has its percent signs, carriage returns and line feeds written as `%25`, `%0D` and
/// `%0A`, a parameter also its colons and commas as `%3A` and `%2C` (`escapeData` and
/// `escapeProperty` of actions/toolkit, `command.ts`).
package enum GitHubAnnotations {
  /// How many errors, and how many warnings, GitHub shows of one step (actions/toolkit, "Problem
  /// matchers"): the last one tells of the rest.
  package static let limit = 10

  /// The commands, a line each: broken expectations, then what got worse, the most important first,
  /// and what is gone; at the end what got better, as a notice.
  package static func text(_ check: RunCheck) -> String {
    let broken = check.expectations.filter { !$0.holds }
    let errors = broken.filter(\.isRequired).map { command("error", $0, in: check) }
    let warnings = broken.filter { !$0.isRequired }.map { command("warning", $0, in: check) }
    var lines = limited(
      errors + (check.comparison.map { failures(of: $0, in: check) } ?? []), check)
    lines += warnings.prefix(limit)
    if let comparison = check.comparison, let notice = notice(of: comparison, in: check) {
      lines.append(notice)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func command(
    _ level: String, _ expectation: ExpectationOutcome, in check: RunCheck
  ) -> String {
    line(
      level, file: check.file, line: expectation.line, title: "Expectation of \(check.scenario)",
      "\(expectation.title): \(expectation.words)")
  }

  private static func failures(of comparison: BaselineComparison, in check: RunCheck) -> [String] {
    let texts =
      comparison.differences.filter(comparison.isFailure).map { "\($0.kind.title(1)): \($0.text)" }
      + comparison.failures.map { $0.sentence(isExact: comparison.isExact) }
    return texts.map {
      line("error", file: check.file, line: nil, title: "Baseline of \(check.scenario)", $0)
    }
  }

  /// As many lines as GitHub shows; the last says how many others there are.
  private static func limited(_ lines: [String], _ check: RunCheck) -> [String] {
    guard lines.count > limit else { return lines }
    let left = lines.count - limit + 1
    return lines.prefix(limit - 1) + [
      line(
        "error", file: check.file, line: nil, title: check.scenario,
        "\(left) more: the log of this step and the report list them")
    ]
  }

  private static func notice(of comparison: BaselineComparison, in check: RunCheck) -> String? {
    let better = BaselineListing.sorted(
      comparison.moves.filter { $0.standing == .counts && $0.verdict == .better })
    guard let first = better.first else { return nil }
    let rest = better.count > 1 ? "; and \(better.count - 1) more" : ""
    return line(
      "notice", file: check.file, line: nil, title: "Baseline of \(check.scenario)",
      first.sentence(isExact: comparison.isExact) + rest)
  }

  private static func line(
    _ level: String, file: String?, line: Int?, title: String, _ message: String
  ) -> String {
    var parameters = file.map { ["file=\(parameter($0))"] } ?? []
    if file != nil, let line { parameters.append("line=\(line)") }
    parameters.append("title=\(parameter(title))")
    return "::\(level) \(parameters.joined(separator: ","))::\(escaped(message))"
  }

  static func escaped(_ text: String) -> String { escaped(text, also: []) }

  static func parameter(_ text: String) -> String { escaped(text, also: [":", ","]) }

  private static func escaped(_ text: String, also marks: [Unicode.Scalar]) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      case ":" where marks.contains(":"): "%3A"
      case "," where marks.contains(","): "%2C"
      default: nil
      }
    }
  }
}
