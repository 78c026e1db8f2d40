internal import SimCore

extension Chart {
  /// Bytes written to flash since the start, over virtual time.
  static let flashWritesOverTime = Chart(
    name: "flash-writes-over-time", title: "How flash writes add up",
    caption: "Megabytes a device had written by then. A strategy that fills its store once bends; "
      + "one that writes the same again and again is straight."
  ) { result in
    let rows = result.rows
    let timelines = rows.map { $0.pooled.timeline }
    let length = timelines.map(\.intervals.count).max() ?? 0
    let interval = timelines.map(\.interval).max() ?? .hours(1)
    let isDays = interval * Int64(length) > .days(3)
    var data = CSV([isDays ? "days" : "hours"] + rows.map { "\($0.title) megabytes" })
    var sums = rows.map { _ in 0.0 }
    data.add(["0"] + rows.map { _ in "0" })
    let unit = isDays ? TimeSpan.days(1).seconds : TimeSpan.hours(1).seconds
    for index in 0..<length {
      for (row, timeline) in timelines.enumerated() where index < timeline.intervals.count {
        let devices = Double(max(rows[row].pooled.devices.count, 1))
        sums[row] += Double(timeline.intervals[index].flashBytes) / 1e6 / devices
      }
      let time = (interval * Int64(index + 1)).seconds / unit
      data.add(
        [NumberText.decimal(time, places: 4)] + sums.map { NumberText.decimal($0, places: 6) })
    }
    let plots = rows.enumerated().map { index, row in
      "data skip 1 using 1:\(index + 2) with lines linewidth 2.5 "
        + "dashtype \(ChartStyle.dash(index)) "
        + "linecolor rgb '\(ChartStyle.strategy(index))' "
        + "title \(ChartStyle.quoted(row.title, limit: 26))"
    }
    return Drawing(
      data: data,
      commands: ChartStyle.frame + [
        "set title \(ChartStyle.quoted("\(result.title): how flash writes add up"))",
        "set xlabel '\(isDays ? "days" : "hours") since the start'",
        "set ylabel 'megabytes written per device, so far'", "set xrange [0:*] noextend",
        "set yrange [0:*]",
      ] + ChartStyle.key + ["plot " + plots.joined(separator: ", \\\n    ")])
  }
}
