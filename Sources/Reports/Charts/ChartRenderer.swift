/// Draws charts into a folder: image, data, and the script that redraws it.
public struct ChartRenderer: Sendable {
  /// The program that draws.
  public var gnuplot: Gnuplot

  /// A renderer; without a program, the one that the environment names.
  public init(gnuplot: Gnuplot = Gnuplot()) { self.gnuplot = gnuplot }

  /// Draws a chart as SVG and PNG beside its data and script; the names of all four files.
  ///
  /// Data and script are written first, and stay when gnuplot fails: they are what another machine
  /// needs to draw it. An image appears whole or not at all.
  public func draw(
    _ chart: any Chart, _ data: ChartData, into folder: String
  ) throws(ChartError) -> [String] {
    let script = chart.script(from: data)
    let folder = ChartFolder(path: folder.isEmpty ? "." : folder)
    try folder.write(script.table.commaSeparated, to: chart.name + ".csv")
    let file = script.file(named: chart.name, caption: chart.caption)
    try folder.write(file, to: chart.name + ".gp")
    let images = [chart.name + ".svg", chart.name + ".png"]
    do throws(ChartError) {
      let words = try gnuplot.run(script.input(for: chart.name), in: folder.path)
      for image in images where !folder.hasContent(image) {
        throw ChartError.noImage(file: image, message: words)
      }
      for image in images { try folder.finish(image) }
    } catch {
      images.forEach(folder.discard)
      throw error
    }
    return images + [chart.name + ".csv", chart.name + ".gp"]
  }
}
