internal import CacheWorkloads
internal import HTTPCaching
internal import SimCore

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
  /// One request and what both caches did with it.
  struct Verdict {
    let position: Int
    /// Nanoseconds since 1970.
    let startedAt: Int64
    let url: String
    let browser: HARDeed
    let ours: HARDeed
    let reason: DecisionReason

    fileprivate var order: (Int64, Int) { (startedAt, position) }
  }

  /// The judged requests in order of time.
  private(set) var verdicts: [Verdict] = []
  /// Requests that are the first for their target in their session.
  private(set) var first = 0
  /// How many sessions there are.
  let sessionCount: Int
  /// Entries that are not judged: no answer, no time, or no address of the web.
  private(set) var unreadable = 0

  var agreed: Int { verdicts.count { $0.browser == $0.ours } }

  /// Judges the requests of a capture.
  /// - Parameters:
  ///   - log: the object named `log`.
  ///   - reading: how its sessions are told apart; each begins with an empty cache.
  init(_ log: JSON, sessions reading: HARSessions.Reading = .detect) {
    let entries = log["entries"]?.elements ?? []
    let sessions = HARSessions(log, reading: reading)
    sessionCount = sessions.count
    var read = entries.enumerated().compactMap { CaptureEntry($0.element, at: $0.offset) }
    unreadable = entries.count - read.count
    read.sort { ($0.startedAt, $0.position) < ($1.startedAt, $1.position) }
    var bySession = [[CaptureEntry]](repeating: [], count: sessions.count)
    for entry in read { bySession[sessions.ofEntries[entry.position]].append(entry) }
    for entries in bySession { judge(entries) }
    verdicts.sort { $0.order < $1.order }
  }

  /// Judges the requests of one session, in order of time.
  private mutating func judge(_ entries: [CaptureEntry]) {
    guard let start = entries.first?.startedAt else { return }
    var options = HTTPCacheOptions()
    options.secondsAtStart = start / 1_000_000_000
    let origin = options.secondsAtStart * 1_000_000_000
    var cache = HTTPCache(options)
    var known: Set<TargetURI> = []
    var sent: [TargetURI: HeaderLines] = [:]
    for var entry in entries {
      entry.completeHeader(from: sent[entry.request.target])
      sent[entry.request.target] = entry.request.headers
      let now = Instant(nanoseconds: entry.startedAt - origin)
      let decision = cache.decide(entry.request, at: now)
      if known.insert(entry.request.target).inserted {
        first += 1
      } else {
        verdicts.append(
          Verdict(
            position: entry.position, startedAt: entry.startedAt, url: entry.url,
            browser: entry.deed, ours: Self.deed(decision.action), reason: decision.reason))
      }
      guard let answer = entry.answer(to: decision) else { continue }
      _ = cache.received(
        answer, for: entry.request, after: decision, requestTime: now,
        responseTime: now + entry.duration)
    }
  }

  private static func deed(_ action: Decision.Action) -> HARDeed {
    switch action {
    case .useStored, .useStaleWhileRevalidating, .gatewayTimeout: .used
    case .validate: .validated
    case .forward, .complete: .loaded
    }
  }
}
