internal import SimCore

/// A response in the store, read once: a decision reads `freshness` alone.
struct StoredResponse: Sendable {
  /// The number by which clients name it; never used twice.
  let id: UInt64
  /// Where a client that holds the content itself has put it.
  private(set) var place: UInt32?
  var freshness: Freshness
  var varyKey: VaryKey
  private var message: Message

  /// What was received. A simulation holds millions, most of them of a pattern: such a one has no
  /// more than what differs from the others.
  private enum Message {
    case pattern(ResponsePattern, ResponseStamp)
    indirect case written(Written)
  }

  /// A message whose lines are there.
  private struct Written {
    var status: Int
    /// Without those of the connection and without `Age`, which is worked out anew.
    var lines: HeaderLines
    var body: MessageBody
    var part: ContentRange?
    var omitted: [String]
    var tag: EntityTag?
    var modifiedAt: Int64
  }

  private var written: Written {
    get {
      switch message {
      case .written(let written): return written
      case .pattern(let pattern, let stamp):
        return Written(
          status: pattern.status, lines: pattern.lines(stamp), body: body, part: nil,
          omitted: omitted, tag: entityTag, modifiedAt: modifiedAt)
      }
    }
    set { message = .written(newValue) }
  }

  /// The code with which it is used: 200 for what was assembled of parts.
  var status: Int {
    get {
      switch message {
      case .pattern(let pattern, _): pattern.status
      case .written(let written): written.status
      }
    }
    set { written.status = newValue }
  }
  var headers: HeaderLines {
    get {
      switch message {
      case .pattern(let pattern, let stamp): pattern.lines(stamp)
      case .written(let written): written.lines
      }
    }
    set { written.lines = newValue }
  }
  /// The bytes that are here.
  var body: MessageBody {
    get {
      switch message {
      case .pattern(_, let stamp): MessageBody(count: stamp.count)
      case .written(let written): written.body
      }
    }
    set { written.body = newValue }
  }
  /// Which bytes those are; nil for all of them.
  var part: ContentRange? {
    get {
      switch message {
      case .pattern: nil
      case .written(let written): written.part
      }
    }
    set { written.part = newValue }
  }
  /// The fields that are left out of uses without a validation.
  var omitted: [String] {
    switch message {
    case .pattern(let pattern, _): pattern.fields.control.noCacheFields
    case .written(let written): written.omitted
    }
  }
  var entityTag: EntityTag? {
    switch message {
    case .pattern(let pattern, let stamp): pattern.entityTag ?? stamp.entityTag
    case .written(let written): written.tag
    }
  }
  /// `Last-Modified`, else `Date`: what `If-Modified-Since` is compared with (RFC 9111 §4.3.2).
  var modifiedAt: Int64 {
    switch message {
    case .pattern(let pattern, let stamp):
      pattern.fields.lastModified ?? stamp.lastModified ?? stamp.date
    case .written(let written): written.modifiedAt
    }
  }

  /// What the response takes: content and header.
  var byteCount: Bytes {
    let (sum, isTooLarge) = body.count.addingReportingOverflow(Int64(headers.byteCount))
    return Bytes(isTooLarge ? .max : sum)
  }

  /// Whether a request for bytes, or for all of them, can be served from those that are here.
  func covers(_ range: ByteRange?) -> Bool {
    guard let part else { return true }
    guard let range else { return false }
    if part.length == nil, case .between(let first, let last) = range {
      return part.positions.lowerBound <= first && last <= part.positions.upperBound
    }
    guard let length = part.length, let asked = range.resolved(in: length) else { return false }
    return part.positions.lowerBound <= asked.lowerBound
      && asked.upperBound <= part.positions.upperBound
  }

  /// Whether `If-Range` lets a range be served: its validator is this response's, and strong.
  func satisfiesIfRange(_ value: String?) -> Bool {
    guard let value else { return true }
    guard let tag = EntityTag(value), tag.opaque.utf8.first == FieldSyntax.quote else {
      return headers["last-modified"] == value
    }
    guard let entityTag else { return false }
    return entityTag.stronglyMatches(tag)
  }
}

extension StoredResponse {
  init(
    id: UInt64, _ response: HTTPResponse, at place: UInt32? = nil, for request: HTTPRequest,
    requestTime: Instant, responseTime: Instant, options: HTTPCacheOptions
  ) {
    var lines = ConnectionFields.removed(from: response.headers)
    let now = UnixClock(secondsAtStart: options.secondsAtStart).seconds(at: responseTime)
    var fields = FreshnessFields(
      lines, now: now, syntax: options.switches.syntax,
      passesBadAges: options.switches.storesMalformed)
    fields.hasQuery = request.target.hasQuery
    if fields.date == nil, let date = DateField.text(now) { lines.set("date", date) }
    lines.remove("age")
    if options.isShared { lines.remove(fields.control.privateFields) }
    self.id = id
    self.place = place
    varyKey = VaryKey(of: request, for: VaryField(lines), options: options)
    freshness = Freshness(
      status: response.status, fields, requestTime: requestTime, responseTime: responseTime,
      options: options)
    // A recipient with a clock records when it received what has no date (RFC 9110 §6.6.1).
    message = .written(
      Written(
        status: response.status, lines: lines, body: response.body,
        omitted: fields.control.noCacheFields, tag: lines["etag"].flatMap(EntityTag.init),
        modifiedAt: fields.lastModified ?? fields.date ?? now))
  }

  init(
    id: UInt64, _ pattern: ResponsePattern, _ stamp: ResponseStamp, at place: UInt32?,
    for request: HTTPRequest, requestTime: Instant, responseTime: Instant, options: HTTPCacheOptions
  ) {
    self.id = id
    self.place = place
    message = .pattern(pattern, stamp)
    var fields = pattern.fields(stamp)
    fields.hasQuery = request.target.hasQuery
    freshness = Freshness(
      status: pattern.status, fields, requestTime: requestTime, responseTime: responseTime,
      options: options)
    varyKey = VaryKey(of: request, for: pattern.criteria.vary, options: options)
  }

  /// Brings the response up to date by a 304 that came by a pattern (RFC 9111 §3.2).
  ///
  /// The 304 carries what a 200 would have (RFC 9110 §15.4.5), so that its lines take the place of
  /// the stored ones.
  mutating func confirm(
    by pattern: ResponsePattern, _ stamp: ResponseStamp, requestTime: Instant,
    responseTime: Instant, options: HTTPCacheOptions
  ) {
    freshness = Freshness(
      status: status, pattern.fields(stamp), requestTime: requestTime, responseTime: responseTime,
      options: options)
    switch message {
    case .pattern(_, let old):
      var renewed = stamp
      renewed.count = old.count
      message = .pattern(pattern, renewed)
    case .written(var written):
      written.lines = pattern.lines(stamp)
      written.tag = pattern.entityTag ?? stamp.entityTag
      written.omitted = pattern.fields.control.noCacheFields
      written.modifiedAt = pattern.fields.lastModified ?? stamp.lastModified ?? stamp.date
      message = .written(written)
    }
  }
}

/// Fields that speak of one connection and are not stored (RFC 9111 §3.1, RFC 9110 §7.6.1).
enum ConnectionFields {
  private static let names = [
    "connection", "proxy-connection", "keep-alive", "te", "transfer-encoding",
    "upgrade", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
  ]

  /// The lines without them and without those that `Connection` names.
  static func removed(from headers: HeaderLines) -> HeaderLines {
    var kept = headers
    let listed = headers.values(of: "connection").flatMap(FieldSyntax.members)
    kept.remove(listed.map { HeaderLine.lowercase(FieldSyntax.text($0)) } + names)
    return kept
  }
}
