internal import CacheReports
internal import Measurement
internal import SimCore

/// A comparison with a baseline, for a terminal and as Markdown for a pull request.
package enum BaselineText {
  /// How many moves are listed unless all are asked for.
  package static let limit = 30

  /// Lines for a terminal: a summary, the moves with the worst first, what is new and gone.
  package static func terminal(
    _ comparison: BaselineComparison, isWhole: Bool = false, isColored: Bool = false
  ) -> String {
    let (moves, left) = listed(comparison, isWhole: isWhole)
    var text = "Baseline of \(comparison.new.scenario): \(summary(comparison))\n"
    let cells = moves.map { [$0.verdict.rawValue, $0.title, $0.metric.name, $0.change, $0.size] }
    for (move, row) in zip(moves, AlignedText.padded(cells, [.left])) {
      let word = isColored ? colored(row[0], move.verdict) : row[0]
      let columns = [word, row[1], row[2], row[3]] + (move.size.isEmpty ? [] : [move.size])
      text += "  \(columns.joined(separator: AlignedText.gap))\n"
    }
    if left > 0 { text += "  and \(left) more: --all lists them\n" }
    return text + others(comparison).map { "  \(TextWidth.printable($0))\n" }.joined()
  }

  /// A section in Markdown with a table.
  package static func markdown(_ comparison: BaselineComparison, isWhole: Bool = false) -> String {
    let (moves, left) = listed(comparison, isWhole: isWhole)
    let name = MarkdownTable.code(comparison.new.scenario)
    var text = "### Baseline of \(name)\n\n\(summary(comparison)).\n"
    if !moves.isEmpty {
      let rows = moves.map { move in
        [
          comparison.isFailure(move) ? "**\(move.verdict.rawValue)**" : move.verdict.rawValue,
          MarkdownTable.code(move.title), MarkdownTable.code(move.metric.name), move.change,
          move.size,
        ]
      }
      text +=
        "\n"
        + MarkdownTable.text(
          columns: ["", "strategy", "metric", "was → is", "by"], rows: rows, textColumns: 3)
    }
    if left > 0 { text += "\nAnd \(left) more.\n" }
    return text + others(comparison).map { "\n\(MarkdownTable.plain($0))\n" }.joined()
  }

  /// What is not there as it was, and how many numbers moved, in a sentence.
  package static func summary(_ comparison: BaselineComparison) -> String {
    let all = comparison.moves
    var text = ""
    for kind in BaselineDifference.Kind.allCases {
      let count = comparison.differences.count { $0.kind == kind && comparison.isFailure($0) }
      if count > 0 { text += "\(kind.title(count)): \(count); " }
    }
    if all.isEmpty {
      text +=
        "nothing moved, \(NumberText.grouped(Int64(comparison.comparedCount))) numbers compared"
    } else {
      let counts = BaselineMove.Verdict.allCases.compactMap { verdict in
        let count = all.count { $0.verdict == verdict }
        return count > 0 ? "\(count) \(verdict.rawValue)" : nil
      }
      text +=
        "\(all.count) of \(NumberText.grouped(Int64(comparison.comparedCount))) numbers moved: "
      text += counts.joined(separator: ", ")
    }
    if comparison.toleratedCount > 0 { text += "; \(comparison.toleratedCount) within tolerance" }
    return text
  }

  /// The moves to be listed, worse ones first and, among these, those that reports show first.
  static func listed(
    _ comparison: BaselineComparison, isWhole: Bool
  ) -> (moves: [BaselineMove], left: Int) {
    let headlines = Headline.summary.map(\.name)
    let verdicts = BaselineMove.Verdict.allCases
    let sorted = comparison.moves.enumerated().map { index, move in
      let verdict = verdicts.firstIndex(of: move.verdict) ?? verdicts.count
      let headline = headlines.contains(move.metric.name) ? 0 : 1
      return (key: (verdict, headline, index), move: move)
    }.sorted { $0.key < $1.key }.map(\.move)
    let moves = isWhole ? sorted : Array(sorted.prefix(limit))
    return (moves, sorted.count - moves.count)
  }

  /// What only one of the runs has, and where seeds differ, a sentence for each kind.
  private static func others(_ comparison: BaselineComparison) -> [String] {
    BaselineDifference.Kind.allCases.compactMap { kind in
      let texts = comparison.differences.filter { $0.kind == kind }.map(\.text)
      return texts.isEmpty ? nil : "\(kind.title(2)): \(texts.joined(separator: ", "))"
    }
  }

  /// The parameters of ECMA-48's "select graphic rendition": bold red, green, faint.
  private static func colored(_ text: String, _ verdict: BaselineMove.Verdict) -> String {
    let code =
      switch verdict {
      case .worse, .undefined: "1;31"
      case .better: "32"
      case .neither: "2"
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
