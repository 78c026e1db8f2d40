/// The lines of a header section in their order; lines of one name stay apart.
package struct HeaderLines: Hashable, Sendable {
  package private(set) var lines: [HeaderLine]

  /// Makes a section. - Complexity: O(1).
  package init(_ lines: [HeaderLine] = []) { self.lines = lines }

  /// The value of the first line of that name, which is in lower case.
  /// - Complexity: O(lines).
  package subscript(name: String) -> String? { lines.first { $0.name == name }?.value }

  /// The values of all lines of that name, which is in lower case.
  /// - Complexity: O(lines).
  package func values(of name: String) -> [String] {
    lines.compactMap { $0.name == name ? $0.value : nil }
  }

  /// All values of that name as one, as RFC 9110 §5.3 combines lines; nil where there is none.
  /// - Complexity: O(bytes).
  package func combined(_ name: String) -> String? {
    let values = values(of: name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// Whether there is a line of that name, which is in lower case.
  /// - Complexity: O(lines).
  package func contains(_ name: String) -> Bool { lines.contains { $0.name == name } }

  /// Adds a line at the end. - Complexity: O(1).
  package mutating func append(_ name: String, _ value: String) {
    lines.append(HeaderLine(name, value))
  }

  /// Adds lines at the end. - Complexity: O(lines added).
  package mutating func append(contentsOf more: [HeaderLine]) { lines += more }

  /// Removes all lines of that name, which is in lower case. - Complexity: O(lines).
  package mutating func remove(_ name: String) { lines.removeAll { $0.name == name } }

  /// Removes all lines of those names. - Complexity: O(lines + names).
  package mutating func remove(_ names: [String]) {
    guard !names.isEmpty else { return }
    let names = Set(names)
    lines.removeAll { names.contains($0.name) }
  }

  /// Puts one line in place of all of that name. - Complexity: O(lines).
  package mutating func set(_ name: String, _ value: String) {
    remove(name)
    append(name, value)
  }

  /// The bytes that names and values take. - Complexity: O(lines).
  package var byteCount: Int { lines.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } }
}

extension HeaderLines: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral lines: (String, String)...) {
    self.init(lines.map { HeaderLine($0.0, $0.1) })
  }
}

/// One line of a header section: a field's name and one of its values.
///
/// Own types rather than swift-http-types: that package's fields refuse values which caches have to
/// read strictly rather than never meet, and the engine needs nothing else of it.
package struct HeaderLine: Hashable, Sendable {
  /// The field's name in lower case, as names have none (RFC 9110 §5.1) and HTTP/2 sends them so.
  package let name: String
  /// The value without white space around it.
  package let value: String

  /// Makes a line. - Complexity: O(bytes).
  package init(_ name: String, _ value: String) {
    self.name = HeaderLine.lowercase(name)
    self.value = FieldSyntax.trimmed(value)
  }

  /// ASCII in lower case; the text itself where it already is.
  static func lowercase(_ text: String) -> String {
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    guard text.utf8.contains(where: capitals.contains) else { return text }
    return String(decoding: text.utf8.map { capitals.contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

/// What a header section may be to be worked with; a larger one is passed on and never stored.
///
/// The numbers are assumptions near what servers accept (8 to 64 KiB).
package enum HeaderLimits {
  package static let lines = 256
  /// The most bytes of names and values.
  package static let bytes = 65_536
  /// The most seconds that a directive or an age can say: 2³¹ (RFC 9111 §1.2.2).
  package static let seconds: Int64 = 1 << 31
  /// The most fields that `Vary` can name; one that names more matches nothing, as `*` does.
  package static let varyFields = 32
  /// The most responses of one URL that are stored side by side.
  package static let variants = 16
  /// The most redirects that are followed to what is stored behind them.
  static let redirects = 20

  /// A lifetime in seconds within its limits, 0 and 2³¹.
  static func clamped(_ count: Int64) -> Int64 { min(max(count, 0), seconds) }

  /// Whether a section is within the limits. - Complexity: O(lines).
  package static func admit(_ headers: HeaderLines) -> Bool {
    headers.lines.count <= lines && headers.byteCount <= bytes
  }
}
