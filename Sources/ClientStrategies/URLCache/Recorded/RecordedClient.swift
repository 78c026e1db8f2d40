package import CacheWorkloads
package import HTTPCaching

/// What a client is, beside its store, that made the requests of a capture: what it knows of each
/// target, and how its requests look to its cache.
///
/// A cache is given requests one by one. What a client makes of several, as of a redirect and its
/// target, is worked out here, from what was recorded before, and the rules.
package struct RecordedClient: Sendable {
  private struct PagePart: Hashable {
    let page: String
    let target: TargetURI
  }

  package let switches: HTTPSwitches
  /// By target: the last answer that was complete.
  package private(set) var known: [TargetURI: KnownAnswer] = [:]
  /// By target: the header of the last request.
  private var sent: [TargetURI: HeaderLines] = [:]
  /// By target: what the client can ask by, of all answers that it got.
  private var validators: [TargetURI: Set<String>] = [:]
  /// By target: the redirect that led there last, until that is asked for.
  private var leading: [TargetURI: (status: Int, action: HARCacheAction)] = [:]
  private var onPage: Set<PagePart> = []

  package init(_ switches: HTTPSwitches) { self.switches = switches }

  /// What its store does. Where each range is a target of its own, the store then has a part.
  package var ofStore: HTTPSwitches {
    var store = switches
    if store.ranges == .apart { store.ranges = .part }
    return store
  }

  /// Makes of an entry's request what it is to the cache, by what is known of its target.
  package mutating func prepare(_ entry: inout CaptureEntry) {
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
    if switches.ranges == .apart, let range = request.headers["range"] {
      request = request.with(request.target.inPartition(3 + Self.number(of: range)))
    }
    entry.request = request
  }

  /// A number of a text's own, nearly (FNV-1a).
  private static func number(of text: String) -> UInt32 {
    text.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 } >> 1
  }

  /// What the client does by a decision of its cache.
  package func action(on entry: CaptureEntry, by decision: Decision) -> HARCacheAction {
    if isInPageMemory(entry) { return .used }
    switch decision.action {
    case .useStored, .useStaleWhileRevalidating, .gatewayTimeout: return .used
    case .validate: return .validated
    case .forward, .complete: return entry.hasOwnConditions ? .validated : .loaded
    }
  }

  /// Whether the page has it already, whatever its header says.
  package func isInPageMemory(_ entry: CaptureEntry) -> Bool {
    guard switches.pageMemory, isPart(entry), let page = entry.page else { return false }
    return onPage.contains(PagePart(page: page, target: entry.target))
  }

  /// Whether a request that comes while another one for the target is under way may wait for its
  /// answer.
  package func mayWait(_ decision: Decision) -> Bool {
    (switches.isShared || switches.waits) && decision.action != .useStored
      && decision.action != .useStaleWhileRevalidating && decision.reason != .marked
      && (decision.stored == nil || switches.collapsesValidations)
  }

  /// What an entry is for; where it does not say, who asked last for the target asks again. What
  /// is sent to it by another method is for something else.
  private func destination(of entry: CaptureEntry) -> String? {
    entry.destination ?? (entry.method == "GET" ? known[entry.target]?.destination : nil)
  }

  /// Whether it is a picture, style, script or font of a page.
  private func isPart(_ entry: CaptureEntry) -> Bool {
    ["image", "style", "script", "font"].contains(destination(of: entry))
  }

  /// Notes where a redirect leads.
  package mutating func follow(_ entry: CaptureEntry, _ action: HARCacheAction) {
    guard let target = entry.redirectTarget else { return }
    leading[target] = (entry.status, action)
  }

  /// Notes that an entry's answer was complete.
  /// - Returns: what the client has got by it; nil: it was cut off.
  package mutating func note(_ entry: CaptureEntry) -> HTTPResponse? {
    guard !entry.isCutOff else { return nil }
    let target = entry.target
    let answer = entry.whole(confirming: known[target])
    if isPart(entry), let page = entry.page { onPage.insert(PagePart(page: page, target: target)) }
    if entry.method == "GET" {
      known[target] = KnownAnswer(
        status: answer.status, headers: answer.headers, size: answer.body.count,
        asked: entry.request.headers, destination: destination(of: entry))
      validators[target, default: []].formUnion(CaptureEntry.validators(in: answer.headers))
    }
    return answer
  }
}
