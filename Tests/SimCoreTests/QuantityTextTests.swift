internal import Testing

@testable internal import SimCore

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
    #expect(TimeSpan.read(JSON(.string(text)), path: "", &problems) == nil)
    #expect(problems.all.first?.message.hasPrefix(message) == true, "\(problems.all)")
  }

  @Test func amountsAndRatesNameTheirLimits() {
    #expect(
      Bytes.excess(in: "9999999999 GB") == "expected an amount of bytes of at most 9223372036 GB")
    #expect(BitRate.excess(in: "9999999999 Gbps") == "expected a rate of at most 9223372036 Gbps")
    #expect(Bytes.excess(in: "9223372036 GB") == nil && Bytes.excess(in: "9 XB") == nil)
  }

  /// The limits that messages name, and every value that is written, are read.
  @Test(arguments: [.max, .max - 1, 1, 86_400_000_000_000, 9_223_286_400_000_000_000] as [Int64])
  func whatIsWrittenIsRead(nanoseconds: Int64) {
    let span = TimeSpan(nanoseconds: nanoseconds)
    #expect(TimeSpan(json: span.json) == span)
    #expect(Bytes(json: Bytes(nanoseconds).json) == Bytes(nanoseconds))
    #expect(TimeSpan(json: "106751d") != nil && Bytes(json: "9223372036 GB") != nil)
  }

  @Test func decimalsAreExact() {
    #expect(TimeSpan(json: "0.1s") == TimeSpan(nanoseconds: 100_000_000))
    #expect(TimeSpan(json: "1.000000000s") == TimeSpan(nanoseconds: 1_000_000_000))
    #expect(TimeSpan(json: "1h 30m") == TimeSpan.minutes(90))
  }
}
