public import SimCore

extension HTTPCache {
  /// Takes in what the origin answered.
  /// - Parameters:
  ///   - response: the final answer; interim ones are the owner's to pass on, and not stored.
  ///   - request: the request as the client made it.
  ///   - decision: what was decided on it.
  ///   - requestTime: when the request went out.
  ///   - responseTime: when the answer had come in.
  /// - Complexity: O(bytes of the header, and of the content where its bytes are kept).
  public mutating func received(
    _ response: HTTPResponse, for request: HTTPRequest, after decision: Decision,
    requestTime: Instant, responseTime: Instant
  ) -> Outcome {
    endRevalidation(of: request, by: decision)
    let exchange = Exchange(
      request: request, decision: decision, requestTime: requestTime, responseTime: responseTime)
    let traits = request.rules.traits
    if !traits.contains(.isSafe) { return receivedUnsafe(response, exchange) }
    guard !traits.isDisjoint(with: [.isGet, .isHead]) else {
      return Outcome(.kept, .methodNotStored, response)
    }
    if response.status == 304 { return receivedNotModified(response, exchange) }
    if HTTPStatus.isFailure(response.status), let stale = staleIfError(exchange) {
      return Outcome(.kept, .staleIfError, stale)
    }
    if traits.contains(.isHead) { return receivedHead(response, exchange) }
    if decision.action == .complete { return receivedRest(response, exchange) }
    return store(response, exchange)
  }

  /// Takes in that the origin could not be reached, or that the connection broke before an answer.
  /// - Complexity: as of `received`.
  public mutating func failed(
    _ request: HTTPRequest, after decision: Decision, at now: Instant
  ) -> Outcome {
    endRevalidation(of: request, by: decision)
    let exchange = Exchange(
      request: request, decision: decision, requestTime: now, responseTime: now)
    if let stale = staleIfError(exchange) { return Outcome(.kept, .staleIfError, stale) }
    guard mayStandIn(decision), let stored = found(decision, request) else {
      return Outcome(.kept, .disconnected, .gatewayTimeout)
    }
    let answer = answer(to: request, from: stored, at: now, isValidated: false)
    return Outcome(.kept, .staleDisconnected, answer)
  }

  /// Takes in the same, for an owner who needs no answer but what it may use.
  /// - Returns: why the stored answer may stand in: `.staleIfError` or `.staleDisconnected`; nil
  ///   where none may.
  /// - Complexity: O(answers of the target).
  public mutating func standIn(
    for request: HTTPRequest, after decision: Decision, at now: Instant
  ) -> OutcomeReason? {
    endRevalidation(of: request, by: decision)
    guard decision.reason == .stale, let index = index(of: decision.stored, at: request.target),
      let rules = answers[request.target]?[index].rules
    else { return nil }
    if ReuseRules.allowStaleIfError(rules, request.rules, age: rules.age(at: now)) {
      return .staleIfError
    }
    return mayStandIn(decision) ? .staleDisconnected : nil
  }

  /// A stale answer was all that could be had; whoever asked for a younger one gets none.
  private func mayStandIn(_ decision: Decision) -> Bool {
    options.servesStaleWhenDisconnected && decision.reason == .stale
  }

  private func staleIfError(_ exchange: Exchange) -> HTTPResponse? {
    guard exchange.decision.reason == .stale,
      let stored = found(exchange.decision, exchange.request)
    else { return nil }
    let now = exchange.responseTime
    guard
      ReuseRules.allowStaleIfError(
        stored.rules, exchange.request.rules, age: stored.rules.age(at: now))
    else { return nil }
    return answer(to: exchange.request, from: stored, at: now, isValidated: false)
  }

  /// Stores an answer where that is allowed; the client gets it as it came.
  mutating func store(_ response: HTTPResponse, _ exchange: Exchange) -> Outcome {
    let request = exchange.request
    if let obstacle = StorageRules.obstacle(to: response, for: request, options: options) {
      return Outcome(.kept, obstacle, response)
    }
    var stored = makeStored(response, exchange)
    if response.status == 206 {
      guard let range = response.headers["content-range"].flatMap(ContentRange.init),
        range.count == response.body.count
      else { return Outcome(.kept, .inconsistentRange, response) }
      stored.part = range
      if let joined = joined(stored, exchange) { stored = joined }
    }
    var outcome = Outcome(.stored, stored.part == nil ? .stored : .storedPart, response)
    outcome.removed = put(stored, for: request)
    outcome.stored = item(stored, at: request.target)
    return outcome
  }

  private mutating func makeStored(
    _ response: HTTPResponse, _ exchange: Exchange
  ) -> StoredResponse {
    StoredResponse(
      id: nextNumber(), response, for: exchange.request, requestTime: exchange.requestTime,
      responseTime: exchange.responseTime, options: options)
  }

  /// A new part and the part that is stored, as one; nil where they do not share a strong validator
  /// or do not touch (RFC 9111 §3.4).
  private func joined(_ new: StoredResponse, _ exchange: Exchange) -> StoredResponse? {
    guard let range = new.part,
      let old = answers[exchange.request.target]?.first(where: {
        $0.selecting.match(exchange.request)
      }), let newTag = new.entityTag, let oldTag = old.entityTag, newTag.stronglyMatches(oldTag)
    else { return PartialContent.completed(new) }
    guard let oldRange = old.part else {
      // All of it is here already; the part only confirms it.
      var whole = old
      whole.rules = new.rules
      return whole
    }
    return PartialContent.joined(old, oldRange, new, range)
  }

  /// Takes in the answer to a request for the bytes that are missing.
  private mutating func receivedRest(_ response: HTTPResponse, _ exchange: Exchange) -> Outcome {
    switch response.status {
    case 206:
      var outcome = store(response, exchange)
      guard outcome.action == .stored, let number = outcome.stored?.stored,
        let index = index(of: number, at: exchange.request.target),
        let stored = answers[exchange.request.target]?[index], stored.part == nil
      else {
        outcome.action = .retry
        outcome.reason = .notCombinable
        return outcome
      }
      outcome.reason = .combined
      outcome.answer = answer(
        to: exchange.request, from: stored, at: exchange.responseTime, isValidated: true)
      return outcome
    case 416: return Outcome(.retry, .notCombinable, response)
    default: return store(response, exchange)
    }
  }

  /// Takes in the answer to a request that may have changed something (RFC 9111 §4.4).
  private mutating func receivedUnsafe(_ response: HTTPResponse, _ exchange: Exchange) -> Outcome {
    guard HTTPStatus.isNonError(response.status) else {
      return Outcome(.kept, .unsafeMethodFailed, response)
    }
    let target = exchange.request.target
    var changed = [target]
    for name in ["location", "content-location"] {
      guard let other = response.headers[name].map(target.resolve),
        other.isOfSameOrigin(as: target), !changed.contains(other)
      else { continue }
      changed.append(other)
    }
    var outcome = Outcome(.invalidated, .unsafeMethod, response)
    outcome.removed = changed.flatMap { removeAll(at: $0) }
    // What a POST made may be stored for GETs of the place that it names (RFC 9110 §9.3.3).
    let control = CacheControl(response.headers.values(of: "cache-control"))
    guard exchange.request.method == "POST", response.status == 200 || response.status == 201,
      response.headers["content-location"].map(target.resolve) == target,
      StorageClaim(response, control: control).isExplicit(options)
    else { return outcome }
    var stored = store(response, exchange)
    stored.removed = outcome.removed + stored.removed
    return stored.action == .stored ? stored : outcome
  }
}
