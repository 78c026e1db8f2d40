internal import Client

/// The answer to a scenario's question in sentences, made from the numbers alone.
enum Verdict {
  /// A sentence for each contest among rows that are compared with each other.
  static func sentences(on rows: [StrategyResult]) -> [String] {
    Contest.all.compactMap { sentence(on: $0, among: rows) }
  }

  /// What a reader must know before trusting the sentences; empty when there is nothing.
  static func warnings(on result: RunResult) -> [String] {
    let broken = result.rows.reduce(0) { $0 + $1.pooled.devices.violationCount }
    var warnings: [String] = []
    if broken > 0 {
      warnings.append(
        "The simulation broke \(broken) of its own laws, so nothing here can be trusted; "
          + "run.json lists them.")
    }
    for row in result.rows {
      warnings += Self.warnings(on: row)
    }
    if result.seeds.count == 1 {
      warnings.append("This is one seed; small differences may be chance.")
    }
    return warnings
  }

  private static func warnings(on row: StrategyResult) -> [String] {
    var warnings: [String] = []
    let book = row.pooled
    let lost = book.edits.stages[.lost]
    if lost > 0 { warnings.append("\(quoted(row.title)) lost \(lost) edits that it had taken.") }
    if book.memory.kills > 0, book.devices.count > 0 {
      let kills = Double(book.memory.kills) / Double(book.devices.count)
      warnings.append(
        "Under \(quoted(row.title)) the system killed the app for its memory "
          + "\(NumberText.short(kills)) times per device.")
    }
    if book.visits.givenUp > 0 {
      warnings.append(
        "Under \(quoted(row.title)) people gave up \(book.visits.givenUp) screens; their waits "
          + "are cut short.")
    }
    if !book.isExact {
      warnings.append("Percentiles of \(quoted(row.title)) are up to 0.1 % too high.")
    }
    return warnings
  }

  private static func sentence(on contest: Contest, among rows: [StrategyResult]) -> String? {
    let metric = contest.metric
    let places = rows.filter { !$0.isBound }.compactMap { row in
      metric.value(row.pooled).map { (row: row, value: metric.rounded($0)) }
    }
    guard places.count > 1 else { return nil }
    let lowerWins = metric.better == .lower
    let order = places.enumerated().sorted { left, right in
      if left.element.value == right.element.value { return left.offset < right.offset }
      return (left.element.value < right.element.value) == lowerWins
    }.map(\.element)
    let best = order[0].value
    let winners = order.prefix { $0.value == best }.map(\.row)
    let bestText = Display.text(best, metric.unit)
    guard winners.count < order.count else {
      let words = best.isFinite ? "all \(order.count) are alike (\(bestText))" : "nobody got there"
      return "**\(contest.title):** \(words)."
    }
    let second = order[winners.count]
    let names = list(winners.map { quoted($0.label) })
    var text = "**\(contest.title):** \(names) (\(contest.words) \(bestText)), ahead of "
    text += "\(quoted(second.row.label)) (\(Display.text(second.value, metric.unit)))"
    if winners.count == 1 {
      text += seedsWon(by: winners[0], over: second.row, at: metric) + "."
      text += price(of: winners[0], in: contest)
    } else {
      text += "."
    }
    return text + bounds(at: metric, among: rows)
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
    let facts = contest.price.compactMap { fact in
      fact.metric.value(row.pooled).map {
        "\(Display.text($0, fact.metric.unit)) \(fact.words)"
      }
    }
    return facts.isEmpty ? "" : " Beside it: " + facts.joined(separator: ", ") + "."
  }

  private static func bounds(at metric: Metric, among rows: [StrategyResult]) -> String {
    rows.filter(\.isBound).compactMap { row in
      metric.value(row.pooled).map {
        " The bound \(quoted(row.label)): \(Display.text($0, metric.unit))."
      }
    }.joined()
  }

  private static func list(_ names: [String]) -> String {
    guard names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and \(names[names.count - 1])"
  }

  private static func quoted(_ name: String) -> String { MarkdownTable.code(name) }
}
