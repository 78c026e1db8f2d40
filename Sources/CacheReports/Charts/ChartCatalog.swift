package import Results
internal import SimCore

/// A kind of chart: a name, a caption, and how it is drawn.
///
/// A new one is a file and a line in `ChartEntry.all`.
package protocol Chart: Sendable {
  /// The name of its files without extension, in kebab case: letters, digits and hyphens.
  var name: String { get }
  var title: String { get }
  var caption: String { get }

  func script(from data: ChartData) -> ChartScript

  /// Why it would show nothing of these results, as a part of a sentence; nil: it shows something.
  func reasonToOmit(from data: ChartData) -> String?
}

extension Chart {
  package func reasonToOmit(from data: ChartData) -> String? { nil }
}

/// The catalogue of charts.
package enum Charts {
  /// Every chart that a report can have, in the order of a report; see ``ChartEntry``.
  package static let all: [any Chart] = ChartEntry.all.map(\.chart)

  /// The charts of a result, about the metrics that were asked for first.
  package static func all(of result: RunResult) -> [any Chart] {
    ChartChoice(of: result, about: result.askedMetrics).charts
  }

  /// The files that drawing left in a folder.
  package struct Drawn: Sendable {
    /// The images that a report shows.
    package var pictures: [Figure] = []
    /// The other files: the images as PNG, the data, the scripts.
    package var others: [String] = []
    package var warnings: [String] = []

    package init() {}
  }

  /// Draws all charts of a result into a folder.
  ///
  /// The data and scripts of all charts are written before the first is drawn, and stay when
  /// gnuplot fails: see `recipes`. Images are left of all charts or of none.
  package static func draw(
    _ result: RunResult, into folder: String, with gnuplot: Gnuplot = Gnuplot()
  ) throws(ChartError) -> Drawn {
    try draw(all(of: result), ChartData(result), into: folder, with: gnuplot)
  }

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
        drawn.pictures.append(files.picture(in: folder))
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

  /// Writes the data and the scripts of all charts of a result, without drawing them.
  package static func writeRecipes(
    of result: RunResult, into folder: String
  ) throws(ChartError) {
    try writeRecipes(of: all(of: result), ChartData(result), into: folder)
  }

  static func writeRecipes(
    of charts: [any Chart], _ data: ChartData, into folder: String
  ) throws(ChartError) {
    for chart in charts { try ChartRenderer().writeRecipe(of: chart, data, into: folder) }
  }

  /// The files from which another machine can draw the charts: data and scripts.
  package static func recipes(of result: RunResult) -> [String] { recipes(of: all(of: result)) }

  static func recipes(of charts: [any Chart]) -> [String] {
    charts.flatMap { ["\($0.name).csv", "\($0.name).gp"] }
  }
}
