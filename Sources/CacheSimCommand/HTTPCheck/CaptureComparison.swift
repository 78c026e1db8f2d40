internal import CacheWorkloads
internal import ClientStrategies
internal import Experiments
internal import HTTPCaching
internal import SimCore

/// What our cache would have done with the requests of a HAR capture, compared with what the
/// client's cache did.
///
/// Compared are requests for a target of which our cache has a response: what the client's cache
/// held before the capture began is not known, except by what a 304 or a hit says of it. A decision
/// uses only answers that were complete before its request began; bodies that were cut off are no
/// answers. Only conditions are removed from a request, as the cache adds them; `Cache-Control`
/// stays, as a reload by the user adds it. A response that the client served from its cache is one
/// that the origin would have confirmed, where ours validates; a 304 confirms what is known, and if
/// nothing is, its own fields say what the client had.
/// Of a request that was never sent a browser shows a part of the header only, so that lines of the
/// last one for the target are added that `Vary` names: it could not be evaluated without.
///
/// What the client did is what the capture says of it (`_kind`), else what the entry shows; a
/// decision of ours never depends on the former.
struct CaptureComparison {
  struct ComparedRequest {
    let position: Int
    /// Nanoseconds since 1970.
    let startedAt: Int64
    let url: String
    let browser: HARCacheAction
    let ours: HARCacheAction
    let reason: DecisionReason
    /// Nil: the capture can decide between the two.
    let doubt: Doubt?
    /// What would explain a difference; nil: no known rule does.
    let rule: ClientRule?
    /// Requests that would decide what no known rule explains; nil: none come near it.
    let probe: ProbeCase?

    fileprivate var order: (Int64, Int) { (startedAt, position) }
  }

  /// Why a capture does not tell what a cache should have done.
  enum Doubt: String, CaseIterable {
    /// Another request for the target was under way: some caches wait for its answer.
    case overlap
    /// The age is so near to the lifetime that the capture's times cannot tell.
    case boundary
    /// A script's request, of whose cache mode no line tells.
    case fetchMode = "fetch-mode"

    var text: String {
      switch self {
      case .overlap: "another request for the URL was under way, and a cache may wait for it"
      case .boundary: "the age is so near to the lifetime that the capture's times cannot tell"
      case .fetchMode:
        "a script's fetch() used what was stale, which it may have asked for (force-cache), as no "
          + "line of a request shows"
      }
    }
  }

  private(set) var requests: [ComparedRequest] = []
  /// Requests that are the first for their target in their session.
  private(set) var first = 0
  /// Requests that a client made once more for what it was asked for once (`_again`): no decision
  /// of a cache.
  private(set) var again = 0
  let sessionCount: Int
  /// Entries that are not compared: without a response, a time, or an HTTP URL.
  let unreadable: Int
  /// Answers that were cut off, so that no cache may use them as whole ones.
  let cutOff: Int
  /// Whether the client's cache answered any request of the capture, or validated one.
  let showsCache: Bool
  /// Whether it answered any without asking.
  let showsHits: Bool
  /// The client whose rules ours goes by.
  let profile: HTTPProfile
  private(set) var isChosenByCapture = false

  var notJudged: Int { first + again + unreadable }

  var agreed: Int { requests.count { $0.browser == $0.ours } }

  /// Compares the requests of a capture's object `log`; each of its sessions begins with an empty
  /// cache. Ours goes by the rules of `named`, else of the client that the capture names, and where
  /// it names none that is known, by RFC 9111.
  init(
    _ log: JSON, sessions reading: HARSessions.Reading = .detect, profile named: HTTPProfile? = nil
  ) {
    let profile = named ?? HTTPProfile.ofCapture(log)
    self.init(RecordedCapture(log, sessions: reading), profile)
    isChosenByCapture = named == nil && profile != nil
  }

  /// - Parameter profile: nil: of an unknown client, by RFC 9111.
  init(_ capture: RecordedCapture, _ profile: HTTPProfile?) {
    self.profile = profile ?? .rfc9111
    // How an unknown client counts the part of a second between a date and its answer is not known.
    boundary = profile == nil ? .seconds(1) : .milliseconds(50)
    sessionCount = capture.sessions.count
    unreadable = capture.unreadable
    showsHits = capture.showsHits
    showsCache = capture.showsCache
    cutOff = capture.cutOff
    capture.replay(by: self.profile.switches) {
      compare($0)
      return true
    }
    requests.sort { $0.order < $1.order }
  }

  private mutating func compare(_ judged: RecordedCapture.Replayed) {
    let (entry, decision) = (judged.entry, judged.decision)
    if entry.isAgain {
      again += 1
      return
    }
    guard let known = judged.known else {
      first += 1
      return
    }
    let rule =
      judged.isAgreed
      ? nil
      : showsCache ? ClientRule.explaining(entry, ours: decision, stored: known) : .storesNothing
    requests.append(
      ComparedRequest(
        position: entry.position, startedAt: entry.startedAt, url: entry.url,
        browser: entry.action, ours: judged.ours, reason: decision.reason,
        doubt: doubt(of: judged),
        rule: rule,
        probe: judged.isAgreed || rule != nil ? nil : ProbeCase.nearest(to: known)))
  }

  private func doubt(of judged: RecordedCapture.Replayed) -> Doubt? {
    if judged.isUnderWay { return .overlap }
    if isAtBoundary(judged.decision) { return .boundary }
    let isOfScript = (judged.entry.destination ?? judged.known?.destination) == "empty"
    let isStale = judged.decision.stored != nil && judged.decision.age > judged.decision.lifetime
    return isOfScript && judged.entry.action == .used && !judged.isAgreed && isStale
      ? .fetchMode : nil
  }

  /// How near an age may be to a lifetime for the two to be told apart.
  private let boundary: TimeSpan

  private func isAtBoundary(_ decision: Decision) -> Bool {
    guard decision.stored != nil, decision.lifetime > .zero,
      profile.switches.age != .wholeSeconds
    else { return false }
    let distance = decision.age - decision.lifetime
    return distance >= .zero - boundary && distance <= boundary
  }
}
