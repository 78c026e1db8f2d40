internal import CacheReports
internal import Measurement

/// The answer to one wish among the strategies that are worth a choice.
struct WishAnswer {
  private let wish: Wish
  private let kept: [StrategyResult]
  private let bounds: [StrategyResult]
  private let criterion: Criterion

  init(_ wish: Wish, kept: [StrategyResult], bounds: [StrategyResult]) {
    self.wish = wish
    self.kept = kept
    self.bounds = bounds
    criterion = wish.criteria(among: kept)[0]
  }

  /// The answer.
  var answer: Advice.Answer {
    let order = order
    guard let winner = order.first, let value = criterion.value(of: winner) else {
      return unanswered("The scenario cannot tell: \(criterion.metric.name) is not defined in it.")
    }
    guard value.isFinite else {
      return unanswered("Nobody gets there: half of the opens and more never show anything.")
    }
    let rest = order.dropFirst()
    let equal = rest.filter { criterion.value(of: $0) == value }
    let next = rest.first { criterion.value(of: $0) != value }
    var sentences = [lead(winner, equal, next)]
    if let price = price(of: winner) { sentences.append(price) }
    sentences += bounds.compactMap { gain($0, over: winner) }
    return Advice.Answer(
      wish: wish.rawValue, title: wish.title, strategy: winner.label,
      runnerUp: rest.first?.label, metric: criterion.metric.name, sentences: sentences,
      warnings: warnings(on: winner, next))
  }

  private func unanswered(_ sentence: String) -> Advice.Answer {
    Advice.Answer(
      wish: wish.rawValue, title: wish.title, strategy: nil, runnerUp: nil, metric: nil,
      sentences: [sentence], warnings: [])
  }

  /// The strategies, the best first: by what the wish asks for, then by what else counts for it.
  private var order: [StrategyResult] {
    let criteria = wish.criteria(among: kept)
    return kept.enumerated().sorted { left, right in
      for criterion in criteria {
        let values = (criterion.value(of: left.element), criterion.value(of: right.element))
        if criterion.isBetter(values.0, than: values.1) { return true }
        if criterion.isBetter(values.1, than: values.0) { return false }
      }
      return left.offset < right.offset
    }.map(\.element)
  }

  private func lead(
    _ winner: StrategyResult, _ equal: [StrategyResult], _ next: StrategyResult?
  ) -> String {
    var text = "Take \(Self.name(winner)): \(criterion.phrase(of: winner))."
    if !equal.isEmpty {
      text += " As good in that: \(equal.map(Self.name).joined(separator: ", "))."
    }
    guard let next else {
      return equal.isEmpty ? text + " Nothing else is left to choose from." : text
    }
    return text + " Next comes \(Self.name(next)) with \(show(criterion, next))."
  }

  /// What the winner costs where it is not the best; nil where it is the best in all.
  private func price(of winner: StrategyResult) -> String? {
    let facts = Criterion.all(among: kept).compactMap { other -> String? in
      guard other.metric.name != criterion.metric.name,
        let best = kept.min(by: { other.isBetter(other.value(of: $0), than: other.value(of: $1)) }),
        other.isBetter(other.value(of: best), than: other.value(of: winner))
      else { return nil }
      return "\(other.phrase(of: winner)) (\(Self.name(best)): \(show(other, best)))"
    }
    guard !facts.isEmpty else { return "It costs nothing elsewhere: it is best in all the rest." }
    return "The price: \(facts.joined(separator: "; "))."
  }

  /// How much a bound says is left to gain; nil when it is a bound of something else.
  private func gain(_ bound: StrategyResult, over winner: StrategyResult) -> String? {
    guard let kind = bound.bound, kind.bounds(criterion.metric),
      let best = criterion.value(of: bound), let value = criterion.value(of: winner)
    else { return nil }
    let bound = "\(Self.name(bound)), which knows the future and is no choice, comes to "
    let found = Display.text(best, criterion.metric.unit)
    guard kind.quantity.holdsForAll else {
      return "Who shows people the same versions cannot do with less than: \(bound)\(found)."
    }
    guard criterion.isBetter(best, than: value) else {
      return "Nothing is left to gain: \(bound)\(found)."
    }
    return "What is left to gain: \(bound)\(found)."
  }

  private func warnings(on winner: StrategyResult, _ next: StrategyResult?) -> [String] {
    var warnings: [String] = []
    let book = winner.pooled
    if book.visits.blanks > 0, book.visits.opens > 0 {
      let share = Double(book.visits.blanks) / Double(book.visits.opens)
      warnings.append(
        "\(Display.text(share, .ratio)) of its opens stay blank"
          + (wish == .fastest && share <= 0.05 ? ", which the 95th percentile hides." : "."))
    }
    let refused = book.edits.stages[.refused]
    if refused > 0 { warnings.append("It refuses \(refused) edits that people make.") }
    if book.memory.kills > 0 {
      warnings.append("The system kills the app for its memory, \(book.memory.kills) times.")
    }
    if book.upheavals.exposures > 0 {
      warnings.append("It shows people what was fetched for somebody else.")
    }
    if book.edits.stages[.lost] > 0 { warnings.append("It loses edits that it had taken.") }
    if let next, let doubt = doubt(winner, next) { warnings.append(doubt) }
    return warnings
  }

  /// What the seeds say against the winner; nil when all agree or there is only one.
  private func doubt(_ winner: StrategyResult, _ next: StrategyResult) -> String? {
    guard winner.runs.count > 1 else { return nil }
    let metric = criterion.metric
    let agreeing = zip(winner.runs, next.runs).count { run, other in
      criterion.isBetter(
        metric.value(run.book).map(metric.rounded),
        than: metric.value(other.book).map(metric.rounded))
    }
    guard agreeing < winner.runs.count else { return nil }
    var text = "It hangs on the seed: ahead of \(Self.name(next)) under \(agreeing) of "
    text += "\(winner.runs.count) seeds"
    if let differences = PairedDifferences(at: metric, of: winner, from: next),
      let deviation = differences.standardDeviation
    {
      text += ", difference \(Display.difference(differences.mean, metric.unit)) ± "
      text += Display.difference(deviation, metric.unit)
    }
    return text + "."
  }

  private func show(_ criterion: Criterion, _ row: StrategyResult) -> String {
    Display.text(criterion.value(of: row), criterion.metric.unit)
  }

  private static func name(_ row: StrategyResult) -> String { MarkdownTable.code(row.label) }
}
