internal import TestCases
internal import Testing

@testable internal import SimCore

@Suite struct HTTPDateTests {
  /// 2026-01-01T00:00:00Z, by GNU date.
  static let now: Int64 = 1_767_225_600

  // The date of RFC 9110, section 5.6.7, is 784111777 by GNU date.
  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777),
    ("Wed Nov 16 08:49:37 1994", 784_975_777),
    ("Wednesday, 16-Nov-94 08:49:37 GMT", 784_975_777),
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
    ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000),
    ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
    // The weekday's name is not held against the date.
    ("Mon, 06 Nov 1994 08:49:37 GMT", 784_111_777),
  ])
  func theThreeFormatsAreRead(_ text: String, _ expected: Int64) {
    expect(HTTPDate.seconds(text, now: Self.now), is: expected)
  }

  @Test(arguments: [
    "", "0", "-1", "Sun", ",", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 gmt",
    "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 +0000",
    "Sun, 06 Nov 1994 08:49:37 GMT ", " Sun, 06 Nov 1994 08:49:37 GMT",
    "sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
    "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
    "Sun, 06  Nov 1994 08:49:37 GMT", "Sun,06 Nov 1994 08:49:37 GMT",
    "Sun, 06-Nov-1994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
    "Sun, 06 Nov 1994 08.49.37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT",
    "Sun, 00 Nov 1994 08:49:37 GMT", "Wed, 29 Feb 2023 12:00:00 GMT",
    "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
    "Sun, 06 Nov 1994 08:49:61 GMT", "Sunday, 06 Nov 1994 08:49:37 GMT",
    "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun Nov 6 08:49:37 1994", "Sun Nov 06 08:49:37 94",
    "Sun Nov  6 08:49:37 1994 GMT", "Sun, 06 Nov ١٩٩٤ 08:49:37 GMT",
    "Wednesday, 06-Nov-94 08:49:37 GMT and more than the longest",
  ])
  func everythingElseIsNoDate(_ text: String) {
    expect(HTTPDate.seconds(text, now: Self.now) == nil)
  }

  /// Two digits of a year are read so that the date is at most 50 years ahead.
  @Test(arguments: [
    ("Thursday, 01-Jan-26 00:00:00 GMT", 2026), ("Thursday, 01-Jan-75 00:00:00 GMT", 2075),
    ("Wednesday, 01-Jan-76 00:00:00 GMT", 2076), ("Thursday, 01-Jan-76 00:00:01 GMT", 1976),
    ("Thursday, 02-Jan-76 00:00:00 GMT", 1976), ("Friday, 01-Jan-99 00:00:00 GMT", 1999),
  ])
  func twoDigitsOfAYearReachFiftyYearsAhead(_ text: String, _ year: Int) throws {
    let seconds = try #require(HTTPDate.seconds(text, now: Self.now))
    expect(CivilTime(secondsSince1970: seconds)?.year, is: year)
  }

  @Test func nearTheEndOfACenturyTheNextOneIsMeant() throws {
    let late = try #require(HTTPDate.seconds("Thu, 01 Jan 2099 00:00:00 GMT", now: 0))
    let seconds = try #require(HTTPDate.seconds("Saturday, 01-Jan-01 00:00:00 GMT", now: late))
    expect(CivilTime(secondsSince1970: seconds)?.year, is: 2101)
  }
}

@Suite struct CivilTimeTests {
  @Test func everyDayOfTenThousandYearsComesBack() {
    var expected = -719_528 as Int64
    for year in 0...9_999 {
      for month in 1...12 {
        for day in [1, CivilTime.days(in: month, of: year)] {
          let civil = CivilTime(
            year: year, month: month, day: day, hour: 23, minute: 59, second: 58)
          let seconds = (expected + Int64(day - 1)) * 86_400 + 86_398
          let isRight = civil?.secondsSince1970 == seconds
          if !isRight || CivilTime(secondsSince1970: seconds) != civil {
            Issue.record("\(year)-\(month)-\(day)")
          }
        }
        expected += Int64(CivilTime.days(in: month, of: year))
      }
    }
  }

  @Test(arguments: [
    (2023, 2, 28), (2024, 2, 29), (1900, 2, 28), (2000, 2, 29), (2023, 4, 30), (2023, 12, 31),
  ])
  func monthsHaveTheirDays(_ year: Int, _ month: Int, _ days: Int) {
    expect(CivilTime.days(in: month, of: year), is: days)
    expect(
      CivilTime(year: year, month: month, day: days + 1, hour: 0, minute: 0, second: 0) == nil)
  }

  @Test(arguments: [Int64.min, -62_167_219_201, 253_402_300_800, Int64.max])
  func yearsOfMoreThanFourDigitsAreNone(_ seconds: Int64) {
    expect(CivilTime(secondsSince1970: seconds) == nil)
  }
}
