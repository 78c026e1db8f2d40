internal import SimCore

/// The times of captures: ISO 8601 in the profile of RFC 3339.
package enum ISOTime {
  /// Nanoseconds since 1970 of `2016-06-28T19:42:57.206+01:00`; nil for anything else.
  ///
  /// The zone is `Z`, `+01:00` or `+0100`; the fraction may have any number of digits, of which
  /// nine count. The year lies between 1970 and 2199, so that any two times are less than the
  /// 292 years of a `TimeSpan` apart.
  package static func nanoseconds(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    func number(_ start: Int, _ count: Int) -> Int? {
      guard start + count <= bytes.count else { return nil }
      var number = 0
      for byte in bytes[start..<start + count] {
        guard let digit = TraceNumber.digit(byte) else { return nil }
        number = number * 10 + digit
      }
      return number
    }
    guard bytes.count >= 20, bytes.count <= 64,
      bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] | 0x20 == UInt8(ascii: "t"),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let year = number(0, 4), let month = number(5, 2), let day = number(8, 2),
      let hour = number(11, 2), let minute = number(14, 2), let second = number(17, 2),
      let civil = CivilTime(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    else { return nil }
    var place = 19
    guard let fraction = fraction(bytes, &place), let zone = zone(bytes[place...]) else {
      return nil
    }
    let seconds = civil.secondsSince1970 - zone
    guard TraceNumber.times.contains(seconds) else { return nil }
    return seconds * 1_000_000_000 + fraction
  }

  /// A time in Universal Time with nine digits behind the second: `2016-06-28T18:42:57.206000000Z`.
  /// - Parameter seconds: since 1970; outside the years 0 to 9999 the year 1970.
  package static func text(_ seconds: Int64, nanoseconds: Int64) -> String {
    let unknown = "1970-01-01T00:00:00.000000000Z"
    guard let time = CivilTime(secondsSince1970: seconds) else { return unknown }
    func digits(_ number: Int, _ count: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(count - text.count, 0)) + text
    }
    let date = "\(digits(time.year, 4))-\(digits(time.month, 2))-\(digits(time.day, 2))"
    let clock = "\(digits(time.hour, 2)):\(digits(time.minute, 2)):\(digits(time.second, 2))"
    return "\(date)T\(clock).\(digits(Int(nanoseconds), 9))Z"
  }

  /// Nanoseconds of `.206`; 0 when there is no fraction, nil when it has no digits.
  private static func fraction(_ bytes: [UInt8], _ place: inout Int) -> Int64? {
    guard bytes[place] == UInt8(ascii: ".") else { return 0 }
    place += 1
    let start = place
    var nanoseconds: Int64 = 0
    var unit: Int64 = 100_000_000
    while place < bytes.count, let digit = TraceNumber.digit(bytes[place]) {
      nanoseconds += Int64(digit) * unit
      unit /= 10
      place += 1
    }
    return place == start ? nil : nanoseconds
  }

  private static func zone(_ bytes: ArraySlice<UInt8>) -> Int64? {
    guard let sign = bytes.first else { return nil }
    if sign | 0x20 == UInt8(ascii: "z") { return bytes.count == 1 ? 0 : nil }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    var digits = Array(bytes.dropFirst())
    if digits.count == 5, digits[2] == UInt8(ascii: ":") { digits.remove(at: 2) }
    guard digits.count == 4 else { return nil }
    let numbers = digits.compactMap(TraceNumber.digit)
    guard numbers.count == 4 else { return nil }
    let hours = numbers[0] * 10 + numbers[1]
    let minutes = numbers[2] * 10 + numbers[3]
    guard hours < 24, minutes < 60 else { return nil }
    let seconds = Int64(hours * 3_600 + minutes * 60)
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }
}
