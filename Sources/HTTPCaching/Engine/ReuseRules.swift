internal import SimCore

/// Whether a stored answer may be used for a request (RFC 9111 §4.2, §5.2): numbers only.
enum ReuseRules {
  /// Decides; an answer that matches the request and has the bytes that it asks for.
  /// - Complexity: O(1), without allocation.
  static func judge(
    _ stored: StoredRules, _ request: RequestRules, policy: CachePolicy, age: TimeSpan
  ) -> (action: Decision.Action, reason: DecisionReason) {
    if policy == .storedElseLoad || policy == .storedOnly { return (.useStored, .anyAge) }
    let isFresh = age < stored.lifetime
    if policy == .reloadRevalidating {
      if isFresh, stored.traits.contains(.immutable) { return (.useStored, .immutable) }
      return (.validate, .policyRevalidates)
    }
    if request.traits.contains(.noCache) { return (.validate, .requestNoCache) }
    if stored.traits.contains(.noCache) { return (.validate, .responseNoCache) }
    // Whoever accepts no age at all means to ask, however short ago the answer came.
    if let oldest = request.maxAge, age > oldest || oldest == .zero {
      return (.validate, .requestMaxAge)
    }
    if request.minFresh > .zero, stored.lifetime < age + request.minFresh {
      return (.validate, .requestMinFresh)
    }
    return isFresh ? (.useStored, .fresh) : judgeStale(stored, request, age - stored.lifetime)
  }

  private static func judgeStale(
    _ stored: StoredRules, _ request: RequestRules, _ staleness: TimeSpan
  ) -> (action: Decision.Action, reason: DecisionReason) {
    if stored.traits.contains(.mustRevalidate) { return (.validate, .mustRevalidate) }
    if request.maxStale > .zero, staleness <= request.maxStale { return (.useStored, .maxStale) }
    if stored.staleWhileRevalidate > .zero, staleness <= stored.staleWhileRevalidate {
      return stored.traits.contains(.isRevalidating)
        ? (.useStored, .revalidationOnItsWay)
        : (.useStaleWhileRevalidating, .staleWhileRevalidate)
    }
    return (.validate, .stale)
  }

  /// Whether a stale answer may stand in for an origin that answers with an error (RFC 5861 §4).
  static func allowStaleIfError(
    _ stored: StoredRules, _ request: RequestRules, age: TimeSpan
  ) -> Bool {
    let window = max(stored.staleIfError, request.staleIfError)
    return stored.traits.isDisjoint(with: [.mustRevalidate, .noCache])
      && window > .zero && age - stored.lifetime <= window
  }
}
