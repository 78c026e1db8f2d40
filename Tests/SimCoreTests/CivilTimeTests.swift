internal import Testing

@testable internal import SimCore

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
    #expect(CivilTime.days(in: month, of: year) == days)
    #expect(
      CivilTime(year: year, month: month, day: days + 1, hour: 0, minute: 0, second: 0) == nil)
  }

  @Test(arguments: [Int64.min, -62_167_219_201, 253_402_300_800, Int64.max])
  func yearsOfMoreThanFourDigitsAreNone(_ seconds: Int64) {
    #expect(CivilTime(secondsSince1970: seconds) == nil)
  }
}
