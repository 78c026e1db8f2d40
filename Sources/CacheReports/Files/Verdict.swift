internal import Measurement

/// The answer to a scenario's question in sentences, made from the numbers alone.
package enum Verdict {
  /// A sentence for each contest among rows that are compared with each other.
  static func sentences(
    on rows: [StrategyResult], about contests: [Contest] = Contest.all
  ) -> [String] {
    contests.compactMap { sentence(on: $0, among: rows) }
  }

  /// What a reader must know before trusting the sentences; empty when there is nothing.
  static func warnings(on result: RunResult) -> [String] {
    let broken = result.rows.reduce(0) { $0 + $1.pooled.devices.violationCount }
    var warnings: [String] = []
    if broken > 0 {
      warnings.append(
        "Laws of its own that the simulation broke: \(broken), so nothing here can be trusted; "
          + "run.json lists them.")
    }
    if let silence = silence(of: result) { warnings.append(silence) }
    for row in result.rows {
      warnings += Self.warnings(on: row)
    }
    if result.seeds.count == 1 {
      warnings.append("This is one seed; small differences may be chance.")
    }
    return warnings
  }

  /// What a result without a single open lacks; nil when somebody opened a screen.
  package static func silence(of result: RunResult) -> String? {
    guard result.rows.allSatisfy({ $0.pooled.visits.opens == 0 }) else { return nil }
    return "Nobody opened a screen in this run, so that it has no waits, shares or hits: a dash "
      + "stands for each. The workload's settings decide who comes and when."
  }

  private static func warnings(on row: StrategyResult) -> [String] {
    var warnings: [String] = []
    let book = row.pooled
    let lost = book.edits.stages[.lost]
    if lost > 0 { warnings.append("Edits that \(quoted(row.title)) had taken and lost: \(lost).") }
    if book.memory.kills > 0, book.devices.count > 0 {
      let kills = Double(book.memory.kills) / Double(book.devices.count)
      warnings.append(
        "Under \(quoted(row.title)) the system killed the app for its memory "
          + "\(NumberText.short(kills)) times per device.")
    }
    if book.visits.givenUp > 0 {
      warnings.append(
        "Screens that people gave up under \(quoted(row.title)): \(book.visits.givenUp); their "
          + "waits are cut short.")
    }
    if !book.isExact {
      warnings.append("Percentiles of \(quoted(row.title)) are up to 0.1 % too high.")
    }
    return warnings
  }

  private static func sentence(on contest: Contest, among rows: [StrategyResult]) -> String? {
    let standings = contest.measures.map { Standing($0.metric, $0.words, among: rows) }
    let standing = standings.first { $0.order.first?.value.isFinite == true } ?? standings.last
    guard let standing, standing.order.count > 1, let best = standing.order.first?.value else {
      return nil
    }
    let metric = standing.metric
    let bestText = Display.text(best, metric.unit)
    let winners = standing.order.prefix { $0.value == best }.map(\.row)
    guard winners.count < standing.order.count else {
      guard best.isFinite else { return "**\(contest.title):** nobody got there." }
      let all = winners.count == 2 ? "both" : "all \(winners.count)"
      return "**\(contest.title):** \(all) are alike (\(bestText))."
    }
    let second = standing.order[winners.count]
    let names = list(winners.map { quoted($0.label) })
    var text = "**\(contest.title):** \(names) (\(standing.words) \(bestText)), ahead of "
    text += "\(quoted(second.row.label)) (\(Display.text(second.value, metric.unit)))"
    if winners.count == 1 { text += seedsWon(by: winners[0], over: second.row, at: metric) }
    text += "."
    if winners.count == 1 { text += price(of: winners[0], in: contest) }
    return text + bounds(in: contest, at: metric, among: rows)
  }

  /// The rows that compete at a metric, the best first; equal ones in their own order.
  private struct Standing {
    var metric: Metric
    var words: String
    var order: [(row: StrategyResult, value: Double)]

    init(_ metric: Metric, _ words: String, among rows: [StrategyResult]) {
      self.metric = metric
      self.words = words
      let places = rows.filter { !$0.isBound }.compactMap { row in
        metric.value(row.pooled).map { (row: row, value: metric.rounded($0)) }
      }
      order = places.enumerated().sorted { left, right in
        if left.element.value == right.element.value { return left.offset < right.offset }
        return (left.element.value < right.element.value) == (metric.better == .lower)
      }.map(\.element)
    }
  }

  /// Under how many seeds the winner was ahead; empty for a single seed.
  private static func seedsWon(
    by winner: StrategyResult, over other: StrategyResult, at metric: Metric
  ) -> String {
    guard winner.runs.count > 1 else { return "" }
    let pairs = zip(winner.runs, other.runs).compactMap { left, right -> Bool? in
      guard let a = metric.value(left.book), let b = metric.value(right.book) else { return nil }
      return metric.better == .lower ? a < b : a > b
    }
    return " under \(pairs.filter(\.self).count) of \(pairs.count) seeds"
  }

  private static func price(of row: StrategyResult, in contest: Contest) -> String {
    let facts = contest.price.compactMap { fact -> String? in
      guard let value = fact.metric.value(row.pooled) else { return nil }
      return value.isFinite
        ? "\(Display.text(value, fact.metric.unit)) \(fact.words)" : Contest.tailNeverShown
    }
    return facts.isEmpty ? "" : " Beside it: " + facts.joined(separator: ", ") + "."
  }

  /// What the bounds of the deciding metric come to; a bound of something else says nothing here.
  private static func bounds(
    in contest: Contest, at metric: Metric, among rows: [StrategyResult]
  ) -> String {
    guard let (quantity, ownMetric) = contest.bound else { return "" }
    let metric = ownMetric ?? metric
    return rows.filter { $0.bound?.quantity == quantity }.compactMap { row in
      metric.value(row.pooled).map {
        let kind = ownMetric == nil ? "" : " by \(quoted(metric.name))"
        let whose = quantity.holdsForAll ? " " : " of those who show the same, "
        return " The bound\(whose)\(quoted(row.label))\(kind): \(Display.text($0, metric.unit))."
      }
    }.joined()
  }

  private static func list(_ names: [String]) -> String {
    guard names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and \(names[names.count - 1])"
  }

  private static func quoted(_ name: String) -> String { MarkdownTable.code(name) }
}
