/// A version's name as `ETag` and `If-None-Match` write it (RFC 9110 §8.8.3).
///
/// What is no entity tag by its grammar is taken as it is written, is never strong, and matches
/// only itself: origins do send bare words, and get them back as they sent them.
package struct EntityTag: Hashable, Sendable {
  /// The tag without `W/`, with its quotes.
  package let opaque: String
  /// Whether two representations may differ in bytes under the tag.
  package let isWeak: Bool

  /// The tag as it was written.
  package var text: String { isWeak && isQuoted ? "W/" + opaque : opaque }

  /// Whether it is an entity tag by its grammar.
  private var isQuoted: Bool {
    let bytes = opaque.utf8
    return bytes.count >= 2 && bytes.first == FieldSyntax.quote && bytes.last == FieldSyntax.quote
  }

  /// A strong tag of a version, without quotes in it.
  package init(strong version: String) {
    opaque = "\"\(version)\""
    isWeak = false
  }

  /// The first tag of a value; nil where there is none. - Complexity: O(bytes).
  package init?(_ value: String) {
    guard let first = Self.list(value).first else { return nil }
    self = first
  }

  private init(opaque: some Sequence<UInt8>, isWeak: Bool) {
    self.opaque = FieldSyntax.text(opaque)
    self.isWeak = isWeak
  }

  /// Weak comparison: the same version, if not the same bytes (RFC 9110 §8.8.3.2).
  package func weaklyMatches(_ other: EntityTag) -> Bool { opaque == other.opaque }

  /// Strong comparison: the same bytes (RFC 9110 §8.8.3.2).
  package func stronglyMatches(_ other: EntityTag) -> Bool {
    !isWeak && !other.isWeak && opaque == other.opaque
  }

  /// The tags of a list. - Complexity: O(bytes).
  package static func list(_ value: String) -> [EntityTag] {
    let bytes = Array(value.utf8)
    var tags: [EntityTag] = []
    var index = 0
    while index < bytes.count {
      if FieldSyntax.isSpace(bytes[index]) || bytes[index] == FieldSyntax.comma {
        index += 1
        continue
      }
      let isWeak = bytes[index...].starts(with: Array("W/\"".utf8))
      let start = isWeak ? index + 2 : index
      // Entity tags know no escapes: the next quote ends them.
      if bytes[start] == FieldSyntax.quote,
        let end = bytes[(start + 1)...].firstIndex(of: FieldSyntax.quote)
      {
        tags.append(EntityTag(opaque: bytes[start...end], isWeak: isWeak))
        index = end + 1
      } else {
        let end = bytes[index...].firstIndex(of: FieldSyntax.comma) ?? bytes.count
        let word = FieldSyntax.trimmed(bytes[index..<end])
        tags.append(EntityTag(opaque: word, isWeak: true))
        index = end
      }
    }
    return tags
  }
}
