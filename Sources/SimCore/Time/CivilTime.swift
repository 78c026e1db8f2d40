/// A date and time of day in the Gregorian calendar, without a zone.
public struct CivilTime: Hashable, Sendable {
  /// The year, as in 2015.
  public var year: Int
  /// 1 for January.
  public var month: Int
  /// 1 for the first day of a month.
  public var day: Int
  /// 0 to 23.
  public var hour: Int
  /// 0 to 59.
  public var minute: Int
  /// 0 to 60: 60 is a leap second, which counts as the next minute's first.
  public var second: Int

  /// Makes a date and time; nil where the calendar has no such day or the clock no such time.
  public init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
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

  /// Seconds since 1970-01-01T00:00:00Z, when this is read as Universal Time.
  public var secondsSince1970: Int64 {
    let dayOfYear = Self.daysBefore[month - 1] + (month > 2 && Self.isLeap(year) ? 1 : 0) + day - 1
    let days = Self.daysBefore(year: year) - Self.daysBefore(year: 1970) + dayOfYear
    return Int64(days * 86_400 + hour * 3_600 + minute * 60 + second)
  }

  /// The day of the week: 0 for Monday.
  public var weekday: Int {
    let days = Self.daysBefore(year: year) - Self.daysBefore(year: 1)
    let dayOfYear = Self.daysBefore[month - 1] + (month > 2 && Self.isLeap(year) ? 1 : 0) + day - 1
    // The proleptic year 1 begins on a Monday; the year 0 before it has 366 days.
    return (days + dayOfYear + 371) % 7
  }

  /// How many days a month has.
  public static func days(in month: Int, of year: Int) -> Int {
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
