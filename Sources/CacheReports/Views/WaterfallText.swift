package import Results
package import SimCore

/// Waterfalls for a terminal: of each bar its name, its place on the axis of time, and when it
/// begins and ends.
///
/// Several views stand side by side on one axis where there is room, and else below each other.
package struct WaterfallText {
  /// A line: a bar of the main content, or a row of its own.
  private struct Line {
    var name: String
    /// By view; nil: it has no such line.
    var cells: [Cell?]
  }

  private struct Cell {
    var bars: [ViewWaterfall.Bar]
    var begin: TimeSpan
    var end: TimeSpan

  }

  private static let partLimit = 12
  private static let leastBar = 10
  private static let mostBar = 72
  private static let nameLimit = 24

  private let views: [(label: String, waterfall: ViewWaterfall)]
  private let span: TimeSpan

  /// - Parameter span: how much time the axis has; nil: as much as the views need.
  package init(_ views: [(label: String, waterfall: ViewWaterfall)], span: TimeSpan? = nil) {
    self.views = views
    self.span = span ?? views.map(\.waterfall.span).max() ?? .zero
  }

  /// - Parameters:
  ///   - width: the most cells of a line.
  ///   - isColored: whether kinds of stages have colours beside their letters.
  package func text(width: Int, isColored: Bool = false) -> String {
    let lines = lines
    guard span > .zero else { return "" }
    let name = min(lines.map { TextWidth.cells(of: $0.name) }.max() ?? 0, Self.nameLimit)
    let times = lines.map { line in line.cells.map { $0.map(Self.time) ?? "" } }
    let timeWidth = times.joined().map(\.count).max() ?? 0
    let others = 2 + name + views.count * (timeWidth + 2 * AlignedText.gap.count)
    let bar = min((width - others) / max(views.count, 1), Self.mostBar)
    if views.count > 1, bar < Self.leastBar {
      return views.map { view in
        "\(TextWidth.printable(view.label))\n"
          + WaterfallText([view], span: span).text(width: width, isColored: isColored)
      }.joined()
    }
    let isDrawn = bar >= Self.leastBar
    return head(name, bar: isDrawn ? bar : 0, timeWidth)
      + zip(lines, times).map { line, times in
        var text = "  " + TextWidth.padded(Self.shortened(line.name), to: name, onLeft: false)
        for (cell, time) in zip(line.cells, times) {
          if isDrawn { text += AlignedText.gap + drawn(cell, width: bar, isColored) }
          text += AlignedText.gap + TextWidth.padded(time, to: timeWidth, onLeft: true)
        }
        return TextWidth.trimmed(text) + "\n"
      }.joined()
  }

  /// The labels of several views above their bars; of one there is nothing to tell apart.
  private func head(_ name: Int, bar: Int, _ timeWidth: Int) -> String {
    guard views.count > 1 else { return "" }
    let width = timeWidth + (bar > 0 ? bar + AlignedText.gap.count : 0)
    var text = String(repeating: " ", count: 2 + name)
    for view in views {
      let label = ChartText.shortened(TextWidth.printable(view.label), to: max(width, 3))
      text += AlignedText.gap + TextWidth.padded(label, to: width, onLeft: false)
    }
    return TextWidth.trimmed(text) + "\n"
  }

  // MARK: - Lines

  /// The stages of the main content one by one, then the other rows; what only a later view has
  /// stands behind what it follows there.
  private var lines: [Line] {
    var lines: [Line] = []
    for (place, view) in views.enumerated() {
      var counts: [String: Int] = [:]
      var last = -1
      for (name, cell) in Self.cells(of: view.waterfall) {
        let count = counts[name, default: 0]
        counts[name] = count + 1
        let same = lines.indices.filter { lines[$0].name == name }
        if count < same.count, lines[same[count]].cells[place] == nil {
          lines[same[count]].cells[place] = cell
          last = same[count]
        } else {
          var cells = [Cell?](repeating: nil, count: views.count)
          cells[place] = cell
          last += 1
          lines.insert(Line(name: name, cells: cells), at: last)
        }
      }
    }
    return lines
  }

  private static func cells(of waterfall: ViewWaterfall) -> [(name: String, Cell)] {
    waterfall.folded(parts: partLimit).flatMap { row, _ -> [(name: String, Cell)] in
      switch row.role {
      case .main:
        row.bars.map { ($0.stage.rawValue, Cell(bars: [$0], begin: $0.begin, end: $0.end)) }
      case .refresh, .part:
        [
          (
            row.role == .part ? row.name : "refresh",
            Cell(bars: row.bars, begin: row.begin, end: row.end)
          )
        ]
      }
    }
  }

  private static func shortened(_ name: String) -> String {
    ChartText.shortened(TextWidth.printable(name), to: nameLimit)
  }

  private static func time(_ cell: Cell) -> String {
    func number(_ span: TimeSpan) -> String { NumberText.fixed(span.milliseconds, places: 1) }
    return cell.begin == cell.end
      ? "\(number(cell.begin)) ms" : "\(number(cell.begin))–\(number(cell.end)) ms"
  }

  // MARK: - Bars

  /// A bar of block characters: what has a length has a cell at least, and an instant is a stroke.
  private func drawn(_ cell: Cell?, width: Int, _ isColored: Bool) -> String {
    var letters = [(letter: Character, code: String)](repeating: (" ", ""), count: width)
    for bar in cell?.bars ?? [] {
      let first = min(place(bar.begin, width), width - 1)
      if bar.duration == .zero {
        // Beside bars that have a length an instant is at the end of one.
        if cell?.bars.allSatisfy({ $0.duration == .zero }) == true { letters[first] = ("▏", "") }
        continue
      }
      let end = max(place(bar.end, width), first + 1)
      for at in first..<min(end, width) { letters[at] = bar.stage.block }
    }
    guard isColored else { return String(letters.map(\.letter)) }
    return letters.map {
      $0.code.isEmpty ? "\($0.letter)" : TextWidth.styled("\($0.letter)", $0.code)
    }
    .joined()
  }

  private func place(_ time: TimeSpan, _ width: Int) -> Int {
    Int((Double(time.nanoseconds) / Double(span.nanoseconds) * Double(width)).rounded())
  }
}
