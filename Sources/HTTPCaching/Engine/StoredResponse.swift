internal import SimCore

/// A response in the store, read once: a decision reads `freshness` alone.
struct StoredResponse: Sendable {
  /// The number by which clients name it; never used twice.
  let id: UInt64
  /// Where a client that holds the content itself has put it.
  private(set) var place: UInt32?
  var freshness: Freshness
  /// The code with which it is used: 200 for what was assembled of parts.
  var status: Int
  /// The lines that are written out, without those of the connection and without `Age`, which is
  /// worked out anew.
  private var lines: HeaderLines
  /// The pattern and the stamp that the lines are made from when they are read.
  private var pattern: (pattern: ResponsePattern, stamp: ResponseStamp)?
  /// The bytes that are here.
  var body: MessageBody
  /// Which bytes those are; nil for all of them.
  var part: ContentRange?
  var varyKey: VaryKey
  /// The fields that are left out of uses without a validation.
  var omitted: [String]
  private var tag: EntityTag?
  /// `Last-Modified`, else `Date`: what `If-Modified-Since` is compared with (RFC 9111 §4.3.2).
  var modifiedAt: Int64

  var headers: HeaderLines {
    get { pattern.map { $0.pattern.lines($0.stamp) } ?? lines }
    set {
      lines = newValue
      pattern = nil
    }
  }
  var entityTag: EntityTag? { pattern.map { $0.pattern.entityTag ?? $0.stamp.entityTag } ?? tag }

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
    id: UInt64, _ response: HTTPResponse, for request: HTTPRequest, requestTime: Instant,
    responseTime: Instant, options: HTTPCacheOptions
  ) {
    self.id = id
    status = response.status
    body = response.body
    lines = ConnectionFields.removed(from: response.headers)
    let now = UnixClock(secondsAtStart: options.secondsAtStart).seconds(at: responseTime)
    var fields = FreshnessFields(
      lines, now: now, syntax: options.switches.syntax,
      passesBadAges: options.switches.storesMalformed)
    fields.hasQuery = request.target.hasQuery
    freshness = Freshness(
      status: response.status, fields, requestTime: requestTime, responseTime: responseTime,
      options: options)
    if fields.date == nil, let date = DateField.text(now) {
      // A recipient with a clock records when it received what has no date (RFC 9110 §6.6.1).
      lines.set("date", date)
      fields.date = now
    }
    lines.remove("age")
    omitted = fields.control.noCacheFields
    if options.isShared { lines.remove(fields.control.privateFields) }
    varyKey = VaryKey(of: request, for: VaryField(lines), options: options)
    tag = lines["etag"].flatMap(EntityTag.init)
    modifiedAt = fields.lastModified ?? fields.date ?? now
  }

  init(
    id: UInt64, _ pattern: ResponsePattern, _ stamp: ResponseStamp, at place: UInt32?,
    for request: HTTPRequest, requestTime: Instant, responseTime: Instant, options: HTTPCacheOptions
  ) {
    self.id = id
    self.place = place
    status = pattern.status
    body = MessageBody(count: stamp.count)
    lines = HeaderLines()
    self.pattern = (pattern, stamp)
    var fields = pattern.fields(stamp)
    fields.hasQuery = request.target.hasQuery
    freshness = Freshness(
      status: status, fields, requestTime: requestTime, responseTime: responseTime,
      options: options)
    omitted = fields.control.noCacheFields
    varyKey = VaryKey(of: request, for: pattern.criteria.vary, options: options)
    modifiedAt = fields.lastModified ?? stamp.date
  }

  /// Brings the response up to date by a 304 that came by a pattern (RFC 9111 §3.2).
  ///
  /// The 304 carries what a 200 would have (RFC 9110 §15.4.5), so that its lines take the place of
  /// the stored ones.
  mutating func confirm(
    by pattern: ResponsePattern, _ stamp: ResponseStamp, requestTime: Instant,
    responseTime: Instant, options: HTTPCacheOptions
  ) {
    let fields = pattern.fields(stamp)
    freshness = Freshness(
      status: status, fields, requestTime: requestTime, responseTime: responseTime,
      options: options)
    self.pattern = (pattern, stamp)
    omitted = fields.control.noCacheFields
    modifiedAt = fields.lastModified ?? stamp.date
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
