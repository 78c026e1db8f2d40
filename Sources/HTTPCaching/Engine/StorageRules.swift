internal import SimCore

/// Whether an answer may be stored (RFC 9111 §3).
enum StorageRules {
  /// What forbids it; nil where nothing does. - Complexity: O(bytes of the header).
  static func obstacle(
    to response: HTTPResponse, for request: HTTPRequest, options: HTTPCacheOptions
  ) -> OutcomeReason? {
    let control = CacheControl(response.headers.values(of: "cache-control"))
    if request.policy == .noStore { return .policyNoStore }
    if request.rules.traits.contains(.noStore) { return .requestNoStore }
    if request.rules.traits.contains(.isTooLarge) || !HeaderLimits.admit(response.headers) {
      return .headerTooLarge
    }
    if !HTTPStatus.isFinal(response.status) { return .notFinal }
    if options.storesOnlySuccess, !(200...299).contains(response.status) { return .onlySuccess }
    let isUnderstood = HTTPStatus.isUnderstood(response.status)
    if control.flags.contains(.mustUnderstand) {
      // It counts above no-store where the status is known (RFC 9111 §5.2.2.3).
      if !isUnderstood { return .notUnderstood }
    } else if control.flags.contains(.noStore) {
      return .responseNoStore
    }
    if let obstacle = sharedObstacle(control, request, options) { return obstacle }
    if SelectingFields.matchNothing(response.headers), options.selectsByVary { return .varyStar }
    if !isComplete(response) { return .incomplete }
    if let largest = options.largestBody, response.body.count > largest.count {
      return .bodyTooLarge
    }
    return isPermitted(response, control, options) ? nil : .noFreshness
  }

  private static func sharedObstacle(
    _ control: CacheControl, _ request: HTTPRequest, _ options: HTTPCacheOptions
  ) -> OutcomeReason? {
    guard options.isShared else { return nil }
    if control.flags.contains(.private) { return .isPrivate }
    let isOpen =
      !control.flags.isDisjoint(with: [.public, .mustRevalidate]) || control.sharedMaxAge != nil
    return request.rules.traits.contains(.hasAuthorization) && !isOpen ? .authorization : nil
  }

  /// Whether all of the content is here: nothing was cut off, and it is as long as it should be.
  private static func isComplete(_ response: HTTPResponse) -> Bool {
    guard response.body.isWhole else { return false }
    guard response.status != 204, let written = response.headers["content-length"] else {
      return true
    }
    return FieldBytes.digits(Array(written.utf8), limit: .max / 16) == response.body.count
  }

  private static func isPermitted(
    _ response: HTTPResponse, _ control: CacheControl, _ options: HTTPCacheOptions
  ) -> Bool {
    isExplicit(response, control, options) || HTTPStatus.isHeuristicallyCacheable(response.status)
      || control.flags.contains(.public)
      || (!options.isShared && control.flags.contains(.private))
  }

  /// Whether the answer says itself how long it is fresh.
  static func isExplicit(
    _ response: HTTPResponse, _ control: CacheControl, _ options: HTTPCacheOptions
  ) -> Bool {
    control.maxAge != nil || response.headers.contains("expires")
      || (options.isShared && control.sharedMaxAge != nil)
  }
}
