internal import CacheWorkloads
internal import HTTPCaching
internal import SimCore

/// Our cache in one session of a capture, and the answers that are on their way to it.
struct CaptureSession {
  private struct Pending {
    let entry: CaptureEntry
    let decision: Decision
    let isAwaited: Bool
  }
  private struct PagePart: Hashable {
    let page: String
    let target: TargetURI
  }

  private var cache: HTTPCache
  /// Whether each range is a target of its own, of which the cache then has a part.
  private let keepsRangesApart: Bool
  /// By target: the last answer that was complete.
  private(set) var known: [TargetURI: KnownAnswer] = [:]
  /// By target: the header of the last request.
  private var sent: [TargetURI: HeaderLines] = [:]
  /// By target: what the client can ask by, of all answers that it got.
  private var validators: [TargetURI: Set<String>] = [:]
  /// By target: the redirect that led there last, until that is asked for.
  private var leading: [TargetURI: (status: Int, action: HARCacheAction)] = [:]
  private var onPage: Set<PagePart> = []

  private let origin: Int64
  private var pending: [Pending] = []

  private var switches: HTTPSwitches { cache.options.switches }

  init(startedAt: Int64, _ switches: HTTPSwitches) {
    var options = HTTPCacheOptions(.rfc9111)
    (options.switches, options.isShared) = (switches, switches.isShared)
    keepsRangesApart = switches.ranges == .apart
    if keepsRangesApart { options.switches.ranges = .part }
    options.secondsAtStart = startedAt / 1_000_000_000
    origin = options.secondsAtStart * 1_000_000_000
    cache = HTTPCache(options)
  }

  private func instant(_ nanoseconds: Int64) -> Instant {
    Instant(nanoseconds: nanoseconds - origin)
  }

  func isUnderWay(_ target: TargetURI) -> Bool { pending.contains { $0.entry.target == target } }

  /// What an entry's request is to our cache, by what is known of its target.
  mutating func prepare(_ entry: inout CaptureEntry) {
    if switches.normalizesTargets { entry.target = entry.target.normalized }
    let target = entry.target
    entry.completeHeader(from: sent[target], for: known[target])
    sent[target] = entry.request.headers
    // Of a redirect a condition may be its target's.
    if entry.redirectTarget == nil {
      entry.addOwnConditions(knowing: validators[target] ?? [])
    }
    var request = entry.request.with(target)
    if request.policy == .useProtocol {
      request = request.with(switches.policy(on: entry.navigation, isDocument: entry.isDocument))
    }
    if let redirect = leading.removeValue(forKey: target) {
      if switches.redirects == .whole, redirect.action != .used {
        // A redirect that was sent with its target's condition leads to a validation of that.
        let isAsked = redirect.action == .validated
        entry.renewsNothing = isAsked
        request = request.with(isAsked ? .reloadRevalidating : .reloadIgnoringLocal)
      }
      if switches.permanentTargetsApart, redirect.action == .used,
        [301, 308].contains(redirect.status)
      {
        request = request.with(target.inPartition(1))
      }
    }
    // A cache that keeps an answer to HEAD apart knows it by another target.
    if switches.heads == .apart, request.method == "HEAD" {
      request = HTTPRequest(
        "GET", request.target.inPartition(2), headers: request.headers, policy: request.policy)
    }
    if keepsRangesApart, let range = request.headers["range"] {
      request = request.with(request.target.inPartition(3 + Self.number(of: range)))
    }
    entry.request = request
  }

  /// A number of a text's own, nearly (FNV-1a).
  private static func number(of text: String) -> UInt32 {
    text.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 } >> 1
  }

  func decide(_ entry: CaptureEntry) -> Decision {
    cache.decide(entry.request, at: instant(entry.startedAt))
  }

  /// What our client does by a decision.
  func action(on entry: CaptureEntry, by decision: Decision) -> HARCacheAction {
    if isInPageMemory(entry) || isCollapsed(entry, decision) { return .used }
    switch decision.action {
    case .useStored, .useStaleWhileRevalidating, .gatewayTimeout: return .used
    case .validate: return .validated
    case .forward, .complete: return entry.hasOwnConditions ? .validated : .loaded
    }
  }

  private func isInPageMemory(_ entry: CaptureEntry) -> Bool {
    guard switches.pageMemory, entry.isPart, let page = entry.page else { return false }
    return onPage.contains(PagePart(page: page, target: entry.target))
  }

  /// Whether a cache that waits for the answer to another request would use it.
  private func isCollapsed(_ entry: CaptureEntry, _ decision: Decision) -> Bool {
    guard cache.options.isShared || switches.waits, decision.action != .useStored,
      decision.action != .useStaleWhileRevalidating, decision.reason != .marked,
      decision.stored == nil || switches.collapsesValidations,
      let other = pending.first(where: { $0.entry.target == entry.target && $0.isAwaited })
    else { return false }
    var session = self
    session.complete(until: other.entry.endedAt)
    let later = session.cache.decide(entry.request, at: session.instant(other.entry.endedAt))
    return later.action == .useStored
  }

  mutating func begin(_ entry: CaptureEntry, _ decision: Decision) {
    if isInPageMemory(entry) { return }
    let isCollapsed = isCollapsed(entry, decision)
    // It brings nothing of its own.
    if isCollapsed, entry.action == .used { return }
    if let target = entry.redirectTarget {
      leading[target] = (entry.status, action(on: entry, by: decision))
    }
    let isAwaited = [.validate, .forward, .complete].contains(decision.action)
    pending.append(
      Pending(entry: entry, decision: decision, isAwaited: isAwaited && !isCollapsed))
    if decision.action == .useStaleWhileRevalidating {
      cache.beginRevalidation(of: entry.request, by: decision)
    }
  }

  /// Takes in the answers that were complete before an instant, in order of their ends.
  mutating func complete(until instant: Int64) {
    let done = pending.filter { $0.entry.endedAt <= instant }
      .sorted { ($0.entry.endedAt, $0.entry.position) < ($1.entry.endedAt, $1.entry.position) }
    pending.removeAll { $0.entry.endedAt <= instant }
    for ended in done { take(ended.entry, after: ended.decision) }
  }

  private mutating func take(_ entry: CaptureEntry, after decision: Decision) {
    guard !entry.isCutOff else { return }
    let target = entry.target
    let answer = entry.whole(confirming: known[target])
    if entry.method == "GET" {
      known[target] = KnownAnswer(
        status: answer.status, headers: answer.headers, size: answer.body.count,
        asked: entry.request.headers)
      validators[target, default: []].formUnion(CaptureEntry.validators(in: answer.headers))
    }
    if entry.isPart, let page = entry.page { onPage.insert(PagePart(page: page, target: target)) }
    if entry.renewsNothing, entry.status == 304 { return }
    guard let received = entry.answer(to: decision, whole: answer, startedAt: entry.startedAt)
    else { return }
    _ = cache.received(
      received, for: entry.request, after: decision, requestTime: instant(entry.startedAt),
      responseTime: instant(entry.endedAt))
  }
}
