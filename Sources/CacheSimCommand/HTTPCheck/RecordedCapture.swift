internal import CacheWorkloads
internal import HTTPCaching
internal import SimCore

/// The requests of a HAR capture, read once and played to caches of any rules.
struct RecordedCapture {
  /// By session, each in order of time.
  let sessions: [[CaptureEntry]]
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
    let navigations = Self.navigations(log, exchanges)
    var read = exchanges.compactMap { exchange in
      CaptureEntry(exchange, on: exchange.page.flatMap { navigations[$0] } ?? .link)
    }
    unreadable = exchanges.count - read.count
    showsHits = read.contains { $0.action == .used }
    showsCache = read.contains { $0.action != .loaded }
    cutOff = read.count(where: \.isCutOff)
    read.sort { ($0.startedAt, $0.position) < ($1.startedAt, $1.position) }
    var bySession = [[CaptureEntry]](repeating: [], count: found.count)
    for entry in read { bySession[found.ofEntries[entry.position]].append(entry) }
    sessions = bySession
  }

  /// How each page was come to: as it says itself (`_navigation`), else a reload where the request
  /// for its document says so.
  private static func navigations(
    _ log: JSON, _ exchanges: [HTTPExchange]
  ) -> [String: PageNavigation] {
    var navigations: [String: PageNavigation] = [:]
    for page in log["pages"]?.elements ?? [] {
      guard let name = page["id"]?.string else { continue }
      let document = exchanges.first { $0.page == name }
      let control = document?.asked.value("cache-control") ?? ""
      let isReload =
        document.map(CaptureEntry.isDocument) ?? false
        && (control.contains("max-age=0") || control.contains("no-cache"))
      navigations[name] =
        page["_navigation"]?.string.flatMap(PageNavigation.init) ?? (isReload ? .reload : .link)
    }
    return navigations
  }

  /// Plays the requests, each session to an empty cache, until `goesOn` says no.
  func replay(by switches: HTTPSwitches, while goesOn: (Replayed) -> Bool) {
    for entries in sessions {
      guard let start = entries.first?.startedAt else { continue }
      var session = CaptureSession(startedAt: start, switches)
      for var entry in entries {
        session.complete(until: entry.startedAt)
        session.prepare(&entry)
        let decision = session.decide(entry)
        let replayed = Replayed(
          entry: entry, ours: session.action(on: entry, by: decision), decision: decision,
          known: session.known[entry.target], isUnderWay: session.isUnderWay(entry.target))
        guard goesOn(replayed) else { return }
        session.begin(entry, decision)
      }
    }
  }
}
