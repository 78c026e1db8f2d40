/// A date and time of day in the Gregorian calendar, without a zone.
package struct CivilTime: Hashable, Sendable {
  /// The year, as in 2015.
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
