package import Results
internal import SimCore

/// A forest plot: of each difference its point and its interval, in units of the smallest
/// difference that matters, which is a band around zero.
///
/// It draws its own data and not that of a run.
package struct ForestChart: Chart {
  package let name: String
  package let title: String
  package let caption: String
  private let axisTitle: String
  /// What the colours of the verdicts say.
  private let key: [(verdict: ForestRow.Verdict, words: String)]
  private let rows: [ForestRow]

  package static let limit = 18
  /// The columns of letters of a row's name, and the pixels that the words beside a point take.
  private static let nameColumns = 44
  private static let wordsWidth = 210.0

  private init(
    name: String, title: String, caption: String, axisTitle: String,
    key: [(verdict: ForestRow.Verdict, words: String)], _ rows: [ForestRow]
  ) {
    self.name = name
    self.title = title
    let left = rows.count - Self.limit
    self.caption =
      caption
      + (left > 0
        ? " Here are the first \(Self.limit) of \(NumberText.grouped(Int64(rows.count))) numbers; "
          + "the table has all." : "")
    self.axisTitle = axisTitle
    self.key = key
    self.rows = Array(rows.prefix(Self.limit))
  }

  /// What a run has against a stored one.
  package init(changes rows: [ForestRow]) {
    self.init(
      name: "changes", title: "What moved against the stored run",
      caption: "How far each number moved, in the smallest changes that mean something (the band), "
        + "with the 95 % interval of the difference over seeds. The axis is logarithmic on both "
        + "sides of zero.",
      axisTitle: "change in the smallest that mean something",
      key: ForestRow.Verdict.allCases.map { ($0, $0.rawValue) }, rows)
  }

  /// What one strategy has against another.
  package init(of comparison: StrategyComparison) {
    let (first, second) = (comparison.first, comparison.second)
    self.init(
      name: "differences", title: "\(second) against \(first)",
      caption: "The mean paired difference over seeds, \(second) less \(first), with its 95 % "
        + "interval, in the smallest differences that matter (the band). The axis is logarithmic "
        + "on both sides of zero.",
      axisTitle: "difference in the smallest that matter",
      key: [
        (.worse, "\(first) is better"), (.better, "\(second) is better"),
        (.neither, "neither, or none that the seeds can show"),
      ], comparison.forest)
  }

  package func canvas(of data: ChartData) -> ChartCanvas {
    let axis = ForestAxis(rows)
    var canvas = ChartCanvas(title: title, subtitle: data.scenario, table(on: axis))
    let used = key.filter { entry in rows.contains { $0.verdict == entry.verdict } }
    let strategies = Set(rows.map(\.strategy))
    let labels = rows.map { row in
      let name = strategies.count > 1 ? "\(row.metric), \(row.strategy)" : row.metric
      return ChartText.shortened(name, to: Self.nameColumns)
    }
    let frame = canvas.writeRows(
      labels, key: used.map { ($0.words, $0.verdict.colour) }, axis: axisTitle,
      free: Self.wordsWidth)
    for (row, each) in rows.enumerated() {
      canvas.write(
        ChartText.shortened(each.words, to: 26), x: frame.right + 14,
        y: ChartCanvas.middle(ofRow: row, of: rows.count, in: frame), size: 12)
    }
    var scale = axis.axis
    // Zero keeps its name where those beside it have no room for theirs.
    scale.ticks = scale.fitting(frame.width, beside: [(scale.share(0), "0")])
      .map { $0.value == 0 ? ChartAxis.Tick(value: 0, label: "0") : $0 }
    var panel = ChartPanel(frame: frame, x: scale, y: .rows(labels.count), grid: [.x])
    panel.limits = [(.x, 0)]
    if !rows.isEmpty { panel.marks = [band] + rows.indices.flatMap { marks(of: $0, on: axis) } }
    canvas.panels = [panel]
    return canvas
  }

  private var band: ChartMark {
    let edge = ForestAxis.place(1)
    return ChartMark(
      .box(ChartPalette.warmUp),
      by: [
        .number(-edge), .number(edge), .number(-0.5), .number(Double(rows.count) - 0.5),
      ], rows: 0...0, of: nil, note: "less than matters")
  }

  private func marks(of row: Int, on axis: ForestAxis) -> [ChartMark] {
    let each = rows[row]
    guard each.value != nil else { return [] }
    let colour = each.verdict.colour
    let marker = ChartMarker(type: axis.marker(of: each), size: 1.2, colour: colour)
    let point = ChartMark(
      .points(marker), by: ["place", "row_index"], rows: row...row, of: nil,
      note: "\(each.metric): \(each.words)")
    guard let low = each.low, let high = each.high, low < high else { return [point] }
    return [
      ChartMark(
        .bar(.x, colour: colour), by: ["place", "row_index", "low_place", "high_place"],
        rows: row...row, of: nil, note: "95 % interval of the difference"), point,
    ]
  }

  private func table(on axis: ForestAxis) -> ChartTable {
    var table = ChartTable(
      numbers: [
        "row_index", "verdict_index", "place", "low_place", "high_place", "smallest_differences",
        "low", "high",
      ], texts: ["metric", "strategy", "judged", "values"])
    for (row, each) in rows.enumerated() {
      let (value, low, high) = (each.value ?? 0, each.low ?? 0, each.high ?? 0)
      let verdict = ForestRow.Verdict.allCases.firstIndex(of: each.verdict) ?? 0
      table.add(
        [
          Double(row), Double(verdict), axis.shown(value), axis.shown(low), axis.shown(high), value,
          low, high,
        ], [each.metric, each.strategy, each.verdict.rawValue, each.words])
    }
    return table
  }
}

/// An axis to both sides of zero, on which each factor of ten has the same length from the smallest
/// difference on: the place of a value is the logarithm of one more.
struct ForestAxis {
  /// What goes further ends there, with a triangle.
  private static let widest = 100_000.0

  let axis: ChartAxis

  init(_ rows: [ForestRow]) {
    let ends = rows.flatMap { [$0.value, $0.low, $0.high].compactMap { $0.map(abs) } }
    let most = min(max(ends.filter(\.isFinite).max() ?? 0, 3), Self.widest)
    let isEndless = ends.contains { !$0.isFinite }
    let high = Self.place(isEndless ? most * 3 : most * 1.15)
    let values = [1.0, 10, 100, 1_000, 10_000, 100_000].filter { Self.place($0) <= high }
    func tick(_ value: Double) -> ChartAxis.Tick {
      let label = NumberText.grouped(Int64(abs(value)))
      let sign = value < 0 ? "-" : value > 0 ? "+" : ""
      return ChartAxis.Tick(value: Self.place(value), label: sign + label)
    }
    axis = ChartAxis(
      low: -high, high: high, isLogarithmic: false,
      ticks: (values.reversed().map { -$0 } + [0] + values).map(tick))
  }

  static func place(_ value: Double) -> Double {
    guard value.isFinite else { return value }
    let place = DeterministicMath.log(1 + abs(value))
    return value < 0 ? -place : place
  }

  /// Where a value is drawn: at the end of the axis, if it lies beyond.
  func shown(_ value: Double) -> Double { min(max(Self.place(value), axis.low), axis.high) }

  /// gnuplot's circle, and a hollow one for a value beyond the axis.
  func marker(of row: ForestRow) -> Int {
    let place = row.value.map(Self.place) ?? 0
    return abs(place) > axis.high ? ChartPalette.hollow : ChartPalette.solid
  }

  func cell(_ value: Double, of count: Int) -> Int {
    min(max(Int((axis.share(shown(value)) * Double(count - 1)).rounded()), 0), count - 1)
  }
}

/// A forest plot in letters: a row is a few cells with the band, the interval and the point.
struct ForestText {
  private static let width = 25

  private let axis: ForestAxis

  init(_ rows: [ForestRow]) { axis = ForestAxis(rows) }

  func bar(of row: ForestRow) -> String {
    var cells = [Character](repeating: " ", count: Self.width)
    func place(_ value: Double) -> Int { axis.cell(value, of: Self.width) }
    for cell in place(-1)...place(1) { cells[cell] = "░" }
    cells[place(0)] = "│"
    if let value = row.value {
      for cell in place(row.low ?? value)...place(row.high ?? value) { cells[cell] = "─" }
      cells[place(value)] = row.verdict == .neither ? "○" : "●"
    }
    return String(cells)
  }
}

extension ForestRow.Verdict {
  fileprivate var colour: String {
    switch self {
    case .worse: ChartPalette.strategy(1)
    case .better: ChartPalette.strategy(0)
    case .neither: ChartPalette.axis
    }
  }
}
