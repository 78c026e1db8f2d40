/// The catalogue of charts.
package enum Charts {
  /// Every chart, in the order of a report.
  package static let all: [any Chart] = [
    HitCompositionChart(),
    LatencyDistributionChart(),
    FlashWritesByCauseChart(),
    FlashWritesOverTimeChart(),
    LatencyAgainstFlashChart(),
  ]

  /// What drawing left in a folder.
  package struct Drawn: Sendable {
    /// The images that a report shows.
    package var pictures: [ReportChart] = []
    /// What lies beside them: the same as PNG, the data, the scripts.
    package var others: [String] = []
    /// What gnuplot had to warn of.
    package var warnings: [String] = []

    /// Nothing drawn.
    package init() {}
  }

  /// Draws all charts of a result into a folder.
  ///
  /// The data and scripts of all charts are written before the first is drawn, and stay when
  /// gnuplot fails: see `recipes`. Images are left of all charts or of none.
  package static func draw(
    _ result: RunResult, into folder: String, with gnuplot: Gnuplot = Gnuplot()
  ) throws(ChartError) -> Drawn {
    try draw(all, ChartData(result), into: folder, with: gnuplot)
  }

  /// Draws charts of the same data into a folder, all or none.
  static func draw(
    _ charts: [any Chart], _ data: ChartData, into folder: String, with gnuplot: Gnuplot
  ) throws(ChartError) -> Drawn {
    let renderer = ChartRenderer(gnuplot: gnuplot)
    try writeRecipes(of: charts, data, into: folder)
    var drawn = Drawn()
    do throws(ChartError) {
      for chart in charts {
        let files = try renderer.draw(chart, data, into: folder)
        if !files.warning.isEmpty { drawn.warnings.append("\(files.name): \(files.warning)") }
        let image = files.files[0]
        let picture = Disk.bytes(of: "\(folder)/\(image)").map {
          String(decoding: $0, as: UTF8.self)
        }
        drawn.pictures.append(
          ReportChart(file: image, caption: files.caption, picture: picture))
        drawn.others += files.files.dropFirst()
      }
    } catch {
      for chart in charts {
        for image in DrawnChart.images(of: chart.name) { try? Disk.remove("\(folder)/\(image)") }
      }
      throw error
    }
    return drawn
  }

  /// Writes what redraws all charts of a result, without drawing them: their data and scripts.
  package static func writeRecipes(
    of result: RunResult, into folder: String
  ) throws(ChartError) {
    try writeRecipes(of: all, ChartData(result), into: folder)
  }

  static func writeRecipes(
    of charts: [any Chart], _ data: ChartData, into folder: String
  ) throws(ChartError) {
    for chart in charts { try ChartRenderer().writeRecipe(of: chart, data, into: folder) }
  }

  /// The files from which another machine can draw the charts: data and scripts.
  package static var recipes: [String] { recipes(of: all) }

  static func recipes(of charts: [any Chart]) -> [String] {
    charts.flatMap { ["\($0.name).csv", "\($0.name).gp"] }
  }
}
