/// The SVG of a chart as gnuplot leaves it, made into what a page can use: see ``ChartElement``.
struct ChartPicture {
  let title: String
  let caption: String
  /// What was plotted, in order.
  let elements: [ChartElement]
  /// What it tells under the pointer.
  let values: [ChartValue]
  /// The axes of time that can be zoomed, of each panel.
  let timelines: [ChartTimeline]

  /// The radius around a point in which the pointer finds it, in pixels.
  private static let reach = 7.0

  init(_ chart: any Chart, _ script: ChartScript) {
    title = chart.title
    caption = chart.caption
    elements = script.elements
    values = script.values
    timelines = script.timelines
  }

  /// The picture with roles, titles, groups of series, and values, its outlines thinned.
  ///
  /// gnuplot writes a group a line, in the order of the plot commands. When there are not as many
  /// groups as elements, nothing is known of any, and none has a title.
  func annotated(_ svg: String) -> String {
    let lines = ThinOutline.picture(svg).split(separator: "\n", omittingEmptySubsequences: false)
    let isKnown = lines.filter(Self.isGroup).count == elements.count
    var left = elements[...]
    var isHead = true
    var text: [String] = []
    for line in lines {
      if isHead, line == ">" {
        isHead = false
        let label = Self.escaped("\(title). \(caption)")
        text.append(" role=\"img\" aria-label=\"\(label)\"\(attributesOfTimelines)\n>")
      } else if line.hasPrefix("<title>") {
        text.append("<title>\(Self.escaped(title))</title>")
      } else if line.hasPrefix("<desc>") {
        text.append("<desc>\(Self.escaped(caption))</desc>")
      } else if Self.isGroup(line) {
        let opening = line.prefix { $0 != ">" }.dropLast(2)
        text.append(opening + Self.attributes(of: isKnown ? left.popFirst() : nil))
      } else if line.hasPrefix("</svg>") {
        text.append(groupsOfValues + line)
      } else {
        text.append(Self.withFonts(line))
      }
    }
    return text.joined(separator: "\n")
  }

  /// Whether a line of gnuplot's begins what one element draws.
  private static func isGroup(_ line: Substring) -> Bool {
    line.hasPrefix("\t<g id=\"") && line.hasSuffix("</title>")
  }

  /// gnuplot takes a bold font's name for a family, and names no other family.
  private static func withFonts(_ line: Substring) -> String {
    guard line.contains("font-family=\"") else { return String(line) }
    let family = "font-family=\"DejaVu Sans, Verdana, sans-serif\""
    return String(line).replacing(
      "font-family=\"DejaVu Sans:Bold\"", with: "\(family) font-weight=\"bold\""
    )
    .replacing("font-family=\"DejaVu Sans\"", with: family)
  }

  private static func attributes(of element: ChartElement?) -> String {
    guard let element else { return "\">" }
    let title = element.title.isEmpty ? "" : "<title>\(escaped(element.title))</title>"
    guard let series = element.series else { return "\">\(title)" }
    return "\" class=\"series\" data-series=\"\(escaped(series))\">\(title)"
  }

  private var attributesOfTimelines: String {
    guard let unit = timelines.first?.unit else { return "" }
    let panels = timelines.map { timeline in
      let frame = timeline.frame
      return [frame.left, frame.top, frame.right, frame.bottom, timeline.low, timeline.high]
        .map(GnuplotText.number).joined(separator: " ")
    }
    return " data-timeline=\"\(panels.joined(separator: ","))\""
      + " data-unit=\"\(Self.escaped(unit))\""
  }

  /// The values in groups of their series, as neighbours of one series follow each other.
  private var groupsOfValues: String {
    guard !values.isEmpty else { return "" }
    var text = "<g class=\"values\" fill=\"none\" stroke=\"none\" pointer-events=\"all\">\n"
    var open: String??
    for value in values {
      if open != .some(value.series) {
        if open != nil { text += "</g>\n" }
        let series = value.series.map {
          " class=\"series\" data-series=\"\(Self.escaped($0))\""
        }
        text += "<g\(series ?? "")>\n"
        open = .some(value.series)
      }
      text += Self.shape(value)
    }
    return text + "</g>\n</g>\n"
  }

  private static func shape(_ value: ChartValue) -> String {
    let title = "<title>\(escaped(value.text))</title>"
    switch value.place {
    case .point(let x, let y):
      return "<circle class=\"value\" cx=\"\(pixels(x))\" cy=\"\(pixels(y))\" "
        + "r=\"\(pixels(reach))\">\(title)</circle>\n"
    case .area(let frame):
      return "<rect class=\"value\" x=\"\(pixels(frame.left))\" y=\"\(pixels(frame.top))\" "
        + "width=\"\(pixels(max(frame.width, 0)))\" height=\"\(pixels(max(frame.height, 0)))\">"
        + "\(title)</rect>\n"
    }
  }

  /// A tenth of a pixel is finer than a pointer.
  private static func pixels(_ value: Double) -> String {
    GnuplotText.number((value * 10).rounded() / 10)
  }

  /// A text in XML, without what gnuplot leaves out of texts too.
  private static func escaped(_ text: String) -> String {
    HTMLRenderer.escaped(GnuplotText.clean(text))
  }
}
