internal import CacheMetrics
internal import CacheReports
internal import CacheWorkloads
internal import Results
internal import SimCore

struct TraceSummaryTable {
  let summary: TraceSummary
  let format: String

  var text: String { AlignedText.table(lines.map { [$0.0, $0.1] }, .left) }

  var listing: Listing { Listing(["name", "value"], lines.map { [$0.0, $0.1] }) }

  private var lines: [(String, String)] {
    var lines: [(String, String)] = [
      ("format", format), ("requests", Self.count(summary.requests)),
      ("objects", Self.count(summary.objects)),
      ("requested once", "\(Display.share(summary.oneHitRatio)) of objects"),
    ]
    lines += sizeLines + timeLines + popularityLines
    lines.append(("reuse distance", Self.words(of: summary.reuseDistances, in: "requests")))
    lines.append(("stack distance", Self.words(of: summary.stackDistances, in: "objects")))
    if let use = summary.timeToLive {
      let spans =
        "\(Display.share(Double(use.requests) / Double(summary.requests))) of requests, "
        + "\(Self.span(use.least)) to \(Self.span(use.greatest)), "
        + "mean \(Self.span(Int64(use.mean)))"
      lines.append(("time to live", spans))
    }
    if !summary.operations.isEmpty { lines.append(("operations", words(of: summary.operations))) }
    if !summary.tenants.isEmpty {
      lines.append(
        ("tenants", "\(summary.tenants.count): " + words(of: Array(summary.tenants.prefix(8)))))
    }
    lines.append(("working set", workingSet))
    return lines
  }

  private var sizeLines: [(String, String)] {
    guard let footprint = summary.footprintBytes, let bytes = summary.requestedBytes,
      let sizes = summary.objectSizes
    else { return [] }
    return [
      ("footprint", Self.bytes(Double(footprint))), ("requested", Self.bytes(Double(bytes))),
      (
        "object sizes",
        "mean \(Self.bytes(sizes.mean)), "
          + sizes.quantiles.map { "\($0.name) \(Self.bytes(Double($0.value)))" }.joined(
            separator: ", ")
      ), ("size changes", Self.count(summary.sizeChanges)),
    ]
  }

  private var timeLines: [(String, String)] {
    guard let duration = summary.durationNanoseconds else { return [] }
    let rate = summary.requestsPerSecond.map { NumberText.short($0) + " requests/s" }
    var lines = [("duration", Self.span(duration)), ("rate", rate ?? "all at one instant")]
    if summary.timesBack > 0 {
      let back = NumberText.counted(summary.timesBack, "request is", plural: "requests are")
      lines.append(("times back", back + " before the one before"))
    }
    return lines
  }

  private var popularityLines: [(String, String)] {
    guard let fit = summary.zipf else { return [] }
    let law =
      "exponent \(NumberText.decimal(fit.exponent, places: 2)), "
      + "R² \(NumberText.decimal(fit.rSquared, places: 2)), "
      + "over ranks 1 to \(Self.count(fit.ranks)), which are requested more than once"
    return [("Zipf", law)]
  }

  /// The median and the upper end of a histogram, as the powers of two that they do not exceed.
  private static func words(of histogram: PowerHistogram, in unit: String) -> String {
    guard histogram.count > 0 else { return "no object is requested again" }
    let shares = [50, 90, 99].map { "p\($0) < \(count(histogram.bound(ofPercent: $0)))" }
    let mean = NumberText.short(histogram.mean)
    return "mean \(mean), \(shares.joined(separator: ", ")) \(unit)"
  }

  private var workingSet: String {
    let objects = summary.intervals.map(\.objects)
    let mean = Double(objects.reduce(0, +)) / Double(max(objects.count, 1))
    let width =
      summary.durationNanoseconds == nil
      ? NumberText.counted(summary.intervalWidth, "request") : Self.span(summary.intervalWidth)
    return
      "mean \(NumberText.counted(mean, "object")), greatest \(Self.count(objects.max() ?? 0)), "
      + "in intervals of \(width)"
  }

  private func words(of names: [TraceSummary.NameCount]) -> String {
    names.map { "\($0.name) \(Self.count($0.requests))" }.joined(separator: ", ")
  }

  private static func count(_ number: some BinaryInteger) -> String { Display.count(Int64(number)) }

  private static func bytes(_ count: Double) -> String { Display.text(count, .bytes) }

  private static func span(_ nanoseconds: Int64) -> String {
    Display.text(TimeSpan(nanoseconds: nanoseconds))
  }
}

extension TraceSummaryTable {
  /// Names end with their unit; what the trace does not have is left out.
  var json: JSON {
    var members: [(String, JSON)] = [
      ("format", JSON(format)), ("requests", JSON(summary.requests)),
      ("objects", JSON(summary.objects)), ("one_hit_objects", JSON(summary.oneHitObjects)),
      ("one_hit_ratio", JSON(summary.oneHitRatio)),
    ]
    members += sizes + times
    if let fit = summary.zipf {
      let law: JSON = .object([
        "exponent": JSON(fit.exponent), "r_squared": JSON(fit.rSquared), "ranks": JSON(fit.ranks),
      ])
      members.append(("zipf", law))
    }
    members.append(("reuse_distance_requests", Self.histogram(summary.reuseDistances)))
    members.append(("stack_distance_objects", Self.histogram(summary.stackDistances)))
    members += uses
    let ranks = summary.popularity.map { point -> JSON in
      .object(["rank": JSON(point.rank), "requests": JSON(point.requests)])
    }
    return .object(members + [("popularity", JSON(ranks)), ("intervals", intervals)])
  }

  private var sizes: [(String, JSON)] {
    guard let footprint = summary.footprintBytes, let bytes = summary.requestedBytes,
      let sizes = summary.objectSizes
    else { return [] }
    let quantiles = sizes.quantiles.map { ($0.name, JSON($0.value)) }
    return [
      ("footprint_bytes", JSON(footprint)), ("requested_bytes", JSON(bytes)),
      ("object_size_bytes", .object([("mean", JSON(sizes.mean))] + quantiles)),
      ("size_changes", JSON(summary.sizeChanges)),
    ]
  }

  private var times: [(String, JSON)] {
    guard let duration = summary.durationNanoseconds else { return [] }
    let rate = summary.requestsPerSecond.map { [("requests_per_second", JSON($0))] } ?? []
    return [
      ("duration_s", JSON(TimeSpan(nanoseconds: duration).seconds)),
      ("times_back", JSON(summary.timesBack)),
    ] + rate
  }

  private var uses: [(String, JSON)] {
    var members: [(String, JSON)] = []
    if let use = summary.timeToLive {
      let spans: JSON = .object([
        "requests": JSON(use.requests), "least_s": JSON(TimeSpan(nanoseconds: use.least).seconds),
        "mean_s": JSON(use.mean / 1e9),
        "greatest_s": JSON(TimeSpan(nanoseconds: use.greatest).seconds),
      ])
      members.append(("time_to_live", spans))
    }
    for (name, counts) in [("operations", summary.operations), ("tenants", summary.tenants)]
    where !counts.isEmpty {
      let list = counts.map { count -> JSON in
        .object(["name": JSON(count.name), "requests": JSON(count.requests)])
      }
      members.append((name, JSON(list)))
    }
    return members
  }

  private var intervals: JSON {
    let width: (String, JSON) =
      summary.durationNanoseconds == nil
      ? ("width_requests", JSON(summary.intervalWidth))
      : ("width_s", JSON(TimeSpan(nanoseconds: summary.intervalWidth).seconds))
    let list = summary.intervals.map { interval -> JSON in
      .object([
        "requests": JSON(interval.requests), "bytes": JSON(interval.bytes),
        "objects": JSON(interval.objects), "new_objects": JSON(interval.newObjects),
      ])
    }
    return .object([width, ("list", JSON(list))])
  }

  /// Counts by powers of two: how many are below each bound and not below the one before.
  private static func histogram(_ histogram: PowerHistogram) -> JSON {
    let counts = histogram.counts.enumerated().map { power, count -> JSON in
      .object(["below": JSON(Int64(1) << (power + 1)), "count": JSON(count)])
    }
    return .object([
      "count": JSON(histogram.count), "mean": JSON(histogram.mean), "counts": JSON(counts),
    ])
  }
}

extension TraceSummary.Distribution {
  var quantiles: [(name: String, value: Int64)] {
    [
      ("least", least), ("p10", p10), ("p50", p50), ("p90", p90), ("p99", p99),
      ("greatest", greatest),
    ]
  }
}

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
      x: LineChart.Axis("rank of the object", column: "rank", .logarithmic),
      y: LineChart.Axis("requests", column: "requests", .logarithmic), lines)
  }

  private static func distances(_ summary: TraceSummary) -> LineChart {
    LineChart(
      name: "distances", title: "Reuse distances",
      caption: "Share of all requests that come within a distance of the object's previous one: "
        + "in requests, and in different objects, which is the hit ratio of an LRU cache of so "
        + "many objects.",
      x: LineChart.Axis("distance", column: "distance", .logarithmic),
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
