internal import CacheWorkloads
internal import SimCore

extension TraceSummaryTable {
  /// Names end with their unit; what the trace does not have is left out.
  var json: JSON {
    var members: [(String, JSON)] = [
      ("format", JSON(format)), ("requests", Self.integer(summary.requests)),
      ("objects", Self.integer(summary.objects)),
      ("one_hit_objects", Self.integer(summary.oneHitObjects)),
      ("one_hit_ratio", JSON(summary.oneHitRatio)),
    ]
    members += sizes + times
    if let fit = summary.zipf {
      members.append(
        (
          "zipf",
          .object([
            ("exponent", JSON(fit.exponent)), ("r_squared", JSON(fit.rSquared)),
            ("ranks", Self.integer(fit.ranks)),
          ])
        ))
    }
    members.append(("reuse_distance_requests", Self.histogram(summary.reuseDistances)))
    members.append(("stack_distance_objects", Self.histogram(summary.stackDistances)))
    members += uses
    members.append(
      (
        "popularity",
        JSON(
          .array(
            summary.popularity.map {
              .object([
                ("rank", Self.integer($0.rank)), ("requests", Self.integer($0.requests)),
              ])
            }))
      ))
    members.append(("intervals", intervals))
    return .object(members)
  }

  private var sizes: [(String, JSON)] {
    guard let footprint = summary.footprintBytes, let bytes = summary.requestedBytes,
      let sizes = summary.objectSizes
    else { return [] }
    let quantiles = [
      ("least", sizes.least), ("p10", sizes.p10), ("p50", sizes.p50), ("p90", sizes.p90),
      ("p99", sizes.p99), ("greatest", sizes.greatest),
    ]
    return [
      ("footprint_bytes", Self.integer(footprint)), ("requested_bytes", Self.integer(bytes)),
      (
        "object_size_bytes",
        .object([("mean", JSON(sizes.mean))] + quantiles.map { ($0.0, Self.integer($0.1)) })
      ), ("size_changes", Self.integer(summary.sizeChanges)),
    ]
  }

  private var times: [(String, JSON)] {
    guard let duration = summary.durationNanoseconds else { return [] }
    var members = [
      ("duration_s", JSON(TimeSpan(nanoseconds: duration).seconds)),
      ("times_back", Self.integer(summary.timesBack)),
    ]
    if let rate = summary.requestsPerSecond {
      members.append(("requests_per_second", JSON(rate)))
    }
    return members
  }

  private var uses: [(String, JSON)] {
    var members: [(String, JSON)] = []
    if let use = summary.timeToLive {
      members.append(
        (
          "time_to_live",
          .object([
            ("requests", Self.integer(use.requests)),
            ("least_s", JSON(TimeSpan(nanoseconds: use.least).seconds)),
            ("mean_s", JSON(use.mean / 1e9)),
            ("greatest_s", JSON(TimeSpan(nanoseconds: use.greatest).seconds)),
          ])
        ))
    }
    if !summary.operations.isEmpty { members.append(("operations", names(summary.operations))) }
    if !summary.tenants.isEmpty { members.append(("tenants", names(summary.tenants))) }
    return members
  }

  private var intervals: JSON {
    let width: (String, JSON) =
      summary.durationNanoseconds == nil
      ? ("width_requests", Self.integer(summary.intervalWidth))
      : ("width_s", JSON(TimeSpan(nanoseconds: summary.intervalWidth).seconds))
    let list = summary.intervals.map { interval in
      JSON.object([
        ("requests", Self.integer(interval.requests)), ("bytes", Self.integer(interval.bytes)),
        ("objects", Self.integer(interval.objects)),
        ("new_objects", Self.integer(interval.newObjects)),
      ])
    }
    return .object([width, ("list", JSON(.array(list)))])
  }

  private func names(_ names: [TraceSummary.NameCount]) -> JSON {
    JSON(
      .array(
        names.map {
          .object([("name", JSON($0.name)), ("requests", Self.integer($0.requests))])
        }))
  }

  /// Counts by powers of two: how many are below each bound and not below the one before.
  private static func histogram(_ histogram: PowerHistogram) -> JSON {
    .object([
      ("count", integer(histogram.count)), ("mean", JSON(histogram.mean)),
      (
        "counts",
        JSON(
          .array(
            histogram.counts.enumerated().map { power, count in
              .object([("below", integer(1 << (power + 1))), ("count", integer(count))])
            }))
      ),
    ])
  }

  private static func integer(_ number: Int64) -> JSON { JSON(number) }
}
