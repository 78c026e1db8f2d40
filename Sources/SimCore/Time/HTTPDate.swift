/// The dates of HTTP headers in their three formats (RFC 9110, section 5.6.7).
///
/// Strict: names in their exact case, fixed widths, `GMT`, days that exist. A cache reads names in
/// any case (RFC 9111, section 4.2), and brings them into this one first.
/// Only the name of the weekday is not held against the date. What is no date is nil, and to a
/// cache an `Expires` in the past (RFC 9111, section 5.3).
package enum HTTPDate {
  /// Reads a date.
  /// - Parameters:
  ///   - text: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or
  ///     `Sun Nov  6 08:49:37 1994`.
  ///   - now: the reader's time in seconds since 1970; decides the century of a year of two
  ///     digits, which is never more than 50 years ahead.
  /// - Returns: seconds since 1970.
  /// - Complexity: O(1).
  package static func seconds(_ text: some StringProtocol, now: Int64) -> Int64? {
    guard text.utf8.count <= longest else { return nil }
    var scanner = TextScanner(text)
    guard let comma = scanner.bytes.firstIndex(of: UInt8(ascii: ",")) else {
      return asctime(&scanner)
    }
    return comma == 3 ? fixed(&scanner) : rfc850(&scanner, now: now)
  }

  /// The preferred form, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
  /// - Returns: nil outside the years 0 to 9999.
  package static func text(_ seconds: Int64) -> String? {
    guard let time = CivilTime(secondsSince1970: seconds) else { return nil }
    func digits(_ number: Int, _ count: Int = 2) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: count - text.count) + text
    }
    // 1970-01-01 was a Thursday.
    let day = Int((seconds - Int64(time.hour * 3_600 + time.minute * 60 + time.second)) / 86_400)
    return "\(days[((day + 3) % 7 + 7) % 7]), \(digits(time.day)) \(MonthName.text(time.month)) "
      + "\(digits(time.year, 4)) \(digits(time.hour)):\(digits(time.minute)):"
      + "\(digits(time.second)) GMT"
  }

  /// The longest form: `Wednesday, 06-Nov-94 08:49:37 GMT`.
  private static let longest = 33
  private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let longDays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  private static func fixed(_ scanner: inout TextScanner) -> Int64? {
    guard scanner.one(of: days), scanner.skip(", "), let day = scanner.number(2),
      scanner.skip(" "), let month = scanner.month(), scanner.skip(" "),
      let year = scanner.number(4), scanner.skip(" "), let time = scanner.time(),
      scanner.skip(" GMT"), scanner.isAtEnd
    else { return nil }
    return seconds(year, month, day, time)
  }

  private static func rfc850(_ scanner: inout TextScanner, now: Int64) -> Int64? {
    guard scanner.one(of: longDays), scanner.skip(", "), let day = scanner.number(2),
      scanner.skip("-"), let month = scanner.month(), scanner.skip("-"),
      let shortYear = scanner.number(2), scanner.skip(" "), let time = scanner.time(),
      scanner.skip(" GMT"), scanner.isAtEnd, let today = CivilTime(secondsSince1970: now)
    else { return nil }
    let limit = [
      today.year + 50, today.month, today.day, today.hour, today.minute, today.second,
    ]
    var year = (limit[0] / 100) * 100 + shortYear
    let date = [year, month, day, time.hour, time.minute, time.second]
    if limit.lexicographicallyPrecedes(date) { year -= 100 }
    return seconds(year, month, day, time)
  }

  private static func asctime(_ scanner: inout TextScanner) -> Int64? {
    guard scanner.one(of: days), scanner.skip(" "), let month = scanner.month(),
      scanner.skip(" "), let day = scanner.skip(" ") ? scanner.number(1) : scanner.number(2),
      scanner.skip(" "), let time = scanner.time(), scanner.skip(" "),
      let year = scanner.number(4), scanner.isAtEnd
    else { return nil }
    return seconds(year, month, day, time)
  }

  private static func seconds(_ year: Int, _ month: Int, _ day: Int, _ time: Time) -> Int64? {
    CivilTime(
      year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second
    )?.secondsSince1970
  }

  private typealias Time = (hour: Int, minute: Int, second: Int)
}

/// Reads a text of ASCII piece by piece, as dates and times are written.
package struct TextScanner {
  package let bytes: [UInt8]
  private var place = 0

  package init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

  package var isAtEnd: Bool { place == bytes.count }

  package mutating func pass(_ count: Int) { place += count }

  package var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  package mutating func skip(_ text: String) -> Bool {
    guard bytes[place...].starts(with: text.utf8) else { return false }
    place += text.utf8.count
    return true
  }

  package mutating func one(of names: [String]) -> Bool { names.contains { skip($0) } }

  package mutating func number(_ digits: Int) -> Int? {
    guard bytes.count - place >= digits else { return nil }
    let start = place
    let number = self.digits(atMost: digits)
    return place - start == digits ? number : nil
  }

  /// The number of the digits from here on, of which there are so many at the most; nil: none.
  package mutating func digits(atMost limit: Int) -> Int? {
    let start = place
    var number = 0
    while let byte = next, place - start < limit, (0x30...0x39).contains(byte) {
      number = number * 10 + Int(byte - 0x30)
      place += 1
    }
    return place == start ? nil : number
  }

  /// Nanoseconds of the digits behind a point of seconds; nil: there are none.
  /// - Parameter cuts: whether more than nine digits are passed, which do not count.
  package mutating func nanoseconds(cuts: Bool) -> Int64? {
    let start = place
    guard var number = digits(atMost: 9) else { return nil }
    for _ in place - start..<9 { number *= 10 }
    while cuts, let byte = next, (0x30...0x39).contains(byte) { place += 1 }
    return Int64(number)
  }

  mutating func month() -> Int? {
    guard bytes.count - place >= 3 else { return nil }
    place += 3
    return MonthName.number(bytes[place - 3], bytes[place - 2], bytes[place - 1])
  }

  /// `08:49:37`.
  package mutating func time() -> (hour: Int, minute: Int, second: Int)? {
    guard let hour = number(2), skip(":"), let minute = number(2), skip(":"),
      let second = number(2)
    else { return nil }
    return (hour, minute, second)
  }
}

/// The English month names of HTTP and of access logs.
package enum MonthName {
  /// The month whose name is abbreviated by three ASCII letters, in the case `Jan`: 1 for January.
  package static func number(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int? {
    let place = names.firstIndex { $0 == (first, second, third) }
    return place.map { $0 + 1 }
  }

  /// The abbreviated name of a month: `Jan` for 1.
  static func text(_ month: Int) -> String {
    let name = names[month - 1]
    return String(decoding: [name.0, name.1, name.2], as: UTF8.self)
  }

  private static let names: [(UInt8, UInt8, UInt8)] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ].map { (name: String) in
    let letters = Array(name.utf8)
    return (letters[0], letters[1], letters[2])
  }
}

/// A date and time of day in the Gregorian calendar, without a zone.
package struct CivilTime: Hashable, Sendable {
  package var year: Int
  /// 1 for January.
  package var month: Int
  /// 1 for the first day of a month.
  package var day: Int
  /// 0 to 23.
  package var hour: Int
  /// 0 to 59.
  package var minute: Int
  /// 0 to 60: 60 is a leap second, which counts as the next minute's first.
  package var second: Int

  /// Makes a date and time; nil where the calendar has no such day or the clock no such time.
  package init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    guard (0...9_999).contains(year), (1...12).contains(month),
      (1...Self.days(in: month, of: year)).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// The date and time of an instant in Universal Time; nil outside the years 0 to 9999.
  package init?(secondsSince1970 seconds: Int64) {
    let offset = Int64(Self.daysBefore(year: 1970))
    let (quotient, remainder) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let secondOfDay = Int(remainder < 0 ? remainder + 86_400 : remainder)
    guard (-offset...3_000_000).contains(quotient) else { return nil }
    let days = Int(quotient + offset) - (remainder < 0 ? 1 : 0)
    guard days >= 0 else { return nil }
    // 400 years have 146,097 days; a year too early by the division is put right by one step.
    var year = days * 400 / 146_097
    while Self.daysBefore(year: year + 1) <= days { year += 1 }
    while Self.daysBefore(year: year) > days { year -= 1 }
    var day = days - Self.daysBefore(year: year)
    var month = 1
    while day >= Self.days(in: month, of: year) {
      day -= Self.days(in: month, of: year)
      month += 1
    }
    self.init(
      year: year, month: month, day: day + 1, hour: secondOfDay / 3_600,
      minute: secondOfDay / 60 % 60, second: secondOfDay % 60)
  }

  /// Seconds since 1970-01-01T00:00:00Z, when this is read as Universal Time.
  package var secondsSince1970: Int64 {
    let dayOfYear = Self.daysBefore[month - 1] + (month > 2 && Self.isLeap(year) ? 1 : 0) + day - 1
    let days = Self.daysBefore(year: year) - Self.daysBefore(year: 1970) + dayOfYear
    return Int64(days * 86_400 + hour * 3_600 + minute * 60 + second)
  }

  package static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days of a common year before each month.
  private static let daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// Days from the start of the year 0 to the start of another.
  private static func daysBefore(year: Int) -> Int {
    if year == 0 { return 0 }
    let last = year - 1
    return 365 * year + last / 4 - last / 100 + last / 400 + 1
  }
}
