package import CacheMetrics
internal import SimCore

/// What a search says: the answer by the rules of every answer, what constraints cost, and how much
/// was simulated.
extension TuningResult {
  package var sentences: [String] {
    guard let answer else { return ["Nothing was simulated under all seeds."] }
    return [partialSentence(answer) ?? answer.sentence] + answer.sentences.dropFirst()
      + constraintCosts.map { sentence(onCostOf: $0, $1) } + [effort]
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
    let values = answer.values(own)
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

  private func sentence(onCostOf place: Int, _ line: Int) -> String {
    let constraint = goal.constraints[place]
    let candidate = candidate(line)
    let broken = Display.text(
      goal.value(of: candidate, at: constraint.metric), constraint.metric.unit)
    let gained = Display.text(goal.value(of: candidate, at: 0), goal.objectives[0].unit)
    return "What \(code(constraint.text)) costs: with \(broken), \(code(title(of: line))) has "
      + "\(gained) (\(lines[line].seeds) of \(seeds))."
  }

  private var seeds: String { NumberText.counted(outline.seeds.count, "seed") }

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

  /// How much each axis of the best's strategy matters; axes of which fewer than two values were
  /// simulated are left out.
  package var sensitivities: [SettingSensitivity] {
    guard let centre else { return [] }
    return lines[centre].levels.indices.compactMap { axis in
      guard lines[centre].levels[axis] != nil else { return nil }
      let along = lines(along: axis, through: centre)
      return along.count > 1 ? sensitivity(axis, along, centre) : nil
    }
  }

  private func sensitivity(_ axis: Int, _ along: [Int], _ centre: Int) -> SettingSensitivity {
    let seeds = along.map { lines[$0].seeds }.min() ?? 1
    let metrics = (goal.metrics + Headline.standard.map(\.metric)).uniqued(by: \.name)
    let best = along.firstIndex(of: centre) ?? 0
    let movements = metrics.compactMap { metric -> SettingSensitivity.Movement? in
      let values = along.compactMap { mean(of: metric, line: $0, seeds: seeds) }
      guard values.count == along.count, values.allSatisfy(\.isFinite) else { return nil }
      return SettingSensitivity.Movement(
        metric: metric, values: values, best: best, smallest: goal.smallestDifference(at: metric))
    }
    return SettingSensitivity(
      axis: axis, levels: along.compactMap { lines[$0].levels[axis] }, movements: movements,
      smallest: smallest(axis, along, centre, seeds))
  }

  private func mean(of metric: Metric, line: Int, seeds: Int) -> Double? {
    guard let place = place(of: metric) else { return nil }
    let values = lines[line].cell.values.prefix(seeds).compactMap { $0[place] }
    return values.count == seeds ? values.reduce(0, +) / Double(seeds) : nil
  }

  private func smallest(_ axis: Int, _ along: [Int], _ centre: Int, _ seeds: Int) -> Int? {
    guard goal.objectives.count == 1, outline.axes[axis].unit != nil,
      let own = goal.value(of: candidate(centre, seeds: seeds), at: 0), own.isFinite
    else { return nil }
    let objective = goal.objectives[0]
    return along.first { line in
      let other = candidate(line, seeds: seeds)
      let value = goal.value(of: other, at: 0)
      return line == centre
        || goal.broken(by: other).isEmpty
          && (!objective.isBetter(own, than: value)
            || !goal.smallestDifference(at: 0).isReached(from: own, by: value))
    }.flatMap { lines[$0].levels[axis] }
  }
}

/// How much a setting matters near the best: what changes when it alone takes other values.
package struct SettingSensitivity: Sendable {
  /// A metric along the axis, by the mean over the seeds that all values have.
  package struct Movement: Sendable {
    package var metric: Metric
    package var values: [Double]
    /// Which of the values is the best's.
    package var best: Int
    package var smallest: SmallestChange

    package var atBest: Double { values[best] }
    package var lowest: Double { values.min() ?? atBest }
    package var highest: Double { values.max() ?? atBest }

    package var matters: Bool { smallest.isReached(from: lowest, by: highest) }

    /// How often what matters fits into the movement.
    fileprivate var steps: Double { (highest - lowest) / smallest.size(from: lowest) }

    /// Which values make the metric better, where that matters.
    package enum Direction: String, Sendable { case smaller, larger, between }

    /// Nil: none, or the metric has no better direction.
    package var helps: Direction? {
      guard matters, metric.better != .neither, let first = values.first, let last = values.last
      else { return nil }
      let target = metric.better == .higher ? highest : lowest
      let isLastWorse = smallest.isReached(from: target, by: last)
      if !smallest.isReached(from: target, by: first) { return isLastWorse ? .smaller : .between }
      return isLastWorse ? .between : .larger
    }
  }

  package var axis: Int
  /// The values that were simulated while all others were the best's, in the axis's order.
  package var levels: [Int]
  /// By which metrics, in the goal's order, then those of every report.
  package var movements: [Movement]
  /// The smallest value that keeps the constraints and is as good as the best by the objective;
  /// nil: the values are no amounts, or there are several objectives.
  package var smallest: Int?
}
