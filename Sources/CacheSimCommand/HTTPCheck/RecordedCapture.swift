internal import CacheWorkloads
internal import ClientStrategies
internal import HTTPCaching
internal import SimCore

/// The requests of a HAR capture, read once and played to caches of any rules.
struct RecordedCapture {
  /// By session, each in order of time.
  let sessions: [[CaptureEntry]]
  /// By place of the entry.
  let traits: [Int: CaptureTraits]
  /// Entries without a response, a time, or an HTTP URL.
  let unreadable: Int
  /// Answers that were cut off.
  let cutOff: Int
  /// Whether the client's cache answered any request, or validated one.
  let showsCache: Bool
  let showsHits: Bool

  /// A request as our cache met it.
  struct Replayed {
    let entry: CaptureEntry
    /// What ours did.
    let ours: HARCacheAction
    let decision: Decision
    /// What the client had got for the target before; nil: nothing.
    let known: KnownAnswer?
    /// Whether another request for the target was under way.
    let isUnderWay: Bool

    /// Whether the two can differ: the client has got an answer before, and asked by itself.
    var isJudged: Bool { known != nil && !entry.isAgain }
    var isAgreed: Bool { entry.action == ours }
  }

  init(_ log: JSON, sessions reading: HARSessions.Reading = .detect) {
    let exchanges = HTTPExchange.all(in: log)
    let found = HARSessions(log, exchanges, reading: reading)
    let recorded = RecordedExchange.all(in: log, exchanges)
    let read = recorded.map { CaptureEntry($0) }
    traits = Dictionary(recorded.map { ($0.position, CaptureTraits($0)) }) { first, _ in first }
    unreadable = exchanges.count - read.count
    showsHits = read.contains { $0.action == .used }
    showsCache = read.contains { $0.action != .loaded }
    cutOff = read.count(where: \.isCutOff)
    var bySession = [[CaptureEntry]](repeating: [], count: found.count)
    for entry in read { bySession[found.ofEntries[entry.position]].append(entry) }
    sessions = bySession
  }

  /// Plays the requests, each session to an empty cache, until `goesOn` says no.
  func replay(by switches: HTTPSwitches, while goesOn: (Replayed) -> Bool) {
    for entries in sessions where !Self.replay(entries, by: switches, while: goesOn) { return }
  }

  /// Plays requests of one session to an empty cache, until `goesOn` says no.
  /// - Returns: whether it never did.
  @discardableResult
  static func replay(
    _ entries: [CaptureEntry], by switches: HTTPSwitches, while goesOn: (Replayed) -> Bool
  ) -> Bool {
    guard let start = entries.first?.startedAt else { return true }
    var session = CaptureSession(startedAt: start, switches)
    for var entry in entries {
      session.complete(until: entry.startedAt)
      session.prepare(&entry)
      let decision = session.decide(entry)
      let replayed = Replayed(
        entry: entry, ours: session.action(on: entry, by: decision), decision: decision,
        known: session.known[entry.target], isUnderWay: session.isUnderWay(entry.target))
      guard goesOn(replayed) else { return false }
      session.begin(entry, decision)
    }
    return true
  }
}

/// Our cache in one session of a capture, and the answers that are on their way to it.
struct CaptureSession {
  private struct Pending {
    let entry: CaptureEntry
    let decision: Decision
    let isAwaited: Bool
  }

  private var cache: HTTPCache
  private var client: RecordedClient
  private let origin: Int64
  private var pending: [Pending] = []

  /// By target: the last answer that was complete.
  var known: [TargetURI: KnownAnswer] { client.known }

  init(startedAt: Int64, _ switches: HTTPSwitches) {
    client = RecordedClient(switches)
    var options = HTTPCacheOptions(.rfc9111)
    (options.switches, options.isShared) = (client.ofStore, switches.isShared)
    options.secondsAtStart = startedAt / 1_000_000_000
    origin = options.secondsAtStart * 1_000_000_000
    cache = HTTPCache(options)
  }

  private func instant(_ nanoseconds: Int64) -> Instant {
    Instant(nanoseconds: nanoseconds - origin)
  }

  func isUnderWay(_ target: TargetURI) -> Bool { pending.contains { $0.entry.target == target } }

  /// What an entry's request is to our cache, by what is known of its target.
  mutating func prepare(_ entry: inout CaptureEntry) { client.prepare(&entry) }

  func decide(_ entry: CaptureEntry) -> Decision {
    cache.decide(entry.request, at: instant(entry.startedAt))
  }

  /// What our client does by a decision.
  func action(on entry: CaptureEntry, by decision: Decision) -> HARCacheAction {
    isCollapsed(entry, decision) ? .used : client.action(on: entry, by: decision)
  }

  /// Whether a cache that waits for the answer to another request would use it.
  private func isCollapsed(_ entry: CaptureEntry, _ decision: Decision) -> Bool {
    guard client.mayWait(decision),
      let other = pending.first(where: { $0.entry.target == entry.target && $0.isAwaited })
    else { return false }
    var session = self
    session.complete(until: other.entry.endedAt)
    let later = session.cache.decide(entry.request, at: session.instant(other.entry.endedAt))
    return later.action == .useStored
  }

  mutating func begin(_ entry: CaptureEntry, _ decision: Decision) {
    if client.isInPageMemory(entry) { return }
    let isCollapsed = isCollapsed(entry, decision)
    // It brings nothing of its own.
    if isCollapsed, entry.action == .used { return }
    client.follow(entry, action(on: entry, by: decision))
    let isAwaited = [.validate, .forward, .complete].contains(decision.action)
    pending.append(
      Pending(entry: entry, decision: decision, isAwaited: isAwaited && !isCollapsed))
    if decision.action == .useStaleWhileRevalidating {
      cache.beginRevalidation(of: entry.request, by: decision)
    }
  }

  /// Takes in the answers that were complete before an instant, in order of their ends.
  mutating func complete(until instant: Int64) {
    guard pending.contains(where: { $0.entry.endedAt <= instant }) else { return }
    let done = pending.filter { $0.entry.endedAt <= instant }
      .sorted { ($0.entry.endedAt, $0.entry.position) < ($1.entry.endedAt, $1.entry.position) }
    pending.removeAll { $0.entry.endedAt <= instant }
    for ended in done { take(ended.entry, after: ended.decision) }
  }

  private mutating func take(_ entry: CaptureEntry, after decision: Decision) {
    guard let answer = client.note(entry) else { return }
    if entry.renewsNothing, entry.status == 304 { return }
    guard let received = entry.answer(to: decision, whole: answer, startedAt: entry.startedAt)
    else { return }
    _ = cache.received(
      received, for: entry.request, after: decision, requestTime: instant(entry.startedAt),
      responseTime: instant(entry.endedAt))
  }
}
