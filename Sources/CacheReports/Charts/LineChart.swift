package import CacheMetrics
internal import Results
internal import SimCore

/// Lines through points, for charts that need nothing more.
package struct LineChart: Chart {
  package struct Point: Sendable {
    package var x: Double
    package var y: Double
    /// The ends of its interval; nil: it has none.
    package var ends: (low: Double, high: Double)?
    package var isMarked = false

    package init(
      x: Double, y: Double, ends: (low: Double, high: Double)? = nil, isMarked: Bool = false
    ) {
      self.x = x
      self.y = y
      self.ends = ends
      self.isMarked = isMarked
    }
  }

  package struct Line: Sendable {
    package var label: String
    /// Its points from left to right.
    package var points: [Point]

    package init(label: String, points: [Point]) {
      self.label = label
      self.points = points
    }

    package init(label: String, points: [(x: Double, y: Double)]) {
      self.init(label: label, points: points.map { Point(x: $0.x, y: $0.y) })
    }

    fileprivate var hasIntervals: Bool { points.contains { $0.ends != nil } }
  }

  /// An axis: its name, what it counts, and how.
  package struct Axis: Sendable {
    package enum Scale: Sendable {
      case linear
      case amounts(MetricUnit)
      case percent
      /// Of a metric's unit, from zero on.
      case unit(MetricUnit)
      /// Each whole number from 0 on has a name.
      case names([String])

      package static let logarithmic = Scale.amounts(.count)
    }

    package var name: String
    /// The name of its column in the data, with its unit.
    package var column: String
    package var scale: Scale

    package init(_ name: String, column: String, _ scale: Scale) {
      self.name = name
      self.column = column
      self.scale = scale
    }

    var title: String {
      switch scale {
      case .amounts: "\(name) (log scale)"
      default: name
      }
    }

    func text(_ value: Double) -> String {
      switch scale {
      case .percent: ChartQuantity.share.text(value)
      case .amounts(let unit): ChartQuantity(unit).text(value)
      case .unit(let unit): Display.text(value, unit)
      case .names(let names): names.indices.contains(Int(value)) ? names[Int(value)] : ""
      case .linear: ChartQuantity.count.text(value)
      }
    }

    func axis(of values: [Double]) -> ChartAxis {
      let most = values.max() ?? 1
      switch scale {
      case .percent: return .percent
      case .linear: return .linear(upTo: most, of: .count)
      case .amounts(let unit):
        let least = values.filter { $0 > 0 }.min() ?? 1
        return .logarithmic(from: least, to: max(most, least), of: ChartQuantity(unit))
      case .unit(.ratio) where (0.96...1).contains(most): return .percent
      case .unit(let unit): return .linear(upTo: most, of: ChartQuantity(unit), space: 0.04)
      case .names(let names):
        return ChartAxis(
          low: -0.5, high: Double(max(names.count, 1)) - 0.5, isLogarithmic: false,
          ticks: names.enumerated().map {
            ChartAxis.Tick(value: Double($0), label: ChartText.shortened($1, to: 16))
          })
      }
    }
  }

  package let name: String
  package let title: String
  package let caption: String
  /// What the subtitle says beside the scenario.
  private let note: String?
  private let lines: [Line]
  private let x: Axis
  private let y: Axis

  /// The height of the strip for infinity, in pixels.
  private static let strip = 46.0

  package init(
    name: String, title: String, caption: String, note: String? = nil, x: Axis, y: Axis,
    _ lines: [Line]
  ) {
    self.name = name
    self.title = title
    self.caption = caption
    self.note = note
    self.x = x
    self.y = y
    self.lines = lines
  }

  package func canvas(of data: ChartData) -> ChartCanvas {
    let points = lines.flatMap(\.points)
    let values = points.flatMap { [$0.y, $0.ends?.high ?? 0] }.filter(\.isFinite)
    var frame = ChartFrame(left: 0, top: 92, right: 0, bottom: 472)
    let isEndless = points.contains { $0.y == .infinity }
    let scale = ChartScale(
      y.axis(of: values), endlessStrip: isEndless ? Self.strip / frame.height : 0)
    var axes = (x: x.axis(of: points.map(\.x)), y: scale.axis)
    let hasIntervals = lines.contains(where: \.hasIntervals)
    let drawn = ChartLines(
      labels: lines.map(\.label), styles: Array(lines.indices),
      overlap: LineOverlap([
        lines.map { $0.points.map { (axes.x.share($0.x), scale.share($0.y)) } }
      ]))
    var canvas = ChartCanvas(
      title: title, subtitle: note.map { "\(data.scenario): \($0)" } ?? data.scenario,
      ChartTable(
        numbers: ["line_index", x.column, y.column]
          + (hasIntervals ? ["low", "high", "is_marked"] : []), texts: ["line"]))
    frame.left = ChartCanvas.leftOfPlot(ticks: axes.y, and: isEndless ? ["never"] : [])
    frame.right = drawn.keyLeft - 28
    axes.x.ticks = axes.x.fitting(frame.width)
    canvas.writeStrips(of: scale, .y, beside: frame)
    canvas.writeTitles(x: x.title, y: y.title, around: frame)
    drawn.writeKey(top: frame.top + 10, on: &canvas)
    var panel = ChartPanel(frame: frame, x: axes.x, y: axes.y, grid: [.y])
    panel.limitStrips(of: scale, .y)
    var rows: [ChartLines.Drawn] = []
    for (index, line) in lines.enumerated() where !line.points.isEmpty {
      let first = canvas.table.rowCount
      for point in line.points {
        let ends = point.ends ?? (point.y, point.y)
        canvas.table.add(
          [Double(index), point.x, point.y]
            + (hasIntervals ? [ends.low, ends.high, point.isMarked ? 1 : 0] : []), [line.label])
      }
      rows.append((index, first...(canvas.table.rowCount - 1), false))
      panel.told.append(
        ChartTold(line.label, ["", " \(y.name), ", " \(x.name)"], line.points) {
          ($0.x, scale.place($0.y), [y.text($0.y), x.text($0.x)])
        })
    }
    panel.marks = drawn.marks(rows, x: .column(x.column), y: scale.placed(.column(y.column)))
    if hasIntervals { panel.marks += rows.flatMap { pointMarks($0.line, $0.rows, drawn, scale) } }
    canvas.panels = [panel]
    return canvas
  }

  /// Each point of a line with its interval, and large those that are marked.
  private func pointMarks(
    _ line: Int, _ rows: ClosedRange<Int>, _ drawn: ChartLines, _ scale: ChartScale
  ) -> [ChartMark] {
    let marker = drawn.marker(line)
    let (x, y) = (ChartTerm.column(x.column), scale.placed(.column(y.column)))
    return [
      ChartMark(
        .bar(.y, colour: marker.colour, marker),
        by: [x, y, scale.placed("low"), scale.placed("high")],
        rows: rows,
        of: lines[line].label, note: ChartMark.interval),
      ChartMark(
        .points(drawn.marker(line, size: 1.8)), by: [x, .chosen(y, where: "is_marked", is: 1)],
        rows: rows, of: lines[line].label, note: ", moved"),
    ]
  }
}
