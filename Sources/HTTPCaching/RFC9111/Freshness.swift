internal import SimCore

/// The freshness of a stored response (RFC 9111 §4.2): its freshness lifetime, its age, and the
/// directives that limit or extend its use; worked out once, so that a decision compares numbers.
struct Freshness: Hashable, Sendable {
  /// Directives and states that hold of the response.
  struct Constraints: OptionSet, Hashable, Sendable {
    let rawValue: UInt16
    /// Used only after a validation.
    static let noCache = Constraints(rawValue: 1)
    /// Never used stale.
    static let mustRevalidate = Constraints(rawValue: 2)
    static let immutable = Constraints(rawValue: 4)
    static let hasValidator = Constraints(rawValue: 8)
    /// A validation in the background is on its way.
    static let isRevalidating = Constraints(rawValue: 16)
    /// Its age is counted in whole seconds.
    static let countsSeconds = Constraints(rawValue: 32)
    static let isAgeless = Constraints(rawValue: 64)
    /// It is fresh still when its age is its lifetime.
    static let lastsThrough = Constraints(rawValue: 128)
    /// Its validator is, or has beside it, an `ETag`.
    static let hasTag = Constraints(rawValue: 256)
  }

  var flags: Constraints = []
  /// How long the response is fresh: `freshness_lifetime` (RFC 9111 §4.2.1).
  var lifetime = TimeSpan.zero
  /// The age when it was received: `corrected_initial_age` (RFC 9111 §4.2.3).
  var initialAge = TimeSpan.zero
  var receivedAt = Instant.start
  var staleWhileRevalidate = TimeSpan.zero
  var staleIfError = TimeSpan.zero

  /// Whether it would be validated at each use.
  var isNeverFresh: Bool { flags.contains(.noCache) || lifetime <= initialAge }

  func isFresh(at age: TimeSpan) -> Bool {
    age < lifetime || (age == lifetime && flags.contains(.lastsThrough))
  }

  /// The age at an instant: `current_age` (RFC 9111 §4.2.3).
  func age(at now: Instant) -> TimeSpan {
    if flags.contains(.isAgeless) { return .zero }
    guard flags.contains(.countsSeconds) else {
      return max(.zero, initialAge + Self.bounded(now - receivedAt))
    }
    let second: Int64 = 1_000_000_000
    return initialAge + .seconds(max(0, now.nanoseconds / second - receivedAt.nanoseconds / second))
  }

  /// An elapsed time, 2³¹ s at most, so that sums of a few fit.
  private static func bounded(_ span: TimeSpan) -> TimeSpan {
    min(max(span, .zero), .seconds(HeaderLimits.seconds))
  }
}

/// What a response's header says of its age and freshness, read once, in numbers.
struct FreshnessFields: Sendable {
  enum ExpiresValue: Sendable {
    case absent
    /// What is no date is in the past by RFC 9111 §5.3; clients differ.
    case unreadable(isZero: Bool)
    /// Seconds since 1970.
    case at(Int64)
  }

  var control: CacheControl
  var hasQuery = false
  /// `Date` in seconds since 1970; nil where there is no readable one.
  var date: Int64?
  var expires = ExpiresValue.absent
  /// `Last-Modified` in seconds since 1970; nil where there is no readable one.
  var lastModified: Int64?
  /// `Age` in seconds; nil where there is no readable one.
  var age: Int64?
  /// Whether it has an `ETag`, readable or not.
  var hasTag = false
  /// Whether it has a `Last-Modified`, readable or not.
  var hasLastModified = false
  /// Whether it says `Pragma: no-cache`.
  var hasPragma = false
  var hasControl = true
}

extension FreshnessFields {
  /// Reads the lines.
  /// - Parameters:
  ///   - now: the reader's seconds since 1970; decides the century of two-digit years.
  ///   - passesBadAges: whether an `Age` that is no number is passed over, and not a large one.
  /// - Complexity: O(bytes).
  init(_ headers: HeaderLines, now: Int64, syntax: DirectiveSyntax, passesBadAges: Bool = true) {
    control = CacheControl(headers.values(of: "cache-control"), syntax)
    func seconds(_ text: String) -> Int64? {
      DateField.seconds(text, now: now, reading: syntax.dates)
    }
    let isLast = syntax.repeatedExpires == .last
    date = (isLast ? headers.values(of: "date").last : headers["date"]).flatMap(seconds)
    let expiries = headers.values(of: "expires")
    if let written = isLast ? expiries.last : expiries.first,
      expiries.count == 1 || syntax.repeatedExpires != .absent
    {
      expires = seconds(written).map(ExpiresValue.at) ?? .unreadable(isZero: written == "0")
    }
    lastModified = headers["last-modified"].flatMap(seconds)
    age = AgeField.seconds(headers, syntax)
    if !passesBadAges, age == nil, headers.contains("age") { age = HeaderLimits.seconds }
    hasTag = headers.contains("etag")
    hasLastModified = headers.contains("last-modified")
    hasControl = headers.contains("cache-control")
    hasPragma = headers.values(of: "pragma").contains {
      CacheControl([$0]).flags.contains(.noCache)
    }
  }
}

// MARK: - Freshness lifetime and age

extension Freshness {
  init(
    status: Int, _ fields: FreshnessFields, requestTime: Instant, responseTime: Instant,
    options: HTTPCacheOptions
  ) {
    let control = fields.control
    let switches = options.switches
    let clock = UnixClock(secondsAtStart: options.secondsAtStart)
    let date = fields.date ?? clock.seconds(at: responseTime)
    receivedAt = responseTime
    initialAge = Self.initialAge(
      fields, clock, requestTime: requestTime, responseTime: responseTime, switches.age)
    lifetime = Self.lifetime(
      status: status, fields, date: date, responseTime: responseTime, options)
    if switches.age == .onlyWithDate, fields.date == nil { lifetime = .zero }
    if switches.age == .sinceDate, fields.date == nil { flags.insert(.isAgeless) }
    if switches.age == .wholeSeconds || switches.age == .wholeSecondsSinceArrival {
      flags.insert(.countsSeconds)
    }
    if switches.isFreshAtLifetime { flags.insert(.lastsThrough) }
    if Self.saysNoCache(fields, switches) || switches.unfreshStatuses.contains(status) {
      flags.insert(.noCache)
    }
    let isOfShared = control.flags.contains(.proxyRevalidate) || control.sharedMaxAge != nil
    if switches.obeysMustRevalidate {
      if control.flags.contains(.mustRevalidate) {
        flags.insert(switches.alwaysRevalidates ? .noCache : .mustRevalidate)
      }
      if options.isShared, isOfShared { flags.insert(.mustRevalidate) }
    }
    if control.flags.contains(.immutable) { flags.insert(.immutable) }
    if Self.hasValidator(status: status, fields, switches) {
      flags.insert(.hasValidator)
      if fields.hasTag { flags.insert(.hasTag) }
    }
    staleWhileRevalidate = switches.unsaidStaleWhileRevalidate
    if switches.staleWhileRevalidate, let said = control.staleWhileRevalidate {
      staleWhileRevalidate = .seconds(said.orZero)
    }
    staleIfError = switches.unsaidStaleIfError
    if switches.staleIfError != .ignored, let said = control.staleIfError {
      staleIfError = .seconds(said.orZero)
    }
  }

  /// The age when the response came (RFC 9111 §4.2.3, and what clients make of it).
  private static func initialAge(
    _ fields: FreshnessFields, _ clock: UnixClock, requestTime: Instant, responseTime: Instant,
    _ rule: HTTPSwitches.AgeRule
  ) -> TimeSpan {
    // What has no date was made when it came (RFC 9110 §6.6.1).
    let since = fields.date.map { clock.span(from: $0, to: responseTime) } ?? .zero
    let delay = bounded(responseTime - requestTime)
    let reported = TimeSpan.seconds(fields.age ?? 0)
    switch rule {
    case .rfc9111: return max(since, .zero, reported + delay)
    case .delayOnTop: return max(since, .zero, reported) + delay
    case .withoutDelay: return max(since, .zero, reported)
    case .sinceDate, .onlyWithDate: return since
    case .sinceArrival, .wholeSecondsSinceArrival: return .zero
    case .ageField: return reported
    case .wholeSeconds:
      let now = clock.seconds(at: responseTime)
      let whole = fields.date.map { max(0, now - $0) } ?? 0
      return max(.seconds(whole), reported) + .seconds(now - clock.seconds(at: requestTime))
    }
  }

  private static func saysNoCache(_ fields: FreshnessFields, _ switches: HTTPSwitches) -> Bool {
    switch switches.pragma {
    case .ignored: break
    case .alone: if fields.hasPragma, !fields.hasControl { return true }
    case .always: if fields.hasPragma { return true }
    }
    switch switches.noCache {
    case .ignored: return false
    case .whole: return fields.control.flags.contains(.noCache)
    case .withFields, .notStored:
      return fields.control.flags.contains(.noCache) || !fields.control.noCacheFields.isEmpty
    }
  }

  private static func hasValidator(
    status: Int, _ fields: FreshnessFields, _ switches: HTTPSwitches
  ) -> Bool {
    if let statuses = switches.validatedStatuses, !statuses.contains(status) { return false }
    switch switches.validators {
    case .none: return false
    case .tag: return fields.hasTag
    case .tagAndLastModified: return fields.hasTag || fields.hasLastModified
    case .dateToo: return fields.hasTag || fields.hasLastModified || fields.date != nil
    }
  }

  /// The longest time that is reckoned with: for ever.
  private static let forever = TimeSpan.seconds(HeaderLimits.seconds)

  /// The freshness lifetime: of the explicit ones the first that is there (RFC 9111 §4.2.1), else
  /// the heuristic one.
  private static func lifetime(
    status: Int, _ fields: FreshnessFields, date: Int64, responseTime: Instant,
    _ options: HTTPCacheOptions
  ) -> TimeSpan {
    let control = fields.control
    let switches = options.switches
    let clock = UnixClock(secondsAtStart: options.secondsAtStart)
    let isPermanent = switches.permanentStatuses.contains(status)
    if isPermanent, switches.permanentAnyway { return forever }
    if control.flags.contains(.immutable), switches.immutable == .forever { return forever }
    if options.isShared, let sharedMaxAge = control.sharedMaxAge {
      return .seconds(sharedMaxAge.orZero)
    }
    if let explicit = explicit(control, switches) { return .seconds(explicit.orZero) }
    if control.flags.contains(.immutable), switches.immutable != .reloads { return forever }
    switch fields.expires {
    case .at(let seconds):
      return switches.expiresByClock
        ? max(.zero, .zero - clock.span(from: seconds, to: responseTime))
        : .seconds(HeaderLimits.clamped(seconds - date))
    case .unreadable(let isZero):
      switch switches.invalidExpires {
      case .past, .notStored: return .zero
      case .pastIfZero: if isZero { return .zero }
      case .absent: break
      }
    case .absent: break
    }
    if isPermanent { return forever }
    if let unsaid = switches.unsaidLifetime, switches.statusesWithoutLifetime.contains(status) {
      return unsaid
    }
    return heuristicLifetime(status: status, fields, date: date, switches)
  }

  /// The lifetime that directives say to a private cache; nil: none does.
  private static func explicit(
    _ control: CacheControl, _ switches: HTTPSwitches
  ) -> DeltaSeconds? {
    guard switches.countsSharedMaxAge, let shared = control.sharedMaxAge else {
      return control.maxAge
    }
    guard switches.syntax.repeated == .smallest, let own = control.maxAge else { return shared }
    return .min(shared, own)
  }

  /// Heuristic freshness (RFC 9111 §4.2.2): a share of the time since the last modification.
  private static func heuristicLifetime(
    status: Int, _ fields: FreshnessFields, date: Int64, _ switches: HTTPSwitches
  ) -> TimeSpan {
    if switches.heuristic == .forever { return forever }
    guard switches.heuristic != .none,
      switches.heuristicStatuses.contains(status) || fields.control.flags.contains(.public),
      !(switches.heuristic == .tenthWithoutQuery && fields.hasQuery),
      !(switches.heuristic == .tenthWithoutControl && fields.hasControl),
      switches.mustRevalidateAges || !fields.control.flags.contains(.mustRevalidate),
      let modified = fields.lastModified
    else { return .zero }
    let unmodified = HeaderLimits.clamped(date - modified)
    // An age in whole seconds ends a tenth of what has passed until then: a ≥ ⌊(u + a) / 10⌋.
    let lifetime: TimeSpan
    if switches.heuristic == .growingTenth {
      lifetime = .seconds(max(0, (unmodified + 8) / 9 - 1))
    } else if switches.age == .wholeSeconds || switches.heuristic == .tenthWithoutControl {
      lifetime = .seconds(unmodified / 10)
    } else {
      lifetime = TimeSpan(nanoseconds: TimeSpan.seconds(unmodified).nanoseconds / 10)
    }
    return min(lifetime, switches.longestHeuristic ?? lifetime)
  }
}

// MARK: - Use of a stored response

extension Freshness {
  /// Whether the response may be used for a request that it matches, and that asks for bytes which
  /// are stored (RFC 9111 §4.2, §5.2).
  /// - Complexity: O(1), without allocation.
  func use(
    for request: RequestDirectives, policy: RequestCachePolicy, age: TimeSpan,
    _ switches: HTTPSwitches
  ) -> (action: Decision.Action, reason: DecisionReason) {
    if policy == .storedElseLoad || policy == .storedOnly { return (.useStored, .anyAge) }
    let isFresh = isFresh(at: age)
    if policy == .reloadRevalidating {
      if isFresh, flags.contains(.immutable) { return (.useStored, .immutable) }
      return (.validate, .policyRevalidates)
    }
    if request.noCacheEffect(switches) == .validates { return (.validate, .requestNoCache) }
    if flags.contains(.noCache) { return (.validate, .responseNoCache) }
    // A request that accepts no age at all asks for a validation, however young the response is.
    if let oldest = request.maxAge, switches.requestMaxAge != .ignored,
      oldest == .zero || (switches.requestMaxAge == .any && age > oldest)
    {
      return (.validate, .requestMaxAge)
    }
    if request.minFresh > .zero, switches.requestMinFresh != .ignored,
      lifetime < age + request.minFresh
    {
      let loads = switches.requestMinFresh == .loads && isFresh
      return (loads ? .forward : .validate, .requestMinFresh)
    }
    return isFresh ? (.useStored, .fresh) : staleUse(for: request, age - lifetime, switches)
  }

  private func staleUse(
    for request: RequestDirectives, _ staleness: TimeSpan, _ switches: HTTPSwitches
  ) -> (action: Decision.Action, reason: DecisionReason) {
    let isWithinWindow = staleWhileRevalidate > .zero && staleness <= staleWhileRevalidate
    if flags.contains(.mustRevalidate), !(isWithinWindow && switches.staleDespiteMust) {
      return (.validate, .mustRevalidate)
    }
    if switches.obeysMaxStale, request.maxStale > .zero, staleness <= request.maxStale {
      return (.useStored, .maxStale)
    }
    if isWithinWindow {
      return flags.contains(.isRevalidating)
        ? (.useStored, .revalidationOnItsWay) : (.useStaleWhileRevalidating, .staleWhileRevalidate)
    }
    return (switches.forgetsStale ? .forward : .validate, .stale)
  }

  /// Whether the stale response may be used when the origin responds with an error (RFC 5861 §4).
  func allowsStaleIfError(for request: RequestDirectives, age: TimeSpan) -> Bool {
    let window = max(staleIfError, request.staleIfError)
    return flags.isDisjoint(with: [.mustRevalidate, .noCache])
      && window > .zero && age - lifetime <= window
  }
}
