internal import HTTPCaching
internal import SimCore
internal import Workloads

/// What our cache would have done with the requests of a HAR capture, beside what the browser did.
///
/// Judged are requests for a target of which our cache has taken in an answer before: what the
/// browser's cache held before the capture began nobody can know. Only conditions are taken out of
/// a request, as they are the cache's own doing; `Cache-Control` stays, as it is the person's who
/// reloads. An answer that the browser took from its cache is one that the origin would have
/// confirmed, where ours asks.
/// Of a request that was never sent a browser shows a part of the header only, so that the lines of
/// the last one for the target are added: `Vary` could not be judged without.
struct CaptureJudgement {
  /// What a cache did with a request.
  enum Deed: String, CaseIterable {
    /// Answered it from what it held.
    case used
    /// Asked the origin whether what it held is still right.
    case validated
    /// Asked the origin for all of it.
    case loaded
  }

  /// One request and what both caches did with it.
  struct Verdict {
    let position: Int
    let url: String
    let browser: Deed
    let ours: Deed
    let reason: DecisionReason
  }

  /// The judged requests in order of time.
  private(set) var verdicts: [Verdict] = []
  /// Requests that are the first for their target.
  private(set) var first = 0
  /// Entries that are not judged: no answer, no time, or no address of the web.
  private(set) var unreadable = 0

  var agreed: Int { verdicts.count { $0.browser == $0.ours } }

  init(_ entries: [JSON]) {
    var read = entries.enumerated().compactMap { CaptureEntry($0.element, at: $0.offset) }
    unreadable = entries.count - read.count
    read.sort { ($0.startedAt, $0.position) < ($1.startedAt, $1.position) }
    guard let start = read.first?.startedAt else { return }
    var options = HTTPCacheOptions()
    options.secondsAtStart = start / 1_000_000_000
    let origin = options.secondsAtStart * 1_000_000_000
    var cache = HTTPCache(options)
    var known: Set<TargetURI> = []
    var sent: [TargetURI: HeaderLines] = [:]
    for var entry in read {
      entry.completeHeader(from: sent[entry.request.target])
      sent[entry.request.target] = entry.request.headers
      let now = Instant(nanoseconds: entry.startedAt - origin)
      let decision = cache.decide(entry.request, at: now)
      if known.insert(entry.request.target).inserted {
        first += 1
      } else {
        verdicts.append(
          Verdict(
            position: entry.position, url: entry.url, browser: entry.deed,
            ours: Self.deed(decision.action), reason: decision.reason))
      }
      guard let answer = entry.answer(to: decision) else { continue }
      _ = cache.received(
        answer, for: entry.request, after: decision, requestTime: now,
        responseTime: now + entry.duration)
    }
  }

  private static func deed(_ action: Decision.Action) -> Deed {
    switch action {
    case .useStored, .useStaleWhileRevalidating, .gatewayTimeout: .used
    case .validate: .validated
    case .forward, .complete: .loaded
    }
  }
}
