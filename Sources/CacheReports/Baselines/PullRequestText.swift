internal import Results

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

  /// Rows of sentences.
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
      sentences.append("Expectations: \(ExpectationOutcome.summary(of: check.expectations)).")
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
    let isExact = isExact || comparison.strictness == .anyMove
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
    var address = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case " ": address += "%20"
      case "(": address += "%28"
      case ")": address += "%29"
      case "\u{0}"..<"\u{20}": address += ""
      default: address.unicodeScalars.append(scalar)
      }
    }
    return address
  }
}
