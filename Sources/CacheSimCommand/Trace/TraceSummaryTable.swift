internal import CacheReports
internal import CacheWorkloads
internal import SimCore

/// The statistics of a trace, as text and as JSON.
struct TraceSummaryTable {
  let summary: TraceSummary
  let format: String

  init(_ summary: TraceSummary, format: String) {
    self.summary = summary
    self.format = format
  }

  // MARK: - Text
  /// Lines of a name and a value.
  var text: String {
    AlignedText.table(lines.map { [$0.0, $0.1] }, .left)
  }

  /// A row for each line.
  var listing: Listing { Listing(["name", "value"], lines.map { [$0.0, $0.1] }) }

  private var lines: [(String, String)] {
    var lines: [(String, String)] = [
      ("format", format), ("requests", "\(summary.requests)"), ("objects", "\(summary.objects)"),
      ("requested once", "\(percent(summary.oneHitRatio)) of objects"),
    ]
    lines += sizeLines + timeLines + popularityLines
    lines.append(("reuse distance", Self.words(of: summary.reuseDistances, in: "requests")))
    lines.append(("stack distance", Self.words(of: summary.stackDistances, in: "objects")))
    if let use = summary.timeToLive {
      let mean = TimeSpan(nanoseconds: Int64(use.mean)).seconds
      lines.append(
        (
          "time to live",
          "\(percent(Double(use.requests) / Double(summary.requests))) of requests, "
            + "\(seconds(use.least)) to \(seconds(use.greatest)), "
            + "mean \(NumberText.decimal(mean, places: 3)) s"
        ))
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
      ("footprint", "\(footprint) B"), ("requested", "\(bytes) B"),
      (
        "object sizes",
        "mean \(NumberText.decimal(sizes.mean, places: 1)) B, least \(sizes.least), "
          + "p10 \(sizes.p10), p50 \(sizes.p50), p90 \(sizes.p90), p99 \(sizes.p99), "
          + "greatest \(sizes.greatest)"
      ), ("size changes", "\(summary.sizeChanges)"),
    ]
  }

  private var timeLines: [(String, String)] {
    guard let duration = summary.durationNanoseconds else { return [] }
    let rate = summary.requestsPerSecond.map { NumberText.decimal($0, places: 3) + " requests/s" }
    var lines = [("duration", seconds(duration)), ("rate", rate ?? "all at one instant")]
    if summary.timesBack > 0 {
      lines.append(("times back", "\(summary.timesBack) requests are before the one before"))
    }
    return lines
  }

  private var popularityLines: [(String, String)] {
    guard let fit = summary.zipf else { return [] }
    return [
      (
        "Zipf",
        "exponent \(NumberText.decimal(fit.exponent, places: 3)), "
          + "R² \(NumberText.decimal(fit.rSquared, places: 4)), "
          + "over ranks 1 to \(fit.ranks), which are requested more than once"
      )
    ]
  }

  /// The median and the upper end of a histogram, as the powers of two that they do not exceed.
  private static func words(of histogram: PowerHistogram, in unit: String) -> String {
    guard histogram.count > 0 else { return "no object is requested again" }
    let shares = [50, 90, 99].map { "p\($0) < \(histogram.bound(ofPercent: $0))" }
    let mean = NumberText.decimal(histogram.mean, places: 1)
    return "mean \(mean), \(shares.joined(separator: ", ")) \(unit)"
  }

  private var workingSet: String {
    let objects = summary.intervals.map(\.objects)
    let mean = Double(objects.reduce(0, +)) / Double(max(objects.count, 1))
    let width =
      summary.durationNanoseconds == nil
      ? "\(summary.intervalWidth) requests" : seconds(summary.intervalWidth)
    return "mean \(NumberText.decimal(mean, places: 1)) objects, greatest \(objects.max() ?? 0), "
      + "in intervals of \(width)"
  }

  private func words(of names: [TraceSummary.NameCount]) -> String {
    names.map { "\($0.name) \($0.requests)" }.joined(separator: ", ")
  }

  private func percent(_ share: Double) -> String {
    NumberText.decimal(100 * share, places: 2) + " %"
  }

  private func seconds(_ nanoseconds: Int64) -> String {
    NumberText.decimal(TimeSpan(nanoseconds: nanoseconds).seconds, places: 3) + " s"
  }
}
