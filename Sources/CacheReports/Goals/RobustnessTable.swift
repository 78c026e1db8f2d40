internal import Results
internal import SimCore

extension ResultTable {
  /// What was tried in place of each assumption, what turns the answer first.
  init(_ robustness: Robustness) {
    let rows: [[InlineText]] = robustness.trials.map { trial in
      let turn = trial.turns.first
      return [
        "\(code: trial.path)", "\(Robustness.text(of: trial.value))", "\(trial.range)",
        "\(turn.map { Robustness.text(of: $0.value) } ?? "–")",
        turn.map { InlineText(markdown: robustness.answer($0)) }
          ?? (trial.isWeak ? "too weak on one device" : "the same"),
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
      + (weak > 0 ? ", and \(weak) on one device alone" : "")
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
