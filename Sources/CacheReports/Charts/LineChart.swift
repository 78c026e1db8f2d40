/// Lines through points, for charts that need nothing more.
package struct LineChart: Chart {
  /// A line.
  package struct Line: Sendable {
    package var label: String
    /// Its points from left to right.
    package var points: [(x: Double, y: Double)]

    package init(label: String, points: [(x: Double, y: Double)]) {
      self.label = label
      self.points = points
    }
  }

  /// An axis: its name, what it counts, and how.
  package struct Axis: Sendable {
    /// How values become places.
    package enum Scale: Sendable {
      case linear
      case logarithmic
      /// From 0 to 100 %.
      case percent
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

    var title: String { scale == .logarithmic ? "\(name) (log scale)" : name }

    func text(_ value: Double) -> String {
      scale == .percent ? ChartQuantity.share.text(value) : ChartQuantity.count.text(value)
    }

    func axis(of values: [Double]) -> ChartAxis {
      let most = values.max() ?? 1
      switch scale {
      case .percent: return .percent
      case .linear: return .linear(upTo: most, of: .count)
      case .logarithmic:
        let least = values.filter { $0 > 0 }.min() ?? 1
        return .logarithmic(from: least, to: max(most, least), of: .count)
      }
    }
  }

  package let name: String
  package let title: String
  package let caption: String
  private let lines: [Line]
  private let x: Axis
  private let y: Axis

  package init(
    name: String, title: String, caption: String, x: Axis, y: Axis, _ lines: [Line]
  ) {
    self.name = name
    self.title = title
    self.caption = caption
    self.x = x
    self.y = y
    self.lines = lines
  }

  package func canvas(of data: ChartData) -> ChartCanvas {
    let axes = (
      x: x.axis(of: lines.flatMap { $0.points.map(\.x) }),
      y: y.axis(of: lines.flatMap { $0.points.map(\.y) })
    )
    let drawn = ChartLines(
      labels: lines.map(\.label), styles: Array(lines.indices),
      overlap: LineOverlap([
        lines.map { $0.points.map { (axes.x.share($0.x), axes.y.share($0.y)) } }
      ]))
    var canvas = ChartCanvas(
      title: title, subtitle: data.scenario,
      ChartTable(numbers: ["line_index", x.column, y.column], texts: ["line"]))
    let frame = ChartFrame(
      left: ChartCanvas.leftOfPlot(ticks: axes.y), top: 92, right: drawn.keyLeft - 28, bottom: 472)
    canvas.writeTitles(x: x.title, y: y.title, around: frame)
    drawn.writeKey(top: frame.top + 10, on: &canvas)
    var panel = ChartPanel(frame, x: axes.x, y: axes.y, grid: [.y])
    var rows: [ChartLines.Drawn] = []
    for (index, line) in lines.enumerated() where !line.points.isEmpty {
      let first = canvas.table.rowCount
      for point in line.points {
        canvas.table.add([Double(index), point.x, point.y], [line.label])
      }
      rows.append((index, first...(canvas.table.rowCount - 1), false))
      panel.told.append(
        ChartTold(line.label, ["", " \(y.name), ", " \(x.name)"], line.points) {
          ($0.x, $0.y, [y.text($0.y), x.text($0.x)])
        })
    }
    panel.marks = drawn.marks(rows, x: .column(x.column), y: .column(y.column))
    canvas.panels = [panel]
    return canvas
  }
}
