package import Results

/// The table that the command prints: strategies in rows, headline metrics in columns.
package enum TerminalTable {
  /// The table, each line with a line feed.
  /// - Parameters:
  ///   - metrics: names of the metrics to show; nil: the standard ones.
  ///   - width: the maximum width of a line in cells; columns that do not fit are left out from
  ///     the right, and a line says so.
  ///   - isColored: whether the best are marked by colour, and not by a star.
  /// - Complexity: O(rows × metrics).
  package static func text(
    of result: RunResult, metrics: [String]? = nil, width: Int = 120, isColored: Bool = false
  ) -> String {
    let table = ResultTable(
      Headline.chosen(metrics, of: result), of: result.tableGroups.map(\.rows))
    var text =
      result.simulated.isEmpty
      ? "" : TextWidth.printable("Simulated: \(result.simulated.joined(separator: "; "))") + "\n"
    for limit in result.inputLimits { text += TextWidth.printable("Note: \(limit)") + "\n" }
    let (lines, left) = TerminalRenderer.lines(of: table, width: width, isColored: isColored)
    var legends: [String] = []
    if table.hasMarks { legends.append((isColored ? "green" : "*") + legend) }
    if table.hasIntervals { legends.append(Display.intervalLegend) }
    text += lines
    if !legends.isEmpty { text += legends.joined(separator: "; ") + "\n" }
    return text + TerminalRenderer.leftOut(left)
  }

  private static let legend =
    ": best of its column; waits are over all opens, infinite where too few showed the content "
    + "(with the share that did)"
}
