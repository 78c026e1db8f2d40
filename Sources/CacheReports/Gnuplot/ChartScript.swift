/// A chart in gnuplot's syntax: its data, and the lines that draw them on any terminal.
///
/// The lines find the data under the name `data`. The same lines draw the images here and in the
/// script in their folder.
struct ChartScript {
  let table: ChartTable
  let lines: [String]
  private let height: Double

  init(_ canvas: ChartCanvas) {
    table = canvas.table
    height = canvas.height
    let height = canvas.height
    let isOne = canvas.panels.count < 2
    let frames = canvas.panels.map(\.frame)
    var lines = [
      "unset key",
      "set border 3 back linecolor rgb '\(ChartPalette.axis)' linewidth 1",
      "set style fill solid 1 noborder",
      // Names in a frame stand on white, so that no line goes through them.
      "set style textbox opaque noborder margins 0.4,0.2",
    ]
    lines += canvas.shapes.flatMap { Self.lines(of: $0, over: frames, height) }
    lines += canvas.panels.flatMap { Self.exits(of: $0, canvas.table, height) }
    if !isOne { lines.append("set multiplot") }
    lines += canvas.panels.flatMap { Self.lines(of: $0, canvas.table, height) }
    if !isOne { lines.append("unset multiplot") }
    self.lines = lines
  }

  /// The script that redraws both images of a chart from its data file, in their folder.
  func file(named name: String, caption: String) -> String {
    let prologue = [
      "# \(caption)",
      "# Draws \(name).svg and \(name).png from \(name).csv: gnuplot \(name).gp",
      "reset",
      "set datafile separator comma",
      "set datafile columnheaders",
      "data = \(GnuplotText.quoted(name + ".csv"))",
      "unfinished = ''",
    ]
    return (prologue + drawing(of: name)).joined(separator: "\n") + "\n"
  }

  /// What a running gnuplot reads to draw both images under unfinished names.
  func input(for name: String) -> [GnuplotInput] {
    // gnuplot-iostream ends a table with the line `e`, and here that ends the data block too.
    let opening = "$data << e\n"
    let epilogue = ["data = '$data'", "unfinished = '\(ChartRenderer.unfinished)'"]
    return [
      .text(opening),
      .table(values: table.numbers, columnCount: table.numberColumns.count),
      .text((epilogue + drawing(of: name)).joined(separator: "\n") + "\n"),
    ]
  }

  /// The lines for both images: the PNG has twice the pixels, and everything in it twice the size.
  ///
  /// They are repeated and not in a loop: gnuplot counts the braces of a loop in quoted text as
  /// well. Cairo takes font sizes for points of 4/3 pixels, the SVG for pixels: hence 1.5 and not
  /// 2.
  private func drawing(of name: String) -> [String] {
    let identifier = String(name.map { $0 == "-" ? "_" : $0 })
    let canvas = "noenhanced font 'DejaVu Sans,13' background 'white'"
    let width = Int(ChartCanvas.width)
    let height = Int(height)
    let svg = "set terminal svg size \(width),\(height) dynamic name '\(identifier)' \(canvas)"
    let png =
      "set terminal pngcairo size \(2 * width),\(2 * height) fontscale 1.5 linewidth 2 "
      + "pointscale 2 \(canvas)"
    let end = ["unset output"]
    return [svg, "set output \(GnuplotText.quoted("\(name).svg")).unfinished"] + lines + end
      + [png, "set output \(GnuplotText.quoted("\(name).png")).unfinished"]
      + lines.map(FontCoverage.drawable) + end
  }

  private static func lines(
    of shape: ChartCanvas.Shape, over frames: [ChartFrame], _ height: Double
  ) -> [String] {
    switch shape {
    case .text(let text):
      let isOverPanel = frames.contains {
        text.x > $0.left && text.x < $0.right && text.y > $0.top && text.y < $0.bottom
      }
      let font = text.isBold ? "DejaVu Sans:Bold,\(text.size)" : "DejaVu Sans,\(text.size)"
      return [
        "set label \(GnuplotText.quoted(text.text)) at \(place(text.x, text.y, height)) "
          + text.alignment.rawValue + (text.isUpright ? " rotate by 90" : "")
          + " font '\(font)' textcolor rgb '\(text.colour)' front"
          + (isOverPanel ? " boxed" : "")
      ]
    case .line(let start, let end, let stroke, _):
      return [
        "set arrow from \(place(start.x, start.y, height)) to \(place(end.x, end.y, height)) "
          + "nohead front \(words(stroke))"
      ]
    case .area(let frame, let colour):
      return [
        "set object rectangle from \(place(frame.left, frame.bottom, height)) to "
          + "\(place(frame.right, frame.top, height)) front fillcolor rgb '\(colour)' "
          + "fillstyle solid noborder"
      ]
    case .point(let x, let y, let marker):
      return ["set label '' at \(place(x, y, height)) point \(words(marker)) front"]
    }
  }

  /// Triangles where lines leave the frame of a panel above.
  private static func exits(
    of panel: ChartPanel, _ table: ChartTable, _ height: Double
  ) -> [String] {
    panel.exits(in: table).map { exit in
      let marker = ChartMarker(type: 9, size: 0.8, colour: exit.colour)
      return
        "set label '' at \(place(exit.x, panel.frame.top - 5, height)) point \(words(marker)) front"
    }
  }

  /// One plot; what was set up for it is cleared.
  private static func lines(
    of panel: ChartPanel, _ table: ChartTable, _ height: Double
  ) -> [String] {
    let frame = panel.frame
    let grid = [ChartDirection.x, .y].map { panel.grid.contains($0) ? "\($0)tics" : "no\($0)tics" }
    let shade = panel.shadeEnd.map {
      "set object rectangle from first \(number(panel.x.low)), graph 0 to first \(number($0)), "
        + "graph 1 behind fillcolor rgb '\(ChartPalette.warmUp)' fillstyle solid noborder"
    }
    // A plot of nothing is an error; a point that is nowhere shows the axes alone. gnuplot 5.4
    // does not survive to draw boxes of which none is there.
    let nowhere = "'+' using (NaN):(NaN) with points linecolor rgb '\(ChartPalette.axis)'"
    let marks = panel.marks.isEmpty ? [nowhere] : panel.marks.flatMap { words($0, panel, table) }
    return [
      "set lmargin at screen \(horizontal(frame.left))",
      "set rmargin at screen \(horizontal(frame.right))",
      "set tmargin at screen \(vertical(frame.top, height))",
      "set bmargin at screen \(vertical(frame.bottom, height))",
    ] + lines(of: panel.x, .x) + lines(of: panel.y, .y) + [
      "set y2range [0:1]", "unset y2tics",
      "set grid \(grid.joined(separator: " ")) back "
        + "linecolor rgb '\(ChartPalette.grid)' linetype 1 linewidth 1",
    ] + panel.limits.map(line) + (shade.map { [$0] } ?? []) + [
      // Without the word, the title is the source of the plot.
      "plot " + marks.map { "\($0) notitle" }.joined(separator: ", \\\n  "),
      "unset label", "unset arrow", "unset object",
    ]
  }

  private static func lines(of axis: ChartAxis, _ direction: ChartDirection) -> [String] {
    let places = axis.ticks.map { tick in
      // The names of ticks are formats: a percent sign is written twice.
      let label = GnuplotText.quoted(tick.label.replacing("%", with: "%%"))
      return "\(label) \(number(tick.value))"
    }
    return [
      "\(axis.isLogarithmic ? "set" : "unset") logscale \(direction)",
      "set \(direction)range [\(number(axis.low)):\(number(axis.high))]",
      places.isEmpty
        ? "unset \(direction)tics"
        : "set \(direction)tics (\(places.joined(separator: ", "))) nomirror out scale 0.4 "
          + "textcolor rgb '\(ChartPalette.text)' font ',13'",
    ]
  }

  private static func line(of limit: (axis: ChartDirection, value: Double)) -> String {
    let place = "first \(number(limit.value))"
    let ends =
      limit.axis == .x
      ? "from \(place), graph 0 to \(place), graph 1"
      : "from graph 0, \(place) to graph 1, \(place)"
    let stroke = ChartStroke(colour: ChartPalette.guide, dash: "(2,4)")
    return "set arrow \(ends) nohead back \(words(stroke))"
  }

  private static func place(_ x: Double, _ y: Double, _ height: Double) -> String {
    "screen \(horizontal(x)), screen \(vertical(y, height))"
  }

  private static func horizontal(_ x: Double) -> String { fraction(x / ChartCanvas.width) }

  private static func vertical(_ y: Double, _ height: Double) -> String { fraction(1 - y / height) }

  /// A part of the canvas to a hundredth of a thousandth.
  private static func fraction(_ value: Double) -> String { number((value * 1e5).rounded() / 1e5) }

  /// What draws a mark: one plot, but for bars of which some have an open end.
  private static func words(
    _ mark: ChartMark, _ panel: ChartPanel, _ table: ChartTable
  ) -> [String] {
    let rows = Array(
      stride(from: mark.rows.lowerBound, through: mark.rows.upperBound, by: mark.step))
    guard case .bar(let direction, let colour, let marker) = mark.form,
      rows.contains(where: { panel.openEnds(of: mark, in: $0, table) != nil })
    else { return [words(mark, table)] }
    return rows.flatMap { row -> [String] in
      func part(_ form: ChartMark.Form) -> ChartMark {
        ChartMark(form, by: mark.terms, rows: row...row, of: mark.series)
      }
      guard let open = panel.openEnds(of: mark, in: row, table) else {
        return [words(part(mark.form), table)]
      }
      return halves(of: part(mark.form), direction, colour: colour, open, panel, table)
        + (marker.map { [words(part(.points($0)), table)] } ?? [])
    }
  }

  /// A bar as two arrows from its point on: an open end has a head, the other one a cap.
  private static func halves(
    of mark: ChartMark, _ direction: ChartDirection, colour: String,
    _ open: (low: Bool, high: Bool), _ panel: ChartPanel, _ table: ChartTable
  ) -> [String] {
    let axis = direction == .x ? panel.x : panel.y
    let place = mark.terms[direction == .x ? 0 : 1]
    let point = mark.terms.prefix(2).map { term($0, table) }
    return zip(mark.terms.dropFirst(2), [open.low, open.high]).map { end, isOpen in
      let shown = ChartTerm.limited(end, from: axis.inner.low, to: axis.inner.high)
      let length = term(shown - place, table)
      let lengths = direction == .x ? [length, "(0)"] : ["(0)", length]
      return "data every ::\(mark.rows.lowerBound)::\(mark.rows.upperBound) "
        + "using \((point + lengths).joined(separator: ":")) with vectors "
        + (isOpen ? "filled head size screen 0.009,22,90" : "nofilled head size screen 0.0045,90")
        + " linecolor rgb '\(colour)' linewidth 1"
    }
  }

  private static func words(_ mark: ChartMark, _ table: ChartTable) -> String {
    var terms = mark.terms.map { term($0, table) }
    let form: String
    switch mark.form {
    case .line(let stroke): form = "lines \(words(stroke))"
    case .steps(let stroke): form = "steps \(words(stroke))"
    case .points(let marker): form = "points \(words(marker))"
    case .band(let colour):
      form = "filledcurves fillcolor rgb '\(colour)' fillstyle transparent solid 0.16 noborder"
    case .foot(let colour):
      terms = [
        terms[0], "(0)", term(.product(ChartPanel.footHeight, mark.terms[1]), table) + " axes x1y2",
      ]
      form = "filledcurves fillcolor rgb '\(colour)' fillstyle solid noborder"
    case .box(let colour):
      terms = [terms[0], terms[2]] + terms
      form = "boxxyerror fillcolor rgb '\(colour)'"
    case .bar(let direction, let colour, let marker):
      let point = marker.map(words) ?? "pointtype -1 linecolor rgb '\(colour)'"
      form = "\(direction)errorbars linewidth 1 \(point)"
    case .percent(let colour):
      terms[2] = "(sprintf('%.0f %%', 100 * \(operand(mark.terms[2], table))))"
      form = "labels font ',12' textcolor rgb '\(colour)'"
    }
    let step = mark.step > 1 ? "\(mark.step)" : ""
    return "data every \(step)::\(mark.rows.lowerBound)::\(mark.rows.upperBound) "
      + "using \(terms.joined(separator: ":")) with \(form)"
  }

  private static func words(_ stroke: ChartStroke) -> String {
    "linecolor rgb '\(colour(stroke.colour, isFaint: stroke.isFaint))' "
      + "linewidth \(number(stroke.width)) dashtype \(stroke.dash)"
  }

  private static func words(_ marker: ChartMarker) -> String {
    "pointtype \(marker.type) pointsize \(number(marker.size)) "
      + "linecolor rgb '\(colour(marker.colour, isFaint: marker.isFaint))'"
  }

  private static func colour(_ colour: String, isFaint: Bool) -> String {
    isFaint ? "#90\(colour.dropFirst())" : colour
  }

  /// A term between colons: the number of a column, or what is computed.
  private static func term(_ term: ChartTerm, _ table: ChartTable) -> String {
    if case .column(let name) = term { return "\(table.place(of: name) + 1)" }
    return "(\(operand(term, table)))"
  }

  private static func operand(_ term: ChartTerm, _ table: ChartTable) -> String {
    switch term {
    case .column(let name): return "$\(table.place(of: name) + 1)"
    case .number(let value): return value < 0 ? "(\(number(value)))" : number(value)
    case .sum(let one, let other): return "(\(operand(one, table)) + \(operand(other, table)))"
    case .product(let factor, let term): return "(\(number(factor)) * \(operand(term, table)))"
    case .limited(let term, let low, let high):
      var text = operand(term, table)
      if high < .infinity { text = "(\(text) > \(number(high)) ? \(number(high)) : \(text))" }
      if low > -.infinity { text = "(\(text) < \(number(low)) ? \(number(low)) : \(text))" }
      return text
    case .replaced(let term, let value, let other):
      let text = operand(term, table)
      let test =
        value == .infinity ? "> \(number(.greatestFiniteMagnitude))" : "== \(number(value))"
      return "(\(text) \(test) ? \(number(other)) : \(text))"
    case .chosen(let term, let column, let value):
      return "($\(table.place(of: column) + 1) == \(number(value)) "
        + "? \(operand(term, table)) : NaN)"
    }
  }

  private static func number(_ value: Double) -> String { GnuplotText.number(value) }
}
