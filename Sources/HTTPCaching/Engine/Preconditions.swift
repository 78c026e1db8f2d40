internal import SimCore

/// A client's own conditions, held against a stored answer (RFC 9111 §4.3.2, RFC 9110 §13).
enum Preconditions {
  /// Whether the client has what is stored, so that 304 is the answer.
  static func isNotModified(
    _ request: HTTPRequest, _ stored: StoredResponse, now: Int64
  ) -> Bool {
    guard request.rules.traits.contains(.hasConditions),
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
      let date = FieldDate.seconds(since, now: now)
    else { return false }
    return stored.modifiedAt <= date
  }
}
