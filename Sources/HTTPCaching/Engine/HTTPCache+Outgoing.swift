extension HTTPCache {
  /// The request that goes to the origin by a decision to validate, to complete or to forward.
  ///
  /// A validation has the stored answer's validators in place of the client's (RFC 9111 §4.3.1) and
  /// all other fields of the request, so also those that `Vary` names.
  /// - Complexity: O(bytes of the header).
  public func outgoing(for request: HTTPRequest, by decision: Decision) -> HTTPRequest {
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

  /// The request that validates a stale answer in the background, without the client's conditions.
  /// - Complexity: O(bytes of the header).
  public func background(of request: HTTPRequest, by decision: Decision) -> HTTPRequest {
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
    if let date = stored.headers["last-modified"] { headers.set("if-modified-since", date) }
  }
}
