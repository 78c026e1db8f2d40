internal import Client

extension Chart {
  /// Share of opens by what was shown first, a bar for each strategy.
  static let hitComposition = Chart(
    name: "hit-composition", title: "What was shown first",
    caption: "Each bar is all opens of a screen. Green opens waited for no network; purple ones "
      + "did; grey ones stayed blank."
  ) { result in
    let sources = Source.allCases
    var data = CSV(["strategy"] + sources.map { "\($0.word)_percent" })
    for row in result.rows {
      let visits = row.pooled.visits
      let shares = sources.map { source in
        let share = Double(visits.firstSources[source]) / Double(max(visits.opens, 1)) * 100
        return NumberText.decimal(share, places: 3)
      }
      data.add([row.title] + shares)
    }
    let inside = sources.indices.map { index in
      let low = index == 0 ? "0" : "(sum [c=2:\(index + 1)] column(c))"
      let color = index == 0 || index == 4 ? "#ffffff" : "#222222"
      return "data skip 1 using (\(low)+column(\(index + 2))/2):(-$0):"
        + "(column(\(index + 2))>=6 ? sprintf('%.0f %%',column(\(index + 2))) : '') with labels "
        + "textcolor rgb '\(color)' notitle"
    }
    let bars = ChartStyle.stackedBars(
      columns: 2...6, names: ["memory", "flash", "confirmed (304)", "network", "nothing (blank)"],
      colors: ChartStyle.sources, hasKey: true)
    return Drawing(
      data: data,
      commands: ChartStyle.frame + [
        "set title \(ChartStyle.quoted("\(result.title): what was shown first"))",
        "set xlabel 'share of opens (%)'", "set xrange [0:100]",
        "set yrange [\(-Double(result.rows.count) + 0.5):0.5]", ChartStyle.rowTics(result),
        "unset grid",
      ] + ChartStyle.key + [([bars] + inside).joined(separator: ", \\\n    ")])
  }
}
