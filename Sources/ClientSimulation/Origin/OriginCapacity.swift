package import SimCore

/// How much an origin can do at once; its devices then run on one clock, since what one asks for
/// makes the others wait.
package struct OriginCapacity: Settings {
  package var workers = 8
  package var queue: Int?
  package var serviceTimes = ServiceTimes.measured
  package var retryAfter: TimeSpan?
  package var requestsPerMinute: Int?
  package var deploys: [TimeSpan] = []
  package var coldTime = TimeSpan.seconds(60)
  package var coldFactor = 1.0

  package init() {}
  package static let fields: [Field<OriginCapacity>] = [
    Field(
      "workers", \.workers, in: 1...1_000_000,
      "How many requests it works on at once, each for its think time; further ones wait in one "
        + "queue, first come, first served."),
    Field(
      "queue", \.queue, in: 0...1_000_000_000,
      "How many requests may wait; one more is answered with 503 at once. null: any number, so "
        + "that the origin works on requests too whose clients have given up."),
    Field(
      "serviceTimes", \.serviceTimes,
      "How the time for a request is spread around the think time: as it was measured, or by a law "
        + "for which queues have closed forms."),
    Field(
      "retryAfter", \.retryAfter, in: .seconds(1)...(.days(1)),
      "What Retry-After says in an answer of 503 or 429; null: there is none."),
    Field(
      "requestsPerMinute", \.requestsPerMinute, in: 1...1_000_000,
      "How many requests of one device are answered in a minute, by a token bucket that holds as "
        + "many; one more is answered with 429 at once. null: all are."),
    Field(
      "deploys", \.deploys,
      "When new code is rolled out, since the start; all workers are cold from then on."),
    Field(
      "coldTime", \.coldTime, in: .zero...(.days(1)),
      "How long after a roll-out workers are cold, with empty caches of their own."
    ).assumed(),
    Field(
      "coldFactor", \.coldFactor, in: 1...1_000,
      "By which factor a cold worker takes longer; 1: it does not."
    ).assumed(),
  ]
}

/// How the times that an origin works on requests are spread.
package enum ServiceTimes: String, WordSettingValue {
  /// Log-normally, as `thinkTimeSigma` says; without variance all take the think time.
  case measured
  /// Exponentially, with the think time as mean: the second M of M/M/c.
  case exponential
  /// All take the think time: the D of M/D/c.
  case constant
}

/// The workers of an origin and the requests that wait for them, with requests in order of time.
///
/// Since they are served in the order in which they come, it is known when one comes when it will
/// be begun: when the first worker is free. One that is cancelled meanwhile takes its worker's time
/// all the same, as servers seldom learn of it.
struct OriginQueue {
  enum Admission: Hashable {
    case admitted(wait: TimeSpan, service: TimeSpan)
    case refused(status: UInt16)
  }

  private let capacity: OriginCapacity
  /// When the workers that have had work are free again.
  private var free = Heap<Instant>()
  private var used = 0
  /// When the requests that were queued last are begun, in order, where the queue has a limit.
  private var starts: [Instant] = []
  private var firstWaiting = 0
  /// By device: its tokens, in nanoseconds of a minute, and when they were counted.
  private var buckets = DenseMap<Bucket?>(filling: nil)

  private struct Bucket {
    var tokens: Int64
    var at: Instant
  }

  init(_ capacity: OriginCapacity) { self.capacity = capacity }

  /// How many requests wait. - Complexity: amortised O(1).
  mutating func waiting(at now: Instant) -> Int {
    while firstWaiting < starts.count, starts[firstWaiting] <= now { firstWaiting += 1 }
    if firstWaiting > 1_024, 2 * firstWaiting > starts.count {
      starts.removeFirst(firstWaiting)
      firstWaiting = 0
    }
    return starts.count - firstWaiting
  }

  /// How long a worker takes that begins then, and needs so long when it is warm.
  func serviceTime(_ span: TimeSpan, at now: Instant) -> TimeSpan {
    let isCold = capacity.deploys.contains {
      now >= .start + $0 && now < .start + $0 + capacity.coldTime
    }
    guard isCold, capacity.coldFactor > 1 else { return span }
    return TimeSpan(rounding: span.seconds * capacity.coldFactor)
  }

  /// Takes a request, or refuses it. - Complexity: O(log workers).
  /// - Parameters:
  ///   - service: how long a warm worker takes for it.
  ///   - instant: when it comes: not before any that came earlier.
  mutating func admit(from device: UInt32, for service: TimeSpan, at now: Instant) -> Admission {
    guard takeToken(of: device, at: now) else { return .refused(status: 429) }
    if used < capacity.workers, free.first.map({ $0 > now }) ?? true {
      used += 1
      return begin(at: now, service, after: .zero)
    }
    let start = max(now, free.first ?? now)
    if start > now {
      if let most = capacity.queue {
        if waiting(at: now) >= most { return .refused(status: 503) }
        starts.append(start)
      }
    }
    _ = free.removeFirst()
    return begin(at: start, service, after: start - now)
  }

  private mutating func begin(
    at start: Instant, _ service: TimeSpan, after wait: TimeSpan
  ) -> Admission {
    let service = serviceTime(service, at: start)
    free.insert(start + service)
    return .admitted(wait: wait, service: service)
  }

  private mutating func takeToken(of device: UInt32, at now: Instant) -> Bool {
    guard let rate = capacity.requestsPerMinute else { return true }
    let minute = TimeSpan.minutes(1).nanoseconds
    let price = minute / Int64(rate)
    var bucket = buckets[device] ?? Bucket(tokens: minute, at: now)
    bucket.tokens = min(minute, bucket.tokens + (now - bucket.at).nanoseconds)
    bucket.at = now
    defer { buckets[device] = bucket }
    guard bucket.tokens >= price else { return false }
    bucket.tokens -= price
    return true
  }
}
