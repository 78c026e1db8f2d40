internal import CacheWorkloads
internal import SimCore

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
        "requests": JSON(use.requests),
        "least_s": JSON(TimeSpan(nanoseconds: use.least).seconds), "mean_s": JSON(use.mean / 1e9),
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
