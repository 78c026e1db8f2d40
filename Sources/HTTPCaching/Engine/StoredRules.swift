internal import SimCore

/// What an answer's header says to caches, in numbers: all that a decision looks at.
struct StoredRules: Hashable, Sendable {
  /// What holds of an answer.
  struct Traits: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    /// Used only after a validation.
    static let noCache = Traits(rawValue: 1)
    /// Never used stale.
    static let mustRevalidate = Traits(rawValue: 2)
    static let immutable = Traits(rawValue: 4)
    static let hasValidator = Traits(rawValue: 8)
    /// A validation in the background is on its way.
    static let isRevalidating = Traits(rawValue: 16)
  }

  var traits: Traits = []
  /// How long the answer is fresh (RFC 9111 §4.2.1).
  var lifetime = TimeSpan.zero
  /// The age when it was received: `corrected_initial_age` (RFC 9111 §4.2.3).
  var initialAge = TimeSpan.zero
  /// When it was received.
  var receivedAt = Instant.start
  var staleWhileRevalidate = TimeSpan.zero
  var staleIfError = TimeSpan.zero

  /// The age at an instant: `current_age` (RFC 9111 §4.2.3).
  func age(at now: Instant) -> TimeSpan { initialAge + Self.bounded(now - receivedAt) }

  /// A time that has passed, 2³¹ s at most, so that sums of a few fit.
  private static func bounded(_ span: TimeSpan) -> TimeSpan {
    min(max(span, .zero), .seconds(HeaderLimits.seconds))
  }
}

extension StoredRules {
  /// Works the rules out of what a received answer says.
  init(
    status: Int, _ fields: AnswerFields, requestTime: Instant, responseTime: Instant,
    options: HTTPCacheOptions
  ) {
    let control = fields.control
    let clock = ServerClock(secondsAtStart: options.secondsAtStart)
    let date = fields.date ?? clock.seconds(at: responseTime)
    receivedAt = responseTime
    initialAge = max(
      clock.span(from: date, to: responseTime), .zero,
      .seconds(fields.age ?? 0) + Self.bounded(responseTime - requestTime))
    lifetime = Self.lifetime(status: status, fields, date: date, options)
    if control.flags.contains(.noCache) { traits.insert(.noCache) }
    if control.flags.contains(.mustRevalidate) { traits.insert(.mustRevalidate) }
    if control.flags.contains(.immutable) { traits.insert(.immutable) }
    if options.isShared, control.flags.contains(.proxyRevalidate) || control.sharedMaxAge != nil {
      traits.insert(.mustRevalidate)
    }
    if fields.hasValidator { traits.insert(.hasValidator) }
    if options.servesStaleWhileRevalidating {
      staleWhileRevalidate = .seconds(control.staleWhileRevalidate?.orZero ?? 0)
    }
    if options.servesStaleIfError {
      staleIfError = .seconds(control.staleIfError?.orZero ?? 0)
    }
  }

  private static func lifetime(
    status: Int, _ fields: AnswerFields, date: Int64, _ options: HTTPCacheOptions
  ) -> TimeSpan {
    let control = fields.control
    if options.isShared, let sharedMaxAge = control.sharedMaxAge {
      return .seconds(sharedMaxAge.orZero)
    }
    if let maxAge = control.maxAge { return .seconds(maxAge.orZero) }
    switch fields.expires {
    case .past: return .zero
    case .at(let seconds): return .seconds(ServerClock.clamped(seconds - date))
    case .unsaid: break
    }
    guard HTTPStatus.isHeuristicallyCacheable(status) || control.flags.contains(.public),
      let changed = fields.lastModified
    else { return .zero }
    let unmodified = TimeSpan.seconds(ServerClock.clamped(date - changed))
    return TimeSpan(nanoseconds: unmodified.nanoseconds / options.heuristicDivisor)
  }
}
