internal import CacheReports
internal import CacheWorkloads
internal import SimCore

enum TraceCharts {
  static func all(of summary: TraceSummary) -> [LineChart] {
    [popularity(summary), distances(summary), workingSet(summary)]
      + (summary.objectSizes == nil ? [] : [requestedBytes(summary)])
  }

  private static func popularity(_ summary: TraceSummary) -> LineChart {
    var lines = [
      LineChart.Line(
        label: "requests", points: summary.popularity.map { (Double($0.rank), Double($0.requests)) }
      )
    ]
    if let fit = summary.zipf {
      let exponent = NumberText.decimal(fit.exponent, places: 2)
      lines.append(
        LineChart.Line(
          label: "Zipf, s = \(exponent)",
          points: summary.popularity.filter { $0.rank <= fit.ranks }.map { point in
            (Double(point.rank), fit.requests(atRank: point.rank))
          }))
    }
    return LineChart(
      name: "popularity", title: "Popularity of objects",
      caption: "Requests of each object by rank, both on logarithmic scales, and Zipf's law "
        + "fitted to the objects that are requested more than once.",
      x: LineChart.Axis("rank of the object (log scale)", column: "rank", .logarithmic),
      y: LineChart.Axis("requests (log scale)", column: "requests", .logarithmic), lines)
  }

  private static func distances(_ summary: TraceSummary) -> LineChart {
    LineChart(
      name: "distances", title: "Reuse distances",
      caption: "Share of all requests that come within a distance of the object's previous one: "
        + "in requests, and in different objects, which is the hit ratio of an LRU cache of so "
        + "many objects.",
      x: LineChart.Axis("distance (log scale)", column: "distance", .logarithmic),
      y: LineChart.Axis("share of all requests", column: "share", .percent),
      [
        line("in requests", summary.reuseDistances, of: summary.requests),
        line("in objects", summary.stackDistances, of: summary.requests),
      ])
  }

  private static func line(
    _ label: String, _ histogram: PowerHistogram, of requests: Int64
  ) -> LineChart.Line {
    var sum: Int64 = 0
    return LineChart.Line(
      label: label,
      points: histogram.counts.enumerated().map { power, count in
        sum += count
        return (Double((Int64(2) << power) - 1), Double(sum) / Double(requests))
      })
  }

  private static func workingSet(_ summary: TraceSummary) -> LineChart {
    over(
      summary, name: "working-set", title: "Working set over time",
      caption: "Requests, different objects (the working set) and objects never requested before, "
        + "in equal intervals.",
      y: LineChart.Axis("in an interval", column: "count", .linear),
      [("requests", \.requests), ("objects", \.objects), ("new objects", \.newObjects)])
  }

  private static func requestedBytes(_ summary: TraceSummary) -> LineChart {
    over(
      summary, name: "requested-bytes", title: "Requested bytes over time",
      caption: "The sizes of all requests of an interval together.",
      y: LineChart.Axis("bytes in an interval", column: "bytes", .linear), [("bytes", \.bytes)])
  }

  private static func over(
    _ summary: TraceSummary, name: String, title: String, caption: String, y: LineChart.Axis,
    _ columns: [(String, KeyPath<TraceSummary.Interval, Int64>)]
  ) -> LineChart {
    let hasTimes = summary.durationNanoseconds != nil
    let width =
      hasTimes
      ? TimeSpan(nanoseconds: summary.intervalWidth).seconds : Double(summary.intervalWidth)
    let x =
      hasTimes
      ? LineChart.Axis("time (s)", column: "seconds", .linear)
      : LineChart.Axis("requests so far", column: "requests_so_far", .linear)
    return LineChart(
      name: name, title: title, caption: caption, x: x, y: y,
      columns.map { label, column in
        LineChart.Line(
          label: label,
          points: summary.intervals.enumerated().map { place, interval in
            (Double(place) * width, Double(interval[keyPath: column]))
          })
      })
  }
}
