internal import CacheMetrics
internal import CacheReports
internal import CacheWorkloads
internal import Results
internal import SimCore

extension TraceSummary {
  /// What is said of a trace. Names for programs end with their unit; what the trace does not have
  /// is left out.
  func facts(format: String) -> FactList {
    var facts = FactList()
    facts.add("format", format, ["format": JSON(format)])
    facts.add("requests", Self.count(requests), ["requests": JSON(requests)])
    facts.add(
      "objects", Self.count(objects),
      ["objects": JSON(objects), "one_hit_objects": JSON(oneHitObjects)])
    facts.add(
      "requested once", "\(Display.share(oneHitRatio)) of objects",
      ["one_hit_ratio": JSON(oneHitRatio)])
    addSizes(to: &facts)
    addTimes(to: &facts)
    if let zipf { facts.add("Zipf", Self.words(of: zipf), ["zipf": Self.json(of: zipf)]) }
    facts.add(
      "reuse distance", Self.words(of: reuseDistances, in: "requests"),
      ["reuse_distance_requests": Self.json(of: reuseDistances)])
    facts.add(
      "stack distance", Self.words(of: stackDistances, in: "objects"),
      ["stack_distance_objects": Self.json(of: stackDistances)])
    addUses(to: &facts)
    let ranks = popularity.map { point -> JSON in
      .object(["rank": JSON(point.rank), "requests": JSON(point.requests)])
    }
    facts.add("working set", workingSet, ["popularity": JSON(ranks), "intervals": intervalList])
    return facts
  }

  private func addSizes(to facts: inout FactList) {
    guard let footprintBytes, let requestedBytes, let objectSizes else { return }
    let quantiles = objectSizes.quantiles
    facts.add(
      "footprint", Self.bytes(Double(footprintBytes)), ["footprint_bytes": JSON(footprintBytes)])
    facts.add(
      "requested", Self.bytes(Double(requestedBytes)), ["requested_bytes": JSON(requestedBytes)])
    facts.add(
      "object sizes",
      (["mean \(Self.bytes(objectSizes.mean))"]
        + quantiles.map { "\($0.name) \(Self.bytes(Double($0.value)))" }).joined(separator: ", "),
      [
        "object_size_bytes": .object(
          [("mean", JSON(objectSizes.mean))] + quantiles.map { ($0.name, JSON($0.value)) })
      ])
    facts.add("size changes", Self.count(sizeChanges), ["size_changes": JSON(sizeChanges)])
  }

  private func addTimes(to facts: inout FactList) {
    guard let duration = durationNanoseconds else { return }
    facts.add(
      "duration", Self.span(duration),
      ["duration_s": Self.seconds(duration), "times_back": JSON(timesBack)])
    if let rate = requestsPerSecond {
      facts.add(
        "rate", NumberText.short(rate) + " requests/s", ["requests_per_second": JSON(rate)])
    } else {
      facts.add("rate", "all at one instant")
    }
    if timesBack > 0 {
      let back = NumberText.counted(timesBack, "request is", plural: "requests are")
      facts.add("times back", back + " before the one before")
    }
  }

  private static func words(of fit: ZipfFit) -> String {
    "exponent \(NumberText.decimal(fit.exponent, places: 2)), "
      + "R² \(NumberText.decimal(fit.rSquared, places: 2)), "
      + "over ranks 1 to \(count(fit.ranks)), which are requested more than once"
  }

  private static func json(of fit: ZipfFit) -> JSON {
    .object([
      "exponent": JSON(fit.exponent), "r_squared": JSON(fit.rSquared), "ranks": JSON(fit.ranks),
    ])
  }

  /// The median and the upper end of a histogram, as the powers of two that they do not exceed.
  private static func words(of histogram: PowerHistogram, in unit: String) -> String {
    guard histogram.count > 0 else { return "no object is requested again" }
    let shares = [50, 90, 99].map { "p\($0) < \(count(histogram.bound(ofPercent: $0)))" }
    let mean = NumberText.short(histogram.mean)
    return "mean \(mean), \(shares.joined(separator: ", ")) \(unit)"
  }

  /// Counts by powers of two: how many are below each bound and not below the one before.
  private static func json(of histogram: PowerHistogram) -> JSON {
    let counts = histogram.counts.enumerated().map { power, count -> JSON in
      .object(["below": JSON(Int64(1) << (power + 1)), "count": JSON(count)])
    }
    return .object([
      "count": JSON(histogram.count), "mean": JSON(histogram.mean), "counts": JSON(counts),
    ])
  }

  private func addUses(to facts: inout FactList) {
    if let use = timeToLive {
      facts.add(
        "time to live",
        "\(Display.share(Double(use.requests) / Double(requests))) of requests, "
          + "\(Self.span(use.least)) to \(Self.span(use.greatest)), "
          + "mean \(Self.span(Int64(use.mean)))",
        [
          "time_to_live": .object([
            "requests": JSON(use.requests), "least_s": Self.seconds(use.least),
            "mean_s": JSON(use.mean / 1e9), "greatest_s": Self.seconds(use.greatest),
          ])
        ])
    }
    for (name, counts, shown, head) in [
      ("operations", operations, operations[...], ""),
      ("tenants", tenants, tenants.prefix(8), "\(tenants.count): "),
    ] where !counts.isEmpty {
      let list = counts.map { count -> JSON in
        .object(["name": JSON(count.name), "requests": JSON(count.requests)])
      }
      let words = shown.map { "\($0.name) \(Self.count($0.requests))" }.joined(separator: ", ")
      facts.add(name, head + words, .init(dictionaryLiteral: (name, JSON(list))))
    }
  }

  private var workingSet: String {
    let objects = intervals.map(\.objects)
    let mean = Double(objects.reduce(0, +)) / Double(max(objects.count, 1))
    let width =
      durationNanoseconds == nil
      ? NumberText.counted(intervalWidth, "request") : Self.span(intervalWidth)
    return
      "mean \(NumberText.counted(mean, "object")), greatest \(Self.count(objects.max() ?? 0)), "
      + "in intervals of \(width)"
  }

  private var intervalList: JSON {
    let width: (String, JSON) =
      durationNanoseconds == nil
      ? ("width_requests", JSON(intervalWidth)) : ("width_s", Self.seconds(intervalWidth))
    let list = intervals.map { interval -> JSON in
      .object([
        "requests": JSON(interval.requests), "bytes": JSON(interval.bytes),
        "objects": JSON(interval.objects), "new_objects": JSON(interval.newObjects),
      ])
    }
    return .object([width, ("list", JSON(list))])
  }

  private static func count(_ number: some BinaryInteger) -> String { Display.count(Int64(number)) }

  private static func bytes(_ count: Double) -> String { Display.text(count, .bytes) }

  private static func span(_ nanoseconds: Int64) -> String {
    Display.text(TimeSpan(nanoseconds: nanoseconds))
  }

  private static func seconds(_ nanoseconds: Int64) -> JSON {
    JSON(TimeSpan(nanoseconds: nanoseconds).seconds)
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
