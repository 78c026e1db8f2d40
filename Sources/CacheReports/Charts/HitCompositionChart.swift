internal import Measurement

/// Stacked bars: the sources of first contents as shares of all opens, a bar for each strategy.
struct HitCompositionChart: Chart {
  let name = "hit-composition"
  let title = "What was shown first"
  let caption = """
    Shares of all opens by where the first content came from. The bluer, the faster; \
    the grey end of a bar is the screens that stayed blank. Thin bars are 95 % intervals over \
    seeds: of all that came from a cache, and of all that was shown.
    """

  /// The minimum share whose number fits into its bar.
  private static let minimumNamedShare = 0.045
  /// The maximum thickness of a bar, in pixels: few strategies need not fill the canvas.
  private static let maximumThickness = 64.0

  /// The sources from fast to slow, by their names in metrics.
  private static let sources: [(name: String, label: String, colour: String, ink: String)] = [
    ("memory", "memory", ChartPalette.memory, "#ffffff"),
    ("flash", "flash", ChartPalette.flash, "#ffffff"),
    ("revalidated", "revalidated (304)", ChartPalette.revalidated, ChartPalette.inkOnBars),
    ("network", "network (200)", ChartPalette.network, ChartPalette.inkOnBars),
    ("nothing", "nothing (blank)", ChartPalette.nothing, "#ffffff"),
  ]

  func script(from all: ChartData) -> ChartScript {
    let data = all.including(boundsOf: .waits)
    var canvas = ChartCanvas(title: title, subtitle: data.scenario)
    let keyEnd = canvas.writeKey(areas: Self.sources.map { ($0.label, $0.colour) }, y: 86)
    let labels = data.strategies.map(ChartCanvas.label)
    let frame = ChartFrame(
      left: ChartCanvas.leftOfBars(labels), top: keyEnd + 12,
      right: ChartCanvas.width - ChartCanvas.margin - 10, bottom: 476)
    canvas.place(frame)
    canvas.writeRows(labels, beside: frame)
    canvas.write(
      "share of all opens", x: (frame.left + frame.right) / 2, y: 518, alignment: .center)
    canvas.add(ChartAxis.percent.lines("x"))
    canvas.addRows(labels.count)
    canvas.showGrid("x")
    canvas.plot(elements(of: data, in: frame))
    return ChartScript(table: table(of: data), canvas)
  }

  private func table(of data: ChartData) -> ChartTable {
    var table = ChartTable(
      numbers: ["strategy_index", "source_index", "share", "from", "to", "to_low", "to_high"],
      texts: ["source", "strategy"])
    for (index, strategy) in data.strategies.enumerated() {
      var from = 0.0
      for (place, share) in shares(of: strategy).enumerated() {
        let half = Self.halfWidth(after: place, of: strategy)
        let to = from + share
        table.add(
          [Double(index), Double(place), share, from, to, max(to - half, 0), min(to + half, 1)],
          [Self.sources[place].name, strategy.label])
        from += share
      }
    }
    return table
  }

  /// Half the width of the interval of all shares up to a source; 0 where it is not known.
  private static func halfWidth(after source: Int, of strategy: ChartStrategy) -> Double {
    let metric = [1: "opens_from_cache_share", 3: "blank_ratio"][source]
    return metric.flatMap { strategy.halfWidths[$0] } ?? 0
  }

  private func elements(of data: ChartData, in frame: ChartFrame) -> [ChartElement] {
    let half = ChartCanvas.halfBar(
      rows: data.strategies.count, in: frame, most: Self.maximumThickness)
    let rows = data.strategies.enumerated().map { index, strategy in
      elements(of: strategy, from: index * Self.sources.count, half)
    }
    return rows.flatMap(\.bars) + rows.flatMap(\.intervals) + rows.flatMap(\.numbers)
  }

  /// What is drawn of a strategy whose rows of the table begin at `first`; its bars are as thick as
  /// twice `half`.
  ///
  /// gnuplot 5.4 does not survive to draw boxes of which none is there.
  private func elements(
    of strategy: ChartStrategy, from first: Int, _ half: String
  ) -> (bars: [ChartElement], intervals: [ChartElement], numbers: [ChartElement]) {
    var (bars, intervals, numbers): ([ChartElement], [ChartElement], [ChartElement]) = ([], [], [])
    for (place, share) in shares(of: strategy).enumerated() {
      let source = Self.sources[place]
      let row = "data every ::\(first + place)::\(first + place)"
      let title =
        "\(strategy.label), \(source.label): \(strategy.text(of: Self.metric(of: source.name)))"
      if share > 0 {
        bars.append(
          ChartElement(
            "\(row) using (($4 + $5) / 2):1:4:5:($1 - \(half)):($1 + \(half)) "
              + "with boxxyerror fillcolor rgb '\(source.colour)'", of: strategy.label, title: title
          ))
      }
      if Self.halfWidth(after: place, of: strategy) > 0 {
        // Below the numbers.
        intervals.append(
          .interval(
            "\(row) using 5:($1 + 0.7 * \(half)):6:7 "
              + ChartCanvas.errorBar("x", colour: ChartPalette.inkOnBars), of: strategy.label))
      }
      if share > Self.minimumNamedShare {
        numbers.append(
          ChartElement(
            "\(row) using (($4 + $5) / 2):1:(sprintf('%.0f %%', 100 * $3)) "
              + "with labels font ',12' textcolor rgb '\(source.ink)'", of: strategy.label,
            title: title))
      }
    }
    return (bars, intervals, numbers)
  }

  private static func metric(of source: String) -> String { "opens_from_\(source)_share" }

  private func shares(of strategy: ChartStrategy) -> [Double] {
    Self.sources.map { strategy.amount(of: Self.metric(of: $0.name)) }
  }
}
