/// The request's fields that `Vary` names, as they were when the answer was stored (RFC 9111 §4.1).
struct SelectingFields: Hashable, Sendable {
  private struct Field: Hashable, Sendable {
    let name: String
    /// The lines' values as they were sent; none where the field was absent.
    let values: [String]
    /// The same in the form in which values of one meaning are equal.
    let canonical: String?
  }

  private let fields: [Field]
  /// The answer's only language; nil where languages do not count.
  private let language: String?
  private let isNormalized: Bool

  /// Whether `Vary` has the member `*`, which no request matches, or more than can be held.
  static func matchNothing(_ headers: HeaderLines) -> Bool {
    let names = names(headers)
    return names.contains("*") || names.count > HeaderLimits.selectingFields
  }

  /// Takes the fields from a request for an answer.
  init(of request: HTTPRequest, for headers: HeaderLines, options: HTTPCacheOptions) {
    let isNormalized = options.normalizesSelectingFields
    fields =
      options.selectsByVary
      ? Self.names(headers).map { name in
        Field(
          name: name, values: request.headers.values(of: name),
          canonical: Self.canonical(request.headers, name, isNormalized: isNormalized))
      } : []
    self.isNormalized = isNormalized
    let languages = headers.values(of: "content-language").flatMap(FieldBytes.members)
    language =
      options.matchesPreferredLanguage && isNormalized && languages.count == 1
      ? HeaderLine.lowercase(FieldBytes.text(languages[0])) : nil
  }

  /// Whether a request has the same fields: both absent, or values that mean the same.
  /// - Complexity: O(fields × lines); no allocation where lines are the same byte by byte.
  func match(_ request: HTTPRequest) -> Bool {
    if fields.isEmpty { return true }
    for field in fields where !isSame(field, in: request.headers) {
      let canonical = Self.canonical(request.headers, field.name, isNormalized: isNormalized)
      if canonical == field.canonical { continue }
      guard field.name == "accept-language", let language, let canonical,
        PreferredLanguage.of(canonical) == language
      else { return false }
    }
    return true
  }

  private func isSame(_ field: Field, in headers: HeaderLines) -> Bool {
    var index = 0
    for line in headers.lines where line.name == field.name {
      guard index < field.values.count, field.values[index] == line.value else { return false }
      index += 1
    }
    return index == field.values.count
  }

  private static func names(_ headers: HeaderLines) -> [String] {
    headers.values(of: "vary").flatMap(FieldBytes.members).map {
      HeaderLine.lowercase(FieldBytes.text($0))
    }
  }

  /// Fields whose members are in no order and whose letters have no case (RFC 9110 §12.5).
  private static let unordered = ["accept-charset", "accept-encoding", "accept-language"]

  private static func canonical(
    _ headers: HeaderLines, _ name: String, isNormalized: Bool
  ) -> String? {
    guard let combined = headers.combined(name) else { return nil }
    guard isNormalized else { return combined }
    let members = FieldBytes.members(of: combined).map(FieldBytes.text)
    guard unordered.contains(name) else { return members.joined(separator: ",") }
    return members.map { member in
      HeaderLine.lowercase(FieldBytes.text(member.utf8.filter { !FieldBytes.isSpace($0) }))
    }.sorted().joined(separator: ",")
  }
}
