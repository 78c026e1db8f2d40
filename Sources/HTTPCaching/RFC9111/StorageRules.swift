internal import SimCore

/// Whether a response may be stored (RFC 9111 §3).
enum StorageRules {
  /// What forbids it; nil where nothing does. - Complexity: O(bytes of the header).
  static func obstacle(
    to response: HTTPResponse, for request: HTTPRequest, options: HTTPCacheOptions
  ) -> StoreChangeReason? {
    let control = CacheControl(
      response.headers.values(of: "cache-control"), options.switches.syntax)
    if !options.switches.storesMalformed, isMalformed(response.headers) { return .malformed }
    if !options.switches.storesExpired, isExpired(response.headers, options.switches.syntax) {
      return .noFreshness
    }
    if options.switches.invalidExpires == .notStored,
      isUnreadable(response.headers["expires"], options.switches.syntax)
    {
      return .malformed
    }
    return obstacle(to: StorageCriteria(response, control: control), for: request, options: options)
  }

  private static func isExpired(_ headers: HeaderLines, _ syntax: DirectiveSyntax) -> Bool {
    func seconds(_ name: String) -> Int64? {
      headers[name].flatMap { DateField.seconds($0, now: 0, reading: syntax.dates) }
    }
    guard !headers.contains("cache-control"), let expires = seconds("expires"),
      let date = seconds("date")
    else { return false }
    return expires <= date
  }

  /// Whether `Age`, `Date` or `Expires` stands twice, or `Date` says nothing.
  private static func isMalformed(_ headers: HeaderLines) -> Bool {
    ["age", "date", "expires"].contains { headers.values(of: $0).count > 1 }
      || headers["date"].map { DateField.seconds($0, now: 0) == nil } ?? false
  }

  /// Whether an `Expires` is neither a date nor a number.
  private static func isUnreadable(_ expires: String?, _ syntax: DirectiveSyntax) -> Bool {
    guard let expires else { return false }
    return Int64(expires) == nil && DateField.seconds(expires, now: 0, reading: syntax.dates) == nil
  }

  /// The same for what was read before. - Complexity: O(1).
  static func obstacle(
    to response: StorageCriteria, for request: HTTPRequest, options: HTTPCacheOptions
  ) -> StoreChangeReason? {
    let switches = options.switches
    if !switches.stores { return .neverStores }
    if request.policy == .noStore { return .policyNoStore }
    if switches.ownConditions == .unstored, request.directives.traits.contains(.hasConditions) {
      return .policyNoStore
    }
    if request.directives.traits.contains(.noStore) { return .requestNoStore }
    if request.directives.traits.contains(.isTooLarge) || !response.isWithinLimits {
      return .headerTooLarge
    }
    if !HTTPStatus.isFinal(response.status) { return .notFinal }
    if switches.redirects == .withTarget, response.isRedirect { return nil }
    if let statuses = switches.statuses, !statuses.contains(response.status) {
      return .statusNotStored
    }
    if response.control.flags.contains(.mustUnderstand), switches.obeysMustUnderstand {
      // It counts above no-store where the status is known (RFC 9111 §5.2.2.3).
      if !HTTPStatus.isUnderstood(response.status) { return .notUnderstood }
    } else if response.control.flags.contains(.noStore) {
      return .responseNoStore
    }
    if let obstacle = sharedObstacle(response.control, request, options) { return obstacle }
    if switches.noCache == .notStored,
      response.control.flags.contains(.noCache) || !response.control.noCacheFields.isEmpty
    {
      return .responseNoCache
    }
    if switches.queryNeedsLifetime, request.target.hasQuery, !response.isExplicit(options) {
      return .queryWithoutLifetime
    }
    if response.vary.isRefused(by: switches) { return .varyStar }
    if response.vary.isPresent,
      switches.variants == .refused || (response.vary.names.isEmpty && !switches.storesEmptyVary)
    {
      return .refusedVary
    }
    if !response.isComplete { return .incomplete }
    if response.count == 0, !switches.storesEmpty { return .noContent }
    if let largest = options.largestBody, response.count > largest.count { return .bodyTooLarge }
    return isPermitted(response, options) ? nil : .noFreshness
  }

  private static func sharedObstacle(
    _ control: CacheControl, _ request: HTTPRequest, _ options: HTTPCacheOptions
  ) -> StoreChangeReason? {
    guard options.isShared else { return nil }
    if control.flags.contains(.private) { return .isPrivate }
    let isOpen =
      !control.flags.isDisjoint(with: [.public, .mustRevalidate]) || control.sharedMaxAge != nil
    return request.directives.traits.contains(.hasAuthorization) && !isOpen ? .authorization : nil
  }

  private static func isPermitted(
    _ response: StorageCriteria, _ options: HTTPCacheOptions
  ) -> Bool {
    if response.isExplicit(options) { return true }
    let switches = options.switches
    if switches.needsTagOrLifetime {
      return response.hasTag || switches.permanentStatuses.contains(response.status)
    }
    return switches.statusesWithoutLifetime.contains(response.status)
      || response.control.flags.contains(.public)
      || (!options.isShared && response.control.flags.contains(.private))
  }
}

/// What decides whether a response may be stored, read once from it (RFC 9111 §3).
///
/// A `HTTPResponse` gives all of it; of a `ResponsePattern` the content's length is added later.
struct StorageCriteria: Sendable {
  let status: Int
  let control: CacheControl
  let vary: VaryField
  /// Whether it has an `Expires`, readable or not.
  let hasExpires: Bool
  let isWithinLimits: Bool
  var hasTag = false
  var isRedirect = false
  /// Whether all of the content is here: nothing was cut off, and it is as long as it should be.
  var isComplete = true
  /// The length of the content.
  var count: Int64 = 0
}

extension StorageCriteria {
  /// Reads a response.
  /// - Parameter hasExpires: nil: as its lines say. - Complexity: O(bytes of the header).
  init(_ response: HTTPResponse, control: CacheControl, hasExpires: Bool? = nil) {
    status = response.status
    self.control = control
    isWithinLimits = HeaderLimits.admit(response.headers)
    vary = VaryField(response.headers)
    self.hasExpires = hasExpires ?? response.headers.contains("expires")
    hasTag = response.headers.contains("etag")
    isRedirect = HTTPStatus.isRedirect(response.status) && response.headers.contains("location")
    isComplete = Self.isComplete(response)
    count = response.body.count
  }

  private static func isComplete(_ response: HTTPResponse) -> Bool {
    guard response.body.isWhole else { return false }
    guard response.status != 204, let written = response.headers["content-length"] else {
      return true
    }
    return FieldSyntax.digits(Array(written.utf8), limit: .max / 16) == response.body.count
  }

  /// Whether the response says itself how long it is fresh.
  func isExplicit(_ options: HTTPCacheOptions) -> Bool {
    control.maxAge != nil || hasExpires
      || ((options.isShared || options.switches.countsSharedMaxAge) && control.sharedMaxAge != nil)
  }
}
