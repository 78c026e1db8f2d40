package import Results
internal import SimCore

extension GoalAnswer {
  /// What stands behind the answers, for a terminal.
  package static func reasons(of result: RunResult) -> String {
    var text = result.answerOverview.map { WrappedText.paragraph(WrappedText.plain($0)) } ?? ""
    for told in result.answers {
      guard let answer = told.answer else { continue }
      let heading = told.title.map { "\(MarkdownTable.plain($0)): " } ?? ""
      if !answer.reasons.isEmpty {
        text += WrappedText.paragraph(
          WrappedText.plain(heading + answer.reasons.joined(separator: " ")))
      }
      // On a line of its own, so that it can be taken as it is.
      if let command = answer.nextStep {
        text += WrappedText.plain("\(heading)Why: ") + TextWidth.printable(command) + "\n"
      }
    }
    return text
  }

  /// What a terminal ends with, a line each: the answer, or one for each group that has another.
  package static func closing(of result: RunResult) -> String {
    result.closingSentences.map { WrappedText.plain($0) + "\n" }.joined()
  }
}

extension ResultTable {
  /// What was tried in place of each assumption, what turns the answer first.
  init(_ robustness: Robustness) {
    let rows: [[InlineText]] = robustness.trials.map { trial in
      let turn = trial.turns.first
      return [
        "\(code: trial.path)", "\(Robustness.text(of: trial.value))", "\(trial.range)",
        "\(turn.map { Robustness.text(of: $0.value) } ?? "–")",
        turn.map { InlineText(markdown: robustness.answer($0)) }
          ?? (trial.isWeak ? "too weak on \(robustness.least)" : "the same"),
        "\(trial.source ?? "half and double")",
      ]
    }
    self.init(
      "what the answer hangs on",
      columns: ["setting", "value", "tried", "turns at", "answer then", "why these"], rows: rows)
    for place in 1...3 { columns[place].alignment = .right }
  }
}

extension Robustness {
  /// What a report says of it below the answer, which has its clauses already.
  var blocks: [Block] {
    guard !trials.isEmpty else { return [] }
    let weak = trials.count - triedCount
    let title =
      "What the answer hangs on: \(triedCount) of \(count) assumptions, tried on \(base)"
      + (weak > 0 ? ", and \(weak) on \(least) alone" : "")
    return [
      .details(
        "\(title)",
        [
          .table(ResultTable(self)),
          .legend(
            markdown:
              "Each assumption alone has other values. Where the answer turns between two of them, "
              + "the value is found within 5 %. `cachesim sensitivity` tries all assumptions on "
              + "all devices, and tells by how much each number moves."),
        ])
    ]
  }
}
