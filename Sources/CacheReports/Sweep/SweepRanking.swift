/// Which lines of a sweep are best at a measure, over its whole grid.
struct SweepRanking {
  /// The best value; nil when no line has one.
  let value: Double?
  /// The lines that have it, in order; bounds do not take part.
  let best: [SweepResult.Row]

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
  var isOfSimulations: Bool { place(of: SweepMeasure.missRatio) == nil }

  /// Where in the grid a measure is best, in a sentence; nil when the sweep has no such measure.
  func sentence(on measure: String) -> String? {
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

  /// Where in the grid the best of a contest stand, in a sentence; nil when nobody is.
  func sentence(on contest: Contest) -> String? {
    let standings = contest.measures.compactMap { measure in
      place(of: measure.metric.name).map {
        (ranking: SweepRanking($0, in: self), words: measure.words, unit: measure.metric.unit)
      }
    }
    let standing = standings.first { $0.ranking.value?.isFinite == true } ?? standings.last
    guard let standing, let value = standing.ranking.value,
      let first = standing.ranking.best.first
    else { return nil }
    guard value.isFinite else { return "**\(contest.title):** nobody got there." }
    let competing = rows.filter { !$0.isBound }.count
    let best = standing.ranking.best
    if best.count == competing {
      return "**\(contest.title):** all are alike (\(Display.text(value, standing.unit)))."
    }
    var text = "**\(contest.title):** \(places(of: best)) "
    text += "(\(standing.words) \(Display.text(value, standing.unit)))."
    return text + price(of: first, in: contest)
  }

  /// Lines in words: each strategy with the first of its points, or that it is all of them.
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
      return more > 0 ? "\(place) and \(more) more \(more == 1 ? "point" : "points")" : place
    }.joined(separator: ", ")
  }

  private func price(of row: Row, in contest: Contest) -> String {
    let facts = contest.price.compactMap { fact -> String? in
      guard let place = place(of: fact.metric.name), let value = row.cell.pooled[place] else {
        return nil
      }
      return value.isFinite
        ? "\(Display.text(value, fact.metric.unit)) \(fact.words)" : Contest.tailNeverShown
    }
    return facts.isEmpty ? "" : " Beside it: " + facts.joined(separator: ", ") + "."
  }
}
