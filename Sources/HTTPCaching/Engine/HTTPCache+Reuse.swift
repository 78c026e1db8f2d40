package import SimCore

extension HTTPCache {
  /// The response made of the stored one by a decision to use it: 200 as it was stored, 304 for
  /// a client that has it, 206 for a part, 416 for a part that it does not have; 504 where it is
  /// gone.
  /// - Complexity: O(bytes of the header, and of the content where its bytes are kept).
  package func makeResponse(to request: HTTPRequest, by decision: Decision, at now: Instant)
    -> HTTPResponse
  {
    guard decision.action != .gatewayTimeout, let stored = found(decision, request) else {
      return .gatewayTimeout
    }
    return makeResponse(to: request, from: stored, at: now, isValidated: false)
  }

  /// The response made of a stored one, which was validated just now or is used without.
  func makeResponse(
    to request: HTTPRequest, from stored: StoredResponse, at now: Instant, isValidated: Bool
  ) -> HTTPResponse {
    var headers = stored.headers
    if !isValidated {
      headers.remove(stored.omitted)
      // Age shows that the origin was not asked (RFC 9111 §5.1).
      headers.set("age", String(stored.freshness.age(at: now).nanoseconds / 1_000_000_000))
    }
    let clock = UnixClock(secondsAtStart: options.secondsAtStart)
    if Preconditions.isNotModified(request, stored, now: clock.seconds(at: now)) {
      // Without what describes a content that is not sent (RFC 9110 §15.4.5).
      headers.remove(["content-length", "content-encoding", "content-type", "content-range"])
      return HTTPResponse(304, headers: headers)
    }
    if request.directives.traits.contains(.isHead) {
      return HTTPResponse(stored.status, headers: headers)
    }
    if let part = partial(of: stored, for: request, headers) { return part }
    return HTTPResponse(stored.status, headers: headers, body: stored.body)
  }
}

// MARK: - Stale responses in place of a failed origin

extension HTTPCache {
  /// Takes in that the origin could not be reached, or that the connection broke before a response.
  /// - Complexity: as of `received`.
  package mutating func failed(
    _ request: HTTPRequest, after decision: Decision, at now: Instant
  ) -> StoreChange {
    endRevalidation(of: request, by: decision)
    let exchange = HTTPExchange(
      request: request, decision: decision, requestTime: now, responseTime: now)
    if let stale = staleIfError(exchange) { return StoreChange(.kept, .staleIfError, stale) }
    guard mayServeStale(decision), let stored = found(decision, request) else {
      return StoreChange(.kept, .disconnected, .gatewayTimeout)
    }
    let response = makeResponse(to: request, from: stored, at: now, isValidated: false)
    return StoreChange(.kept, .staleDisconnected, response)
  }

  /// The same for a client that serves the stored bytes itself.
  /// - Returns: why the stale response may be served: `.staleIfError` or `.staleDisconnected`; nil
  ///   where it may not.
  /// - Complexity: O(responses of the target).
  package mutating func permitStale(
    for request: HTTPRequest, after decision: Decision, at now: Instant
  ) -> StoreChangeReason? {
    endRevalidation(of: request, by: decision)
    guard decision.reason == .stale, let index = index(of: decision.stored, at: request.target),
      let freshness = responses[request.target]?[index].freshness
    else { return nil }
    if freshness.allowsStaleIfError(for: request.directives, age: freshness.age(at: now)) {
      return .staleIfError
    }
    return mayServeStale(decision) ? .staleDisconnected : nil
  }

  /// Whether a stale response is served without the origin; not to a request for a younger one.
  private func mayServeStale(_ decision: Decision) -> Bool {
    options.servesStaleWhenDisconnected && decision.reason == .stale
  }

  func staleIfError(_ exchange: HTTPExchange) -> HTTPResponse? {
    guard exchange.decision.reason == .stale,
      let stored = found(exchange.decision, exchange.request)
    else { return nil }
    let now = exchange.responseTime
    let age = stored.freshness.age(at: now)
    guard stored.freshness.allowsStaleIfError(for: exchange.request.directives, age: age) else {
      return nil
    }
    return makeResponse(to: exchange.request, from: stored, at: now, isValidated: false)
  }
}
