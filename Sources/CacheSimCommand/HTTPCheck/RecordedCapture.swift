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
