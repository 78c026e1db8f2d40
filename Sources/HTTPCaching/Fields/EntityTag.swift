/// A version's name as `ETag` and `If-None-Match` write it (RFC 9110 §8.8.3).
///
/// What is no entity tag by its grammar is taken as it is written, is never strong, and matches
/// only itself: origins do send bare words, and get them back as they sent them.
public struct EntityTag: Hashable, Sendable {
  /// The tag without `W/`, with its quotes.
  public let opaque: String
  /// Whether two representations may differ in bytes under the tag.
  public let isWeak: Bool

  /// The tag as it was written.
  public let text: String

  /// The first tag of a value; nil where there is none. - Complexity: O(bytes).
  public init?(_ value: String) {
    guard let first = Self.list(value).first else { return nil }
    self = first
  }

  private init(opaque: some Sequence<UInt8>, isWeak: Bool, text: some Sequence<UInt8>) {
    self.opaque = FieldBytes.text(opaque)
    self.isWeak = isWeak
    self.text = FieldBytes.text(text)
  }

  /// Weak comparison: the same version, if not the same bytes (RFC 9110 §8.8.3.2).
  public func weaklyMatches(_ other: EntityTag) -> Bool { opaque == other.opaque }

  /// Strong comparison: the same bytes (RFC 9110 §8.8.3.2).
  public func stronglyMatches(_ other: EntityTag) -> Bool {
    !isWeak && !other.isWeak && opaque == other.opaque
  }

  /// The tags of a list. - Complexity: O(bytes).
  public static func list(_ value: String) -> [EntityTag] {
    let bytes = Array(value.utf8)
    var tags: [EntityTag] = []
    var index = 0
    while index < bytes.count {
      if FieldBytes.isSpace(bytes[index]) || bytes[index] == FieldBytes.comma {
        index += 1
        continue
      }
      let isWeak = bytes[index...].starts(with: Array("W/\"".utf8))
      let start = isWeak ? index + 2 : index
      // Entity tags know no escapes: the next quote ends them.
      if bytes[start] == FieldBytes.quote,
        let end = bytes[(start + 1)...].firstIndex(of: FieldBytes.quote)
      {
        tags.append(
          EntityTag(opaque: bytes[start...end], isWeak: isWeak, text: bytes[index...end]))
        index = end + 1
      } else {
        let end = bytes[index...].firstIndex(of: FieldBytes.comma) ?? bytes.count
        let word = FieldBytes.trimmed(bytes[index..<end])
        tags.append(EntityTag(opaque: word, isWeak: true, text: word))
        index = end
      }
    }
    return tags
  }
}
