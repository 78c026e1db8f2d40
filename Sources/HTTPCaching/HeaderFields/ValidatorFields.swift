internal import SimCore

/// Dates as caches read them: strictly, but for the case of letters (RFC 9111 §4.2).
package enum DateField {
  /// Reads one of the three formats (RFC 9110 §5.6.7).
  /// - Parameter now: the reader's seconds since 1970; decides the century of a year of two digits.
  /// - Returns: seconds since 1970; nil where it is no date.
  /// - Complexity: O(1).
  package static func seconds(
    _ text: String, now: Int64, reading dates: DirectiveSyntax.Dates = .http
  ) -> Int64? {
    guard text.utf8.count <= longest else { return nil }
    switch dates {
    case .preferred:
      // Of the three forms the one whose weekday has three letters and a comma behind it.
      guard text.utf8.count == preferred, text.utf8.dropFirst(3).first == FieldSyntax.comma
      else { return nil }
      return HTTPDate.seconds(text, now: now)
    case .http: return HTTPDate.seconds(canonical(text), now: now)
    case .lenient, .zoned, .any:
      return HTTPDate.seconds(canonical(text), now: now)
        ?? NearDate.seconds(text, now: now, hasZones: dates != .lenient, readsISO: dates == .any)
    }
  }

  /// The length of `Sun, 06 Nov 1994 08:49:37 GMT`.
  private static let preferred = 29

  /// More than the longest form, so that what follows is bounded.
  private static let longest = 40

  /// Words with a capital first letter, and `GMT` in capitals.
  private static func canonical(_ text: String) -> String {
    var bytes = Array(text.utf8)
    var isInWord = false
    for (index, byte) in bytes.enumerated() {
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      if isLetter { bytes[index] = isInWord ? byte | 0x20 : byte & 0xDF }
      isInWord = isLetter
    }
    if bytes.suffix(4).elementsEqual(" Gmt".utf8) {
      bytes.replaceSubrange((bytes.count - 3)..., with: "GMT".utf8)
    }
    return FieldSyntax.text(bytes)
  }

  /// Writes a date in the format that HTTP prefers; nil outside the years 0 to 9999.
  /// - Complexity: O(1).
  package static func text(_ seconds: Int64) -> String? { HTTPDate.text(seconds) }
}

extension UnixClock {
  /// From a header's date to an instant; ±2³¹ seconds at most, so that sums of a few fit.
  func span(from date: Int64, to instant: Instant) -> TimeSpan {
    let now = seconds(at: instant)
    let whole = now - date
    let limit = HeaderLimits.seconds
    guard whole > -limit, whole < limit else { return .seconds(whole < 0 ? -limit : limit) }
    let fraction = instant - self.instant(at: now)
    return .seconds(whole) + fraction
  }
}

/// A version's name as `ETag` and `If-None-Match` write it (RFC 9110 §8.8.3).
///
/// What is no entity tag by its grammar is taken as it is written, is never strong, and matches
/// only itself: origins do send bare words, and get them back as they sent them.
package struct EntityTag: Hashable, Sendable {
  /// The tag without `W/`, with its quotes.
  package let opaque: String
  /// Whether two representations may differ in bytes under the tag.
  package let isWeak: Bool

  package var text: String { isWeak && isQuoted ? "W/" + opaque : opaque }

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
