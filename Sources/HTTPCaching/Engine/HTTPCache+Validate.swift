internal import SimCore

extension HTTPCache {
  /// Takes in a 304: the stored answer is brought up to date and answers the request, or the 304
  /// was for the client (RFC 9111 §4.3.3, §4.3.4).
  mutating func receivedNotModified(_ response: HTTPResponse, _ exchange: Exchange) -> Outcome {
    let request = exchange.request
    let isOwn =
      exchange.decision.action == .validate
      || exchange.decision.action == .useStaleWhileRevalidating
    guard isOwn, let stored = found(exchange.decision, request) else {
      return request.rules.traits.contains(.hasConditions)
        ? Outcome(.kept, .notModifiedForClient, response)
        : Outcome(.retry, .otherValidator, response)
    }
    if let outcome = mismatch(of: response, with: stored, request) { return outcome }
    let fresh = freshened(stored, by: response, exchange)
    var outcome = Outcome(.freshened, .validated, .gatewayTimeout)
    outcome.answer = answer(
      to: request, from: fresh, at: exchange.responseTime, isValidated: true)
    let control = CacheControl(response.headers.values(of: "cache-control"))
    if request.rules.traits.contains(.noStore) || control.flags.contains(.noStore)
      || !HeaderLimits.admit(fresh.headers)
      || (options.selectsByVary && SelectingFields.matchNothing(fresh.headers))
    {
      // Nothing of it may be kept; what was stored before stays as it was.
      outcome.action = .kept
      return outcome
    }
    outcome.removed = put(fresh, for: request)
    outcome.stored = item(fresh, at: request.target)
    return outcome
  }

  /// What becomes of a 304 whose validators are not the stored answer's; nil where they are.
  private func mismatch(
    of response: HTTPResponse, with stored: StoredResponse, _ request: HTTPRequest
  ) -> Outcome? {
    guard let tag = response.headers["etag"].flatMap(EntityTag.init) else {
      let own = request.headers.values(of: "if-none-match").flatMap(EntityTag.list)
      let isClients =
        stored.entityTag.map { tag in own.contains { !$0.weaklyMatches(tag) } } ?? false
      return isClients ? Outcome(.kept, .notModifiedForClient, response) : nil
    }
    guard let storedTag = stored.entityTag, !tag.weaklyMatches(storedTag) else { return nil }
    let own = request.headers.values(of: "if-none-match").flatMap(EntityTag.list)
    return own.contains(where: tag.weaklyMatches)
      ? Outcome(.kept, .notModifiedForClient, response)
      : Outcome(.retry, .otherValidator, response)
  }

  /// A stored answer with the fields of a 304 or of an answer to HEAD (RFC 9111 §3.2).
  func freshened(
    _ stored: StoredResponse, by response: HTTPResponse, _ exchange: Exchange
  ) -> StoredResponse {
    var update = ConnectionFields.removed(from: response.headers)
    update.remove("content-length")
    if stored.part != nil { update.remove("content-range") }
    if options.ignoresFreshnessOf304 { update.remove(["cache-control", "expires", "date", "age"]) }
    var headers = stored.headers
    headers.remove(update.lines.map(\.name))
    // A confirmation without a date was made when it came (RFC 9110 §6.6.1).
    if !update.contains("date"), !options.ignoresFreshnessOf304 { headers.remove("date") }
    headers.append(contentsOf: update.lines)
    let merged = HTTPResponse(stored.status, headers: headers, body: stored.body)
    var fresh = StoredResponse(
      id: stored.id, merged, for: exchange.request, requestTime: exchange.requestTime,
      responseTime: exchange.responseTime, options: options)
    fresh.part = stored.part
    if options.ignoresFreshnessOf304 { fresh.rules = stored.rules }
    return fresh
  }

  /// Takes in an answer to HEAD, which has no content to store but tells whether what is stored
  /// still holds (RFC 9111 §4.3.5).
  mutating func receivedHead(_ response: HTTPResponse, _ exchange: Exchange) -> Outcome {
    let request = exchange.request
    guard response.status == 200, let list = answers[request.target],
      let index = list.firstIndex(where: { $0.selecting.match(request) }),
      list[index].status == 200,
      StorageRules.obstacle(to: response.withoutLength, for: request, options: options) == nil
    else { return Outcome(.kept, .methodNotStored, response) }
    let stored = list[index]
    let length = response.headers["content-length"]
    let isSame =
      ["etag", "last-modified"].allSatisfy { name in
        response.headers[name].map { $0 == stored.headers[name] } ?? true
      } && length.map { $0 == String(stored.part?.length ?? stored.body.count) } ?? true
    guard isSame else {
      answers[request.target]?[index].rules.lifetime = .zero
      return Outcome(.kept, .outdatedByHead, response)
    }
    let fresh = freshened(stored, by: response, exchange)
    var outcome = Outcome(.freshened, .confirmedByHead, response)
    outcome.removed = put(fresh, for: request)
    outcome.stored = item(fresh, at: request.target)
    return outcome
  }
}

extension HTTPResponse {
  /// The answer without the length of a content that HEAD leaves out.
  fileprivate var withoutLength: HTTPResponse {
    var copy = self
    copy.headers.remove("content-length")
    return copy
  }
}
