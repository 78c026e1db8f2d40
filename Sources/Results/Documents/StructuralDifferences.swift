internal import SimCore

/// In what the best and the next one differ beside the storage engine, of which all rows are told:
/// what decides a part of their numbers, and could be the same for both.
enum StructuralDifferences {
  private struct Aspect: Sendable {
    var words: String
    var isSaidOfOne: Bool
    var decides: String
    var remedy: String
    var value: @Sendable (StrategyResult) -> String?
  }

  private static let aspects = [
    Aspect(
      words: "encode models in another form", isSaidOfOne: false,
      decides: "what is written to flash, and how long it takes to decode",
      remedy: "; the scenario's `shared.codec` names one for all", value: { $0.codec }),
    Aspect(
      words: "show content of another age without asking", isSaidOfOne: false,
      decides: "`stale_share` and the number of requests", remedy: "",
      value: { text(of: $0.settings["staleAfter"]) }),
    Aspect(
      words: "poll at another interval", isSaidOfOne: true,
      decides: "what is received, and how old content is", remedy: "",
      value: { text(of: $0.settings["interval"]) }),
  ]

  private static func text(of value: JSON?) -> String? {
    value.flatMap { $0 == JSON(.null) ? nil : $0.string ?? $0.compact }
  }

  /// Each once, of all answers of a run.
  static func sentences(on result: RunResult) -> [String] {
    var sentences: [String] = []
    for answer in result.answers.compactMap(\.answer) {
      guard let (first, second) = answer.contenders, first.label != second.label else { continue }
      for aspect in aspects {
        guard let sentence = sentence(aspect, first, second), !sentences.contains(sentence)
        else { continue }
        sentences.append(sentence)
      }
    }
    return sentences
  }

  private static func sentence(
    _ aspect: Aspect, _ first: StrategyResult, _ second: StrategyResult
  ) -> String? {
    let values = [aspect.value(first), aspect.value(second)]
    guard values[0] != values[1], aspect.isSaidOfOne || !values.contains(nil) else { return nil }
    let names = zip([first, second], values).map { row, value in
      "\(MarkdownTable.code(row.label)) (\(value.map(MarkdownTable.code) ?? "none"))"
    }
    return "\(names[0]) and \(names[1]) \(aspect.words), which decides a part of \(aspect.decides)"
      + "\(aspect.remedy)."
  }
}

extension GoalAnswer {
  /// The best, and what is alike or comes next; nil: nothing is taken, or it is alone.
  fileprivate var contenders: (StrategyResult, StrategyResult)? {
    guard let best = ranking.front.first,
      let other = (ranking.front.dropFirst() + ranking.alike(best)).first ?? next(behind: best)
    else { return nil }
    return rows[best].row.flatMap { row in rows[other].row.map { (row, $0) } }
  }
}
