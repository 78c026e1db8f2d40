internal import CacheMetrics
internal import CacheWorkloads
package import SimCore

/// What a run leaves out of all metrics at its beginning, when caches are empty.
///
/// The instant at which measuring begins is the same for all strategies, seeds and devices that are
/// compared with each other.
package enum WarmUp: NamedUnit, Hashable {
  case span(TimeSpan)
  /// A share of the run in millionths; of a trace, of its own length.
  case share(millionths: Int64)
  /// Until the share of opens served from a cache is steady; see `steadyStart`.
  case steady

  package static func read(_ json: JSON, path: String, _ problems: inout Problems) -> WarmUp? {
    if let text = json.string {
      if text == "steady" { return .steady }
      if text.hasSuffix("%"), let percent = Double(text.dropLast().trimmingSpaces), percent > 0,
        percent < 100
      {
        return .share(millionths: Int64((percent * 10_000).rounded()))
      }
      if let span = TimeSpan(json: json), span > .zero { return .span(span) }
    }
    problems.note(
      at: json.offset, path: path,
      "expected a time such as \"1d\", a share such as \"10%\", or \"steady\", found \(json.found)")
    return nil
  }

  package var json: JSON { JSON(text) }
  package static var schema: JSON { .object(["type": "string"]) }
  package static var unit: String { "time, share or \"steady\"" }

  package var text: String {
    switch self {
    case .span(let span): span.text
    case .share(let millionths): "\(NumberText.decimal(Double(millionths) / 10_000, places: 4))%"
    case .steady: "steady"
    }
  }
}

extension WarmUp {
  /// How many parts the run is divided into to find when it is steady: a part is then long enough
  /// to have opens of all hours, or nearly so, in the runs of the bundled scenarios. An assumption.
  static let partCount = 40

  /// The instant from which on the share of opens served from a cache is steady, for the slowest of
  /// several strategies; the start when none ever serves one.
  ///
  /// The run is divided into 40 parts of equal length, parts without opens left out. Of each
  /// strategy's shares by part the first d are cut off that leave the smallest standard error of
  /// the mean of the others, for d up to half of them: the rule of the marginal standard error,
  /// (Σ(x − x̄)²) / (n − d)². The latest such instant of all strategies counts, seeds and
  /// devices pooled.
  static func steadyStart(of timelines: [Timeline]) -> Instant {
    timelines.map { timeline in
      let count = timeline.intervals.count
      let length = (count + partCount - 1) / partCount
      guard length > 0 else { return .start }
      var parts: [(index: Int, share: Double)] = []
      for index in stride(from: 0, to: count, by: length) {
        let part = timeline.intervals[index..<min(index + length, count)]
        let opens = part.reduce(0) { $0 + $1.opens }
        let hits = part.reduce(0) { $0 + $1.memory + $1.flash }
        if opens > 0 { parts.append((index, Double(hits) / Double(opens))) }
      }
      guard !parts.isEmpty else { return .start }
      let cut = cut(parts.map(\.share))
      return cut == 0 ? .start : timeline.start(of: parts[cut].index)
    }.max() ?? .start
  }

  /// How many values are cut off by the rule of the marginal standard error; the fewest that do.
  static func cut(_ values: [Double]) -> Int {
    func error(_ cut: Int) -> Double {
      let rest = values[cut...]
      let count = Double(rest.count)
      let mean = rest.reduce(0, +) / count
      return rest.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count * count)
    }
    guard !values.isEmpty else { return 0 }
    let errors = (0...values.count / 2).map(error)
    return errors.indices.min { errors[$0] < errors[$1] } ?? 0
  }
}

extension Scenario {
  /// Nil: it depends on results.
  func measuringStart() throws(InputError) -> Instant? {
    switch warmUp {
    case nil: return .start
    case .steady: return nil
    case .span(let span): return .start + span
    case .share(let millionths):
      var length = duration
      if let story = workload.product.story {
        length = try story.story().end - .start
      } else if workload.product.hasOwnLength {
        length = .zero
        let (_, stream) = try events(seed: UInt64(seeds[0]))
        try stream.forEachBlock { block in
          length = max(length, (block.events.map(\.at).max() ?? .start) - .start)
        }
      }
      let nanoseconds = Int128(length.nanoseconds) * Int128(millionths) / 1_000_000
      return .start + TimeSpan(nanoseconds: Int64(nanoseconds))
    }
  }

  var warmUpMistake: String? {
    guard case .span(let span) = warmUp, span >= duration, !workload.product.hasOwnLength
    else { return nil }
    return "expected less than the duration, \(duration.text), found \(span.text)"
  }
}
