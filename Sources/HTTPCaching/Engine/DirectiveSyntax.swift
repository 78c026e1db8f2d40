internal import SimCore

/// How a client reads `Cache-Control`, and dates.
package struct DirectiveSyntax: Hashable, Sendable {
  package enum Repeated: String, Hashable, WordSettingValue {
    case first
    case last
    /// Of numbers of seconds the smallest.
    case smallest
  }

  package enum Unreadable: String, Hashable, WordSettingValue {
    /// No time: stale at once (RFC 9111 §4.2.1).
    case zero
    /// As if the directive were not there.
    case absent
    /// Fresh for ever.
    case forever
  }

  package enum Negative: String, Hashable, WordSettingValue {
    /// No time: stale at once.
    case zero
    /// As if the directive were not there.
    case absent
    /// −1 is for ever, and any other no time.
    case minusOneForever = "minus-one-forever"
  }

  package enum Dates: String, Hashable, WordSettingValue {
    /// The one form that is to be written (RFC 9110 §5.6.7).
    case preferred
    /// All three forms that are to be read.
    case http
    /// Nearly a date too: other marks between its parts, a clock of one digit, no time zone.
    case lenient
    /// The same, and a time in another zone than `GMT` is one.
    case zoned
    /// The same, and dates of ISO 8601.
    case any
  }

  package enum RepeatedExpires: String, Hashable, WordSettingValue {
    case first
    /// The last, as of `Date` and `Age`.
    case last
    /// Two lines are none.
    case absent
  }

  package var repeated = Repeated.first
  package var unreadable = Unreadable.zero
  package var negative = Negative.zero
  package var readsQuoted = true
  package var cutsFractions = false
  /// In seconds; nil: no limit.
  package var largest: Int64?
  package var isCaseSensitive = false
  package var firstLineOnly = false
  package var readsSpaced = false
  package var readsPlus = false
  package var readsPrefix = false
  package var splitsSemicolons = false
  package var readsExponents = false
  package var qualifiedNoStore = true
  package var endsAtSemicolon = false
  package var splitsBlanks = false
  package var endsAtEmpty = false
  /// Nil: as what cannot be read.
  package var unvalued: Unreadable?
  package var dates = Dates.http
  package var repeatedExpires = RepeatedExpires.first

  /// As RFC 9111 has it.
  package init() {}
}
