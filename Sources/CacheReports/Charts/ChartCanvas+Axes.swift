/// Room for the names of ticks, and lines across a plot.
extension ChartCanvas {
  /// Where a plot begins whose vertical axis has these ticks and other words beside it, so that the
  /// axis' title has room to the left of them.
  static func leftOfPlot(ticks axis: ChartAxis, and words: [String] = []) -> Double {
    let widest =
      (axis.ticks.map(\.label) + words).map { ChartText.width($0, size: labelSize) }
      .max() ?? 0
    return (margin + 26 + widest).rounded(.up)
  }

  /// Draws a dotted line across the next plot at a value of an axis, `x` or `y`.
  mutating func addLimit(at value: Double, axis: String) {
    let place = GnuplotText.number(value)
    let ends =
      axis == "x"
      ? "from first \(place), graph 0 to first \(place), graph 1"
      : "from graph 0, first \(place) to graph 1, first \(place)"
    add(
      "set arrow \(ends) nohead back linecolor rgb '\(ChartPalette.guide)' linewidth 1 "
        + "dashtype (2,4)")
  }
}
