internal import Measurement
package import Results
internal import SimCore

/// The result of a search in sentences and tables, for terminals and for pages.
package struct TuningText: Sendable {
  private let result: TuningResult

  package init(_ result: TuningResult) { self.result = result }

  private var goal: Goal { result.goal }

  package var answer: [String] {
    guard let best = result.best else { return ["Nothing was simulated under all seeds."] }
    var sentences: [String] = []
    if result.front.isEmpty {
      let limits = goal.constraints.map { code($0.text) }
      sentences.append(
        "No setting that was simulated keeps \(list(limits)); the nearest is \(name(best)), with "
          + "\(constraintValues(best)).")
    } else if goal.objectives.count == 1 {
      let kept = goal.constraints.isEmpty ? "" : ", with \(constraintValues(best))"
      sentences.append("\(name(best)) is best: \(value(best, 0))\(kept) (\(code(goal.text))).")
      let others = result.front.dropFirst() + result.alike(best)
      if !others.isEmpty {
        let names = others.prefix(3).map { "\(name($0)) (\(value($0, 0)))" }
        let more = others.count > 3 ? " and \(others.count - 3) more" : ""
        sentences.append(
          "Alike, as the seeds show no difference or none that matters: \(list(names))\(more).")
      }
    } else {
      let metrics = goal.objectives.map { code($0.name) }
      sentences.append(
        "The Pareto set over \(list(metrics)) has "
          + "\(NumberText.counted(result.front.count, "setting")).")
    }
    sentences += result.constraintCosts.map(sentence)
    if !goal.isStated {
      sentences.append(
        "No objective is stated: this is the wait for first content, in which a screen that "
          + "stays blank never ends; --objective and --constraint state others.")
    }
    return sentences + [effort]
  }

  private func sentence(on cost: ConstraintCost) -> String {
    let constraint = goal.constraints[cost.constraint]
    let candidate = result.candidate(cost.line, seeds: result.lines[cost.line].seeds)
    let broken = Display.text(
      goal.value(of: candidate, at: constraint.metric), constraint.metric.unit)
    let gained = Display.text(goal.value(of: candidate, at: 0), goal.objectives[0].unit)
    return "What \(code(constraint.text)) costs: with \(broken), \(name(cost.line)) has \(gained)"
      + " (\(result.lines[cost.line].seeds) of \(seeds))."
  }

  private var seeds: String { NumberText.counted(result.outline.seeds.count, "seed") }

  /// How much was simulated.
  private var effort: String {
    let share = Double(result.simulations) / Double(max(result.gridSimulations, 1))
    return "This took \(NumberText.counted(result.simulations, "simulation")) of the "
      + "\(NumberText.grouped(Int64(result.gridSimulations))) of the whole grid "
      + "(\(Display.text(share, .ratio))): \(NumberText.grouped(Int64(result.lines.count))) of "
      + "\(NumberText.counted(result.settingCount, "setting")), "
      + "\(NumberText.grouped(Int64(result.finished.count))) of them under all \(seeds)."
  }

  package var sensitivities: [String] { result.sensitivities.flatMap(sentences) }

  private func sentences(on sensitivity: SettingSensitivity) -> [String] {
    let axis = result.outline.axes[sensitivity.axis]
    guard let first = sensitivity.values.first, let last = sensitivity.values.last else {
      return []
    }
    let range = "from \(code(axis.values[first].text)) to \(code(axis.values[last].text))"
    let names = goal.metrics.map(\.name)
    let moving = sensitivity.movements.filter { $0.share > 0 }
    let asked = moving.filter { names.contains($0.metric.name) }.map(text)
    let others = moving.filter { !names.contains($0.metric.name) && $0.share.isFinite }
      .sorted { $0.share > $1.share }.prefix(2).map(text)
    guard !asked.isEmpty || !others.isEmpty else {
      return ["\(code(axis.name)) changes nothing \(range)."]
    }
    let verdict = sensitivity.hardlyMatters(goal) ? "hardly matters" : "matters"
    let rest =
      asked.isEmpty || others.isEmpty ? "" : ", and of what was not asked \(list(others))"
    var sentences = [
      "\(code(axis.name)) \(verdict): \(range) it moves "
        + "\(list(asked.isEmpty ? others : asked))\(rest)."
    ]
    if let smallest = sensitivity.smallest {
      sentences.append(
        "The smallest \(code(axis.name)) within "
          + "\(Display.text(SettingSensitivity.tolerance, .ratio)) of the best is "
          + "\(code(axis.values[smallest].text)).")
    }
    return sentences
  }

  private func text(of movement: SettingSensitivity.Movement) -> String {
    let name = code(movement.metric.name)
    guard movement.share.isFinite else {
      return "\(name) up to \(Display.text(movement.highest, movement.metric.unit))"
    }
    return "\(name) by \(NumberText.short(movement.share * 100)) %"
  }

  /// The experiments that would tell most, a sentence with a command each.
  package var experiments: [(reason: String, command: String)] {
    result.nextExperiments.map { ($0.reason, $0.command) }
  }

  /// The front, then what seeds cannot tell from it: strategy, axes, objectives, constraints.
  package var table: ResultTable {
    let metrics =
      goal.objectives.map { ($0.name, $0.unit) } + constraintMetrics.map { ($0.name, $0.unit) }
    let columns =
      (["strategy"] + result.outline.axes.map(\.name)).map { ResultTable.Column($0) }
      + metrics.map { name, unit in
        var column = ResultTable.Column(name, .right)
        column.unit = unit
        return column
      } + [ResultTable.Column("place")]
    let front = result.front.isEmpty ? result.best.map { [$0] } ?? [] : result.front
    let place = goal.objectives.count == 1 ? "best" : "Pareto set"
    var rows = front.map { row($0, result.front.isEmpty ? "nearest" : place) }
    if goal.objectives.count == 1, let best = result.front.first {
      rows += result.alike(best).prefix(5).map { row($0, "alike") }
    }
    return ResultTable("the best settings", columns, rows)
  }

  private func row(_ line: Int, _ place: String) -> ResultTable.Row {
    let candidate = result.candidate(line, seeds: result.lines[line].seeds)
    let values = zip(result.outline.axes, result.lines[line].levels).map { axis, level in
      level.map { axis.values[$0].text } ?? "–"
    }
    let objectives = goal.objectives.indices.map { index in
      ResultTable.Number(
        goal.value(of: candidate, at: index),
        halfWidth: goal.interval(of: candidate, at: index)?.halfWidth)
    }
    let constraints = constraintMetrics.map { metric in
      ResultTable.Number(
        goal.value(of: candidate, at: metric),
        halfWidth: goal.interval(of: candidate, at: metric)?.halfWidth)
    }
    return ResultTable.Row(
      ([result.lines[line].label] + values).map { .text($0) }
        + (objectives + constraints).map { ResultTable.Cell(.number($0)) } + [.text(place)])
  }

  /// The metrics of constraints that are no objective, each once.
  private var constraintMetrics: [Metric] {
    let objectives = goal.objectives.compactMap { $0.single?.name }
    return goal.metrics.filter { metric in
      !objectives.contains(metric.name)
        && goal.constraints.contains { $0.metric.name == metric.name }
    }
  }

  private func constraintValues(_ line: Int) -> String {
    let candidate = result.candidate(line, seeds: result.lines[line].seeds)
    return list(
      goal.constraints.map { constraint in
        let text = Display.text(
          goal.value(of: candidate, at: constraint.metric),
          within: goal.interval(of: candidate, at: constraint.metric), share: nil,
          constraint.metric.unit)
        return "\(code(constraint.metric.name)) \(text)"
      })
  }

  private func value(_ line: Int, _ objective: Int) -> String {
    goal.text(
      of: result.candidate(line, seeds: result.lines[line].seeds), at: objective)
  }

  private func name(_ line: Int) -> String { code(result.title(of: line)) }

  private func code(_ text: String) -> String { MarkdownTable.code(text) }

  private func list(_ names: [String]) -> String { Recommendation.list(names, "and") }
}
