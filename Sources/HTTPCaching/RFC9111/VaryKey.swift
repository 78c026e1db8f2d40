/// The request's fields that `Vary` names, as they were when the response was stored: the part of
/// the cache key beside the target (RFC 9111 §4.1).
struct VaryKey: Hashable, Sendable {
  private struct NominatedField: Hashable, Sendable {
    let name: String
    /// The lines' values as they were sent; none where the field was absent.
    let values: [String]
    /// The same in the form in which values of one meaning are equal.
    let canonical: String?
  }

  /// What a response is chosen by where its `Vary` names fields.
  private struct Selection: Hashable, Sendable {
    let fields: [NominatedField]
    /// The response's only language; nil where languages do not count.
    let language: String?
    let isNormalized: Bool
    /// Whether the member `*` says nothing.
    let passesStars: Bool
  }

  /// One or none: most responses have no `Vary`, and a store holds many.
  private let selection: [Selection]

  /// Takes the fields of a request that a response's `Vary` names.
  init(of request: HTTPRequest, for vary: VaryField, options: HTTPCacheOptions) {
    guard options.switches.variants != .ignored, !vary.names.isEmpty else {
      selection = []
      return
    }
    let isNormalized = options.switches.normalizesVary
    let fields = vary.names.map { name in
      NominatedField(
        name: name, values: request.headers.values(of: name),
        canonical: Self.canonical(request.headers, name, isNormalized: isNormalized))
    }
    selection = [
      Selection(
        fields: fields, language: isNormalized ? vary.language : nil, isNormalized: isNormalized,
        passesStars: [.ignored, .notStoredAlone].contains(options.switches.varyStar))
    ]
  }

  /// Whether a request has the same fields: both absent, or values that mean the same.
  /// - Complexity: O(fields × lines); no allocation where lines are the same byte by byte.
  func matches(_ request: HTTPRequest) -> Bool {
    guard let chosen = selection.first else { return true }
    if !chosen.passesStars, chosen.fields.contains(where: { $0.name == "*" }) { return false }
    for field in chosen.fields where field.name != "*" && !isSame(field, in: request.headers) {
      let canonical = Self.canonical(
        request.headers, field.name, isNormalized: chosen.isNormalized)
      if canonical == field.canonical { continue }
      guard field.name == "accept-language", let language = chosen.language, let canonical,
        PreferredLanguage.of(canonical) == language
      else { return false }
    }
    return true
  }

  private func isSame(_ field: NominatedField, in headers: HeaderLines) -> Bool {
    var index = 0
    for line in headers.lines where line.name == field.name {
      guard index < field.values.count, field.values[index] == line.value else { return false }
      index += 1
    }
    return index == field.values.count
  }

  /// Whether there are fields, and all of them negotiate the content (RFC 9110 §12.5).
  var isOfNegotiation: Bool {
    selection.first?.fields.allSatisfy { $0.name == "accept" || $0.name.hasPrefix("accept-") }
      ?? false
  }

  /// Fields whose members are in no order and whose letters have no case (RFC 9110 §12.5).
  private static let unordered = ["accept-charset", "accept-encoding", "accept-language"]

  private static func canonical(
    _ headers: HeaderLines, _ name: String, isNormalized: Bool
  ) -> String? {
    guard let combined = headers.combined(name) else { return nil }
    guard isNormalized else { return combined }
    let members = FieldSyntax.members(of: combined).map(FieldSyntax.text)
    guard unordered.contains(name) else { return members.joined(separator: ",") }
    return members.map { member in
      HeaderLine.lowercase(FieldSyntax.text(member.utf8.filter { !FieldSyntax.isSpace($0) }))
    }.sorted().joined(separator: ",")
  }
}

/// What a response's header says of the requests that match it: `Vary` and `Content-Language`.
struct VaryField: Hashable, Sendable {
  /// Whether there is a line of `Vary`, even an empty one.
  let isPresent: Bool
  /// The names of request fields, in lower case.
  let names: [String]
  /// The response's only language, in lower case; nil where it has none or several.
  let language: String?

  /// Takes names, in any case; the response's language is not known.
  init(names: [String]) {
    isPresent = !names.isEmpty
    self.names = names.map(HeaderLine.lowercase)
    language = nil
  }

  /// Reads a response's lines. - Complexity: O(bytes).
  init(_ headers: HeaderLines) {
    isPresent = headers.contains("vary")
    names = headers.values(of: "vary").flatMap(FieldSyntax.members).map {
      HeaderLine.lowercase(FieldSyntax.text($0))
    }
    let languages = headers.values(of: "content-language").flatMap(FieldSyntax.members)
    language = languages.count == 1 ? HeaderLine.lowercase(FieldSyntax.text(languages[0])) : nil
  }

  /// Whether `Vary` has the member `*`, which no request matches, or more than can be held, so that
  /// a cache that goes by it stores nothing.
  func isRefused(by switches: HTTPSwitches) -> Bool {
    if switches.variants == .ignored { return false }
    switch switches.varyStar {
    case .notStored: return names.contains("*") || names.count > HeaderLimits.varyFields
    case .notStoredAlone: return names == ["*"]
    case .validated, .ignored: return false
    }
  }
}

/// The language that `Accept-Language` prefers to all others (RFC 9110 §12.4.2, §12.5.4).
enum PreferredLanguage {
  /// The one range of the highest weight, in lower case; nil where several share it, where it is
  /// `*`, or where a weight is not one. - Complexity: O(bytes).
  static func of(_ value: String) -> String? {
    var best: (weight: Int64, ranges: [String]) = (0, [])
    for member in FieldSyntax.members(of: value) {
      let parts = member.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      let range = HeaderLine.lowercase(FieldSyntax.text(FieldSyntax.trimmed(parts[0])))
      guard let weight = parts.count == 1 ? 1_000 : thousandths(FieldSyntax.trimmed(parts[1]))
      else { return nil }
      if weight > best.weight { best = (weight, []) }
      if weight == best.weight { best.ranges.append(range) }
    }
    return best.weight > 0 && best.ranges.count == 1 && best.ranges[0] != "*" ? best.ranges[0] : nil
  }

  /// The weight of `q=0.5`, in thousandths.
  private static func thousandths(_ parameter: ArraySlice<UInt8>) -> Int64? {
    guard parameter.count >= 3, parameter.first.map({ $0 | 0x20 }) == UInt8(ascii: "q"),
      parameter.dropFirst().first == UInt8(ascii: "=")
    else { return nil }
    let number = parameter.dropFirst(2)
    guard let whole = FieldSyntax.digits(number.prefix(1), limit: 9), whole <= 1 else { return nil }
    let fraction = number.dropFirst()
    if fraction.isEmpty { return whole * 1_000 }
    guard fraction.first == UInt8(ascii: "."), fraction.count <= 4 else { return nil }
    let digits = Array(fraction.dropFirst()) + Array(repeating: UInt8(ascii: "0"), count: 3)
    guard let rest = FieldSyntax.digits(digits.prefix(3), limit: 999) else { return nil }
    let weight = whole * 1_000 + rest
    return weight <= 1_000 ? weight : nil
  }
}
