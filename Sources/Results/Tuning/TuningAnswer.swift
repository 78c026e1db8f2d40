internal import Measurement
internal import SimCore

/// What a search says: the answer by the rules of every answer, what constraints cost, and how much
/// was simulated.
extension TuningResult {
  package var sentences: [String] {
    guard let answer else { return ["Nothing was simulated under all seeds."] }
    return [partialSentence(answer) ?? answer.sentence] + answer.sentences.dropFirst()
      + constraintCosts.map(sentence) + [effort]
  }

  /// The answer where others had fewer seeds than the one that can be taken, which is then not the
  /// only one; nil: it has a rival with all seeds, or nothing was left out.
  private func partialSentence(_ answer: GoalAnswer) -> String? {
    let ranking = answer.ranking
    let uncached = compared.indices.first { ranking.places[$0] == .uncached }
    guard finished.count < settingCount,
      answer.rows.count == 1
        || goal.objectives.count == 1 && ranking.eligible.count == 1
          && (uncached == nil || answer.amount == nil)
    else { return nil }
    let left = lines.count - finished.count
    let others =
      left > 0
      ? "\(NumberText.counted(left, "other setting")) left the search after fewer seeds."
      : "no other setting was simulated."
    let own = ranking.front.first ?? 0
    let name = answer.name(own)
    let values = goal.objectives.indices.map { answer.value(own, at: $0) }.joined(separator: ", ")
    guard ranking.front.first != nil, !answer.candidate(own).isUncached else {
      let broken = answer.brokenText(own)
      return "Nothing that has all \(seeds) can be taken: \(name) has \(values) "
        + "(\(code(goal.text)))" + (broken.isEmpty ? "" : ", which it breaks with \(broken)")
        + "; \(others)"
    }
    guard let uncached else { return "Take \(name): \(values) (\(code(goal.text))); \(others)" }
    return "Caching gains nothing in what was asked for, \(code(goal.text)): \(name) (\(values)) "
      + "is no better than \(answer.name(uncached)) (\(answer.value(uncached, at: 0))), which "
      + "caches nothing; \(others)"
  }

  private func sentence(on cost: ConstraintCost) -> String {
    let constraint = goal.constraints[cost.constraint]
    let candidate = candidate(cost.line)
    let broken = Display.text(
      goal.value(of: candidate, at: constraint.metric), constraint.metric.unit)
    let gained = Display.text(goal.value(of: candidate, at: 0), goal.objectives[0].unit)
    return "What \(code(constraint.text)) costs: with \(broken), \(code(title(of: cost.line))) has "
      + "\(gained) (\(lines[cost.line].seeds) of \(seeds))."
  }

  private var seeds: String { NumberText.counted(outline.seeds.count, "seed") }

  /// How much was simulated.
  private var effort: String {
    let share = Double(simulations) / Double(max(gridSimulations, 1))
    return "This took \(NumberText.counted(simulations, "simulation")) of the "
      + "\(NumberText.grouped(Int64(gridSimulations))) of the whole grid "
      + "(\(Display.text(share, .ratio))): \(NumberText.grouped(Int64(lines.count))) of "
      + "\(NumberText.counted(settingCount, "setting")), "
      + "\(NumberText.grouped(Int64(finished.count))) of them under all \(seeds)."
  }

  /// How each setting moves what was asked, and what it moves most of what was not.
  package var sensitivityTable: ResultTable? {
    let rows = sensitivities.flatMap { sensitivity -> [[InlineText]] in
      let asked = goal.metrics.map(\.name)
      let moving = sensitivity.movements.filter { $0.matters || asked.contains($0.metric.name) }
      let others = moving.filter { !asked.contains($0.metric.name) }
        .sorted { ($0.steps, $1.metric.name) > ($1.steps, $0.metric.name) }.prefix(2)
      return (moving.filter { asked.contains($0.metric.name) } + others).map {
        row(of: $0, sensitivity)
      }
    }
    guard !rows.isEmpty else { return nil }
    let columns = ["setting", "values", "metric", "moves", "what helps"]
    return ResultTable("how much each setting matters", columns: columns, rows: rows)
  }

  private func row(
    of movement: SettingSensitivity.Movement, _ sensitivity: SettingSensitivity
  ) -> [InlineText] {
    let axis = outline.axes[sensitivity.axis]
    func value(_ place: Int) -> String { axis.values[sensitivity.levels[place]].text }
    func text(_ value: Double) -> String { Display.text(value, movement.metric.unit) }
    let last = movement.values.count - 1
    let inner = [0, last].contains(movement.best) ? [] : [movement.best]
    let places = [0] + inner + [last]
    let helps =
      switch movement.helps {
      case .smaller: "smaller values"
      case .larger: "larger values"
      case .between: "values in between"
      case nil where movement.matters: "–"
      case nil: "none: alike"
      }
    return [
      "\(code: axis.name)", InlineText(places.map(value).joined(separator: " → ")),
      "\(code: movement.metric.name)",
      InlineText(places.map { text(movement.values[$0]) }.joined(separator: " → ")),
      InlineText(axis.unit == nil && movement.helps != nil ? bestValue(movement, value) : helps),
    ]
  }

  /// Of words, which have no order: the one with which the metric is best.
  private func bestValue(
    _ movement: SettingSensitivity.Movement, _ value: (Int) -> String
  ) -> String {
    let target = movement.metric.better == .higher ? movement.highest : movement.lowest
    return movement.values.firstIndex(of: target).map(value) ?? "–"
  }

  /// The smallest values that are as good as the best, in sentences.
  package var smallestSentences: [String] {
    sensitivities.compactMap { sensitivity in
      let axis = outline.axes[sensitivity.axis]
      guard let smallest = sensitivity.smallest, let centre,
        smallest != lines[centre].levels[sensitivity.axis]
      else { return nil }
      return "\(code(axis.name)) may be as small as \(code(axis.values[smallest].text)): the "
        + "difference is less than matters."
    }
  }

  private func code(_ text: String) -> String { MarkdownTable.code(text) }
}

extension SettingSensitivity.Movement {
  /// How often what matters fits into the movement.
  fileprivate var steps: Double {
    (highest - lowest) / smallest.size(from: lowest)
  }
}
