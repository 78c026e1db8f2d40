package import Results
package import SimCore

/// A kind of chart: a name, a caption, and how it is drawn.
///
/// A new one is a file and a line in `ChartEntry.all`.
package protocol Chart: Sendable {
  /// The name of its files without extension, in kebab case: letters, digits and hyphens.
  var name: String { get }
  var title: String { get }
  var caption: String { get }

  func canvas(of data: ChartData) -> ChartCanvas

  /// Why it would show nothing of these results, as a part of a sentence; nil: it shows something.
  func reasonToOmit(from data: ChartData) -> String?
}

extension Chart {
  package func reasonToOmit(from data: ChartData) -> String? { nil }
}

/// The charts of a result.
package struct Charts: Sendable {
  /// Every chart that a report can have, in the order of a report; see ``ChartEntry``.
  package static let all: [any Chart] = ChartEntry.all.map(\.chart)

  /// The files that drawing left in a folder.
  package struct Drawn: Sendable {
    /// The charts that a report shows.
    package var figures: [Figure] = []
    /// The other files: the images as PNG, the data, the scripts.
    package var others: [String] = []
    package var warnings: [String] = []

    package init() {}
  }

  let charts: [any Chart]
  private let data: ChartData

  init(_ charts: [any Chart], of data: ChartData) {
    self.charts = charts
    self.data = data
  }

  /// The charts of a run, what decides first.
  package init(of result: RunResult) {
    self.init(ChartChoice(of: result).charts, of: ChartData(result))
  }

  /// The files from which another machine can draw them: data and scripts.
  package var recipes: [String] { charts.flatMap { ["\($0.name).csv", "\($0.name).gp"] } }

  /// Writes the data and the scripts of all, without drawing them.
  package func writeRecipes(into folder: String) throws(FileError) {
    for chart in charts { try ChartRenderer().writeRecipe(of: chart, data, into: folder) }
  }

  /// Draws all into a folder.
  ///
  /// The data and scripts of all are written before the first is drawn, and stay when gnuplot
  /// fails: see ``recipes``. Images are left of all charts or of none.
  package func draw(
    into folder: String, with gnuplot: Gnuplot = Gnuplot()
  ) throws -> Drawn {
    let renderer = ChartRenderer(gnuplot: gnuplot)
    try writeRecipes(into: folder)
    var drawn = Drawn()
    do {
      for chart in charts {
        let files = try renderer.draw(chart, data, into: folder)
        if !files.warning.isEmpty { drawn.warnings.append("\(files.name): \(files.warning)") }
        drawn.figures.append(files.figure)
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
}
