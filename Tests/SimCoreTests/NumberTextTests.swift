internal import TestCases
internal import Testing

@testable internal import SimCore

@Suite struct NumberTextTests {
  @Test(arguments: [
    (0, 3, "0"), (-0.0001, 3, "0"), (1.5, 3, "1.5"), (2, 3, "2"), (0.0005, 3, "0.001"),
    (-12.25, 1, "-12.3"), (1e15, 3, "1000000000000000"), (1e16, 3, "10000000000000000"),
    (1.0 / 3, 6, "0.333333"), (0.000001, 6, "0.000001"), (.infinity, 3, "inf"), (7.6, 0, "8"),
    (99.9999, 3, "100"), (10, 0, "10"),
  ])
  func numbersAreWrittenWithoutNeedlessDigits(value: Double, places: Int, text: String) {
    expect(NumberText.decimal(value, places: places), is: text)
  }

  @Test(arguments: [
    (0, 6, "0.000000"), (1, 6, "1.000000"), (2.0 / 3, 6, "0.666667"), (0.05, 6, "0.050000"),
    (-0.0000001, 6, "0.000000"), (-1.5, 2, "-1.50"), (1234.5, 1, "1234.5"), (12.5, 0, "13"),
    (0.9999996, 6, "1.000000"), (1e17, 2, "100000000000000000"), (1e300, 1, "1e+300"),
    (.nan, 1, "nan"), (-.infinity, 1, "-inf"),
  ])
  func asManyDigitsAsWereAskedFor(value: Double, places: Int, text: String) {
    expect(NumberText.fixed(value, places: places), is: text)
  }

  @Test(arguments: [0, 7, 10, -10, 1_234_567, .max, .min] as [Int64])
  func wholeNumbersAreAppendedAsTheyAreDescribed(number: Int64) {
    var text = Array("=".utf8)
    NumberText.append(number, to: &text)
    expect(String(decoding: text, as: UTF8.self), is: "=\(number)")
  }

  @Test func nounsAgreeWithTheirNumbers() {
    expect(
      [0, 1, 2, 1_234].map { NumberText.counted($0, "day") },
      is: [
        "0 days", "1 day", "2 days", "1,234 days",
      ])
    expect(NumberText.counted(2, "entry", plural: "entries"), is: "2 entries")
    // What reads as 1 is one, however it came about.
    expect(
      [0.5, 1.0000001, 0.9999999, 1.01].map { NumberText.counted($0, "day") },
      is: [
        "0.5 days", "1 day", "1 day", "1.01 days",
      ])
  }
}

@Suite struct QuantityTextTests {
  @Test(arguments: [
    ("300000d", "expected a length of time of at most 106751d (292 years)"),
    ("106751d 24h", "expected a length of time of at most 106751d (292 years)"),
    ("99999999999999999999999999999999h", "expected a length of time of at most 106751d"),
    ("300000x", "expected a length of time such as"), ("d", "expected a length of time such as"),
    ("0.5ns", "expected a length of time such as"),
  ])
  func aTimeThatIsTooLongNamesTheLimit(text: String, message: String) {
    var problems = Problems()
    expect(TimeSpan.read(JSON(.string(text)), path: "", &problems) == nil)
    expect(problems.all.first?.message.hasPrefix(message), is: true, "\(problems.all)")
  }

  @Test func amountsAndRatesNameTheirLimits() {
    expect(
      Bytes.excess(in: "9999999999 GB"), is: "expected an amount of bytes of at most 9223372036 GB")
    expect(BitRate.excess(in: "9999999999 Gbps"), is: "expected a rate of at most 9223372036 Gbps")
    expect(Bytes.excess(in: "9223372036 GB") == nil && Bytes.excess(in: "9 XB") == nil)
  }

  /// The limits that messages name, and every value that is written, are read.
  @Test(arguments: [.max, .max - 1, 1, 86_400_000_000_000, 9_223_286_400_000_000_000] as [Int64])
  func whatIsWrittenIsRead(nanoseconds: Int64) {
    let span = TimeSpan(nanoseconds: nanoseconds)
    expect(TimeSpan(json: span.json), is: span)
    expect(Bytes(json: Bytes(nanoseconds).json), is: Bytes(nanoseconds))
    expect(TimeSpan(json: "106751d") != nil && Bytes(json: "9223372036 GB") != nil)
  }

  @Test func decimalsAreExact() {
    expect(TimeSpan(json: "0.1s"), is: TimeSpan(nanoseconds: 100_000_000))
    expect(TimeSpan(json: "1.000000000s"), is: TimeSpan(nanoseconds: 1_000_000_000))
    expect(TimeSpan(json: "1h 30m"), is: TimeSpan.minutes(90))
  }
}

@Suite struct PercentileTests {
  @Test(arguments: [
    (5_000, 1, 1), (5_000, 2, 1), (5_000, 3, 2), (5_000, 4, 2), (9_500, 20, 19), (9_500, 21, 20),
    (9_900, 100, 99), (9_900, 99, 99), (0, 10, 1), (10_000, 10, 10), (700, 100, 7),
  ])
  func theRankIsTheSmallestThatCoversThePart(basisPoints: Int, count: Int, rank: Int) {
    expect(Percentile(basisPoints: basisPoints).rank(among: count), is: rank)
  }

  @Test func namesHaveNoNeedlessDigits() {
    expect(Percentile.p95.name, is: "p95")
    expect(Percentile(basisPoints: 9_990).name, is: "p99.9")
    expect(Percentile(basisPoints: 10_000).name, is: "p100")
  }
}
