package import SimCore

/// A stretch of a trace: so many requests, so much of its time, or a share of it.
package enum ReplaySpan: Hashable, Sendable {
  /// So many requests.
  case requests(Int64)
  /// So much of the trace's own time.
  case time(TimeSpan)
  /// A share of all requests, in billionths, rounded down.
  case share(billionths: Int64)

  /// Reads a stretch as people write it: `100000`, `1h`, `10%`.
  package static func read(_ text: String) -> ReplaySpan? {
    if let count = Int64(text) { return count >= 0 ? .requests(count) : nil }
    if text.hasSuffix("%"),
      case .share(let share)? = ReplayCapacity.read(
        text, countsObjects: true)?.first
    {
      return .share(billionths: share)
    }
    guard let time = TimeSpan(json: JSON(.string(text))) else { return nil }
    return .time(time)
  }

  /// The stretch as people write it.
  package var text: String {
    switch self {
    case .requests(let count): "\(count) requests"
    case .time(let span): span.text
    case .share(let billionths): ReplayCapacity.share(billionths: billionths).text
    }
  }

  /// Whether the number of requests must be known.
  package var isShare: Bool {
    if case .share = self { true } else { false }
  }

  /// Whether the trace must have times.
  package var needsTimes: Bool {
    if case .time = self { true } else { false }
  }

  /// The same stretch in requests or time, in a trace of so many requests.
  func resolved(requests: Int64) -> ReplaySpan {
    guard case .share(let billionths) = self else { return self }
    let share = ReplayCapacity.share(billionths: billionths)
    return .requests(share.resolved(footprint: requests).count)
  }
}
