/// One line of a header section: a field's name and one of its values.
///
/// Own types rather than swift-http-types: that package's fields refuse values which caches have to
/// read strictly rather than never meet, and the engine needs nothing else of it.
public struct HeaderLine: Hashable, Sendable {
  /// The field's name in lower case, as names have none (RFC 9110 §5.1) and HTTP/2 sends them so.
  public let name: String
  /// The value without white space around it.
  public let value: String

  /// Makes a line. - Complexity: O(bytes).
  public init(_ name: String, _ value: String) {
    self.name = HeaderLine.lowercase(name)
    self.value = FieldBytes.trimmed(value)
  }

  /// ASCII in lower case; the text itself where it already is.
  static func lowercase(_ text: String) -> String {
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    guard text.utf8.contains(where: capitals.contains) else { return text }
    return String(decoding: text.utf8.map { capitals.contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
