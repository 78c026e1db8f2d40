/// Bars that lie in rows, one for each strategy, the first at the top.
extension ChartCanvas {
  /// Where the axis of bars begins, so that the names to its left have room.
  static func leftOfBars(_ labels: [String]) -> Double {
    let widest = labels.map { ChartText.width($0, size: labelSize) }.max() ?? 0
    return margin + max(widest, 60) + 10
  }

  /// Half the thickness of a bar in rows: 0.36 of a row, and less where a bar would be too thick.
  static func halfBar(rows: Int, in frame: ChartFrame, most pixels: Double) -> String {
    let half = min(0.36, pixels / 2 * Double(rows) / frame.height)
    return GnuplotText.number((half * 1e4).rounded() / 1e4)
  }

  /// Sets a vertical axis of rows without ticks.
  mutating func addRows(_ count: Int) {
    add(
      "unset logscale y", "set yrange [\(GnuplotText.number(Double(max(count, 1)) - 0.5)):-0.5]",
      "unset ytics")
  }

  /// Writes the names of strategies to the left of bars that stand in rows.
  mutating func writeRows(_ labels: [String], beside frame: ChartFrame) {
    for (row, label) in labels.enumerated() {
      write(
        label, x: frame.left - 8, y: Self.middle(ofRow: row, of: labels.count, in: frame),
        alignment: .right)
    }
  }

  /// Where the middle of a row is.
  static func middle(ofRow row: Int, of count: Int, in frame: ChartFrame) -> Double {
    frame.top + (Double(row) + 0.5) * frame.height / Double(count)
  }
}
