internal import SimCore

/// What a request's header says to caches, in numbers (RFC 9111 §5.2.1, §5.4).
struct RequestRules: Hashable, Sendable {
  /// Ways in which a request is not plain.
  struct Traits: OptionSet, Hashable, Sendable {
    let rawValue: UInt16
    static let isGet = Traits(rawValue: 1)
    static let isHead = Traits(rawValue: 2)
    static let isSafe = Traits(rawValue: 4)
    static let noCache = Traits(rawValue: 8)
    static let noStore = Traits(rawValue: 16)
    static let onlyIfCached = Traits(rawValue: 32)
    static let hasRange = Traits(rawValue: 64)
    /// `If-Match` or `If-Unmodified-Since`, which are the origin's to judge.
    static let asksOrigin = Traits(rawValue: 128)
    /// `If-None-Match` or `If-Modified-Since`.
    static let hasConditions = Traits(rawValue: 256)
    static let hasAuthorization = Traits(rawValue: 512)
    static let isTooLarge = Traits(rawValue: 1_024)
  }

  var traits: Traits = []
  /// The oldest answer that will do.
  var maxAge: TimeSpan?
  /// How long the answer has to stay fresh.
  var minFresh = TimeSpan.zero
  /// How long an answer may have been stale.
  var maxStale = TimeSpan.zero
  /// How long an answer may have been stale if the origin fails (RFC 5861 §4).
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
      default: break
      }
    }
    if headers.contains("cache-control") {
      read(CacheControl(headers.values(of: "cache-control")))
    } else if headers.contains("pragma") {
      // The words of HTTP/1.0, where those of HTTP/1.1 are missing (RFC 9111 §5.4).
      if CacheControl(headers.values(of: "pragma")).flags.contains(.noCache) {
        traits.insert(.noCache)
      }
    }
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
