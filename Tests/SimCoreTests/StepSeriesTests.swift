internal import SimCore
internal import TestCases
internal import Testing

/// Values that change at known times and repeat.
struct StepSeriesTests {
  private let series = StepSeries(starts: [0, 3, 5], values: [1.0, 0, 4], period: 8)

  @Test func aValueHoldsUntilTheNextAndRepeats() {
    let expected: [Double] = [1, 1, 1, 0, 0, 4, 4, 4]
    for time in 0..<80 as Range<Int64> {
      expect(series.value(at: time), is: expected[Int(time % 8)])
    }
  }

  @Test func aStepEndsAtTheNextOneOrAtThePeriodsEnd() {
    let times: [Int64] = [0, 2, 3, 4, 5, 7, 8, 84]
    expect(times.map { series.end(at: $0) }, is: [3, 3, 5, 5, 8, 8, 11, 85])
    expect(StepSeries(constant: 2).end(at: 5), is: .max)
    expect(StepSeries(constant: 2).value(at: .max - 1), is: 2)
  }

  @Test func equalNeighboursAreOneStep() {
    let other = StepSeries(starts: [0, 1, 3, 4, 5], values: [1.0, 1, 0, 0, 4], period: 8)
    expect(other, is: series)
  }

  /// 1 bit a nanosecond until 3, none until 5, 4 until 8: 15 bits a period.
  static let transfers: [(bits: Double, from: Int64, until: Int64)] = [
    (1, 0, 1), (3, 0, 3), (4, 0, 5), (15, 0, 8), (16, 0, 9), (108, 0, 59), (109, 0, 61),
    (105, 0, 56), (4, 3, 6), (4, 4, 6), (8, 7, 13), (15_000_000, 8, 8_000_008), (0, 4, 4),
  ]

  @Test(arguments: transfers.indices)
  func aTransferEndsWhereTheIntegralSaysSo(index: Int) {
    let (bits, from, until) = Self.transfers[index]
    let rates = StepSeries(starts: [0, 3, 5], values: [1e9, 0, 4e9], period: 8)
    expect(rates.completion(of: bits, from: from), is: until)
  }

  @Test func withoutARateNothingPasses() {
    expect(StepSeries(constant: 0.0).completion(of: 1, from: 0) == nil)
    expect(StepSeries(constant: 8e9).completion(of: 80, from: 5), is: 15)
    expect(StepSeries(constant: 1e-9).completion(of: 1e12, from: 5) == nil)
  }

  @Test func theMeanCountsEachStepByItsLength() {
    expect(abs(series.mean - 15.0 / 8) < 1e-12)
    expect(StepSeries(constant: 7.0).mean, is: 7)
  }
}
