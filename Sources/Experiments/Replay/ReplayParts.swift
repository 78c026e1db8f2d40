internal import SimCore

/// Cuts blocks where the warm-up ends and where intervals end.
///
/// Time that goes back in a trace does not go back here: a late request belongs to the interval
/// that has begun. A warm-up of nothing excludes nothing.
struct ReplayParts {
  /// A part of a block.
  struct Part: Sendable {
    var range: Range<Int>
    /// The interval that it belongs to, or `warmUp`.
    var interval: Int
  }

  /// What belongs to no interval, because the caches are still being filled.
  static let warmUp = -1

  private let warmUp: ReplaySpan?
  private let interval: ReplaySpan?
  private let usesTimes: Bool
  private var seen: Int64 = 0
  private var current = ReplayParts.warmUp

  /// Begins with a trace. - Precondition: no stretch is a share, and intervals are not empty.
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

  /// The interval of the next request.
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
