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
