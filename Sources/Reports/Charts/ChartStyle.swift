/// What all charts share: colours, quoting, frames.
enum ChartStyle {
  /// The colour of the strategy with that index, the same in every chart.
  ///
  /// Eight colours that colour-blind people tell apart (Okabe, Ito: Color Universal Design, 2008),
  /// yellow last, then four of Paul Tol's muted scheme.
  static func strategy(_ index: Int) -> String {
    let colors = [
      "#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#000000", "#882255",
      "#117733", "#332288", "#999999", "#DDCC77",
    ]
    return colors[index % colors.count]
  }

  /// Where an answer came from: greens for what was kept, purple for the network, grey for blank
  /// (ColorBrewer's PRGn, safe for the colour-blind).
  static let sources = ["#1B7837", "#7FBF7B", "#D9F0D3", "#AF8DC3", "#4D4D4D"]

  /// Why something was written (Paul Tol's light scheme, and black for the last).
  static let causes = [
    "#EE8866", "#FFAABB", "#77AADD", "#44BB99", "#99DDFF", "#AAAA00", "#EEDD88", "#BBCC33",
    "#DDDDDD", "#555555",
  ]

  /// A user's text as gnuplot takes it for nothing but text: in single quotes, those inside
  /// doubled, without control characters, cut to a length that fits.
  static func quoted(_ text: String, limit: Int = 60) -> String {
    let printable = text.unicodeScalars.map { scalar -> Character in
      scalar.properties.generalCategory == .control ? " " : Character(scalar)
    }
    var cut = String(printable)
    if cut.count > limit { cut = cut.prefix(limit - 1) + "…" }
    return "'" + cut.replacing("'", with: "''") + "'"
  }

  /// The frame of a chart without panels.
  static let frame = [
    "set border 3 linecolor rgb '#666666'", "set tics nomirror textcolor rgb '#333333'",
    "set grid linecolor rgb '#dddddd' linetype 1 linewidth 0.5", "set tics scale 0.5",
  ]

  /// How a line is broken, so that lines on each other are both seen.
  static func dash(_ index: Int) -> String {
    ["1", "(14,5)", "(4,4)", "(14,4,3,4)", "(7,3,2,3,2,3)"][index % 5]
  }

  /// A key below the plot, in columns of two.
  static let key = [
    "set key at screen 0.5,0.07 center center vertical maxrows 2 reverse Left samplen 2.5",
    "set bmargin at screen 0.24",
  ]

  /// Names for the rows of a chart with bars, the first row on top.
  static func rowTics(_ result: RunResult) -> String {
    let tics = result.rows.enumerated().map { index, row in
      "\(quoted(row.title, limit: 26)) \(-index)"
    }
    return "set ytics (\(tics.joined(separator: ", "))) scale 0"
  }

  /// A panel of stacked bars, one for each row of the data; columns from `first` to `last`.
  static func stackedBars(
    columns: ClosedRange<Int>, names: [String], colors: [String], label: String? = nil,
    hasKey: Bool
  ) -> String {
    var plots = columns.map { column in
      let index = column - columns.lowerBound
      let low =
        index == 0
        ? "0" : "(sum [c=\(columns.lowerBound):\(column - 1)] column(c))"
      let title = hasKey ? "title \(quoted(names[index]))" : "notitle"
      return "data skip 1 using (\(low)+column(\(column))/2):(-$0):(\(low)):"
        + "(\(low)+column(\(column))):(-$0-0.36):(-$0+0.36) with boxxyerror "
        + "fillstyle solid 1 border rgb '#ffffff' linewidth 0.5 linecolor rgb '\(colors[index])' "
        + title
    }
    if let label {
      let total = "(sum [c=\(columns.lowerBound):\(columns.upperBound)] column(c))"
      plots.append(
        "data skip 1 using \(total):(-$0):(sprintf('\(label)',\(total))) with labels left "
          + "offset 0.5,0 textcolor rgb '#333333' notitle")
    }
    return "plot " + plots.joined(separator: ", \\\n    ")
  }
}
