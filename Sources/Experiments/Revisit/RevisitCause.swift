internal import CacheWorkloads
internal import HTTPCaching

/// Why a request was answered from the cache, validated or loaded again, as far as somebody could
/// do something about it.
package enum RevisitCause: String, Sendable, CaseIterable {
  case fresh
  case noStore = "no-store"
  case nothingPermits = "nothing-permits"
  case notStored = "not-stored"
  case tooLarge = "too-large"
  case vary
  case left = "left-the-cache"
  case noCache = "no-cache"
  case lifetimeOver = "lifetime-over"
  case noLifetime = "no-lifetime"
  case noValidator = "no-validator"
  case changed
  case navigation
  case request
  case redirect

  package var text: String {
    switch self {
    case .fresh: "fresh"
    case .noStore: "no-store forbids storing"
    case .nothingPermits: "nothing in the answer permits storing"
    case .notStored: "the client does not store such an answer"
    case .tooLarge: "larger than what the client stores"
    case .vary: "Vary: what is stored was for other request fields"
    case .left: "it had left the cache, or never came whole"
    case .noCache: "no-cache: each use is confirmed"
    case .lifetimeOver: "the lifetime was over"
    case .noLifetime: "no lifetime is said"
    case .noValidator: "the lifetime was over, and there is no validator"
    case .changed: "the origin had a new version"
    case .navigation: "the page was reloaded"
    case .request: "the request itself goes past what is stored"
    case .redirect: "what the stored redirect leads to cannot be used"
    }
  }

  /// What would save it; nil: no header does.
  package var change: String? {
    switch self {
    case .fresh, .changed, .navigation: nil
    case .noStore:
      "no-cache with an ETag in place of no-store makes it a confirmation without a body, where "
        + "the answer may lie on the device"
    case .nothingPermits: "max-age and an ETag would let it be stored"
    case .notStored: "an answer of another status, with max-age, would be stored"
    case .tooLarge: "a smaller variant, or the app's own store, would keep it"
    case .vary: "fewer fields in Vary"
    case .left: "a larger cache would have kept it"
    case .noCache:
      "a lifetime in place of no-cache, at an address that changes with the content, saves the "
        + "request"
    case .lifetimeOver:
      "a longer max-age saves the request; with an address that changes with the content it may "
        + "be a year, and immutable"
    case .noLifetime: "max-age saves the request"
    case .noValidator: "an ETag makes it a confirmation without a body, a longer max-age saves it"
    case .request: "the app's own request fields decide; no header of the answer does"
    case .redirect: "a lifetime for the redirect's target"
    }
  }

  /// - Parameters:
  ///   - decided: nil: the cache was not asked, as for other methods than GET.
  ///   - refused: why the answer of the first visit was not stored; nil: it was.
  init(
    _ decided: DecisionReason?, isValidated: Bool, refused: StoreChangeReason?,
    _ headers: CacheHeaders, _ navigation: PageNavigation
  ) {
    let hasValidator = headers.hasEntityTag || headers.hasLastModified
    switch decided {
    case .absent, .marked: self = refused.map(Self.init(refused:)) ?? .left
    case .varyMismatch: self = .vary
    case .stale, .mustRevalidate, .staleWhileRevalidate, .revalidationOnItsWay, .maxStale:
      if !isValidated, !hasValidator {
        self = .noValidator
      } else {
        self = headers.maxAge == nil && headers.expiresAfter == nil ? .noLifetime : .lifetimeOver
      }
    case .responseNoCache: self = isValidated || hasValidator ? .noCache : .noValidator
    case .policyRevalidates, .policyReloads: self = .navigation
    case .requestMaxAge, .requestNoCache:
      self = navigation == .reload ? .navigation : .request
    case .redirectTarget: self = .redirect
    case .fresh, .immutable, .anyAge: self = .fresh
    default: self = .request
    }
  }

  private init(refused reason: StoreChangeReason) {
    self =
      switch reason {
      case .responseNoStore: .noStore
      case .noFreshness, .queryWithoutLifetime: .nothingPermits
      case .bodyTooLarge: .tooLarge
      case .varyStar, .refusedVary: .vary
      case .requestNoStore, .methodNotStored, .policyNoStore: .request
      default: .notStored
      }
  }
}
