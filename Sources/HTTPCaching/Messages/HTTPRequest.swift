internal import SimCore

/// A request, read once: what its header says to caches is worked out when it is made.
package struct HTTPRequest: Sendable {
  /// The method; methods are case-sensitive (RFC 9110 §9.1).
  package let method: String
  package private(set) var target: TargetURI
  package let headers: HeaderLines
  package private(set) var policy: RequestCachePolicy
  let directives: RequestDirectives

  /// Makes a request. - Complexity: O(bytes of the header).
  package init(
    _ method: String = "GET", _ target: TargetURI, headers: HeaderLines = HeaderLines(),
    policy: RequestCachePolicy = .useProtocol
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.policy = policy
    directives = RequestDirectives(method: method, headers: headers)
  }

  package init(
    _ method: String = "GET", _ target: String, headers: HeaderLines = HeaderLines(),
    policy: RequestCachePolicy = .useProtocol
  ) {
    self.init(method, TargetURI(target), headers: headers, policy: policy)
  }

  /// The same request with another policy; nothing is read anew. - Complexity: O(1).
  package func with(_ policy: RequestCachePolicy) -> HTTPRequest {
    var request = self
    request.policy = policy
    return request
  }

  /// The same request for something else; nothing of the header is read anew. - Complexity: O(1).
  package func with(_ target: TargetURI) -> HTTPRequest {
    var request = self
    request.target = target
    return request
  }

  func replacing(_ headers: HeaderLines) -> HTTPRequest {
    HTTPRequest(method, target, headers: headers, policy: policy)
  }
}

/// How the cache is to be used for a request: the cache modes of Fetch and the cache policies of
/// `URLRequest`, as far as the engine distinguishes them.
package enum RequestCachePolicy: Hashable, Sendable, CaseIterable {
  /// By the protocol (Fetch: `default`).
  case useProtocol
  /// To the origin; the response is stored.
  case reloadIgnoringLocal
  /// What is stored, of any age, else the origin (Fetch: `force-cache`).
  case storedElseLoad
  /// What is stored, of any age, else an error (Fetch: `only-if-cached`).
  case storedOnly
  /// To the origin and past all caches on the way (Fetch: `reload`): sends
  /// `Cache-Control: no-cache`.
  case reloadIgnoringLocalAndRemote
  /// Confirmed by the origin, even if fresh (Fetch: `no-cache`); sends `Cache-Control: max-age=0`.
  case reloadRevalidating
  /// To the origin and past all caches; the response is not stored (Fetch: `no-store`).
  case noStore

  /// The policy of a cache mode of Fetch; nil: there is no such mode.
  ///
  /// Fetch's `reload` also goes past the caches on the way.
  package init?(fetchMode: String) {
    switch fetchMode {
    case "default": self = .useProtocol
    case "no-store": self = .noStore
    case "reload": self = .reloadIgnoringLocalAndRemote
    case "no-cache": self = .reloadRevalidating
    case "force-cache": self = .storedElseLoad
    case "only-if-cached": self = .storedOnly
    default: return nil
    }
  }
}

/// What a request's header says to caches, in numbers (RFC 9111 §5.2.1, §5.4).
struct RequestDirectives: Hashable, Sendable {
  struct Traits: OptionSet, Hashable, Sendable {
    let rawValue: UInt16
    static let isGet = Traits(rawValue: 1)
    static let isHead = Traits(rawValue: 2)
    static let isSafe = Traits(rawValue: 4)
    static let noCache = Traits(rawValue: 8)
    static let noStore = Traits(rawValue: 16)
    static let onlyIfCached = Traits(rawValue: 32)
    static let hasRange = Traits(rawValue: 64)
    /// `If-Match` or `If-Unmodified-Since`, which only the origin can evaluate.
    static let asksOrigin = Traits(rawValue: 128)
    /// `If-None-Match` or `If-Modified-Since`.
    static let hasConditions = Traits(rawValue: 256)
    static let hasAuthorization = Traits(rawValue: 512)
    static let isTooLarge = Traits(rawValue: 1_024)
    static let pragmaNoCache = Traits(rawValue: 2_048)
    static let hasControl = Traits(rawValue: 4_096)
    /// `Pragma` stands before `Cache-Control`, as Fetch writes them for a reload (Fetch, 4.6).
    static let pragmaFirst = Traits(rawValue: 8_192)
  }

  var traits: Traits = []
  /// The oldest response that will do.
  var maxAge: TimeSpan?
  /// How long the response has to stay fresh.
  var minFresh = TimeSpan.zero
  var maxStale = TimeSpan.zero
  /// How long a response may have been stale if the origin fails (RFC 5861 §4).
  var staleIfError = TimeSpan.zero

  init(method: String, headers: HeaderLines) {
    switch method {
    case "GET": traits = [.isGet, .isSafe]
    case "HEAD": traits = [.isHead, .isSafe]
    case "OPTIONS", "TRACE": traits = .isSafe
    default: break
    }
    guard HeaderLimits.admit(headers) else {
      traits.insert(.isTooLarge)
      return
    }
    for line in headers.lines {
      switch line.name {
      case "range": traits.insert(.hasRange)
      case "if-match", "if-unmodified-since": traits.insert(.asksOrigin)
      case "if-none-match", "if-modified-since": traits.insert(.hasConditions)
      case "authorization": traits.insert(.hasAuthorization)
      case "pragma" where !traits.contains(.hasControl): traits.insert(.pragmaFirst)
      case "cache-control": traits.insert(.hasControl)
      default: break
      }
    }
    if headers.contains("cache-control") {
      read(CacheControl(headers.values(of: "cache-control")))
    }
    if headers.contains("pragma"),
      CacheControl(headers.values(of: "pragma")).flags.contains(.noCache)
    {
      traits.insert(.pragmaNoCache)
    }
  }

  /// What `no-cache` in `Cache-Control` and in `Pragma` together do; the field of HTTP/1.0 counts
  /// where that of HTTP/1.1 is missing (RFC 9111 §5.4), and by some clients always.
  func noCacheEffect(_ switches: HTTPSwitches) -> HTTPSwitches.RequestDirective {
    guard !traits.isDisjoint(with: [.noCache, .pragmaNoCache]) else { return .ignored }
    if switches.loadsReloads, traits.contains([.noCache, .pragmaNoCache, .pragmaFirst]) {
      return .loads
    }
    let own = traits.contains(.noCache) ? switches.requestNoCache : .ignored
    let counts = switches.requestPragmaAlways || !traits.contains(.hasControl)
    let pragma = traits.contains(.pragmaNoCache) && counts ? switches.requestPragma : .ignored
    if own == .loads || pragma == .loads { return .loads }
    return own == .validates || pragma == .validates ? .validates : .ignored
  }

  private mutating func read(_ control: CacheControl) {
    if control.flags.contains(.noCache) { traits.insert(.noCache) }
    if control.flags.contains(.noStore) { traits.insert(.noStore) }
    if control.flags.contains(.onlyIfCached) { traits.insert(.onlyIfCached) }
    // An age that is no number asks for the strictest that it could mean.
    maxAge = control.maxAge.map { .seconds($0.orZero) }
    switch control.minFresh {
    case .seconds(let seconds): minFresh = .seconds(seconds)
    case .invalid: traits.insert(.noCache)
    case nil: break
    }
    maxStale = .seconds(control.maxStale?.orZero ?? 0)
    if control.flags.contains(.maxStaleAny) { maxStale = .seconds(HeaderLimits.seconds) }
    staleIfError = .seconds(control.staleIfError?.orZero ?? 0)
  }
}
