package import SimCore

/// The header of responses that an origin sends again and again, read once: all of it but what
/// differs from response to response.
///
/// A simulation receives the same few headers millions of times, each time with other dates,
/// another version and another content. What a cache makes of the fields in common is worked out
/// here, and what differs are values (`ResponseStamp`): header lines are written only for a reader.
package final class ResponsePattern: Sendable {
  /// The lines in common, without those of the connection.
  let headers: HeaderLines
  let status: Int
  /// How long after `Date` the response expires, as its `Expires` will say; nil: it has none.
  let expiresAfter: Int64?
  /// What the fields in common say; the dates that differ are missing.
  let fields: FreshnessFields
  /// What decides whether the response may be stored; the length of its content is missing.
  let criteria: StorageCriteria
  let entityTag: EntityTag?

  /// Takes values as an origin's settings have them: nothing is written as text and read again.
  /// - Parameters:
  ///   - age: `Age` in seconds, 2³¹ at most; nil: there is none.
  ///   - vary: the names of request fields in `Vary`, or `*`; empty: there is no `Vary`.
  ///   - expiresAfter: how many seconds after `Date` the response's `Expires` lies; nil: there is
  ///     none.
  /// - Complexity: O(bytes of the names).
  package init(
    _ status: Int = 200, control: CacheControl, age: Int64? = nil, vary: [String] = [],
    expiresAfter: Int64? = nil
  ) {
    var lines = HeaderLines()
    if let text = control.text { lines.append("cache-control", text) }
    if let age { lines.append("age", String(HeaderLimits.clamped(age))) }
    if !vary.isEmpty { lines.append("vary", vary.joined(separator: ", ")) }
    self.status = status
    self.expiresAfter = expiresAfter
    headers = lines
    fields = FreshnessFields(control: control, age: age.map(HeaderLimits.clamped))
    criteria = StorageCriteria(
      status: status, control: control, vary: VaryField(names: vary),
      hasExpires: expiresAfter != nil, isWithinLimits: HeaderLimits.admit(lines))
    entityTag = nil
  }

  /// Reads lines, of a header that was recorded.
  /// - Parameters:
  ///   - headers: `Date` is not among them, and no `Expires` that is a date; `ETag` and
  ///     `Last-Modified` are, if every response has the same.
  ///   - expiresAfter: how many seconds after `Date` the response's `Expires` lies; nil: there is
  ///     none.
  ///   - now: the reader's seconds since 1970; decides the century of years of two digits.
  /// - Complexity: O(bytes).
  package init(
    _ status: Int = 200, headers: HeaderLines, expiresAfter: Int64? = nil, now: Int64 = 0,
    syntax: DirectiveSyntax = DirectiveSyntax()
  ) {
    precondition(
      !headers.contains("date") && (expiresAfter == nil || !headers.contains("expires")),
      "what differs is no pattern")
    let lines = ConnectionFields.removed(from: headers)
    self.status = status
    self.expiresAfter = expiresAfter
    self.headers = lines
    fields = FreshnessFields(lines, now: now, syntax: syntax)
    criteria = StorageCriteria(
      HTTPResponse(status, headers: lines), control: fields.control,
      hasExpires: expiresAfter != nil)
    entityTag = lines["etag"].flatMap(EntityTag.init)
  }

  package func hasValidator(_ stamp: ResponseStamp) -> Bool {
    fields.hasTag || fields.hasLastModified || stamp.entityTag != nil || stamp.lastModified != nil
  }

  func fields(_ stamp: ResponseStamp) -> FreshnessFields {
    var fields = fields
    fields.date = stamp.date
    if let age = stamp.age { fields.age = HeaderLimits.clamped(age + (fields.age ?? 0)) }
    if let expiresAfter { fields.expires = .at(stamp.date + expiresAfter) }
    fields.lastModified = fields.lastModified ?? stamp.lastModified
    fields.hasTag = fields.hasTag || stamp.entityTag != nil
    fields.hasLastModified = fields.hasLastModified || stamp.lastModified != nil
    return fields
  }

  /// All lines, written out. - Complexity: O(lines).
  func lines(_ stamp: ResponseStamp) -> HeaderLines {
    var lines = headers
    if let tag = stamp.entityTag { lines.append("etag", tag.text) }
    if let date = stamp.lastModified.flatMap(DateField.text) { lines.append("last-modified", date) }
    if let date = DateField.text(stamp.date) { lines.append("date", date) }
    if let expiry = expiresAfter.flatMap({ DateField.text(stamp.date + $0) }) {
      lines.append("expires", expiry)
    }
    return lines
  }
}

/// What differs between the responses of a pattern.
package struct ResponseStamp: Sendable {
  /// `Date`: when the origin responded, in seconds since 1970.
  package var date: Int64
  /// `Last-Modified`: when the version was published, in seconds since 1970; nil: the response has
  /// none of its own.
  package var lastModified: Int64?
  /// `ETag`: the version's tag; nil: the response has none of its own.
  package var entityTag: EntityTag?
  /// The length of the content.
  package var count: Int64
  /// `Age` in seconds, of a cache on the way; nil: the response has none of its own.
  package var age: Int64?

  package init(
    date: Int64, lastModified: Int64? = nil, entityTag: EntityTag? = nil, count: Int64,
    age: Int64? = nil
  ) {
    self.date = date
    self.age = age
    self.lastModified = lastModified
    self.entityTag = entityTag
    self.count = count
  }
}

/// How the store changed by a response that came by a pattern.
package struct PatternStoreChange: Sendable {
  /// Why the response was stored or not; `.validated` for a confirmation.
  package var reason: StoreChangeReason
  /// The number of the response that was stored or confirmed; nil where none was.
  package var stored: UInt64?
  /// The places of the responses that left the store, in order.
  package var removed: [UInt32] = []
}

extension HTTPCache {
  /// Takes in a response to a GET that came by a pattern: the same as `received` with the lines
  /// written out.
  /// - Parameter place: where the client holds the content if it is stored, alone; nil: it does not
  ///   say.
  /// - Complexity: O(responses of the target), and O(bytes) of what `Vary` names.
  package mutating func received(
    _ pattern: ResponsePattern, _ stamp: ResponseStamp, at place: UInt32? = nil,
    for request: HTTPRequest, after decision: Decision, requestTime: Instant, responseTime: Instant
  ) -> PatternStoreChange {
    precondition(request.directives.traits.contains(.isGet), "patterns are of responses to GET")
    precondition(pattern.status != 304 && pattern.status != 206, "patterns are of whole responses")
    endRevalidation(of: request, by: decision)
    if let obstacle = obstacle(to: pattern, stamp, for: request, at: responseTime) {
      note(isStored: false, for: request, after: decision, at: responseTime)
      var outcome = PatternStoreChange(reason: obstacle)
      if drops(request) { outcome.removed = removeAll(at: request.target).compactMap(\.place) }
      return outcome
    }
    let stored = StoredResponse(
      id: nextNumber(), pattern, stamp, at: place, for: request, requestTime: requestTime,
      responseTime: responseTime, options: options)
    let removed = insert(stored, for: request)
    note(isStored: true, for: request, after: decision, at: responseTime)
    return PatternStoreChange(reason: .stored, stored: stored.id, removed: removed)
  }

  /// What forbids to store a response; nil: nothing does. - Complexity: O(1).
  /// - Parameter isShared: whether other requests that came meanwhile get it too: it must be fresh.
  package func obstacle(
    to pattern: ResponsePattern, _ stamp: ResponseStamp, for request: HTTPRequest, at now: Instant,
    isShared: Bool = false
  ) -> StoreChangeReason? {
    var criteria = pattern.criteria
    criteria.count = stamp.count
    criteria.hasTag = criteria.hasTag || stamp.entityTag != nil
    if let obstacle = StorageRules.obstacle(to: criteria, for: request, options: options) {
      return obstacle
    }
    guard isShared || !options.switches.storesUnfresh else { return nil }
    let freshness = Freshness(
      status: pattern.status, pattern.fields(stamp), requestTime: now, responseTime: now,
      options: options)
    return freshness.isNeverFresh ? .noFreshness : nil
  }

  /// Takes in a 304 to a validation, with the header that a 200 would have had.
  /// - Complexity: O(responses of the target).
  package mutating func confirmed(
    by pattern: ResponsePattern, _ stamp: ResponseStamp, for request: HTTPRequest,
    after decision: Decision, requestTime: Instant, responseTime: Instant
  ) -> PatternStoreChange {
    endRevalidation(of: request, by: decision)
    guard let index = index(of: decision.stored, at: request.target) else {
      return PatternStoreChange(reason: .otherValidator)
    }
    let number = decision.stored
    // Nothing of what says no-store may be kept; what was stored before stays as it was.
    let isForbidden =
      request.directives.traits.contains(.noStore)
      || pattern.fields.control.flags.contains(.noStore)
    if !isForbidden, options.switches.confirmationRenews {
      responses[request.target]?[index].confirm(
        by: pattern, stamp, requestTime: requestTime, responseTime: responseTime, options: options)
    }
    return PatternStoreChange(reason: .validated, stored: isForbidden ? nil : number)
  }

  /// Puts a response in front of those that it does not replace. - Returns: the places of
  /// those that left the store.
  private mutating func insert(_ response: StoredResponse, for request: HTTPRequest) -> [UInt32] {
    let target = request.target
    guard let list = responses[target] else {
      responses[target] = [response]
      return []
    }
    if list.count == 1, isAlone(response) || list[0].varyKey.matches(request) {
      responses[target]?[0] = response
      return list[0].place.map { [$0] } ?? []
    }
    var removed = put(response, for: request).compactMap(\.place)
    // A place holds one content.
    if let place = response.place {
      responses[target]?.removeAll { $0.id != response.id && $0.place == place }
      if !removed.contains(place), list.contains(where: { $0.place == place }) {
        removed.append(place)
      }
    }
    return removed
  }
}
