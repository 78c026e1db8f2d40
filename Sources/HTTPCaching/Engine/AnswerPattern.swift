/// A header that an origin sends again and again, read once: all of it but what differs from answer
/// to answer.
///
/// A simulation receives the same few headers millions of times, each time with other dates,
/// another version and another content. What a cache makes of the lines in common is worked out
/// here, and the lines that differ are numbers (`AnswerStamp`) until somebody wants to see them.
public struct AnswerPattern: Sendable {
  /// The lines in common, without those of the connection.
  let headers: HeaderLines
  let status: Int
  /// How long after `Date` the answer expires, as its `Expires` will say; nil: it has none.
  let expiresAfter: Int64?
  /// What the lines in common say; the dates that differ are missing.
  let fields: AnswerFields
  /// What a cache asks before it stores the answer; its content is missing.
  let claim: StorageClaim
  /// The fields that are left out of uses without a validation.
  let omitted: [String]
  /// The tag in common.
  let entityTag: EntityTag?

  /// Reads the lines in common.
  /// - Parameters:
  ///   - headers: `Date` and `Expires` are not among them; `ETag` and `Last-Modified` are, if every
  ///     answer has the same.
  ///   - expiresAfter: how many seconds after `Date` the answer's `Expires` lies; nil: it has none.
  ///   - now: the reader's seconds since 1970; decides the century of years of two digits.
  /// - Complexity: O(bytes).
  public init(
    _ status: Int = 200, headers: HeaderLines, expiresAfter: Int64? = nil, now: Int64 = 0
  ) {
    precondition(
      !headers.contains("date") && !headers.contains("expires"), "what differs is no pattern")
    self.status = status
    self.expiresAfter = expiresAfter
    self.headers = ConnectionFields.removed(from: headers)
    fields = AnswerFields(self.headers, now: now)
    var claim = StorageClaim(
      HTTPResponse(status, headers: self.headers), control: fields.control)
    claim.hasExpires = expiresAfter != nil
    self.claim = claim
    omitted = fields.control.noCacheFields
    entityTag = self.headers["etag"].flatMap(EntityTag.init)
  }

  /// Whether an answer with that stamp can be asked about.
  public func hasValidator(_ stamp: AnswerStamp) -> Bool {
    fields.hasValidator || stamp.entityTag != nil || stamp.lastModified != nil
  }

  /// What the whole header says.
  func fields(_ stamp: AnswerStamp) -> AnswerFields {
    var fields = fields
    fields.date = stamp.date
    if let expiresAfter { fields.expires = .at(stamp.date + expiresAfter) }
    fields.lastModified = fields.lastModified ?? stamp.lastModified
    fields.hasValidator = hasValidator(stamp)
    return fields
  }

  /// All lines, written out. - Complexity: O(lines).
  func lines(_ stamp: AnswerStamp) -> HeaderLines {
    var lines = headers
    if let tag = stamp.entityTag { lines.append("etag", tag) }
    if let date = stamp.lastModified.flatMap(FieldDate.text) { lines.append("last-modified", date) }
    if let date = FieldDate.text(stamp.date) { lines.append("date", date) }
    if let expiry = expiresAfter.flatMap({ FieldDate.text(stamp.date + $0) }) {
      lines.append("expires", expiry)
    }
    return lines
  }
}

/// What is an answer's own among those of its pattern.
public struct AnswerStamp: Sendable {
  /// When the origin answered, as `Date` says it: seconds since 1970.
  public var date: Int64
  /// When the version was published, as `Last-Modified` says it; nil: the answer has none of its
  /// own.
  public var lastModified: Int64?
  /// The version's tag as `ETag` says it, with its quotes; nil: the answer has none of its own.
  public var entityTag: String?
  /// The length of the content.
  public var count: Int64

  /// Makes a stamp.
  public init(date: Int64, lastModified: Int64? = nil, entityTag: String? = nil, count: Int64) {
    self.date = date
    self.lastModified = lastModified
    self.entityTag = entityTag
    self.count = count
  }
}
