internal import Measurement
internal import SimCore
internal import Testing

@testable internal import Results

/// Quantities as all tables for people show them.
@Suite struct QuantityDisplayTests {
  @Test(arguments: [
    (1_600_000, "1.6 Mbps"), (716_800, "717 kbps"), (10_485_760, "10.5 Mbps"), (2_400, "2.4 kbps"),
    (999_400, "999 kbps"), (999_600, "1 Mbps"), (0, "0 kbps"), (Int64.max, "unlimited"),
  ])
  func ratesAreInKilobitsOrMegabits(bits: Int64, text: String) {
    #expect(Display.text(BitRate(bitsPerSecond: bits)) == text)
  }

  @Test(arguments: [
    (75_360_054, "75.4 ms"), (999_615_000_000_000, "11.6 d"), (7_200_000_000_000, "2 h"),
    (3_000, "3 µs"), (0, "0 ms"), (514_000, "0.51 ms"),
  ])
  func timesHaveThreeDigits(nanoseconds: Int64, text: String) {
    #expect(Display.text(TimeSpan(nanoseconds: nanoseconds)) == text)
  }

  @Test func bytesHaveThreeDigitsUnlessTwoWouldReadTheSame() {
    #expect(Display.text(Bytes(29_721_979_585_895)) == "29.7 TB")
    #expect(Display.text(29_721_979_585_895, plusOrMinus: 2e11, .bytes) == "29.7 ±0.2 TB")
    #expect(Display.exact(Bytes(16_924)) == "16,924 B")
    #expect(Display.column(of: [Bytes(1_000), Bytes(2_000_000)]) == ["1 kB", "2 MB"])
    #expect(Display.column(of: [Bytes(1_000), Bytes(1_001)]) == ["1,000 B", "1,001 B"])
    // The same amount twice is the same text twice.
    #expect(Display.column(of: [Bytes(1_500), Bytes(1_500)]) == ["1.5 kB", "1.5 kB"])
  }

  @Test func aDifferenceOfFactorsIsNoFactor() {
    #expect(Display.difference(0.5, .factor) == "0.5")
    #expect(Display.difference(0.034, plusOrMinus: 0.012, .ratio) == "3.4 ±1.2 points")
    #expect(Display.difference(0.034, .ratio) == "3.4 points")
  }

  @Test func rowsThatReadTheSameAreOne() {
    let rows = [
      ["1", "100 %"], ["2", "100 %"], ["4", "100 %"], ["8", "90 %"], ["16", "80 %"],
      ["32", "80 %"],
      ["64", "9 %"], ["65", "9 %"], ["66", "9 %"],
    ]
    #expect(
      FoldedRows.folded(rows) == [
        ["1 to 4", "100 %"], ["8", "90 %"], ["16", "80 %"], ["32", "80 %"], ["64 to 66", "9 %"],
      ])
    #expect(FoldedRows.folded([]) == [])
  }
}
