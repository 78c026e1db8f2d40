internal import Measurement
internal import SimCore

/// The lines of a sweep that are best by a measure, over its whole grid.
package struct SweepRanking {
  package let value: Double?
  /// The lines that have it, in order, without bounds.
  package let best: [SweepResult.Row]

  init(_ place: Int, in result: SweepResult) {
    let rows = result.rows.filter { !$0.isBound && $0.cell.pooled[place] != nil }
    let values = rows.compactMap { $0.cell.pooled[place] }
    let measure = result.outline.measures[place]
    let value = measure.better == .higher ? values.max() : values.min()
    self.value = value
    best = rows.filter { $0.cell.pooled[place] == value }
  }
}

extension SweepResult {
  /// Whether simulations were swept, and no replays of a trace.
  package var isOfSimulations: Bool { place(of: SweepMeasure.missRatio) == nil }

  /// Where in the grid a measure is best, in a sentence; nil when the sweep has no such measure.
  package func sentence(on measure: String) -> String? {
    guard let place = place(of: measure) else { return nil }
    let ranking = SweepRanking(place, in: self)
    guard let value = ranking.value else { return nil }
    let title = MarkdownTable.code(measure)
    let unit = outline.measures[place].unit
    if ranking.best.count == rows.filter({ !$0.isBound }).count {
      return "**\(title):** all are alike (\(Display.text(value, unit)))."
    }
    return "**\(title):** \(places(of: ranking.best)) (\(Display.text(value, unit)))."
  }

  /// Where in the grid the best for an objective stand, in a sentence; nil when no line has its
  /// metric.
  package func sentence(on objective: Objective) -> String? {
    let rankings = objective.deciding.compactMap { criterion in
      place(of: criterion.metric.name).map {
        (criterion: criterion, ranking: SweepRanking($0, in: self))
      }
    }
    let decided = rankings.first { $0.ranking.value?.isFinite == true } ?? rankings.last
    guard let (criterion, ranking) = decided, let value = ranking.value,
      let first = ranking.best.first
    else { return nil }
    let title = "**\(objective.title):**"
    guard value.isFinite else { return "\(title) \(criterion.infinite) at any point." }
    if ranking.best.count == rows.count(where: { !$0.isBound }) {
      return "\(title) all are alike (\(Display.text(value, criterion.metric.unit)))."
    }
    return "\(title) \(places(of: ranking.best)) (\(criterion.phrase(value)))."
      + otherValues(of: first, objective)
  }

  /// Lines as text: each strategy with the first of its points, or that it is all of them.
  private func places(of lines: [Row]) -> String {
    var labels: [String] = []
    for line in lines where !labels.contains(line.label) { labels.append(line.label) }
    return labels.map { label in
      let points = lines.filter { $0.label == label }.map(\.point)
      let name = MarkdownTable.code(label)
      if points.count == rows.filter({ $0.label == label }).count, points.count > 1 {
        return "\(name) at all points"
      }
      let place = "\(name) at \(MarkdownTable.code(outline.title(of: points[0])))"
      let more = points.count - 1
      return more > 0 ? "\(place) and \(NumberText.counted(more, "more point"))" : place
    }.joined(separator: ", ")
  }

  /// What a line comes to by the objective's other criteria.
  private func otherValues(of row: Row, _ objective: Objective) -> String {
    let facts = objective.tradeOffs.compactMap { criteria -> String? in
      guard let criterion = criteria.first, let place = place(of: criterion.metric.name),
        let value = row.cell.pooled[place]
      else { return nil }
      return criterion.phrase(value)
    }
    return facts.isEmpty ? "" : " There: " + facts.joined(separator: ", ") + "."
  }
}
