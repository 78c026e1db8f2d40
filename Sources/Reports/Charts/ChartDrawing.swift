extension Charts {
  /// The files that drawing left in a folder.
  public struct Drawn: Sendable {
    /// The pictures that a report shows.
    public var pictures: [ReportChart] = []
    /// What lies beside them: the same as PNG, the data, the scripts.
    public var others: [String] = []
    /// What gnuplot had to warn of.
    public var warnings: [String] = []

    /// Nothing drawn.
    public init() {}
  }

  /// Draws all charts of a result into a folder: SVG and PNG, with data and script beside them.
  /// - Throws: `ChartError`; files may be left in the folder then, but no half picture.
  public static func draw(
    _ result: RunResult, into folder: String, with gnuplot: Gnuplot = Gnuplot()
  ) throws(ChartError) -> Drawn {
    var drawn = Drawn()
    for chart in all {
      let warning = try draw(chart, of: result, into: folder, with: gnuplot)
      if !warning.isEmpty { drawn.warnings.append("\(chart.name): \(warning)") }
      drawn.pictures.append(ReportChart(file: "\(chart.name).svg", caption: chart.caption))
      drawn.others += ["png", "csv", "gp"].map { "\(chart.name).\($0)" }
    }
    return drawn
  }

  private static func draw(
    _ chart: Chart, of result: RunResult, into folder: String, with gnuplot: Gnuplot
  ) throws(ChartError) -> String {
    let drawing = chart.drawing(result)
    let script = chart.script(for: drawing)
    try write(drawing.data.text, to: "\(folder)/\(chart.name).csv")
    try write(script, to: "\(folder)/\(chart.name).gp")
    let pictures = ["svg", "png"].map { "\(folder)/\(chart.name).\($0)" }
    do throws(ChartError) {
      let warning = try gnuplot.run(script, in: folder)
      for picture in pictures where (Disk.bytes(of: picture) ?? []).isEmpty {
        throw ChartError.failed(program: gnuplot.program, why: "\(chart.name) stayed empty")
      }
      return warning
    } catch {
      // A picture that was begun is none.
      for picture in pictures where Disk.exists(picture) { try? Disk.remove(picture) }
      throw error
    }
  }

  private static func write(_ text: String, to path: String) throws(ChartError) {
    do {
      try Disk.write(Array(text.utf8), to: path)
    } catch {
      throw .cannotWrite(path: path)
    }
  }
}
