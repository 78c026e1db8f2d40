package import SimCore

/// An HTTP cache by RFC 9111: what it does is a function of requests, responses and virtual time.
///
/// It opens no sockets and reads no clock. The client asks what to do with a request (`decide`),
/// does it, and reports the result (`received`, `failed`). Responses are read once, when they are
/// stored; a decision compares numbers. The capacity is the client's to limit: what enters and
/// leaves the store is in each `StoreChange`, and `remove` takes a response out. A client that
/// holds the contents itself says at which place, and the cache alone knows what is stored where.
/// The rules are in
/// `RFC9111`: `StorageRules` (§3), `VaryKey` (§4.1), `Freshness` (§4.2), validation (§4.3).
package struct HTTPCache: Sendable {
  package let options: HTTPCacheOptions
  var responses: [TargetURI: [StoredResponse]] = [:]
  var marks = UnstoredMarks()
  private var lastNumber: UInt64 = 0

  package init(_ options: HTTPCacheOptions = HTTPCacheOptions()) { self.options = options }

  package var targetCount: Int { responses.count }

  /// The numbers of the responses that are stored for a target, the one stored last first.
  /// - Complexity: O(responses of the target).
  package func stored(for target: TargetURI) -> [UInt64] { responses[target]?.map(\.id) ?? [] }

  /// Decides what to do with a request.
  /// - Complexity: O(responses of the target); without allocation, but for ranges and for fields
  ///   that `Vary` names and that are not the same byte by byte.
  package func decide(_ request: HTTPRequest, at now: Instant) -> Decision {
    let traits = request.directives.traits
    if traits.contains(.isTooLarge) { return Decision(.forward, .headerTooLarge) }
    guard !traits.isDisjoint(with: [.isGet, .isHead]) else {
      return Decision(.forward, .methodNotCached)
    }
    switch request.policy {
    case .reloadIgnoringLocal, .reloadIgnoringLocalAndRemote, .noStore:
      return Decision(.forward, .policyReloads)
    case .useProtocol, .storedElseLoad, .storedOnly, .reloadRevalidating: break
    }
    let own = options.switches.ownConditions
    if traits.contains(.asksOrigin), own != .matched {
      return forward(request, .originPrecondition)
    }
    if traits.contains(.hasConditions), own == .sent || own == .unstored {
      return forward(request, .originPrecondition)
    }
    if traits.contains(.isHead), options.switches.heads != .answered {
      return forward(request, .methodNotCached)
    }
    let decision = decideByItself(request, at: now)
    if let marked = marked(request, decision, at: now) { return marked }
    if own == .matched, let unmatched = unmatched(request, decision, at: now) { return unmatched }
    return options.switches.redirects == .apart ? decision : along(decision, request, at: now)
  }

  /// The decision on a request, whatever its answer leads to.
  private func decideByItself(_ request: HTTPRequest, at now: Instant) -> Decision {
    guard let stored = responses[request.target] else { return forward(request, .absent) }
    if let reason = bypass(request) { return forward(request, reason) }
    // By index, as an element taken out would be copied.
    for index in stored.indices where stored[index].varyKey.matches(request) {
      return decide(request, on: stored, at: index, now)
    }
    // The answer that was stored last stands first.
    let needed: Freshness.Constraints? =
      switch options.switches.otherVariant {
      case .load: nil
      case .validate: .hasValidator
      case .validateByTag: .hasTag
      }
    guard let needed, stored[0].freshness.flags.contains(needed), !mayNotAsk(request)
    else { return forward(request, .varyMismatch) }
    return Decision(
      .validate, .varyMismatch, stored: stored[0].id, age: stored[0].freshness.age(at: now),
      lifetime: stored[0].freshness.lifetime)
  }

  /// The decision on a request whose stored answer may be a redirect, by what is stored of its
  /// target.
  private func along(_ decision: Decision, _ request: HTTPRequest, at now: Instant) -> Decision {
    guard let stored = found(decision, request), HTTPStatus.isRedirect(stored.status),
      let location = stored.headers["location"]
    else { return decision }
    let target = decideOnEnd(of: request.with(request.target.resolve(location)), at: now)
    switch target.action {
    case .useStored, .useStaleWhileRevalidating:
      guard options.switches.redirects == .withTarget else { return decision }
      return Decision(
        .useStored, target.reason, stored: decision.stored, age: target.age,
        lifetime: target.lifetime)
    case .validate, .forward, .complete, .gatewayTimeout:
      if options.switches.redirects == .withTarget {
        return Decision(
          target.action == .validate ? .validate : .forward, .redirectTarget,
          stored: decision.stored, age: target.age, lifetime: target.lifetime)
      }
      // Of a target that is not stored nothing is known: what is asked for next.
      guard decision.action == .useStored, target.stored != nil else { return decision }
      return Decision(
        target.action, .redirectTarget, stored: decision.stored,
        age: target.age,
        lifetime: target.lifetime)
    }
  }

  /// The decision on what stored redirects lead to from a request's target on.
  private func decideOnEnd(of request: HTTPRequest, at now: Instant) -> Decision {
    var request = request
    var decision = decideByItself(request, at: now)
    for _ in 0..<HeaderLimits.redirects {
      guard let stored = found(decision, request), HTTPStatus.isRedirect(stored.status),
        decision.action == .useStored || options.switches.redirects == .withTarget,
        let location = stored.headers["location"]
      else { break }
      request = request.with(request.target.resolve(location))
      decision = decideByItself(request, at: now)
    }
    return decision
  }

  /// Why the client goes past what is stored; nil: it does not.
  private func bypass(_ request: HTTPRequest) -> DecisionReason? {
    let switches = options.switches
    let traits = request.directives.traits
    if request.policy == .storedElseLoad || request.policy == .storedOnly { return nil }
    if request.directives.noCacheEffect(switches) == .loads { return .requestNoCache }
    if switches.requestNoStoreLoads, traits.contains(.noStore) { return .requestNoStore }
    if switches.ranges != .part, traits.contains(.hasRange) {
      return .rangeLoaded
    }
    return nil
  }

  private func decide(
    _ request: HTTPRequest, on stored: [StoredResponse], at index: Int, _ now: Instant
  ) -> Decision {
    let freshness = stored[index].freshness
    let age = freshness.age(at: now)
    var (action, reason) = freshness.use(
      for: request.directives, policy: request.policy, age: age, options.switches)
    if stored[index].part != nil, let miss = missing(in: stored[index], for: request) {
      let canComplete = miss == .restIsMissing && action == .useStored
      (action, reason) = (canComplete ? .complete : .forward, canComplete ? miss : .partNotWhole)
      if miss == .rangeNotStored { reason = miss }
    }
    if action != .useStored, action != .useStaleWhileRevalidating {
      if mayNotAsk(request) { (action, reason) = (.gatewayTimeout, .onlyIfCached) }
      if action == .validate, !freshness.flags.contains(.hasValidator) { action = .forward }
    }
    return Decision(
      action, reason, stored: stored[index].id, age: age, lifetime: freshness.lifetime)
  }

  private func forward(_ request: HTTPRequest, _ reason: DecisionReason) -> Decision {
    mayNotAsk(request) ? Decision(.gatewayTimeout, .onlyIfCached) : Decision(.forward, reason)
  }

  private func mayNotAsk(_ request: HTTPRequest) -> Bool {
    request.policy == .storedOnly
      || (options.switches.obeysOnlyIfCached && request.directives.traits.contains(.onlyIfCached))
  }
}

extension HTTPCache {
  /// Notes that a stale response's validation in the background is on its way: until `received` or
  /// `failed` with that decision, other requests use the response without starting another.
  package mutating func beginRevalidation(of request: HTTPRequest, by decision: Decision) {
    mark(decision, of: request.target) { $0.insert(.isRevalidating) }
  }

  mutating func endRevalidation(of request: HTTPRequest, by decision: Decision) {
    mark(decision, of: request.target) { $0.remove(.isRevalidating) }
  }

  private mutating func mark(
    _ decision: Decision, of target: TargetURI, _ change: (inout Freshness.Constraints) -> Void
  ) {
    guard let index = index(of: decision.stored, at: target) else { return }
    change(&responses[target]![index].freshness.flags)
  }

  /// Takes a response out, to free space or because its bytes are lost.
  /// - Returns: what left; nil where it was not there. - Complexity: O(responses of the target).
  @discardableResult
  package mutating func remove(_ stored: UInt64, at target: TargetURI) -> StoreChange.StoredItem? {
    guard let index = index(of: stored, at: target), var list = responses[target] else {
      return nil
    }
    let gone = list.remove(at: index)
    responses[target] = list.isEmpty ? nil : list
    return item(gone, at: target)
  }

  /// The place at which the client holds the content of the response that a decision found; nil:
  /// none was found, or it has left. - Complexity: O(responses of the target).
  package func place(of decision: Decision, at target: TargetURI) -> UInt32? {
    index(of: decision.stored, at: target).flatMap { responses[target]?[$0].place }
  }

  /// The places of all responses, in order. - Complexity: O(n log n) in the responses.
  package var places: [UInt32] { responses.values.joined().compactMap(\.place).sorted() }

  /// Whether a response of the target has its content at a place.
  /// - Complexity: O(responses of the target).
  package func holds(_ place: UInt32, at target: TargetURI) -> Bool {
    responses[target]?.contains { $0.place == place } ?? false
  }

  /// Takes out the responses whose contents the client has lost.
  /// - Complexity: O(responses).
  package mutating func discard(where isLost: (_ place: UInt32) -> Bool) {
    func leaves(_ response: StoredResponse) -> Bool { response.place.map(isLost) ?? false }
    guard responses.contains(where: { $0.value.contains(where: leaves) }) else { return }
    responses = responses.compactMapValues { list in
      let held = list.filter { !leaves($0) }
      return held.isEmpty ? nil : held
    }
  }

  /// Takes out the response whose content the client does not hold any more.
  /// - Complexity: O(responses of the target).
  package mutating func discard(_ place: UInt32, at target: TargetURI) {
    guard let list = responses[target], let index = list.firstIndex(where: { $0.place == place })
    else { return }
    if list.count == 1 { responses[target] = nil } else { responses[target]?.remove(at: index) }
  }

  /// Takes all responses of a target out. - Returns: what left, the one stored last first.
  @discardableResult
  package mutating func removeAll(at target: TargetURI) -> [StoreChange.StoredItem] {
    (responses.removeValue(forKey: target) ?? []).map { item($0, at: target) }
  }

  /// Takes all out, without a list.
  package mutating func removeAll() { (responses, marks) = ([:], UnstoredMarks()) }

  /// Takes all responses of a target's origin out. - Returns: what left, the one stored first
  /// first.
  mutating func removeAll(ofOrigin target: TargetURI) -> [StoreChange.StoredItem] {
    let gone = responses.filter { $0.key.isOfSameOrigin(as: target) }
    responses = responses.filter { !$0.key.isOfSameOrigin(as: target) }
    return gone.flatMap { other, list in list.map { item($0, at: other) } }
      .sorted { $0.stored < $1.stored }
  }

  func item(_ stored: StoredResponse, at target: TargetURI) -> StoreChange.StoredItem {
    StoreChange.StoredItem(
      stored: stored.id, target: target, size: stored.byteCount, place: stored.place)
  }

  func index(of stored: UInt64?, at target: TargetURI) -> Int? {
    guard let stored else { return nil }
    return responses[target]?.firstIndex { $0.id == stored }
  }

  func found(_ decision: Decision, _ request: HTTPRequest) -> StoredResponse? {
    index(of: decision.stored, at: request.target).flatMap { responses[request.target]?[$0] }
  }

  /// Whether a response takes the place of all others of its target.
  func isAlone(_ response: StoredResponse) -> Bool {
    switch options.switches.variants {
    case .several, .ignored, .refused: false
    case .one: true
    case .severalByAccept: !response.varyKey.isOfNegotiation
    }
  }

  mutating func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  /// Puts a response in front of those that it does not replace.
  /// - Returns: those that left the store.
  mutating func put(_ response: StoredResponse, for request: HTTPRequest) -> [StoreChange
    .StoredItem]
  {
    var list = responses[request.target] ?? []
    let isAlone = isAlone(response)
    var gone = list.filter { $0.id != response.id && (isAlone || $0.varyKey.matches(request)) }
    list.removeAll { $0.id == response.id || isAlone || $0.varyKey.matches(request) }
    list.insert(response, at: 0)
    while list.count > HeaderLimits.variants { gone.append(list.removeLast()) }
    responses[request.target] = list
    return gone.map { item($0, at: request.target) }
  }
}

/// A request, what was decided on it, and when it went out and its response came in.
struct HTTPExchange {
  let request: HTTPRequest
  let decision: Decision
  let requestTime: Instant
  let responseTime: Instant
  /// Where the client holds the content of what is stored; nil: it does not say.
  var place: UInt32?
}

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
