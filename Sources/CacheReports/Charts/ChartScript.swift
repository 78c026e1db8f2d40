/// A chart as gnuplot draws it: its data, and the lines that draw them on any terminal.
///
/// The lines find the data under the name `data`. The same lines draw the images here and in the
/// script in their folder.
package struct ChartScript: Sendable {
  let table: ChartTable
  let lines: [String]
  /// What is plotted, in order, and what the chart tells under the pointer.
  let elements: [ChartElement]
  let values: [ChartValue]
  let timelines: [ChartTimeline]

  init(table: ChartTable, _ canvas: ChartCanvas) {
    self.table = table
    lines = canvas.lines
    elements = canvas.elements
    values = canvas.values
    timelines = canvas.timelines
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
    let height = Int(ChartCanvas.height)
    let svg = "set terminal svg size \(width),\(height) dynamic name '\(identifier)' \(canvas)"
    let png =
      "set terminal pngcairo size \(2 * width),\(2 * height) fontscale 1.5 linewidth 2 "
      + "pointscale 2 \(canvas)"
    let end = ["unset output"]
    return [svg, "set output \(GnuplotText.quoted("\(name).svg")).unfinished"] + lines + end
      + [png, "set output \(GnuplotText.quoted("\(name).png")).unfinished"]
      + lines.map(FontCoverage.drawable) + end
  }
}

/// The data of a chart: columns of numbers, which gnuplot draws, then columns of text for readers.
///
/// Text comes last, so that nothing in it can shift the numbers.
struct ChartTable: Sendable {
  /// The names of the columns of numbers, with their units.
  let numberColumns: [String]
  let textColumns: [String]
  private(set) var numbers: [Double] = []
  private var texts: [[String]] = []

  init(numbers numberColumns: [String], texts textColumns: [String]) {
    precondition(!numberColumns.isEmpty, "gnuplot draws numbers")
    self.numberColumns = numberColumns
    self.textColumns = textColumns
  }

  var rowCount: Int { texts.count }

  subscript(row: Int, column: Int) -> Double { numbers[row * numberColumns.count + column] }

  mutating func add(_ numbers: [Double], _ texts: [String]) {
    precondition(numbers.count == numberColumns.count, "a row has a number for each column")
    precondition(texts.count == textColumns.count, "a row has a text for each column")
    self.numbers += numbers
    self.texts.append(texts)
  }

  /// The table as comma-separated values (RFC 4180 with line feeds), with a header line.
  var commaSeparated: String {
    var lines = [(numberColumns + textColumns).joined(separator: ",")]
    for (row, texts) in texts.enumerated() {
      let start = row * numberColumns.count
      let numbers = numbers[start..<(start + numberColumns.count)].map(GnuplotText.number)
      lines.append(
        (numbers + texts.map { CSV.field(GnuplotText.clean($0)) }).joined(separator: ","))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
