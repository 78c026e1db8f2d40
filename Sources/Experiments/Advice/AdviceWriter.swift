internal import CacheReports
internal import Measurement

/// Makes advice from the rows of a run that are compared with each other.
struct AdviceWriter {
  let advice: Advice

  /// - Parameters:
  ///   - additions: labels of the strategies that the scenario does not list.
  init(varied: String?, rows: [StrategyResult], additions: [String], rules: RuleOfThumb) {
    let choices = rows.filter { !$0.isBound }
    let bounds = rows.filter(\.isBound)
    let (harmless, harmful) = Self.separate(choices)
    let (kept, dominated) = Self.drop(harmless)
    let answers = Wish.allCases.map { wish in
      WishAnswer(wish, kept: kept, bounds: bounds).answer
    }
    advice = Advice(
      varied: varied, rules: rules, strategies: choices.map(\.label),
      additions: additions.filter { label in choices.contains { $0.label == label } },
      dropped: harmful + dominated, answers: answers,
      warnings: Self.verdict(on: rules, kept, answers, harmless)
        + Self.warnings(on: choices))
  }

  /// Sets aside who shows people what is not theirs or loses what it has taken, unless all do.
  private static func separate(
    _ rows: [StrategyResult]
  ) -> (harmless: [StrategyResult], harmful: [Advice.Dropped]) {
    let harms = rows.map(harm)
    guard harms.contains(where: { $0 == nil }) else { return (rows, []) }
    return (
      zip(rows, harms).filter { $0.1 == nil }.map(\.0),
      zip(rows, harms).compactMap { row, harm in
        harm.map { Advice.Dropped(strategy: row.label, dominator: nil, reason: $0) }
      }
    )
  }

  private static func harm(_ row: StrategyResult) -> String? {
    let book = row.pooled
    var harms: [String] = []
    if book.upheavals.exposures > 0 {
      harms.append(
        "it shows people what was fetched for somebody else, \(book.upheavals.exposures) times")
    }
    let lost = book.edits.stages[.lost]
    if lost > 0 { harms.append("it loses edits that it had taken, \(lost) of them") }
    return harms.isEmpty ? nil : harms.joined(separator: "; ")
  }

  /// Drops who is worse in something and better in nothing than somebody else.
  private static func drop(
    _ rows: [StrategyResult]
  ) -> (kept: [StrategyResult], dropped: [Advice.Dropped]) {
    let criteria = Criterion.all(among: rows)
    let values = rows.map { row in criteria.map { $0.value(of: row) } }
    func isBetter(_ left: Int, _ right: Int) -> [Bool] {
      criteria.indices.map { criteria[$0].isBetter(values[left][$0], than: values[right][$0]) }
    }
    let dominance = Dominance(count: rows.count, isBetter: isBetter)
    var kept: [StrategyResult] = []
    var dropped: [Advice.Dropped] = []
    for (index, row) in rows.enumerated() {
      guard let dominator = dominance.dominators[index] else {
        kept.append(row)
        continue
      }
      let better = zip(criteria, isBetter(dominator, index)).filter(\.1).map(\.0)
      let facts = better.map { criterion in
        "\(Self.text(criterion, rows[dominator])) instead of "
          + "\(Self.text(criterion, row)) \(criterion.words)"
      }
      dropped.append(
        Advice.Dropped(
          strategy: row.label, dominator: rows[dominator].label,
          reason: facts.joined(separator: ", ")))
    }
    return (kept, dropped)
  }

  private static func text(_ criterion: Criterion, _ row: StrategyResult) -> String {
    Display.text(criterion.value(of: row), criterion.metric.unit)
  }

  /// Whether the measurements bear the rule of thumb out.
  private static func verdict(
    on rules: RuleOfThumb, _ kept: [StrategyResult], _ answers: [Advice.Answer],
    _ choices: [StrategyResult]
  ) -> [String] {
    let meant = choices.filter { rules.leadsTo.contains($0.name) }.map(\.label)
    guard !meant.isEmpty else { return [] }
    let names = meant.map(MarkdownTable.code).joined(separator: ", ")
    let won = answers.filter { answer in answer.strategy.map(meant.contains) ?? false }.map(\.title)
    if !won.isEmpty {
      return [
        "The rule of thumb leads to \(names), and the measurements agree for: "
          + "\(won.joined(separator: ", "))."
      ]
    }
    let isLeft = kept.contains { meant.contains($0.label) }
    return [
      "The rule of thumb leads to \(names); measured, "
        + (isLeft ? "others are ahead for every wish." : "it is dominated: trust the numbers.")
    ]
  }

  private static func warnings(on rows: [StrategyResult]) -> [String] {
    var warnings: [String] = []
    if rows.first.map({ $0.runs.count }) == 1 {
      warnings.append(
        "All of this hangs on one seed: small differences may be chance, several seeds would tell.")
    }
    if rows.contains(where: { $0.pooled.devices.violationCount > 0 }) {
      warnings.append(
        "The simulation broke laws of its own: nothing here can be trusted; a run's report lists "
          + "them.")
    }
    return warnings
  }
}
