internal import SimCore

/// Validation of stored responses (RFC 9111 §4.3): conditional requests and what becomes of 304.
extension HTTPCache {
  /// The request that goes to the origin by a decision to validate, to complete or to forward.
  ///
  /// A validation has the stored response's validators in place of the client's (RFC 9111 §4.3.1)
  /// and all other fields of the request, so also those that `Vary` names.
  /// - Complexity: O(bytes of the header).
  package func outgoing(for request: HTTPRequest, by decision: Decision) -> HTTPRequest {
    var headers = request.headers
    if let stored = found(decision, request) {
      switch decision.action {
      case .validate: addConditions(of: stored, to: &headers, keepingOwn: true)
      case .complete:
        headers.set("range", "bytes=\((stored.part?.positions.upperBound ?? -1) + 1)-")
        if let tag = stored.entityTag, !tag.isWeak { headers.set("if-range", tag.text) }
      case .useStored, .useStaleWhileRevalidating, .forward, .gatewayTimeout: break
      }
    }
    switch request.policy {
    case .reloadIgnoringLocalAndRemote, .noStore:
      if !headers.contains("cache-control") { headers.append("cache-control", "no-cache") }
    case .reloadRevalidating:
      if !headers.contains("cache-control") { headers.append("cache-control", "max-age=0") }
    case .useProtocol, .reloadIgnoringLocal, .storedElseLoad, .storedOnly: break
    }
    return request.replacing(headers)
  }

  /// The request that validates a stale response in the background, without the client's own
  /// conditions.
  /// - Complexity: O(bytes of the header).
  package func background(of request: HTTPRequest, by decision: Decision) -> HTTPRequest {
    var headers = request.headers
    headers.remove(["if-none-match", "if-modified-since", "if-range", "range"])
    if let stored = found(decision, request) {
      addConditions(of: stored, to: &headers, keepingOwn: false)
    }
    return HTTPRequest("GET", request.target, headers: headers)
  }

  private func addConditions(
    of stored: StoredResponse, to headers: inout HeaderLines, keepingOwn: Bool
  ) {
    if let tag = stored.entityTag {
      let own = keepingOwn ? headers.values(of: "if-none-match").flatMap(EntityTag.list) : []
      let others = own.filter { !$0.weaklyMatches(tag) && $0.opaque != "*" }
      headers.set("if-none-match", ([tag] + others).map(\.text).joined(separator: ", "))
    }
    if options.switches.validators == .tag { return }
    if let date = stored.headers["last-modified"] {
      headers.set("if-modified-since", date)
    } else if options.switches.validators == .dateToo, stored.entityTag == nil,
      let date = stored.headers["date"]
    {
      headers.set("if-modified-since", date)
    }
  }
}

extension HTTPCache {
  /// A validation in place of a use, where the request's own condition does not hold.
  func unmatched(
    _ request: HTTPRequest, _ decision: Decision, at now: Instant
  ) -> Decision? {
    guard !request.directives.traits.isDisjoint(with: [.hasConditions, .asksOrigin]),
      decision.action == .useStored, let stored = found(decision, request)
    else { return nil }
    let seconds = UnixClock(secondsAtStart: options.secondsAtStart).seconds(at: now)
    if Preconditions.isNotModified(request, stored, now: seconds) { return nil }
    return Decision(
      .validate, .originPrecondition, stored: decision.stored, age: decision.age,
      lifetime: decision.lifetime)
  }

  /// Takes in a 304: the stored response is brought up to date and serves the request, or the 304
  /// was for the client (RFC 9111 §4.3.3, §4.3.4).
  mutating func receivedNotModified(
    _ response: HTTPResponse, _ exchange: HTTPExchange
  ) -> StoreChange {
    let request = exchange.request
    let isOwn =
      exchange.decision.action == .validate
      || exchange.decision.action == .useStaleWhileRevalidating
    guard isOwn, let stored = found(exchange.decision, request) else {
      return request.directives.traits.contains(.hasConditions)
        ? StoreChange(.kept, .notModifiedForClient, response)
        : StoreChange(.retry, .otherValidator, response)
    }
    if let outcome = mismatch(of: response, with: stored, request) { return outcome }
    // What another variant's tag confirms is stored beside that.
    let isOther = exchange.decision.reason == .varyMismatch && !isAlone(stored)
    let fresh = freshened(stored, by: response, exchange, as: isOther ? nextNumber() : stored.id)
    var outcome = StoreChange(.freshened, .validated, .gatewayTimeout)
    outcome.response = makeResponse(
      to: request, from: fresh, at: exchange.responseTime, isValidated: true)
    let control = CacheControl(
      response.headers.values(of: "cache-control"), options.switches.syntax)
    let isForbidden =
      control.flags.contains(.noStore) && !options.switches.confirmationReplaces
    if request.directives.traits.contains(.noStore) || isForbidden
      || !HeaderLimits.admit(fresh.headers)
      || VaryField(fresh.headers).isRefused(by: options.switches)
    {
      // Nothing of it may be kept; what was stored before stays as it was.
      outcome.effect = .kept
      if options.switches.noStoreRemoves, isForbidden {
        outcome.removed = removeAll(at: request.target)
      }
      return outcome
    }
    outcome.removed = put(fresh, for: request)
    outcome.stored = item(fresh, at: request.target)
    return outcome
  }

  /// What becomes of a 304 whose validators are not the stored response's; nil where they are.
  private func mismatch(
    of response: HTTPResponse, with stored: StoredResponse, _ request: HTTPRequest
  ) -> StoreChange? {
    let own = request.headers.values(of: "if-none-match").flatMap(EntityTag.list)
    guard let tag = response.headers["etag"].flatMap(EntityTag.init) else {
      let isClients =
        stored.entityTag.map { tag in own.contains { !$0.weaklyMatches(tag) } } ?? false
      return isClients ? StoreChange(.kept, .notModifiedForClient, response) : nil
    }
    guard let storedTag = stored.entityTag, !tag.weaklyMatches(storedTag),
      !options.switches.anyTagConfirms
    else { return nil }
    return own.contains(where: tag.weaklyMatches)
      ? StoreChange(.kept, .notModifiedForClient, response)
      : StoreChange(.retry, .otherValidator, response)
  }

  /// A stored response with the fields of a 304 or of a response to HEAD (RFC 9111 §3.2).
  func freshened(
    _ stored: StoredResponse, by response: HTTPResponse, _ exchange: HTTPExchange,
    as number: UInt64? = nil
  ) -> StoredResponse {
    var update = ConnectionFields.removed(from: response.headers)
    update.remove("content-length")
    if stored.part != nil { update.remove("content-range") }
    if !options.switches.confirmationRenews {
      update.remove(["cache-control", "expires", "date", "age"])
    }
    var headers = stored.headers
    headers.remove(update.lines.map(\.name))
    if options.switches.confirmationReplaces { headers.remove(["cache-control", "expires"]) }
    // A confirmation without a date was made when it came (RFC 9110 §6.6.1).
    if !update.contains("date"), options.switches.confirmationRenews { headers.remove("date") }
    headers.append(contentsOf: update.lines)
    let merged = HTTPResponse(stored.status, headers: headers, body: stored.body)
    var fresh = StoredResponse(
      id: number ?? stored.id, merged,
      at: number == nil || number == stored.id ? stored.place : exchange.place,
      for: exchange.request, requestTime: exchange.requestTime,
      responseTime: exchange.responseTime, options: options)
    fresh.part = stored.part
    if !options.switches.confirmationRenews { fresh.freshness = stored.freshness }
    return fresh
  }

  /// Takes in a response to HEAD, which has no content to store but shows whether what is stored
  /// is still valid (RFC 9111 §4.3.5).
  mutating func receivedHead(_ response: HTTPResponse, _ exchange: HTTPExchange) -> StoreChange {
    let request = exchange.request
    if options.switches.heads != .answered {
      var outcome = StoreChange(.kept, .methodNotStored, response)
      if options.switches.heads == .drops { outcome.removed = removeAll(at: request.target) }
      return outcome
    }
    // HEAD leaves the content out that the length is of.
    var unsized = response
    unsized.headers.remove("content-length")
    guard response.status == 200, let list = responses[request.target],
      let index = list.firstIndex(where: { $0.varyKey.matches(request) }),
      list[index].status == 200,
      StorageRules.obstacle(to: unsized, for: request, options: options) == nil
    else { return StoreChange(.kept, .methodNotStored, response) }
    let stored = list[index]
    let length = response.headers["content-length"]
    let isSame =
      ["etag", "last-modified"].allSatisfy { name in
        response.headers[name].map { $0 == stored.headers[name] } ?? true
      } && length.map { $0 == String(stored.part?.length ?? stored.body.count) } ?? true
    guard isSame else {
      responses[request.target]?[index].freshness.lifetime = .zero
      return StoreChange(.kept, .outdatedByHead, response)
    }
    let fresh = freshened(stored, by: response, exchange)
    var outcome = StoreChange(.freshened, .confirmedByHead, response)
    outcome.removed = put(fresh, for: request)
    outcome.stored = item(fresh, at: request.target)
    return outcome
  }
}

/// A client's own conditions, compared with a stored response (RFC 9111 §4.3.2, RFC 9110 §13).
enum Preconditions {
  /// Whether the client has what is stored, so that 304 is the response.
  static func isNotModified(_ request: HTTPRequest, _ stored: StoredResponse, now: Int64) -> Bool {
    guard request.directives.traits.contains(.hasConditions),
      stored.status == 200 || stored.status == 206
    else { return false }
    let tags = request.headers.values(of: "if-none-match").flatMap(EntityTag.list)
    if request.headers.contains("if-none-match") {
      // The date counts only where there are no tags (RFC 9110 §13.1.3).
      return tags.contains { tag in
        tag.opaque == "*" || (stored.entityTag.map(tag.weaklyMatches) ?? false)
      }
    }
    guard let since = request.headers["if-modified-since"],
      let date = DateField.seconds(since, now: now)
    else { return false }
    return stored.modifiedAt <= date
  }
}
