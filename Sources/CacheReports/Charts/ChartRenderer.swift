package import Results
package import SimCore

/// Draws charts into a folder: image, data, and the script that redraws it.
package struct ChartRenderer: Sendable {
  /// What ends the name of an image while it is being drawn.
  static let unfinished = ".part"

  package var gnuplot: Gnuplot

  /// A renderer; without a program, the one that the environment names.
  package init(gnuplot: Gnuplot = Gnuplot()) { self.gnuplot = gnuplot }

  /// Draws a chart as SVG and PNG in the folder of its data and script.
  ///
  /// Data and script are written first, and stay when gnuplot fails: another machine can draw from
  /// them. An image appears complete or not at all.
  package func draw(
    _ chart: any Chart, _ data: ChartData, into folder: String
  ) throws -> DrawnChart {
    let canvas = chart.canvas(of: data)
    let script = ChartScript(canvas)
    let folder = folder.isEmpty ? "." : folder
    try write(script, of: chart, into: folder)
    let warning = try drawImages(script, of: chart, into: folder)
    let images = DrawnChart.images(of: chart.name)
    return DrawnChart(
      name: chart.name, warning: warning,
      figure: Figure(file: images[0], caption: chart.caption, drawing: ChartJSON.json(of: canvas)))
  }

  /// Writes what redraws a chart, without drawing it: its data and its script.
  package func writeRecipe(
    of chart: any Chart, _ data: ChartData, into folder: String
  ) throws(FileError) {
    try write(ChartScript(chart.canvas(of: data)), of: chart, into: folder.isEmpty ? "." : folder)
  }

  private func write(
    _ script: ChartScript, of chart: any Chart, into folder: String
  ) throws(FileError) {
    let files = [
      ("csv", script.table.commaSeparated),
      ("gp", script.file(named: chart.name, caption: chart.caption)),
    ]
    for (ending, text) in files { try Disk.write(text, to: "\(folder)/\(chart.name).\(ending)") }
  }

  /// Draws under temporary names, and renames the images when both are complete.
  private func drawImages(
    _ script: ChartScript, of chart: any Chart, into folder: String
  ) throws -> String {
    let images = DrawnChart.images(of: chart.name)
    func unfinished(_ image: String) -> String { "\(folder)/\(image)\(Self.unfinished)" }
    do {
      let warning = try gnuplot.run(script.input(for: chart.name), in: folder)
      for image in images where !Self.isWhole(unfinished(image)) {
        throw ToolError(
          "gnuplot left no image in '\(image)'" + (warning.isEmpty ? "" : ": \(warning)"), .failed)
      }
      let svg = unfinished(images[0])
      let text = String(decoding: Disk.bytes(of: svg) ?? [], as: UTF8.self)
      try Disk.write(ChartPicture.text(of: text, chart), to: svg)
      for image in images { try Disk.move(unfinished(image), to: "\(folder)/\(image)") }
      return warning
    } catch {
      defer { for image in images { try? Disk.remove(unfinished(image)) } }
      // Before gnuplot's files are removed: a full disk is no error of gnuplot.
      if (error as? ToolError)?.reason == .failed { try Disk.checkSpace(in: folder) }
      throw error
    }
  }

  /// Whether an image ends as its format does: on a full disk it is truncated.
  private static func isWhole(_ path: String) -> Bool {
    guard let bytes = Disk.bytes(of: path), !bytes.isEmpty else { return false }
    let isPNG = bytes.starts(with: [0x89, 0x50, 0x4E, 0x47])
    // The last chunk of PNG, without its check sum; the last tag of SVG.
    let ending = Array((isPNG ? "IEND" : "</svg>").utf8)
    return bytes.suffix(64).indices.contains { bytes[$0...].starts(with: ending) }
  }
}

package struct DrawnChart: Sendable {
  package let name: String
  /// gnuplot's warnings; empty: none.
  package let warning: String
  package let figure: Figure

  /// The names of its files: the images as SVG and PNG, the data, and the script that redraws them.
  package var files: [String] { Self.images(of: name) + ["\(name).csv", "\(name).gp"] }

  static func images(of name: String) -> [String] { ["\(name).svg", "\(name).png"] }
}

/// The SVG of a chart as gnuplot leaves it, with a title, a description and fonts for those who
/// open it by itself.
enum ChartPicture {
  static func text(of svg: String, _ chart: any Chart) -> String {
    let (title, caption) = (escaped(chart.title), escaped(chart.caption))
    var isHead = true
    let lines = withoutCopies(svg.split(separator: "\n", omittingEmptySubsequences: false))
    return lines.map { line -> String in
      if isHead, line == ">" {
        isHead = false
        return " role=\"img\" aria-label=\"\(title). \(caption)\"\n>"
      }
      if line.hasPrefix("<title>") { return "<title>\(title)</title>" }
      if line.hasPrefix("<desc>") { return "<desc>\(caption)</desc>" }
      // The name of a plot in the program, which a browser would show under the pointer.
      if line.hasPrefix("\t<g id=\""), line.hasSuffix("</title>") {
        return line.prefix { $0 != ">" } + ">"
      }
      return fonts(in: line)
    }.joined(separator: "\n")
  }

  /// gnuplot writes a text that stands on white twice, three lines each: with its background, and
  /// once more on itself.
  private static func withoutCopies(_ lines: [Substring]) -> [Substring] {
    lines.indices.filter { index in
      !(3...5).contains { distance in
        let first = index - distance
        return first >= 0 && first + 4 < lines.count
          && lines[first].hasSuffix("style='filter:url(#textbox)'>")
          && lines[first + 1] == lines[first + 4]
      }
    }.map { lines[$0] }
  }

  /// gnuplot takes a bold font's name for a family, and names no other family.
  private static func fonts(in line: Substring) -> String {
    guard line.contains("font-family=\"") else { return String(line) }
    let family = "font-family=\"DejaVu Sans, Verdana, sans-serif\""
    return String(line).replacing(
      "font-family=\"DejaVu Sans:Bold\"", with: "\(family) font-weight=\"bold\""
    )
    .replacing("font-family=\"DejaVu Sans\"", with: family)
  }

  /// A text in XML, without what gnuplot leaves out of texts too.
  private static func escaped(_ text: String) -> String {
    HTMLRenderer.escaped(GnuplotText.clean(text))
  }
}
