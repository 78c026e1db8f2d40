package import SimCore

/// What to do with a request, and why.
package struct Decision: Hashable, Sendable {
  package enum Action: String, Hashable, Sendable {
    /// Respond from the store: `HTTPCache.makeResponse(to:by:at:)`.
    case useStored = "use"
    /// Respond from the store, and validate in the background: `HTTPCache.background(of:by:)`.
    case useStaleWhileRevalidating = "use-and-revalidate"
    /// Ask the origin whether the stored response still holds: `HTTPCache.outgoing(for:by:)`.
    case validate
    /// Ask the origin for the bytes that are missing.
    case complete
    case forward
    /// Nothing may be asked and nothing can be used: 504 (RFC 9111 §5.2.1.7).
    case gatewayTimeout = "gateway-timeout"
  }

  package let action: Action
  package let reason: DecisionReason
  /// The stored response that was found, or the mark; nil where there is none.
  package let stored: UInt64?
  /// Its age; zero where there is none.
  package let age: TimeSpan
  /// How long it is fresh from age zero on; zero where there is none.
  package let lifetime: TimeSpan

  init(
    _ action: Action, _ reason: DecisionReason, stored: UInt64? = nil, age: TimeSpan = .zero,
    lifetime: TimeSpan = .zero
  ) {
    self.action = action
    self.reason = reason
    self.stored = stored
    self.age = age
    self.lifetime = lifetime
  }
}

/// Why a decision was taken.
package enum DecisionReason: String, Hashable, Sendable, CaseIterable {
  case fresh = "hit"
  case immutable = "hit-immutable"
  case maxStale = "stale-max-stale"
  case staleWhileRevalidate = "stale-swr"
  case revalidationOnItsWay = "stale-swr-on-its-way"
  case anyAge = "hit-any-age"
  case absent = "miss-absent"
  case varyMismatch = "miss-vary"
  case rangeNotStored = "miss-range"
  case partNotWhole = "miss-part"
  case restIsMissing = "miss-rest"
  case stale = "stale"
  case mustRevalidate = "stale-must-revalidate"
  case responseNoCache = "response-no-cache"
  case requestNoStore = "request-no-store"
  case rangeLoaded = "miss-range-loaded"
  case requestNoCache = "request-no-cache"
  case requestMaxAge = "request-max-age"
  case requestMinFresh = "request-min-fresh"
  case onlyIfCached = "only-if-cached"
  case policyRevalidates = "policy-revalidates"
  case policyReloads = "policy-reloads"
  case methodNotCached = "method-not-cached"
  case originPrecondition = "origin-precondition"
  case headerTooLarge = "header-too-large"
  case redirectTarget = "redirect-target"
  case marked = "miss-marked"

  package var text: String {
    switch self {
    case .fresh: "the stored response is fresh (RFC 9111 §4.2)"
    case .immutable: "the stored response is fresh and immutable (RFC 8246 §2)"
    case .maxStale: "the request accepts a response as stale as that (RFC 9111 §5.2.1.2)"
    case .staleWhileRevalidate: "stale, within stale-while-revalidate (RFC 5861 §3)"
    case .revalidationOnItsWay: "stale, and its revalidation is on its way (RFC 5861 §3)"
    case .anyAge: "the policy takes what is stored, whatever its age"
    case .absent: "nothing is stored for the target (RFC 9111 §4)"
    case .varyMismatch: "what is stored was for other request fields (RFC 9111 §4.1)"
    case .rangeNotStored: "the bytes asked for are not stored (RFC 9111 §3.3)"
    case .partNotWhole: "only a part is stored (RFC 9111 §3.3)"
    case .restIsMissing: "the first part is stored and the rest is asked for (RFC 9111 §3.3)"
    case .stale: "the stored response is stale (RFC 9111 §4.2)"
    case .mustRevalidate: "stale, and must be revalidated (RFC 9111 §5.2.2.2)"
    case .responseNoCache: "the stored response says no-cache (RFC 9111 §5.2.2.4)"
    case .requestNoStore: "the request says no-store, and the client loads it"
    case .rangeLoaded: "the request is for a range, which the client loads"
    case .requestNoCache: "the request says no-cache (RFC 9111 §5.2.1.4, §5.4)"
    case .requestMaxAge: "older than the request's max-age (RFC 9111 §5.2.1.1)"
    case .requestMinFresh: "not fresh for the request's min-fresh (RFC 9111 §5.2.1.3)"
    case .onlyIfCached: "only a stored response may be used, and none can (RFC 9111 §5.2.1.7)"
    case .policyRevalidates: "the policy has every use confirmed"
    case .policyReloads: "the policy goes past the cache"
    case .methodNotCached: "the method is not served from stores (RFC 9111 §4)"
    case .originPrecondition: "the precondition is the origin's to judge (RFC 9111 §4.3.2)"
    case .redirectTarget: "what the stored redirect leads to cannot be used"
    case .headerTooLarge: "the request's header exceeds the limits"
    case .marked: "an earlier answer could not be stored, and its mark lasts (hit-for-miss)"
    }
  }
}
