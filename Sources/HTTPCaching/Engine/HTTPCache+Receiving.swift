package import SimCore

extension HTTPCache {
  /// Takes in what the origin sent.
  /// - Parameters:
  ///   - response: the final response; interim ones are passed on by the client, and not stored.
  ///   - place: where the client holds the content if it is stored; nil: it does not say.
  /// - Complexity: O(bytes of the header, and of the content where its bytes are kept).
  package mutating func received(
    _ response: HTTPResponse, for request: HTTPRequest, after decision: Decision,
    requestTime: Instant, responseTime: Instant, at place: UInt32? = nil
  ) -> StoreChange {
    endRevalidation(of: request, by: decision)
    let exchange = HTTPExchange(
      request: request, decision: decision, requestTime: requestTime, responseTime: responseTime,
      place: place)
    if options.switches.clearSiteData, clearsCache(response) {
      let removed = removeAll(ofOrigin: request.target)
      var outcome = takeIn(response, exchange)
      outcome.removed = removed + outcome.removed
      return outcome
    }
    return takeIn(response, exchange)
  }

  /// Whether a response has the client empty its cache (Clear Site Data, W3C, §3).
  private func clearsCache(_ response: HTTPResponse) -> Bool {
    response.headers.values(of: "clear-site-data").flatMap(FieldSyntax.members).contains {
      let type = FieldSyntax.unquoted($0).map { FieldSyntax.text($0) }
      return type == "cache" || type == "*"
    }
  }

  private mutating func takeIn(_ response: HTTPResponse, _ exchange: HTTPExchange) -> StoreChange {
    let (request, decision) = (exchange.request, exchange.decision)
    let traits = request.directives.traits
    if !traits.contains(.isSafe) { return receivedUnsafe(response, exchange) }
    guard !traits.isDisjoint(with: [.isGet, .isHead]) else {
      return StoreChange(.kept, .methodNotStored, response)
    }
    if options.switches.ranges == .drops, traits.contains(.hasRange) {
      var outcome = StoreChange(.kept, .methodNotStored, response)
      outcome.removed = removeAll(at: request.target)
      return outcome
    }
    if response.status == 304 { return receivedNotModified(response, exchange) }
    if HTTPStatus.isFailure(response.status), let stale = staleIfError(exchange) {
      var outcome = StoreChange(.kept, .staleIfError, stale)
      if options.switches.staleIfError == .servedOnce {
        outcome.removed = removeAll(at: request.target)
      }
      return outcome
    }
    if traits.contains(.isHead) { return receivedHead(response, exchange) }
    if decision.action == .complete { return receivedRest(response, exchange) }
    return store(response, exchange)
  }

  /// Stores a response where that is allowed; the client gets it as it came.
  mutating func store(_ response: HTTPResponse, _ exchange: HTTPExchange) -> StoreChange {
    let request = exchange.request
    if let obstacle = StorageRules.obstacle(to: response, for: request, options: options) {
      note(isStored: false, for: request, after: exchange.decision, at: exchange.responseTime)
      var outcome = StoreChange(.kept, obstacle, response)
      if drops(request) { outcome.removed = removeAll(at: request.target) }
      return outcome
    }
    var stored = StoredResponse(
      id: nextNumber(), response, at: exchange.place, for: request,
      requestTime: exchange.requestTime, responseTime: exchange.responseTime, options: options)
    if !options.switches.storesUnfresh, stored.freshness.isNeverFresh {
      note(isStored: false, for: request, after: exchange.decision, at: exchange.responseTime)
      return StoreChange(.kept, .noFreshness, response)
    }
    if response.status == 206 {
      guard let range = response.headers["content-range"].flatMap(ContentRange.init),
        range.count == response.body.count
      else { return StoreChange(.kept, .inconsistentRange, response) }
      stored.part = range
      if let joined = joined(stored, exchange) { stored = joined }
    }
    var outcome = StoreChange(.stored, stored.part == nil ? .stored : .storedPart, response)
    outcome.removed = put(stored, for: request)
    note(isStored: true, for: request, after: exchange.decision, at: exchange.responseTime)
    outcome.stored = item(stored, at: request.target)
    return outcome
  }

  /// Whether an answer that is not stored removes the one that is; a request that has nothing
  /// stored leaves it alone.
  func drops(_ request: HTTPRequest) -> Bool {
    options.switches.dropsReplaced && request.policy != .noStore
      && !(options.switches.ownConditions == .unstored
        && request.directives.traits.contains(.hasConditions))
      && !request.directives.traits.contains(.noStore)
  }

  /// Takes in the response to a request that may have changed something (RFC 9111 §4.4).
  private mutating func receivedUnsafe(_ response: HTTPResponse, _ exchange: HTTPExchange)
    -> StoreChange
  {
    let switches = options.switches
    guard HTTPStatus.isNonError(response.status) || switches.failedInvalidates else {
      return StoreChange(.kept, .unsafeMethodFailed, response)
    }
    let spared: String? =
      switch switches.invalidating {
      case .unsafe: nil
      case .none: exchange.request.method
      case .allButPOST: "POST"
      case .allButPUT: "PUT"
      }
    if exchange.request.method == spared { return StoreChange(.kept, .methodNotStored, response) }
    let target = exchange.request.target
    var changed = [target]
    for name in switches.invalidatesLocations ? ["location", "content-location"] : [] {
      guard let other = response.headers[name].map(target.resolve),
        other.isOfSameOrigin(as: target), !changed.contains(other)
      else { continue }
      changed.append(other)
    }
    var outcome = StoreChange(.invalidated, .unsafeMethod, response)
    outcome.removed = changed.flatMap { removeAll(at: $0) }
    // What a POST made may be stored for GETs of the place that it names (RFC 9110 §9.3.3).
    let control = CacheControl(
      response.headers.values(of: "cache-control"), options.switches.syntax)
    guard exchange.request.method == "POST", response.status == 200 || response.status == 201,
      response.headers["content-location"].map(target.resolve) == target,
      StorageCriteria(response, control: control).isExplicit(options)
    else { return outcome }
    var stored = store(response, exchange)
    stored.removed = outcome.removed + stored.removed
    return stored.effect == .stored ? stored : outcome
  }
}
