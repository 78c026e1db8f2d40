internal import SimCore

/// An answer in the store, read once: a decision looks at `rules` alone.
struct StoredResponse: Sendable {
  /// The number under which owners know it; never used twice.
  let id: UInt64
  var rules: StoredRules
  /// The code with which it is used: 200 for what was assembled of parts.
  var status: Int
  /// Without the fields of the connection, and without `Age`, which is worked out anew.
  var headers: HeaderLines
  /// The bytes that are here.
  var body: MessageBody
  /// Which bytes those are; nil for all of them.
  var part: ContentRange?
  var selecting: SelectingFields
  /// The fields that are left out of uses without a validation.
  var omitted: [String]
  var entityTag: EntityTag?
  /// `Last-Modified`, else `Date`: what `If-Modified-Since` is held against (RFC 9111 §4.3.2).
  var modifiedAt: Int64

  /// What the answer takes: content and header.
  var byteCount: Bytes { Bytes(body.count + Int64(headers.byteCount)) }

  /// Whether a request for bytes, or for all of them, can be served from those that are here.
  func covers(_ range: ByteRange?) -> Bool {
    guard let part else { return true }
    guard let range else { return false }
    if part.length == nil, case .between(let first, let last) = range {
      return part.positions.lowerBound <= first && last <= part.positions.upperBound
    }
    guard let length = part.length, let wanted = range.resolved(in: length) else { return false }
    return part.positions.lowerBound <= wanted.lowerBound
      && wanted.upperBound <= part.positions.upperBound
  }

  /// Whether `If-Range` lets a range be served: its validator is this answer's, and strong.
  func satisfiesIfRange(_ value: String?) -> Bool {
    guard let value else { return true }
    guard let tag = EntityTag(value), tag.opaque.utf8.first == FieldBytes.quote else {
      return headers["last-modified"] == value
    }
    guard let entityTag else { return false }
    return entityTag.stronglyMatches(tag)
  }
}

extension StoredResponse {
  /// Makes an answer to store of one that was received.
  init(
    id: UInt64, _ response: HTTPResponse, for request: HTTPRequest, requestTime: Instant,
    responseTime: Instant, options: HTTPCacheOptions
  ) {
    self.id = id
    status = response.status
    body = response.body
    headers = ConnectionFields.removed(from: response.headers)
    let clock = ServerClock(secondsAtStart: options.secondsAtStart)
    let now = clock.seconds(at: responseTime)
    if FieldDate.seconds(headers["date"] ?? "", now: now) == nil, let date = FieldDate.text(now) {
      // A recipient with a clock puts down when it received what has no date (RFC 9110 §6.6.1).
      headers.set("date", date)
    }
    rules = StoredRules(
      status: response.status, headers: headers, requestTime: requestTime,
      responseTime: responseTime, options: options)
    headers.remove("age")
    let control = CacheControl(headers.values(of: "cache-control"))
    omitted = control.noCacheFields
    if options.isShared { headers.remove(control.privateFields) }
    selecting = SelectingFields(of: request, for: headers, options: options)
    entityTag = headers["etag"].flatMap(EntityTag.init)
    modifiedAt =
      [headers["last-modified"], headers["date"]].lazy.compactMap {
        $0.flatMap { FieldDate.seconds($0, now: now) }
      }.first ?? now
  }
}
