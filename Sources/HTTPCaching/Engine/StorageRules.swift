internal import SimCore

/// Whether an answer may be stored (RFC 9111 §3).
enum StorageRules {
  /// What forbids it; nil where nothing does. - Complexity: O(bytes of the header).
  static func obstacle(
    to response: HTTPResponse, for request: HTTPRequest, options: HTTPCacheOptions
  ) -> OutcomeReason? {
    let control = CacheControl(response.headers.values(of: "cache-control"))
    return obstacle(
      to: StorageClaim(response, control: control), for: request, options: options)
  }

  /// The same for what was read before. - Complexity: O(1).
  static func obstacle(
    to answer: StorageClaim, for request: HTTPRequest, options: HTTPCacheOptions
  ) -> OutcomeReason? {
    if request.policy == .noStore { return .policyNoStore }
    if request.rules.traits.contains(.noStore) { return .requestNoStore }
    if request.rules.traits.contains(.isTooLarge) || !answer.isAdmitted { return .headerTooLarge }
    if !HTTPStatus.isFinal(answer.status) { return .notFinal }
    if options.storesOnlySuccess, !(200...299).contains(answer.status) { return .onlySuccess }
    if answer.control.flags.contains(.mustUnderstand) {
      // It counts above no-store where the status is known (RFC 9111 §5.2.2.3).
      if !HTTPStatus.isUnderstood(answer.status) { return .notUnderstood }
    } else if answer.control.flags.contains(.noStore) {
      return .responseNoStore
    }
    if let obstacle = sharedObstacle(answer.control, request, options) { return obstacle }
    if answer.matchesNothing, options.selectsByVary { return .varyStar }
    if answer.varies, options.refusesVary { return .refusedVary }
    if !answer.isComplete { return .incomplete }
    if let largest = options.largestBody, answer.count > largest.count { return .bodyTooLarge }
    return isPermitted(answer, options) ? nil : .noFreshness
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

  private static func isPermitted(_ answer: StorageClaim, _ options: HTTPCacheOptions) -> Bool {
    answer.isExplicit(options) || HTTPStatus.isHeuristicallyCacheable(answer.status)
      || answer.control.flags.contains(.public)
      || (!options.isShared && answer.control.flags.contains(.private))
  }
}
