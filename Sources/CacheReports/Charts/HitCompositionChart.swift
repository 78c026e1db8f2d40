internal import CacheMetrics
internal import Results

/// Stacked bars: the sources of first contents as shares of all opens, a bar for each strategy.
struct HitCompositionChart: Chart {
  let name = "hit-composition"
  let title = "What was shown first"
  let caption = """
    Shares of all opens by where the first content came from. The bluer, the faster; \
    the grey end of a bar is the screens that stayed blank. Thin bars are 95 % intervals over \
    seeds: of all that came from a cache, and of all that was shown.
    """

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

  func canvas(of all: ChartData) -> ChartCanvas {
    let data = all.including(boundsOf: .waits)
    var canvas = ChartCanvas(title: title, subtitle: data.scenario, table(of: data))
    let labels = data.strategies.map(ChartCanvas.label)
    let frame = canvas.writeRows(
      labels, key: Self.sources.map { ($0.label, $0.colour) }, axis: "share of all opens", free: 10)
    canvas.panels = [
      ChartPanel(
        frame: frame, x: .percent, y: .rows(labels.count), grid: [.x],
        marks: marks(of: data, in: frame))
    ]
    return canvas
  }

  private func table(of data: ChartData) -> ChartTable {
    var table = ChartTable(
      numbers: ["strategy_index", "source_index", "share", "from", "to", "to_low", "to_high"],
      texts: ["source", "strategy"])
    for (index, strategy) in data.strategies.enumerated() {
      var from = 0.0
      for (place, share) in shares(of: strategy).enumerated() {
        let to = from + share
        let (low, high) = Self.ends(after: place, of: strategy) ?? (to, to)
        table.add(
          [Double(index), Double(place), share, from, to, low, high],
          [Self.sources[place].name, strategy.label])
        from += share
      }
    }
    return table
  }

  /// The interval of all shares up to a source; nil where it is not known.
  private static func ends(
    after source: Int, of strategy: ChartStrategy
  ) -> (low: Double, high: Double)? {
    switch source {
    case 1: strategy.intervals["opens_from_cache_share"].map { ($0.low, $0.high) }
    case 3: strategy.intervals["blank_ratio"].map { (1 - $0.high, 1 - $0.low) }
    default: nil
    }
  }

  private func marks(of data: ChartData, in frame: ChartFrame) -> [ChartMark] {
    let half = ChartCanvas.halfBar(
      rows: data.strategies.count, in: frame, most: Self.maximumThickness)
    let rows = data.strategies.enumerated().map { index, strategy in
      marks(of: strategy, from: index * Self.sources.count, half)
    }
    return rows.flatMap(\.bars) + rows.flatMap(\.intervals) + rows.flatMap(\.numbers)
  }

  /// What is drawn of a strategy whose rows of the table begin at `first`; its bars are as thick as
  /// twice `half`.
  private func marks(
    of strategy: ChartStrategy, from first: Int, _ half: Double
  ) -> (bars: [ChartMark], intervals: [ChartMark], numbers: [ChartMark]) {
    var (bars, intervals, numbers): ([ChartMark], [ChartMark], [ChartMark]) = ([], [], [])
    for (place, share) in shares(of: strategy).enumerated() {
      let source = Self.sources[place]
      func mark(_ form: ChartMark.Form, _ terms: [ChartTerm], _ note: String) -> ChartMark {
        ChartMark(
          form, by: terms, rows: (first + place)...(first + place), of: strategy.label, note: note)
      }
      let row: ChartTerm = "strategy_index"
      let note = ", \(source.label): \(strategy.text(of: Self.metric(of: source.name)))"
      if share > 0 {
        bars.append(mark(.box(source.colour), ["from", "to", row + -half, row + half], note))
      }
      if let ends = Self.ends(after: place, of: strategy), ends.low < ends.high {
        // Below the numbers.
        intervals.append(
          mark(
            .bar(.x, colour: ChartPalette.inkOnBars),
            ["to", row + 0.7 * half, "to_low", "to_high"], ChartMark.interval))
      }
      if share > Self.minimumNamedShare {
        numbers.append(
          mark(.percent(source.ink), [.product(0.5, "from" + "to"), row, "share"], note))
      }
    }
    return (bars, intervals, numbers)
  }

  private static func metric(of source: String) -> String { "opens_from_\(source)_share" }

  private func shares(of strategy: ChartStrategy) -> [Double] {
    Self.sources.map { strategy.amount(of: Self.metric(of: $0.name)) }
  }
}
