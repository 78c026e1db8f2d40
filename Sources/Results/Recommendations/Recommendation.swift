internal import Measurement
internal import SimCore

/// The best of a group of strategies for an objective, in sentences that are made from the numbers
/// alone: what decided, what is given up, what a bound comes to, and what to be careful about.
///
/// Reports and advice say the same by it.
package struct Recommendation {
  package let objective: Objective
  package let criterion: Criterion
  /// All with the best value, whose order tie-breakers decide, then those that the seeds cannot
  /// tell from the first.
  package let best: [StrategyResult]
  /// The first one that is not among the best, and has a value; nil: there is none.
  package let next: StrategyResult?
  /// The best first.
  package let ranking: [StrategyResult]

  private let candidates: [StrategyResult]
  private let bounds: [StrategyResult]
  private let bestValue: Double

  /// Bounds among the rows are no candidates. Nil when the deciding metric is defined for none.
  package init?(for objective: Objective, among rows: [StrategyResult]) {
    self.objective = objective
    bounds = rows.filter(\.isBound)
    let candidates = rows.filter(\.isCompared)
    guard !candidates.isEmpty else { return nil }
    let criterion = Criterion.first(of: objective.deciding, among: candidates)
    let ties = objective.tieBreakers.map { Criterion.first(of: $0, among: candidates) }
    ranking = Self.ranked(candidates, by: [criterion] + ties)
    guard let first = ranking.first.flatMap(criterion.value) else { return nil }
    let leader = ranking[0]
    let isBest = ranking.map { row in
      guard let value = criterion.value(of: row) else { return false }
      return value == first || !criterion.isShown(between: row, and: leader)
        || !criterion.metric.unit.matters(value, from: first)
    }
    best = zip(ranking, isBest).filter(\.1).map(\.0)
    next = zip(ranking, isBest).first { !$0.1 && criterion.value(of: $0.0) != nil }?.0
    self.criterion = criterion
    self.candidates = candidates
    bestValue = first
  }

  package var isReached: Bool { bestValue.isFinite }

  /// Rows with the best first; what no criterion decides stays in its own order.
  private static func ranked(
    _ rows: [StrategyResult], by criteria: [Criterion]
  ) -> [StrategyResult] {
    rows.enumerated().sorted { left, right in
      for criterion in criteria {
        let values = (criterion.value(of: left.element), criterion.value(of: right.element))
        if criterion.isBetter(values.0, than: values.1) { return true }
        if criterion.isBetter(values.1, than: values.0) { return false }
      }
      return left.offset < right.offset
    }.map(\.element)
  }
}

// MARK: - Sentences

extension Recommendation {
  /// The sentences of a report for its objectives; one that cannot be decided has none.
  package static func sentences(
    on rows: [StrategyResult]
  ) -> [String] {
    Objective.all.compactMap { objective in
      Recommendation(for: objective, among: rows)?.reportSentence.map {
        "**\(objective.title):** \($0)"
      }
    }
  }

  /// Nil where there is nothing to compare.
  private var reportSentence: String? {
    let defined = candidates.count { criterion.value(of: $0) != nil }
    guard defined > 1 else { return nil }
    guard isReached else { return "\(criterion.infinite) under any strategy." }
    guard best.count < defined else {
      let all = best.count == 2 ? "both" : "all \(best.count)"
      let (first, last) = (criterion.text(of: best[0]), criterion.text(of: best[best.count - 1]))
      guard isTied else {
        return "no difference that matters and \(best[0].runs.count) seeds can show between \(all) "
          + "(\(first) to \(last))."
      }
      return "\(all) are alike (\(first))."
    }
    var sentences = [lead(joining: "and")]
    if best.count == 1 {
      let criteria = objective.tradeOffs.map { Criterion.first(of: $0, among: candidates) }
      if let tradeOffs = tradeOffs(in: criteria) { sentences.append(tradeOffs) }
    }
    return (sentences + boundSentences).joined(separator: " ")
  }

  package func lead(joining conjunction: String) -> String {
    var text: String
    if isTied {
      text = Self.list(best.map(Self.name), conjunction) + " (\(criterion.phrase(of: best[0])))"
    } else {
      let names = best.enumerated().map { index, row in
        "\(Self.name(row)) (\(index == 0 ? criterion.phrase(of: row) : criterion.text(of: row)))"
      }
      text = Self.list(names, conjunction)
      text += ", between which \(best[0].runs.count) seeds can show no difference that matters"
    }
    guard let next else { return "\(text); there is no other candidate." }
    return "\(text), ahead of \(Self.name(next)) (\(criterion.text(of: next)))\(seedsWon)."
  }

  private var isTied: Bool {
    best.allSatisfy { row in
      criterion.value(of: row).map { criterion.reads($0, as: bestValue) } ?? false
    }
  }

  /// Under how many seeds the best is ahead; empty for a single seed and for equal ones.
  private var seedsWon: String {
    guard let agreement, best.count == 1 else { return "" }
    return " under \(agreement.ahead) of \(agreement.seeds) seeds"
  }

  /// Under how many of the seeds, in which both are defined, the first is ahead of the next one.
  private var agreement: (ahead: Int, seeds: Int)? {
    guard let next, best[0].runs.count > 1 else { return nil }
    let metric = criterion.metric
    let pairs = zip(best[0].runs, next.runs).compactMap { run, other -> Bool? in
      guard let own = metric.value(run.aggregates).map(metric.rounded),
        let others = metric.value(other.aggregates).map(metric.rounded)
      else { return nil }
      return criterion.isBetter(own, than: others)
    }
    return (pairs.count { $0 }, pairs.count)
  }

  /// What the first of the best gives up, each with the strategy that is best in it: a sentence;
  /// nil where there is nothing to compare.
  package func tradeOffs(in criteria: [Criterion]) -> String? {
    let others = criteria.filter { other in
      other.metric.name != criterion.metric.name
        && candidates.contains { other.value(of: $0) != nil }
    }
    guard !others.isEmpty, candidates.count > 1 else { return nil }
    let facts = others.compactMap { other -> String? in
      let row = Self.ranked(candidates, by: [other])[0]
      guard other.isBetter(other.value(of: row), than: other.value(of: best[0])),
        other.isShown(between: row, and: best[0])
      else { return nil }
      return "\(other.phrase(of: best[0])) (\(Self.name(row)): \(other.text(of: row)))"
    }
    let owner = best.count > 1 ? " of \(Self.name(best[0]))" : ""
    guard !facts.isEmpty else {
      return "No trade-off\(owner) in \(Self.list(others.map(\.title), "or"))."
    }
    return "Trade-offs\(owner): \(facts.joined(separator: "; "))."
  }

  /// What the bounds of the objective come to; a bound of something else says nothing here.
  package var boundSentences: [String] {
    guard let (quantity, ownMetric) = objective.bound else { return [] }
    let metric = ownMetric ?? criterion.metric
    return bounds.filter { $0.bound?.quantity == quantity }.compactMap { row in
      metric.value(row.pooled).map {
        let kind = ownMetric == nil ? "" : " by \(MarkdownTable.code(metric.name))"
        let scope = quantity.holdsForAll ? "" : " for strategies that show the same versions"
        return "Bound\(scope)\(kind) (\(Self.name(row))): \(Display.text($0, metric.unit))."
      }
    }
  }

  /// What to be careful about with the first of the best: sentences.
  package var caveats: [String] {
    var caveats: [String] = []
    let totals = best[0].pooled
    if totals.views.blanks > 0, totals.views.opens > 0 {
      let share = Double(totals.views.blanks) / Double(totals.views.opens)
      let isHidden = objective.name == Objective.fastest.name && share <= 0.05
      caveats.append(
        "\(Display.text(share, .ratio)) of its opens stay blank"
          + (isHidden ? ", which the 95th percentile does not show." : "."))
    }
    let refused = totals.edits.stages[.refused]
    if refused > 0 { caveats.append("It refuses \(NumberText.counted(refused, "edit")).") }
    if totals.memory.kills > 0 {
      let kills = NumberText.counted(totals.memory.kills, "time")
      caveats.append("The system kills the app for its memory, \(kills).")
    }
    if totals.lifecycle.exposures > 0 {
      caveats.append("It shows users what was fetched for another user.")
    }
    if totals.edits.stages[.lost] > 0 { caveats.append("It loses edits that it had accepted.") }
    if let doubt { caveats.append(doubt) }
    return caveats
  }

  /// What single seeds say against the first of the best; nil when all agree or there is only one.
  private var doubt: String? {
    guard let agreement, let next, agreement.ahead < agreement.seeds else { return nil }
    var text = "It depends on the seed: ahead of \(Self.name(next)) under \(agreement.ahead) of "
    text += "\(agreement.seeds) seeds"
    let metric = criterion.metric
    if let differences = PairedDifferences(at: metric, of: best[0], from: next),
      let interval = differences.interval
    {
      text += ", difference "
      text += Display.difference(differences.mean, within: interval, metric.unit)
    }
    return text + "."
  }

  /// Names in a sentence: `a`, `a and b`, `a, b and c`.
  package static func list(_ names: [String], _ conjunction: String) -> String {
    guard names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " \(conjunction) \(names[names.count - 1])"
  }

  private static func name(_ row: StrategyResult) -> String { MarkdownTable.code(row.label) }
}

/// What a reader must know before trusting a result.
package enum ResultCaveats {
  package static func sentences(on result: RunResult) -> [String] {
    let broken = result.rows.reduce(0) { $0 + $1.pooled.devices.violationCount }
    var caveats: [String] = []
    if broken > 0 {
      caveats.append(
        "The simulation broke \(broken) of its own laws, so nothing here can be trusted; run.json "
          + "lists them.")
    }
    if let absence = absenceOfOpens(in: result) { caveats.append(absence) }
    for row in result.rows { caveats += sentences(on: row) }
    if let impatience = givenUpScreens(in: result) { caveats.append(impatience) }
    if let engines = differingEngines(in: result) { caveats.append(engines) }
    if result.seeds.count == 1 {
      caveats.append("This is one seed; small differences may be chance.")
    }
    return caveats
  }

  /// What a result without a single open lacks; nil when there are opens.
  package static func absenceOfOpens(in result: RunResult) -> String? {
    guard result.rows.allSatisfy({ $0.pooled.views.opens == 0 }) else { return nil }
    return "No screen was opened in this run, so that it has no waits, shares or hits: a dash "
      + "stands for each. The workload's settings decide how often screens are opened."
  }

  /// In which storage engines models lie, where rows differ in that; nil: they do not.
  private static func differingEngines(in result: RunResult) -> String? {
    var labels: [(engine: String, rows: [String])] = []
    for row in result.rows where row.isCompared {
      guard let engine = row.engine else { continue }
      let name = MarkdownTable.code(row.label)
      if let place = labels.firstIndex(where: { $0.engine == engine }) {
        if !labels[place].rows.contains(name) { labels[place].rows.append(name) }
      } else {
        labels.append((engine, [name]))
      }
    }
    guard labels.count > 1 else { return nil }
    let words = labels.map {
      "\(Recommendation.list($0.rows, "and")) in \(MarkdownTable.code($0.engine))"
    }
    return "Models lie in different storage engines, which decides a part of what is written to "
      + "flash and read from it: \(words.joined(separator: "; ")). The scenario's `shared.engine` "
      + "names one for all."
  }

  /// Under which strategies users gave screens up; nil: under none.
  private static func givenUpScreens(in result: RunResult) -> String? {
    let rows = result.rows.filter { $0.pooled.views.givenUp > 0 }
    guard !rows.isEmpty else { return nil }
    let counts = rows.map { row in
      "\(MarkdownTable.code(row.title)) (\(NumberText.grouped(Int64(row.pooled.views.givenUp))))"
    }
    return "Users gave up screens, whose waits are cut short, under "
      + Recommendation.list(counts, "and") + "."
  }

  private static func sentences(on row: StrategyResult) -> [String] {
    var caveats: [String] = []
    let totals = row.pooled
    let name = MarkdownTable.code(row.title)
    let lost = totals.edits.stages[.lost]
    if lost > 0 { caveats.append("Edits that \(name) had accepted and lost: \(lost).") }
    if totals.memory.kills > 0, totals.devices.count > 0 {
      let kills = Double(totals.memory.kills) / Double(totals.devices.count)
      caveats.append(
        "Under \(name) the system killed the app for its memory "
          + "\(NumberText.counted(kills, "time")) per device.")
    }
    if !totals.views.isExact {
      caveats.append("Percentiles of \(name) are up to 0.1 % too high.")
    }
    return caveats
  }
}
