package import SimCore

/// A stretch of a trace: so many requests, so much of its time, or a share of it.
package enum ReplaySpan: Hashable, Sendable {
  case requests(Int64)
  /// So much of the trace's own time.
  case time(TimeSpan)
  /// A share of all requests, in billionths, rounded down.
  case share(billionths: Int64)

  /// Reads `100000`, `1h` or `10%`.
  package static func read(_ text: String) -> ReplaySpan? {
    if let count = Int64(text) { return count >= 0 ? .requests(count) : nil }
    if text.hasSuffix("%"),
      case .share(let share)? = ReplayCapacity.read(text, countsObjects: true)?.first
    {
      return .share(billionths: share)
    }
    guard let time = TimeSpan(json: JSON(text)) else { return nil }
    return .time(time)
  }

  package var text: String {
    switch self {
    case .requests(let count): NumberText.counted(count, "request")
    case .time(let span): span.text
    case .share(let billionths): ReplayCapacity.share(billionths: billionths).text
    }
  }

  package var isShare: Bool {
    if case .share = self { true } else { false }
  }

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

/// Cuts blocks where the warm-up ends and where intervals end.
///
/// Time that goes back in a trace does not go back here: a late request belongs to the interval
/// that has begun. A warm-up of nothing excludes nothing.
struct ReplayParts {
  struct Part: Sendable {
    var range: Range<Int>
    /// Or `warmUp`.
    var interval: Int
  }

  /// What belongs to no interval, because the caches are still being filled.
  static let warmUp = -1

  private let warmUp: ReplaySpan?
  private let interval: ReplaySpan?
  private let usesTimes: Bool
  private var seen: Int64 = 0
  private var current = ReplayParts.warmUp

  /// - Precondition: no stretch is a share, and intervals are not empty.
  init(warmUp: ReplaySpan?, interval: ReplaySpan?) {
    self.warmUp = warmUp
    self.interval = interval
    usesTimes = warmUp?.needsTimes ?? false || interval?.needsTimes ?? false
  }

  /// The parts of the next block, in order.
  /// - Complexity: O(parts), or O(requests) when a stretch is one of time.
  mutating func cut(_ block: borrowing RequestBlock) -> [Part] {
    var parts: [Part] = []
    var index = 0
    while index < block.count {
      current = max(current, interval(at: index < block.times.count ? block.times[index] : 0))
      let length = usesTimes ? 1 : Int(min(Int64(block.count - index), steady))
      if let last = parts.last, last.interval == current {
        parts[parts.count - 1].range = last.range.lowerBound..<(index + length)
      } else {
        parts.append(Part(range: index..<(index + length), interval: current))
      }
      index += length
      seen += Int64(length)
    }
    return parts
  }

  private func interval(at time: Int64) -> Int {
    switch warmUp {
    case .requests(let count) where seen < count: return Self.warmUp
    case .time(let span) where time < span.nanoseconds: return Self.warmUp
    default: break
    }
    switch interval {
    case .requests(let count): return Int(seen / count)
    case .time(let span): return Int(time / span.nanoseconds)
    default: return 0
    }
  }

  /// For how many requests the interval stays, when no stretch is one of time.
  private var steady: Int64 {
    if case .requests(let count)? = warmUp, seen < count { return count - seen }
    if case .requests(let count)? = interval { return count - seen % count }
    return .max
  }
}
