internal import CacheMetrics
package import Results
package import SimCore

package struct HistoryText {
  private let history: RunHistory
  /// Whether lines that stand still are told as well.
  private let isWhole: Bool

  /// More charts than these are not looked at.
  private static let chartLimit = 8

  package init(_ history: RunHistory, isWhole: Bool) {
    self.history = history
    self.isWhole = isWhole
  }

  private var told: [RunHistory.Line] {
    isWhole ? history.lines : history.lines.filter { !$0.moves.isEmpty }
  }

  package func document(_ figures: [Figure] = [], command: String) -> Document {
    let (first, last) = (history.names[0], history.names[history.names.count - 1])
    var document = Document(
      title: "\(history.scenario): history",
      question: "Which numbers moved between \(first) and \(last), and where?")
    document.lead = [.paragraph(InlineText(summary))]
    document.add("Course", figures.map { .figure($0) } + (told.isEmpty ? [] : [.table(table)]))
    document.add("Moves", [.list(moves)])
    document.add("How to read it", [.list(rules)])
    document.add("How to reproduce", [.command(command)])
    return document
  }

  package var summary: String {
    let moved = history.lines.count { !$0.moves.isEmpty }
    let runs = NumberText.counted(history.names.count, "run")
    let numbers = NumberText.counted(history.lines.count, "number")
    return moved == 0
      ? "\(runs): none of \(numbers) moved beyond its noise."
      : "\(runs): \(NumberText.grouped(Int64(moved))) of \(numbers) moved beyond noise."
  }

  private var rules: [InlineText] {
    var rules: [InlineText] = [
      """
      A number moves when it differs from that of the run at which it last moved by more than its \
      seeds explain and by more than means nothing in its unit, as against a baseline.
      """
    ]
    let known = history.resultVersions.compactMap(\.self)
    if let first = known.first, known.contains(where: { $0 != first }) {
      let versions = history.resultVersions.map { $0.map { "\($0)" } ?? "?" }
      rules.append(
        """
        The runs are of result versions \(versions.joined(separator: ", ")): the program itself \
        moved some numbers.
        """)
    }
    return rules
  }

  /// Each number with its first and its last value, and its course between them.
  package var table: ResultTable {
    ResultTable(
      "history", columns: ["strategy", "metric", "first", "last", "course", "moved at"],
      rows: told.map { line in
        let ends = [line.points.first { $0.value != nil }, line.points.last { $0.value != nil }]
        return [line.title, line.metric.name]
          + ends.map { $0.map { Self.text($0, line.metric.unit) } ?? "–" }
          + [Self.course(of: line), places(of: line)]
      })
  }

  private func places(of line: RunHistory.Line) -> String {
    let places = zip(history.names, line.points).compactMap { $1.move == nil ? nil : $0 }
    return places.isEmpty ? "–" : places.joined(separator: ", ")
  }

  private var moves: [InlineText] {
    history.names.enumerated().flatMap { place, name in
      BaselineListing.sorted(history.lines.compactMap { $0.points[place].move }).map { move in
        "\(strong: name): \(move.sentence(isExact: false))" as InlineText
      }
    }
  }

  private static func text(_ point: RunHistory.Point, _ unit: MetricUnit) -> String {
    guard let value = point.value else { return "–" }
    let half = point.interval.map { ($0.high - $0.low) / 2 } ?? 0
    return Display.text(value, plusOrMinus: half > 1e-4 * abs(value) ? half : 0, unit)
  }

  /// A letter for each run, as high as its number among all; a dot where there is none.
  static func course(of line: RunHistory.Line) -> String {
    let steps = Array("▁▂▃▄▅▆▇█")
    let values = line.points.compactMap(\.value).filter(\.isFinite)
    let (low, high) = (values.min() ?? 0, values.max() ?? 0)
    return String(
      line.points.map { point -> Character in
        guard let value = point.value else { return "·" }
        guard value.isFinite else { return "∞" }
        guard high > low else { return steps[0] }
        return steps[Int(((value - low) / (high - low) * 7).rounded())]
      })
  }

  package var json: JSON {
    .object([
      "scenario": JSON(history.scenario), "runs": JSON(history.names),
      "points": JSON(history.lines.flatMap(points)),
    ])
  }

  /// The members of a point, in the order of columns.
  package static let columns = [
    "run", "strategy", "varied", "metric", "unit", "value", "low", "high", "moved", "from",
    "verdict",
  ]

  private func points(of line: RunHistory.Line) -> [JSON] {
    zip(history.names, line.points).map { name, point in
      .object([
        "run": JSON(name), "strategy": JSON(line.strategy), "varied": JSON(line.varied),
        "metric": JSON(line.metric.name), "unit": JSON(line.metric.unit.rawValue),
        "value": JSON(point.value), "low": JSON(point.interval?.low),
        "high": JSON(point.interval?.high), "moved": JSON(point.move != nil),
        "from": JSON(point.move?.old), "verdict": JSON(point.move?.verdict.rawValue),
      ])
    }
  }

  /// A chart for each metric that moved, or for the first one where none did.
  package var charts: [LineChart] {
    let lines = told.isEmpty ? Array(history.lines.prefix(1)) : told
    return lines.map(\.metric).uniqued.prefix(Self.chartLimit).map(chart)
  }

  private func chart(of metric: ResultMeasure) -> LineChart {
    let most = metric.unit == .ratio ? 1 : Double.infinity
    let lines = history.lines.filter { $0.metric == metric }.map { line in
      LineChart.Line(
        label: line.title,
        points: line.points.enumerated().compactMap { place, point in
          guard let value = point.value else { return nil }
          return LineChart.Point(
            x: Double(place), y: value,
            ends: point.interval.map { (max($0.low, 0), min($0.high, max(most, value))) },
            isMarked: point.move != nil)
        })
    }
    return LineChart(
      name: "history-\(metric.name.replacing("_", with: "-"))", title: metric.name,
      caption:
        "\(metric.name) of each run, with its 95 % interval over seeds; large points are runs "
        + "at which it moved beyond its noise.",
      x: LineChart.Axis("run", column: "run_index", .names(history.names)),
      y: LineChart.Axis(
        ChartText.words(ofMetric: metric.name), column: metric.name, .unit(metric.unit)), lines)
  }
}
