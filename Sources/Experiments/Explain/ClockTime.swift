package import SimCore

/// A minute or a second of a day as it is written: `09:14` of the first day, `2d 09:14:30` of
/// the second.
///
/// Days are counted from 1; the first begins, at midnight, with the scenario.
package struct ClockTime: Hashable, Sendable {
  /// When it begins.
  package let start: Instant
  /// How long it lasts: a minute, or a second.
  package let length: TimeSpan

  /// Reads `09:14`, `09:14:30`, `2d 09:14`, `2T09:14` or `day 2 09:14`; nil for anything else.
  package init?(_ text: String) {
    var words = text.split(whereSeparator: { " T".contains($0) }).map(String.init)
    if words.count == 3, words[0].lowercased() == "day" { words.removeFirst() }
    var day: Int64 = 1
    if words.count == 2 {
      var word = words.removeFirst()[...]
      if word.last == "d" { word.removeLast() }
      guard let number = Self.number(word, in: 1...100_000) else { return nil }
      day = number
    }
    guard words.count == 1 else { return nil }
    let fields = words[0].split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count == 2 || fields.count == 3,
      let hour = Self.number(fields[0], in: 0...23), let minute = Self.number(fields[1], in: 0...59)
    else { return nil }
    var start = Instant.start + .days(day - 1) + .hours(hour) + .minutes(minute)
    if fields.count == 3 {
      guard let second = Self.number(fields[2], in: 0...59) else { return nil }
      start = start + .seconds(second)
    }
    self.start = start
    length = fields.count == 3 ? .seconds(1) : .minutes(1)
  }

  /// When it is over.
  package var end: Instant { start + length }

  private static func number(_ text: Substring, in range: ClosedRange<Int64>) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }), let value = Int64(text)
    else { return nil }
    return range.contains(value) ? value : nil
  }
}

extension Instant {
  /// The day, from 1, and the time of day, to a thousandth of a second: `day 2 09:14:03.120`.
  ///
  /// Cut off, not rounded, so that nothing seems to come after what it comes before.
  package var clockText: String { "day \(day) \(timeOfDayText)" }

  /// The day, 1 for the first.
  var day: Int64 { nanoseconds / TimeSpan.days(1).nanoseconds + 1 }

  /// The time of day: `09:14:03.120`.
  var timeOfDayText: String {
    let milliseconds = nanoseconds % TimeSpan.days(1).nanoseconds / 1_000_000
    let fields = [
      milliseconds / 3_600_000, milliseconds / 60_000 % 60, milliseconds / 1_000 % 60,
    ]
    return fields.map { Self.padded($0, to: 2) }.joined(separator: ":") + "."
      + Self.padded(milliseconds % 1_000, to: 3)
  }

  private static func padded(_ number: Int64, to width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
