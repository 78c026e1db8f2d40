package import CacheMetrics
internal import SimCore

/// What people want of a cache, whatever a scenario asks.
package struct StandardObjective: Sendable {
  package let title: String
  let subject: String
  /// The first one that is finite for some alternative decides: of waits the tail, and where none
  /// reaches it, nearer the middle.
  package let metrics: [Metric]
  /// What is bounded, and in which metric where not in the deciding one.
  private let bound: (quantity: OracleBound.Quantity, metric: Metric?)?

  private init(
    _ title: String, _ subject: String, _ metrics: [String], bound: OracleBound.Quantity? = nil,
    by metric: String? = nil
  ) {
    self.title = title
    self.subject = subject
    self.metrics = metrics.map(MetricCatalog.known)
    self.bound = bound.map { ($0, metric.map(MetricCatalog.known)) }
  }

  private static func waits(_ wait: Latency) -> [String] {
    [95, 90, 50].map { "\(wait.rawValue)_p\($0)_ms" }
  }

  static let fastest = StandardObjective(
    "Fastest first content", "first content", waits(.firstContent), bound: .waits)
  private static let complete = StandardObjective(
    "Fastest complete content", "complete content", waits(.completeContent))
  private static let leastStale = StandardObjective(
    "Least stale content", "staleness", ["stale_share"])
  private static let leastFlash = StandardObjective(
    "Least flash", "flash", ["flash_write_bytes"], bound: .flashWrites)
  private static let leastData = StandardObjective(
    "Least data", "data", ["network_down_bytes"], bound: .receivedBodies, by: "network_body_bytes")

  package static let all = [
    fastest,
    StandardObjective(
      "Fastest fresh content", "fresh content", waits(.freshContent), bound: .waits),
    leastStale, leastFlash, leastData,
    StandardObjective("Least radio energy", "radio energy", ["radio_energy_j"]),
    StandardObjective("Least memory", "memory", ["memory_peak_bytes"]),
    StandardObjective("Offline-proof", "offline opens", ["offline_served_ratio"]),
  ]

  /// By what alternatives are compared where nothing is stated: the first that tells them apart.
  fileprivate static let bases = [fastest, complete, leastStale, leastFlash, leastData]

  /// What bounds of the objective come to, in words; a bound of something else says nothing here.
  func boundText(_ metric: Metric, among rows: [StrategyResult]) -> String {
    guard let bound else { return "" }
    let own = bound.metric ?? metric
    return rows.filter { $0.bound?.quantity == bound.quantity }.compactMap { row in
      own.value(row.pooled).map {
        "\(Display.text($0, own.unit)) (\(row.label)"
          + (bound.quantity.holdsForAll ? ")" : ", of those that show the same versions)")
      }
    }.joined(separator: ", ")
  }
}

extension Goal {
  /// The goal where a scenario states none: the shortest wait for first content at the highest
  /// percentile that some alternative reaches, with blank opens within a point of the fewest; where
  /// that wait is alike for all that could be taken, what else tells them apart. Nil where none has
  /// such numbers.
  package static func standard(among all: [Alternative]) -> Goal? {
    // What is never taken sets no limit for the others.
    let harmless = all.filter { GoalCandidate.harms(of: $0).isEmpty }
    let alternatives = harmless.isEmpty ? all : harmless
    let blank = MetricCatalog.known("blank_ratio")
    var limits: [MetricConstraint] = []
    if let fewest = alternatives.compactMap({ $0.pooled(blank) }).min() {
      let limit = blank.rounded(fewest + blankMargin)
      limits = [
        MetricConstraint(
          metric: blank, comparison: .atMost, limit: limit,
          text: "\(blank.name) <= \(Display.text(limit, .ratio))")
      ]
    }
    var first: Goal?
    for basis in StandardObjective.bases where !alternatives.isEmpty {
      let metric = alternatives.firstFinite(of: basis.metrics)
      guard alternatives.contains(where: { $0.pooled(metric) != nil }) else { continue }
      let goal = Goal(
        objectives: [MetricObjective(metric)], constraints: limits, isStated: false)
      if GoalRanking(goal, alternatives.map { GoalCandidate($0, goal) }).tellsApart { return goal }
      first = first ?? goal
    }
    return first
  }

  package static var standardMetric: Metric { StandardObjective.fastest.metrics[0] }

  /// By how much of all opens more may stay blank than under the strategy with the fewest, where
  /// no limit is stated: one in a hundred. An assumption.
  private static let blankMargin = 0.01
}

extension ResultTable {
  /// What is best for each objective that people have, within the constraints of a goal. Rows of
  /// bounds say what is left to gain; an objective without a value has no row. Nil where there is
  /// nothing to compare.
  package init?(bestWithin goal: Goal, _ alternatives: [Alternative], bounds: [StrategyResult] = [])
  {
    guard alternatives.count > 1 else { return nil }
    let answers = StandardObjective.all.compactMap {
      objective -> (StandardObjective, GoalAnswer)? in
      let metric = alternatives.firstFinite(of: objective.metrics)
      guard alternatives.contains(where: { $0.pooled(metric) != nil }) else { return nil }
      var own = Goal(objectives: [MetricObjective(metric)], constraints: goal.constraints)
      own.ownDifferences = goal.ownDifferences
      return (objective, GoalAnswer(own, among: alternatives, scenario: ""))
    }
    guard !answers.isEmpty else { return nil }
    let texts = answers.map { objective, answer in
      objective.boundText(answer.ranking.goal.objectives[0].terms[0].metric, among: bounds)
    }
    let hasBounds = texts.contains { !$0.isEmpty }
    self.init(
      "the best by each objective",
      columns: ["objective", "take", "value", "ahead of", "behind others in"]
        + (hasBounds ? ["bound"] : []),
      rows: zip(answers, texts).map { answered, bound in
        let (objective, answer) = answered
        let behind = answers.filter { other in
          answer.ranking.front.first.map { other.1.ranking.places[$0].kind == .dominated } ?? false
        }
        let names = behind.map(\.0.subject)
        return [InlineText(objective.title)] + answer.cells
          + [InlineText(names.isEmpty ? "–" : names.joined(separator: ", "))]
          + (hasBounds ? [InlineText(bound)] : [])
      })
  }

  /// What to take in each of several cases, such as under the values of a setting.
  package init(_ name: String, column: String, _ answers: [(title: String, answer: GoalAnswer)]) {
    self.init(
      name, columns: [column, "take", "value", "ahead of"],
      rows: answers.map { ["\(code: $0.title)"] + $0.answer.cells })
  }
}

extension GoalAnswer {
  /// What to take, its values, and what it is ahead of, as cells of a table.
  fileprivate var cells: [InlineText] {
    guard let best = ranking.front.first else { return ["none", "–", "–"] }
    let isTold = goal.objectives.count == 1 || ranking.front.count == 1
    let taken = isTold ? ranking.peers : ranking.front
    let mostNamed = 4
    let next = isTold ? next(behind: best) : nil
    let isAlike = next == nil && taken.count > 1 && isTold
    return [
      isAlike && ranking.places.count == taken.count
        ? "all alike"
        : isAlike && taken.count > mostNamed
          ? "all that can be taken"
          : InlineText(
            markdown: NameList.text(taken.map(name), isTold ? "or" : "and", most: mostNamed)),
      InlineText(
        isTold ? values(best) : taken.prefix(mostNamed).map(values).joined(separator: "; ")),
      InlineText(markdown: next.map { "\(name($0)) (\(values($0)))" } ?? "–"),
    ]
  }
}
