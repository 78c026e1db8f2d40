internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// The day that the clairvoyant's page works out by hand: a model of 10,000 B, looked at online, in
/// a second life of the app offline, and online again after two more versions.
@Suite struct ClairvoyantDayTests {
  private static func diary(_ bound: String) throws -> Diary {
    try AnyStrategy.diary(
      of: "clairvoyant", settings: .object([("bound", JSON(.string(bound)))]),
      in: HandWorkedDayTests.plan(), day: "clairvoyant")
  }

  /// 8,000 B of property list: opening, the first 4,096 B, the rest at 800 MB/s.
  private static let reading: Double = 0.000_200 + 0.000_150 + 3_904 / 800e6
  /// 23 MB/s on a processor four times slower.
  private static let decoding: Double = 8_000 / 23e6 * 4

  @Test func nobodyWaitsWhenContentTravelsByItself() throws {
    let diary = try Self.diary("latency")
    expect(diary.visits.allSatisfy { $0.firstContent == .zero && $0.freshContent == .zero })
    expect(diary.exchanges.isEmpty && diary.writes.isEmpty)
  }

  @Test func theVersionThatNobodySeesIsNotReceived() throws {
    let diary = try Self.diary("bytes")
    expect(diary.exchanges.map(\.payload), is: [Bytes(10_000), Bytes(10_000)])
    expect(diary.requestSeconds, is: [0, 80])
    expect(diary.visits.map(\.isFirstOutdated), is: [false, false, false])
    // Both are written, so that nothing is ever fetched twice.
    expect(diary.writes.map(\.bytes), is: [Bytes(8_000), Bytes(8_000)])
  }

  @Test func onlyWhatNoNetworkCouldBringIsWritten() throws {
    let diary = try Self.diary("flash")
    expect(diary.writes.map(\.bytes), is: [Bytes(8_000)])
    expect(diary.visits.map(\.firstSource), is: [.memory, .flash, .memory])
    expect(diary.visits.map(\.firstContent)[0], is: .zero)
    let wait = diary.visits[1].firstContent?.seconds ?? 0
    expect(abs(wait - Self.reading - Self.decoding) < 1e-6)
    expect(diary.visits.allSatisfy { $0.freshContent == $0.firstContent })
  }
}
