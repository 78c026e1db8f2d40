package import SimCore

/// When an event of a story happens: a time of a day, or so long after the line before it.
///
/// `08:14`, `08:14:00` and `08:14:00.25` are of the first day, `2d 08:14` is of the second one, and
/// `+30s` is half a minute after the line before. The first day begins, at midnight, with the
/// story. Read with integers only, to the nanosecond.
package enum StoryTime: Hashable, Sendable {
  /// At an instant; `resolution` is a minute, a second, or less where the text has a fraction.
  case at(Instant, resolution: TimeSpan)
  /// So long after the line before it.
  case after(TimeSpan)

  package static let form = "a time such as \"08:14:00\", \"2d 08:14\" (the second day) or \"+30s\""
  /// The last day: the 100,000th.
  private static let lastDay: Int64 = 100_000

  package init?(_ text: String) {
    var rest = text.utf8[...]
    if rest.first == UInt8(ascii: "+") {
      guard let span = TimeSpan(json: JSON(String(text.dropFirst()))) else { return nil }
      self = .after(span)
      return
    }
    guard let day = Self.day(&rest), let hour = Self.number(&rest, below: 24),
      Self.take(UInt8(ascii: ":"), &rest), let minute = Self.twoDigits(&rest)
    else { return nil }
    var instant = Instant.start + .days(day - 1) + .hours(hour) + .minutes(minute)
    var resolution = TimeSpan.minutes(1)
    if Self.take(UInt8(ascii: ":"), &rest) {
      guard let second = Self.twoDigits(&rest) else { return nil }
      instant = instant + .seconds(second)
      resolution = .seconds(1)
      if Self.take(UInt8(ascii: "."), &rest) {
        guard let fraction = Self.fraction(&rest) else { return nil }
        instant = instant + fraction
        resolution = TimeSpan(nanoseconds: 1)
      }
    }
    guard rest.isEmpty else { return nil }
    self = .at(instant, resolution: resolution)
  }

  /// An instant as a story writes it: the shortest text that reads back as itself, with seconds.
  package static func text(of instant: Instant) -> String {
    let nanoseconds = instant.nanoseconds
    let day = nanoseconds / TimeSpan.days(1).nanoseconds + 1
    let second = nanoseconds / 1_000_000_000 % 86_400
    var text = day > 1 ? "\(day)d " : ""
    let fields = [second / 3_600, second / 60 % 60, second % 60]
    text += fields.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    let fraction = nanoseconds % 1_000_000_000
    guard fraction > 0 else { return text }
    var digits = "\(fraction + 1_000_000_000)".dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(text).\(digits)"
  }

  /// The number of the day, from 1; 1 where the text has none.
  private static func day(_ rest: inout Substring.UTF8View) -> Int64? {
    var isMarked = false
    let word = Array("day".utf8)
    if rest.count > 3, zip(rest, word).allSatisfy({ $0 | 0x20 == $1 }) {
      rest = rest.dropFirst(3)
      guard take(UInt8(ascii: " "), &rest) else { return nil }
      isMarked = true
    }
    let digits = rest.prefix { TraceNumber.digit($0) != nil }
    let next = rest[digits.endIndex...].first
    if next == UInt8(ascii: ":") { return isMarked ? nil : 1 }
    guard let number = number(&rest, below: lastDay + 1), number > 0 else { return nil }
    if take(UInt8(ascii: "d"), &rest) { isMarked = true }
    let isSeparated =
      take(UInt8(ascii: " "), &rest) || (!isMarked && take(UInt8(ascii: "T"), &rest))
    return isSeparated ? number : nil
  }

  /// One to six digits.
  private static func number(_ rest: inout Substring.UTF8View, below limit: Int64) -> Int64? {
    var value: Int64 = 0
    var count = 0
    while let digit = rest.first.flatMap(TraceNumber.digit) {
      value = value * 10 + Int64(digit)
      count += 1
      if count > 6 { return nil }
      rest = rest.dropFirst()
    }
    return count > 0 && value < limit ? value : nil
  }

  /// A minute or a second.
  private static func twoDigits(_ rest: inout Substring.UTF8View) -> Int64? {
    let count = rest.count
    guard let value = number(&rest, below: 60), count - rest.count == 2 else { return nil }
    return value
  }

  /// One to nine digits behind a decimal point, of a second.
  private static func fraction(_ rest: inout Substring.UTF8View) -> TimeSpan? {
    var nanoseconds: Int64 = 0
    var count = 0
    while let digit = rest.first.flatMap(TraceNumber.digit) {
      nanoseconds = nanoseconds * 10 + Int64(digit)
      count += 1
      if count > 9 { return nil }
      rest = rest.dropFirst()
    }
    guard count > 0 else { return nil }
    for _ in count..<9 { nanoseconds *= 10 }
    return TimeSpan(nanoseconds: nanoseconds)
  }

  private static func take(_ byte: UInt8, _ rest: inout Substring.UTF8View) -> Bool {
    guard rest.first == byte else { return false }
    rest = rest.dropFirst()
    return true
  }
}
