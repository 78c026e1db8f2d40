internal import SimCore
internal import Testing

@Suite struct NumberTextTests {
  @Test(arguments: [
    (0, 3, "0"), (-0.0001, 3, "0"), (1.5, 3, "1.5"), (2, 3, "2"), (0.0005, 3, "0.001"),
    (-12.25, 1, "-12.3"), (1e15, 3, "1000000000000000"), (1e16, 3, "10000000000000000"),
    (1.0 / 3, 6, "0.333333"), (0.000001, 6, "0.000001"), (.infinity, 3, "inf"), (7.6, 0, "8"),
    (99.9999, 3, "100"), (10, 0, "10"),
  ])
  func numbersAreWrittenWithoutNeedlessDigits(value: Double, places: Int, text: String) {
    #expect(NumberText.decimal(value, places: places) == text)
  }

  @Test(arguments: [
    (0, 6, "0.000000"), (1, 6, "1.000000"), (2.0 / 3, 6, "0.666667"), (0.05, 6, "0.050000"),
    (-0.0000001, 6, "0.000000"), (-1.5, 2, "-1.50"), (1234.5, 1, "1234.5"), (12.5, 0, "13"),
    (0.9999996, 6, "1.000000"), (1e17, 2, "100000000000000000"), (1e300, 1, "1e+300"),
    (.nan, 1, "nan"), (-.infinity, 1, "-inf"),
  ])
  func asManyDigitsAsWereAskedFor(value: Double, places: Int, text: String) {
    #expect(NumberText.fixed(value, places: places) == text)
  }

  @Test(arguments: [0, 7, 10, -10, 1_234_567, .max, .min] as [Int64])
  func wholeNumbersAreAppendedAsTheyAreDescribed(number: Int64) {
    var text = Array("=".utf8)
    NumberText.append(number, to: &text)
    #expect(String(decoding: text, as: UTF8.self) == "=\(number)")
  }

  @Test func nounsAgreeWithTheirNumbers() {
    #expect(
      [0, 1, 2, 1_234].map { NumberText.counted($0, "day") } == [
        "0 days", "1 day", "2 days", "1,234 days",
      ])
    #expect(NumberText.counted(2, "entry", plural: "entries") == "2 entries")
    // What reads as 1 is one, however it came about.
    #expect(
      [0.5, 1.0000001, 0.9999999, 1.01].map { NumberText.counted($0, "day") } == [
        "0.5 days", "1 day", "1 day", "1.01 days",
      ])
  }
}
