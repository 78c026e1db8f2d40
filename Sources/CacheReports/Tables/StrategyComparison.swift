package import Measurement
package import SimCore

/// Two strategies side by side, metric by metric.
///
/// Both were simulated with the same random numbers, which removes most of the noise from the
/// difference under each seed; the number of seeds that agree shows the rest.
package struct StrategyComparison: Sendable {
  /// A metric of both.
  package struct Row: Sendable {
    package var metric: Metric
    /// The first one's value over all seeds; nil: not defined.
    package var first: Double?
    package var second: Double?
    /// The mean over the seeds of the second one's value less the first one's; nil where a seed
    /// has none, or an infinite one.
    package var difference: Double?
    /// The 95 % confidence interval of that mean; nil for a single seed.
    package var interval: ConfidenceInterval?
    package var winner: Winner
    /// Under how many seeds that one is the better one, or both are alike where neither is.
    package var agreeing: Int
    package var seeds: Int
  }

  /// The better one at a metric.
  package enum Winner: String, Sendable {
    case first
    case second
    case alike
    /// They differ by less than these seeds can show.
    case undecided
    /// The metric has no better direction, or no value.
    case neither
  }

  package let first: String
  package let second: String
  package let rows: [Row]

  package init(_ first: StrategyResult, _ second: StrategyResult) {
    precondition(first.runs.map(\.seed) == second.runs.map(\.seed), "the seeds are the same")
    self.first = first.label
    self.second = second.label
    rows = Headline.summary.map { metric in
      let differences = PairedDifferences(at: metric, of: second, from: first)
      let pooled = Self.winner(metric, metric.value(first.pooled), metric.value(second.pooled))
      let isShown = pooled == .alike || pooled == .neither || differences?.isShown != false
      let winner = isShown ? pooled : .undecided
      let pairs = zip(first.runs, second.runs).map { own, other in
        (metric.value(own.aggregates), metric.value(other.aggregates))
      }
      return Row(
        metric: metric, first: metric.value(first.pooled), second: metric.value(second.pooled),
        difference: differences?.mean, interval: differences?.interval, winner: winner,
        agreeing: pairs.count { Self.winner(metric, $0.0, $0.1) == pooled }, seeds: pairs.count)
    }
  }

  private static func winner(_ metric: Metric, _ first: Double?, _ second: Double?) -> Winner {
    guard metric.better != .neither, let first, let second else { return .neither }
    let (left, right) = (metric.rounded(first), metric.rounded(second))
    if left == right { return .alike }
    return (left < right) == (metric.better == .lower) ? .first : .second
  }
}

extension StrategyComparison {
  package func text(isColored: Bool) -> String {
    let table = AlignedText.table(
      [["", first, second, "difference", ""]] + rows.map(cells), .left, .right, .right, .right,
      .left)
    guard isColored, let end = table.firstIndex(of: "\n") else { return table }
    return "\u{1B}[1m\(table[..<end])\u{1B}[0m\(table[end...])"
  }

  package var markdown: String {
    MarkdownTable.text(
      columns: ["metric", first, second, "difference", "better"].map(MarkdownTable.plain),
      rows: rows.map { row in
        var cells = cells(of: row)
        cells[4] = MarkdownTable.plain(cells[4])
        return cells
      })
  }

  package var parts: [WebSections.Part] {
    [
      .table(
        name: "\(first) and \(second)",
        columns: ["metric", first, second, "difference", "better"],
        rows: rows.map(cells), textColumns: 1),
      .legend(
        "The difference is the second one's value less the first one's, in the mean over the "
          + "seeds; ± is its 95 % confidence interval (Student's t)."),
      .sentences(rows.map { "`\($0.metric.name)`: \($0.metric.definition)" }),
    ]
  }

  /// The table for programs; not-finite numbers and those that are not defined are null.
  package var json: JSON {
    func number(_ value: Double?) -> JSON { value.map { JSON(.real($0)) } ?? JSON(.null) }
    return JSON(
      .array(
        rows.map { row in
          .object([
            ("metric", JSON(.string(row.metric.name))),
            ("unit", JSON(.string(row.metric.unit.rawValue))),
            ("first", number(row.first)), ("second", number(row.second)),
            ("mean_difference", number(row.difference)),
            ("half_width_95", number(row.interval?.halfWidth)),
            ("better", JSON(.string(row.winner.rawValue))),
            ("agreeing_seeds", JSON(.integer(Int64(row.agreeing)))),
            ("seeds", JSON(.integer(Int64(row.seeds)))),
          ])
        }))
  }

  private func cells(of row: Row) -> [String] {
    let unit = row.metric.unit
    return [
      row.metric.name, Display.text(row.first, unit), Display.text(row.second, unit),
      Self.signed(row.difference, row.interval, unit), verdict(on: row),
    ]
  }

  /// A difference with its sign; of shares in points.
  package static func signed(
    _ difference: Double?, _ interval: ConfidenceInterval?, _ unit: Unit
  ) -> String {
    guard let difference else { return "–" }
    let sign = difference > 0 ? "+" : ""
    if interval.map({ $0.halfWidth > 0 }) == true {
      return sign + Display.difference(difference, within: interval, unit)
    }
    if unit == .ratio {
      return sign + NumberText.decimal(difference * 100, places: 1) + " points"
    }
    return sign + Display.text(difference, unit)
  }

  private func verdict(on row: Row) -> String {
    let words: String
    switch row.winner {
    case .first: words = "\(TextWidth.printable(first)) is better"
    case .second: words = "\(TextWidth.printable(second)) is better"
    case .alike: words = "alike"
    case .undecided: return "no difference that \(row.seeds) seeds can show"
    case .neither: return ""
    }
    return row.seeds > 1 ? "\(words), under \(row.agreeing) of \(row.seeds) seeds" : words
  }
}

/// The differences of two strategies under each of the same seeds.
///
/// Both had the same workload and network schedule under a seed, which removes most of the noise
/// from the difference; the spread of the differences shows the rest.
package struct PairedDifferences: Sendable {
  package let values: [Double]

  /// Makes the differences of values that were paired; nil when there are none or when one of them
  /// is not finite.
  package init?(_ pairs: [(value: Double, base: Double)]) {
    guard !pairs.isEmpty, pairs.allSatisfy({ $0.value.isFinite && $0.base.isFinite }) else {
      return nil
    }
    values = pairs.map { $0.value - $0.base }
  }

  /// Value less base's value at a metric under each seed; nil when the two were not run under the
  /// same seeds, or when a seed has no finite value.
  package init?(at metric: Metric, of row: StrategyResult, from base: StrategyResult) {
    guard row.runs.map(\.seed) == base.runs.map(\.seed) else { return nil }
    var pairs: [(value: Double, base: Double)] = []
    for (run, baseRun) in zip(row.runs, base.runs) {
      guard let value = metric.value(run.aggregates),
        let baseValue = metric.value(baseRun.aggregates)
      else {
        return nil
      }
      pairs.append((value, baseValue))
    }
    self.init(pairs)
  }

  package var mean: Double { values.reduce(0, +) / Double(values.count) }

  /// The 95 % confidence interval of the mean; nil for a single seed.
  package var interval: ConfidenceInterval? { ConfidenceInterval(of: values) }

  /// Whether the seeds show a difference; a single seed is taken as it is.
  package var isShown: Bool { interval.map { !$0.includesZero } ?? true }

  package var minimum: Double { values.min() ?? 0 }

  package var maximum: Double { values.max() ?? 0 }

  /// The standard deviation of the sample, which divides by one less than there are; nil for one.
  package var standardDeviation: Double? {
    guard values.count > 1 else { return nil }
    let mean = mean
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(values.count - 1)).squareRoot()
  }
}
