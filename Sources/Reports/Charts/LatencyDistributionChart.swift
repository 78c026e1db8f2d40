internal import SimCore

extension Chart {
  /// Share of opens that had content within a time, on a logarithmic axis.
  static let latencyDistribution = Chart(
    name: "latency-cdf", title: "How long people waited",
    caption: "Share of all opens that had content within a time: any content on the left, the "
      + "origin's present version on the right. A line that ends below 100 % leaves blanks, or "
      + "content that never became fresh. Guides stand at 0.1, 1 and 10 s."
  ) { result in
    let rows = result.rows
    var data = CSV(
      ["share_percent"] + rows.map { "first \($0.title) ms" } + rows.map { "fresh \($0.title) ms" })
    for step in 1...400 {
      let percentile = Percentile(basisPoints: step * 25)
      let first = rows.map { row in
        let visits = row.pooled.visits
        return visits.firstContent.value(at: percentile, missing: visits.opens - visits.shown)
      }
      let fresh = rows.map { row in
        let visits = row.pooled.visits
        return visits.freshContent.value(
          at: percentile, missing: visits.opens - visits.freshContent.count)
      }
      data.add(
        [NumberText.decimal(Double(step) / 4, places: 2)] + (first + fresh).map(Self.milliseconds))
    }
    return Drawing(
      data: data,
      commands: ChartStyle.frame + ChartStyle.key + [
        "set multiplot title \(ChartStyle.quoted("\(result.title): how long people waited"))",
        "set logscale x 10", "set xrange [1:100000]", "set yrange [0:100]",
        "set xtics ('1 ms' 1, '10 ms' 10, '0.1 s' 100, '1 s' 1000, '10 s' 10000, '100 s' 100000)",
        "set mxtics 1", "set tmargin at screen 0.86",
        "do for [limit in '100 1000 10000'] {",
        "  set arrow from limit,0 to limit,100 nohead linecolor rgb '#999999' dashtype 3", "}",
        "set lmargin at screen 0.09", "set rmargin at screen 0.51",
        "set title 'first content, of any age' offset 0,-0.5",
        "set ylabel 'share of all opens (%)'",
        lines(rows, firstColumn: 2, hasKey: true), "unset key", "unset ylabel", "set format y ''",
        "set lmargin at screen 0.55", "set rmargin at screen 0.97",
        "set title 'fresh content: the origin''s version' offset 0,-0.5",
        lines(rows, firstColumn: rows.count + 2, hasKey: false), "unset multiplot",
        "unset lmargin", "unset rmargin", "unset arrow", "set format y '%g'",
      ])
  }

  /// Nanoseconds as milliseconds; an open that never had content has an empty field.
  private static func milliseconds(_ nanoseconds: Double?) -> String {
    guard let nanoseconds, nanoseconds.isFinite else { return "" }
    return NumberText.decimal(nanoseconds / 1e6, places: 3)
  }

  private static func lines(
    _ rows: [StrategyResult], firstColumn: Int, hasKey: Bool
  ) -> String {
    let plots = rows.enumerated().map { index, row in
      let title = hasKey ? "title \(ChartStyle.quoted(row.title, limit: 26))" : "notitle"
      let column = firstColumn + index
      return "data skip 1 using (column(\(column))<1 ? 1 : column(\(column))):1 with lines "
        + "linewidth 2.5 dashtype \(ChartStyle.dash(index)) "
        + "linecolor rgb '\(ChartStyle.strategy(index))' "
        + title
    }
    return "plot " + plots.joined(separator: ", \\\n    ")
  }
}
