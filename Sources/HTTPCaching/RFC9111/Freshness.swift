internal import SimCore

/// The freshness of a stored response (RFC 9111 §4.2): its freshness lifetime, its age, and the
/// directives that limit or extend its use; worked out once, so that a decision compares numbers.
struct Freshness: Hashable, Sendable {
  /// Directives and states that hold of the response.
  struct Constraints: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    /// Used only after a validation.
    static let noCache = Constraints(rawValue: 1)
    /// Never used stale.
    static let mustRevalidate = Constraints(rawValue: 2)
    static let immutable = Constraints(rawValue: 4)
    static let hasValidator = Constraints(rawValue: 8)
    /// A validation in the background is on its way.
    static let isRevalidating = Constraints(rawValue: 16)
  }

  var flags: Constraints = []
  /// How long the response is fresh: `freshness_lifetime` (RFC 9111 §4.2.1).
  var lifetime = TimeSpan.zero
  /// The age when it was received: `corrected_initial_age` (RFC 9111 §4.2.3).
  var initialAge = TimeSpan.zero
  /// When it was received.
  var receivedAt = Instant.start
  var staleWhileRevalidate = TimeSpan.zero
  var staleIfError = TimeSpan.zero

  /// The age at an instant: `current_age` (RFC 9111 §4.2.3).
  func age(at now: Instant) -> TimeSpan { initialAge + Self.bounded(now - receivedAt) }

  /// An elapsed time, 2³¹ s at most, so that sums of a few fit.
  private static func bounded(_ span: TimeSpan) -> TimeSpan {
    min(max(span, .zero), .seconds(HeaderLimits.seconds))
  }
}

/// What a response's header says of its age and freshness, read once, in numbers.
struct FreshnessFields: Sendable {
  /// What `Expires` says.
  enum ExpiresValue: Sendable {
    case absent
    /// What is no date is in the past, above all "0" (RFC 9111 §5.3).
    case past
    /// Seconds since 1970.
    case at(Int64)
  }

  var control: CacheControl
  /// `Date` in seconds since 1970; nil where there is no readable one.
  var date: Int64?
  var expires = ExpiresValue.absent
  /// `Last-Modified` in seconds since 1970; nil where there is no readable one.
  var lastModified: Int64?
  /// `Age` in seconds; nil where there is no readable one.
  var age: Int64?
  /// Whether the response can be validated: it has an `ETag` or a `Last-Modified`, readable or not.
  var hasValidator: Bool

  /// Takes values that need no reading; validators and dates are each response's own.
  init(_ control: CacheControl, age: Int64?) {
    self.control = control
    self.age = age
    hasValidator = false
  }

  /// Reads the lines.
  /// - Parameter now: the reader's seconds since 1970; decides the century of two-digit years.
  /// - Complexity: O(bytes).
  init(_ headers: HeaderLines, now: Int64) {
    control = CacheControl(headers.values(of: "cache-control"))
    date = headers["date"].flatMap { DateField.seconds($0, now: now) }
    if let written = headers["expires"] {
      expires = DateField.seconds(written, now: now).map(ExpiresValue.at) ?? .past
    }
    lastModified = headers["last-modified"].flatMap { DateField.seconds($0, now: now) }
    age = AgeField.seconds(headers)
    hasValidator = headers.contains("etag") || headers.contains("last-modified")
  }
}

// MARK: - Freshness lifetime and age

extension Freshness {
  /// Works out the freshness of a received response.
  init(
    status: Int, _ fields: FreshnessFields, requestTime: Instant, responseTime: Instant,
    options: HTTPCacheOptions
  ) {
    let control = fields.control
    let clock = UnixClock(secondsAtStart: options.secondsAtStart)
    let date = fields.date ?? clock.seconds(at: responseTime)
    receivedAt = responseTime
    initialAge = max(
      clock.span(from: date, to: responseTime), .zero,
      .seconds(fields.age ?? 0) + Self.bounded(responseTime - requestTime))
    lifetime = Self.lifetime(status: status, fields, date: date, options)
    if control.flags.contains(.noCache) { flags.insert(.noCache) }
    if control.flags.contains(.mustRevalidate) { flags.insert(.mustRevalidate) }
    if control.flags.contains(.immutable) { flags.insert(.immutable) }
    if options.isShared, control.flags.contains(.proxyRevalidate) || control.sharedMaxAge != nil {
      flags.insert(.mustRevalidate)
    }
    if fields.hasValidator { flags.insert(.hasValidator) }
    if options.servesStaleWhileRevalidating {
      staleWhileRevalidate = .seconds(control.staleWhileRevalidate?.orZero ?? 0)
    }
    if options.servesStaleIfError {
      staleIfError = .seconds(control.staleIfError?.orZero ?? 0)
    }
  }

  /// The freshness lifetime: of the explicit ones the first that is there (RFC 9111 §4.2.1), else
  /// the heuristic one.
  private static func lifetime(
    status: Int, _ fields: FreshnessFields, date: Int64, _ options: HTTPCacheOptions
  ) -> TimeSpan {
    let control = fields.control
    if options.isShared, let sharedMaxAge = control.sharedMaxAge {
      return .seconds(sharedMaxAge.orZero)
    }
    if let maxAge = control.maxAge { return .seconds(maxAge.orZero) }
    switch fields.expires {
    case .past: return .zero
    case .at(let seconds): return .seconds(HeaderLimits.clamped(seconds - date))
    case .absent: return heuristicLifetime(status: status, fields, date: date, options)
    }
  }

  /// Heuristic freshness (RFC 9111 §4.2.2): a share of the time since the last modification.
  private static func heuristicLifetime(
    status: Int, _ fields: FreshnessFields, date: Int64, _ options: HTTPCacheOptions
  ) -> TimeSpan {
    guard HTTPStatus.isHeuristicallyCacheable(status) || fields.control.flags.contains(.public),
      let modified = fields.lastModified
    else { return .zero }
    let unmodified = TimeSpan.seconds(HeaderLimits.clamped(date - modified))
    return TimeSpan(nanoseconds: unmodified.nanoseconds / options.heuristicDivisor)
  }
}

// MARK: - Use of a stored response

extension Freshness {
  /// Whether the response may be used for a request that it matches, and that asks for bytes which
  /// are stored (RFC 9111 §4.2, §5.2).
  /// - Complexity: O(1), without allocation.
  func use(
    for request: RequestDirectives, policy: RequestCachePolicy, age: TimeSpan
  ) -> (action: Decision.Action, reason: DecisionReason) {
    if policy == .storedElseLoad || policy == .storedOnly { return (.useStored, .anyAge) }
    let isFresh = age < lifetime
    if policy == .reloadRevalidating {
      if isFresh, flags.contains(.immutable) { return (.useStored, .immutable) }
      return (.validate, .policyRevalidates)
    }
    if request.traits.contains(.noCache) { return (.validate, .requestNoCache) }
    if flags.contains(.noCache) { return (.validate, .responseNoCache) }
    // A request that accepts no age at all asks for a validation, however young the response is.
    if let oldest = request.maxAge, age > oldest || oldest == .zero {
      return (.validate, .requestMaxAge)
    }
    if request.minFresh > .zero, lifetime < age + request.minFresh {
      return (.validate, .requestMinFresh)
    }
    return isFresh ? (.useStored, .fresh) : staleUse(for: request, age - lifetime)
  }

  private func staleUse(
    for request: RequestDirectives, _ staleness: TimeSpan
  ) -> (action: Decision.Action, reason: DecisionReason) {
    if flags.contains(.mustRevalidate) { return (.validate, .mustRevalidate) }
    if request.maxStale > .zero, staleness <= request.maxStale { return (.useStored, .maxStale) }
    if staleWhileRevalidate > .zero, staleness <= staleWhileRevalidate {
      return flags.contains(.isRevalidating)
        ? (.useStored, .revalidationOnItsWay)
        : (.useStaleWhileRevalidating, .staleWhileRevalidate)
    }
    return (.validate, .stale)
  }

  /// Whether the stale response may be used when the origin responds with an error (RFC 5861 §4).
  func allowsStaleIfError(for request: RequestDirectives, age: TimeSpan) -> Bool {
    let window = max(staleIfError, request.staleIfError)
    return flags.isDisjoint(with: [.mustRevalidate, .noCache])
      && window > .zero && age - lifetime <= window
  }
}
