internal import CacheMetrics
internal import Results

/// A panel for each strategy: the requests that reached the origin in each second, around the
/// busiest.
struct OriginLoadChart: Chart {
  let name = "origin-load"
  let title = "What reaches the origin, second by second"
  let caption = """
    Requests that reached the origin in a second, those that it refused too, from a minute before \
    the busiest second to nine minutes after it: the mean of the seeds, each around its own \
    busiest second. A panel for each strategy; above it the most of all seconds and seeds.
    """

  private static let metric = "origin_requests_per_second_max"
  private static let time = ChartAxis(
    low: -1, high: 9, isLogarithmic: false,
    ticks: [0, 3, 6, 9].map { ChartAxis.Tick(value: $0, label: ChartQuantity.count.text($0)) })

  func reasonToOmit(from data: ChartData) -> String? {
    strategies(of: data).isEmpty ? "without origin.capacity the origin is never busy" : nil
  }

  private func strategies(of data: ChartData) -> [ChartStrategy] {
    data.including(boundsOf: nil).strategies.filter { !$0.originLoad.isEmpty }
  }

  func canvas(of data: ChartData) -> ChartCanvas {
    let all = strategies(of: data)
    let shown = all.prefix(TimelineChart.panelLimit)
    let left = all.count - shown.count
    var canvas = ChartCanvas(
      title: title, subtitle: data.scenario + (left > 0 ? " (\(left) more in summary.csv)" : ""),
      ChartTable(
        numbers: ["strategy_index", "minute", "requests_per_second"], texts: ["strategy"]))
    let most = shown.flatMap(\.originLoad).max() ?? 0
    let axis = ChartAxis.linear(upTo: most * 1.02, of: .count)
    let area = ChartFrame(
      left: ChartCanvas.leftOfPlot(ticks: axis), top: 108,
      right: ChartCanvas.width - ChartCanvas.margin - 8, bottom: 474)
    canvas.writeTitles(
      x: "minutes from the busiest second", y: "requests a second", around: area, below: 520)
    let frames = SweepPanels.frames(shown.count, in: area)
    for (index, (strategy, frame)) in zip(shown, frames).enumerated() {
      let isLowest = !frames.contains { $0.left == frame.left && $0.top > frame.top }
      var vertical = axis
      vertical.ticks = axis.fitting(height: frame.height)
      canvas.writeHead(of: strategy, index, Self.metric, above: frame)
      var panel = ChartPanel(
        frame: frame, x: isLowest ? Self.time : Self.time.unnamed,
        y: frame.left == area.left ? vertical : vertical.unnamed, grid: [.y])
      let points = Self.points(of: strategy.originLoad)
      let first = canvas.table.rowCount
      for point in points {
        canvas.table.add([Double(index), point.minute, point.requests], [strategy.label])
      }
      let stroke = ChartStroke(colour: ChartPalette.strategy(index), width: 1.2)
      panel.marks = [
        ChartMark(
          .line(stroke), by: ["minute", "requests_per_second"],
          rows: first...(canvas.table.rowCount - 1), of: strategy.label)
      ]
      panel.told = [
        ChartTold(strategy.label, ["", " requests a second at minute ", ""], points) { point in
          (
            point.minute, point.requests,
            [ChartQuantity.count.text(point.requests), Display.text(point.minute, .count)]
          )
        }
      ]
      canvas.panels.append(panel)
    }
    return canvas
  }

  /// The seconds without those between two that are alike.
  private static func points(of load: [Double]) -> [(minute: Double, requests: Double)] {
    load.indices.filter { place in
      place == 0 || place == load.count - 1
        || load[place - 1] != load[place] || load[place + 1] != load[place]
    }.map { (Double($0 - OriginLoad.secondsBefore) / 60, load[$0]) }
  }
}
