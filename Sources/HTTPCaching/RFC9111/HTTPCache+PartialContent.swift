internal import SimCore

/// Ranges of stored responses (RFC 9111 §3.3, §3.4): which bytes a request asks for, which are
/// missing, and how parts are combined.
extension HTTPCache {
  /// What a stored part lacks for a request; nil where it has all.
  func missing(in part: StoredResponse, for request: HTTPRequest) -> DecisionReason? {
    guard request.directives.traits.contains(.isGet) else { return .partNotWhole }
    guard let value = request.headers["range"], let range = ByteRange(value) else {
      let isStart = part.part?.positions.lowerBound == 0 && part.part?.length != nil
      let isPlain = !request.directives.traits.contains(.hasConditions)
      return isStart && isPlain && options.switches.completesParts ? .restIsMissing : .partNotWhole
    }
    let isUsable = part.satisfiesIfRange(request.headers["if-range"]) && part.covers(range)
    return isUsable ? nil : .rangeNotStored
  }

  /// A part of a stored response; nil where the request is for all of it.
  func partial(
    of stored: StoredResponse, for request: HTTPRequest, _ headers: HeaderLines
  ) -> HTTPResponse? {
    guard request.directives.traits.contains([.isGet, .hasRange]),
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

  /// A new part and the part that is stored, as one; nil where they do not share a strong validator
  /// or do not touch (RFC 9111 §3.4).
  func joined(_ new: StoredResponse, _ exchange: HTTPExchange) -> StoredResponse? {
    guard let range = new.part,
      let old = responses[exchange.request.target]?.first(where: {
        $0.varyKey.matches(exchange.request)
      }), let newTag = new.entityTag, let oldTag = old.entityTag, newTag.stronglyMatches(oldTag)
    else { return PartialContent.completed(new) }
    guard let oldRange = old.part else {
      // All of it is here already; the part only confirms it.
      var whole = old
      whole.freshness = new.freshness
      return whole
    }
    return PartialContent.joined(old, oldRange, new, range)
  }

  /// Takes in the response to a request for the bytes that are missing.
  mutating func receivedRest(_ response: HTTPResponse, _ exchange: HTTPExchange) -> StoreChange {
    switch response.status {
    case 206:
      var outcome = store(response, exchange)
      guard outcome.effect == .stored, let number = outcome.stored?.stored,
        let index = index(of: number, at: exchange.request.target),
        let stored = responses[exchange.request.target]?[index], stored.part == nil
      else {
        outcome.effect = .retry
        outcome.reason = .notCombinable
        return outcome
      }
      outcome.reason = .combined
      outcome.response = makeResponse(
        to: exchange.request, from: stored, at: exchange.responseTime, isValidated: true)
      return outcome
    case 416: return StoreChange(.retry, .notCombinable, response)
    default: return store(response, exchange)
    }
  }
}

/// Parts of one representation, put together (RFC 9111 §3.4).
enum PartialContent {
  /// The old and the new part as one, with the header of the new; nil where they do not touch.
  static func joined(
    _ old: StoredResponse, _ oldRange: ContentRange, _ new: StoredResponse, _ newRange: ContentRange
  ) -> StoredResponse? {
    let (left, leftRange, right, rightRange) =
      oldRange.positions.lowerBound <= newRange.positions.lowerBound
      ? (old, oldRange, new, newRange) : (new, newRange, old, oldRange)
    let overlap = leftRange.positions.upperBound + 1 - rightRange.positions.lowerBound
    let length = newRange.length ?? oldRange.length
    guard overlap >= 0, oldRange.length == nil || oldRange.length == length else { return nil }
    var joined = new
    if overlap < rightRange.count {
      joined.body = left.body.joined(with: right.body.slice(overlap..<rightRange.count))
      let positions = leftRange.positions.lowerBound...rightRange.positions.upperBound
      joined.part = ContentRange(positions, of: length)
    } else {
      joined.body = left.body
      joined.part = ContentRange(leftRange.positions, of: length)
    }
    return completed(joined)
  }

  /// A part that has all bytes is the whole: 200, and without what says that it is a part.
  static func completed(_ part: StoredResponse) -> StoredResponse {
    guard let range = part.part, range.count == range.length else { return part }
    var whole = part
    whole.part = nil
    whole.status = 200
    whole.headers.remove("content-range")
    whole.headers.set("content-length", String(whole.body.count))
    return whole
  }
}
