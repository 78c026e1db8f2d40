internal import CacheMetrics

/// Stacked bars: requests to the origin for each device and day by what it answered, a bar for each
/// strategy and for each real client that an origin observed.
struct RequestsByAnswerChart: Chart {
  let name = "requests-by-answer"
  let title = "What the origin is asked"
  let caption = """
    Requests to the origin for each device and day of virtual time, by its answer. What an origin \
    observed of a real client stands beside the simulated strategies; days make stretches of \
    different length comparable.
    """

  /// The maximum thickness of a bar, in pixels: few strategies need not fill the canvas.
  private static let maximumThickness = 56.0
  /// The share of the axis that stays free for the totals at the ends of the bars.
  private static let spaceForTotals = 0.2

  private static let answers: [(metric: String, label: String, colour: String)] = [
    ("network_304", "confirmed (304)", ChartPalette.revalidated),
    ("network_200", "sent (200)", ChartPalette.network),
    ("network_failures", "failed, or without an answer", ChartPalette.nothing),
  ]

  /// Whether all answers are known: what devices reported may tell of some alone.
  func knows(_ strategy: ChartStrategy) -> Bool {
    !strategy.isObserved
      || Self.answers.allSatisfy { strategy.metrics["\($0.metric)_per_device_day"] != nil }
  }

  func canvas(of data: ChartData) -> ChartCanvas {
    let strategies = data.strategies.filter { $0.bound == nil && knows($0) }
    var canvas = ChartCanvas(
      title: title, subtitle: "\(data.scenario) (per device and day)", Self.table(of: strategies))
    let labels = strategies.map(ChartCanvas.label)
    let frame = canvas.writeRows(
      labels, key: Self.answers.map { ($0.label, $0.colour) }, axis: "requests per device and day",
      free: 10)
    let totals = strategies.map { Self.amounts(of: $0).reduce(0, +) }
    let axis = ChartAxis.linear(
      upTo: totals.max() ?? 0, of: .count, space: Self.spaceForTotals, count: 6)
    for (row, total) in totals.enumerated() {
      canvas.write(
        total > 0 ? ChartQuantity.count.text(total) : "none",
        x: frame.left + total / axis.high * frame.width + 6,
        y: ChartCanvas.middle(ofRow: row, of: totals.count, in: frame), size: 12)
    }
    let half = ChartCanvas.halfBar(rows: labels.count, in: frame, most: Self.maximumThickness)
    let boxes = strategies.enumerated().flatMap { row, strategy in
      let amounts = Self.amounts(of: strategy)
      return Self.answers.indices.filter { amounts[$0] > 0 }.map { place in
        let line = row * Self.answers.count + place
        let text = ChartQuantity.count.text(amounts[place])
        return ChartMark(
          .box(Self.answers[place].colour),
          by: ["from", "to", "strategy_index" + -half, "strategy_index" + half], rows: line...line,
          of: strategy.label, note: ", \(Self.answers[place].label): \(text)")
      }
    }
    canvas.panels = [
      ChartPanel(frame: frame, x: axis, y: .rows(labels.count), grid: [.x], marks: boxes)
    ]
    return canvas
  }

  private static func table(of strategies: [ChartStrategy]) -> ChartTable {
    var table = ChartTable(
      numbers: ["strategy_index", "answer_index", "requests_per_device_day", "from", "to"],
      texts: ["answer", "strategy"])
    for (index, strategy) in strategies.enumerated() {
      var from = 0.0
      for (place, amount) in amounts(of: strategy).enumerated() {
        table.add(
          [Double(index), Double(place), amount, from, from + amount],
          [answers[place].metric, strategy.label])
        from += amount
      }
    }
    return table
  }

  private static func amounts(of strategy: ChartStrategy) -> [Double] {
    answers.map { strategy.amount(of: "\($0.metric)_per_device_day") }
  }
}
