public import SimCore

extension HTTPCache {
  /// The answer from the store by a decision to use it: 200 as it was stored, 304 for a client that
  /// has it, 206 for a part, 416 for a part that it does not have; 504 where it is gone.
  /// - Complexity: O(bytes of the header, and of the content where its bytes are kept).
  public func answer(to request: HTTPRequest, by decision: Decision, at now: Instant)
    -> HTTPResponse
  {
    guard decision.action != .gatewayTimeout, let stored = found(decision, request) else {
      return .gatewayTimeout
    }
    return answer(to: request, from: stored, at: now, isValidated: false)
  }

  /// The answer from a stored one, which was validated just now or is used without.
  func answer(
    to request: HTTPRequest, from stored: StoredResponse, at now: Instant, isValidated: Bool
  ) -> HTTPResponse {
    var headers = stored.headers
    if !isValidated {
      headers.remove(stored.omitted)
      // Age tells that the origin was not asked (RFC 9111 §5.1).
      headers.set("age", String(stored.rules.age(at: now).nanoseconds / 1_000_000_000))
    }
    let clock = ServerClock(secondsAtStart: options.secondsAtStart)
    if Preconditions.isNotModified(request, stored, now: clock.seconds(at: now)) {
      // Without what describes a content that is not sent (RFC 9110 §15.4.5).
      headers.remove(["content-length", "content-encoding", "content-type", "content-range"])
      return HTTPResponse(304, headers: headers)
    }
    if request.rules.traits.contains(.isHead) {
      return HTTPResponse(stored.status, headers: headers)
    }
    if let part = partial(of: stored, for: request, headers) { return part }
    return HTTPResponse(stored.status, headers: headers, body: stored.body)
  }

  /// A part of a stored answer; nil where the request is for all of it.
  private func partial(
    of stored: StoredResponse, for request: HTTPRequest, _ headers: HeaderLines
  ) -> HTTPResponse? {
    guard request.rules.traits.contains([.isGet, .hasRange]),
      stored.status == 200 || stored.status == 206,
      let range = request.headers["range"].flatMap(ByteRange.init), range != .several,
      stored.satisfiesIfRange(request.headers["if-range"])
    else { return nil }
    var headers = headers
    let length = stored.part == nil ? stored.body.count : stored.part?.length
    let start = stored.part?.positions.lowerBound ?? 0
    guard let positions = range.resolved(in: length ?? .max) else {
      headers.set("content-range", "bytes */\(length ?? 0)")
      headers.set("content-length", "0")
      return HTTPResponse(416, headers: headers)
    }
    let end = start + stored.body.count
    guard positions.lowerBound >= start, positions.upperBound < end else { return nil }
    headers.set("content-range", ContentRange(positions, of: length).text)
    headers.set("content-length", String(positions.upperBound - positions.lowerBound + 1))
    let body = stored.body.slice(
      (positions.lowerBound - start)..<(positions.upperBound - start + 1))
    return HTTPResponse(206, headers: headers, body: body)
  }
}
