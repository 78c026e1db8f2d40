internal import Devices

extension Chart {
  /// Writes to flash by cause, operations and bytes side by side.
  static let flashWritesByCause = Chart(
    name: "flash-writes-by-cause", title: "Why flash was written",
    caption: "Write operations and megabytes of a device and day, by what they were for. Many "
      + "small operations wear more than their bytes tell."
  ) { result in
    let rows = result.rows
    let causes = FlashCause.allCases.filter { cause in
      rows.contains {
        $0.pooled.flash.written.operations[cause] > 0
          || $0.pooled.flash.written.bytesByCause[cause] > 0
      }
    }
    var data = CSV(
      ["strategy"] + causes.map { "\($0.word)_operations" } + causes.map { "\($0.word)_megabytes" })
    for row in rows {
      let days = max(row.pooled.devices.days, 1e-9)
      let written = row.pooled.flash.written
      let operations = causes.map {
        NumberText.decimal(Double(written.operations[$0]) / days, places: 4)
      }
      let megabytes = causes.map {
        NumberText.decimal(Double(written.bytesByCause[$0]) / days / 1e6, places: 6)
      }
      data.add([row.title] + operations + megabytes)
    }
    let title = "set multiplot title \(ChartStyle.quoted("\(result.title): why flash was written"))"
    guard !causes.isEmpty else {
      return Drawing(
        data: data,
        commands: ChartStyle.frame + [
          "set title \(ChartStyle.quoted("\(result.title): no strategy wrote to flash"))",
          "unset tics", "unset border", "set xrange [0:1]", "set yrange [0:1]",
          "plot NaN notitle",
        ])
    }
    let names = causes.map(\.word)
    let colors = causes.map { ChartStyle.causes[$0.rawValue % ChartStyle.causes.count] }
    let count = causes.count
    return Drawing(
      data: data,
      commands: ChartStyle.frame + [
        title, ChartStyle.key.joined(separator: "\n  "),
        "set yrange [\(-Double(rows.count) + 0.5):0.5]", ChartStyle.rowTics(result),
        "set xrange [0:*]", "set tmargin at screen 0.90",
        "set lmargin at screen 0.20", "set rmargin at screen 0.56",
        "set xlabel 'write operations per device and day'",
        ChartStyle.stackedBars(columns: 2...count + 1, names: names, colors: colors, hasKey: true),
        "unset key", "set lmargin at screen 0.62", "set rmargin at screen 0.97",
        "unset ytics", "set xlabel 'megabytes written per device and day'",
        ChartStyle.stackedBars(
          columns: count + 2...2 * count + 1, names: names, colors: colors, hasKey: false),
        "unset multiplot", "unset lmargin", "unset rmargin",
      ])
  }
}
