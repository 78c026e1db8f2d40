internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// The days that the pages of network-only, dictionary, ns-cache and pre-cache work out by hand.
///
/// Slow 4G: 150 ms, 1.6 Mbit/s down, 750 kbit/s up; no radio.
@Suite struct StrategyDayTests {
  private typealias Day = HandWorkedDayTests

  @Test func aDayOfNetworkOnly() throws {
    let diary = try AnyStrategy.diary(of: "network-only", in: Day.plan(), day: "network-only")
    expect(isClose(diary.visits[0].firstContent, Day.handshake + Day.warmModel + Day.decodeJSON))
    expect(isClose(diary.visits[1].firstContent, Day.warmModel + Day.decodeJSON))
    expect(diary.visits.map(\.firstSource), is: [.network, .network, .nothing])
    expect(diary.exchanges.map(\.bytesUp), is: [Bytes(500), Bytes(500)])
    expect(diary.exchanges.map(\.bytesDown), is: [Bytes(10_300), Bytes(10_300)])
    expect(diary.writes.isEmpty)
  }

  @Test func aDayOfADictionary() throws {
    let diary = try AnyStrategy.diary(of: "dictionary", in: Day.plan(), day: "dictionary")
    expect(diary.visits.map(\.firstSource), is: [.network, .memory, .network])
    expect(isClose(diary.visits[0].firstContent, Day.handshake + Day.warmModel + Day.decodeJSON))
    expect(diary.visits[1].firstContent, is: .zero)
    // The name holds; the connection was idle for more than a minute.
    expect(isClose(diary.visits[2].firstContent, 2 * 0.150 + Day.warmModel + Day.decodeJSON))
    expect(diary.writes.isEmpty)
  }

  /// The last of four openings: the first picture again.
  @Test(
    arguments: [
      ("apple", "memory", Source.network, Day.asking + 10 * Day.segment),
      ("corelibs", "memory", .memory, 0), ("apple", "none", .memory, 0),
      ("apple", "file-size", .memory, 0),
    ])
  func aDayOfNSCache(model: String, cost: String, source: Source, seconds: Double) throws {
    let settings = JSON.object([
      ("model", JSON(.string(model))), ("cost", JSON(.string(cost))),
      ("totalCostLimit", "300 kB"),
    ])
    let diary = try AnyStrategy.diary(
      of: "ns-cache", settings: settings, in: Day.plan(), day: "ns-cache")
    let file = cost == "file-size" ? 0.000_2 : 0
    let picture = Day.asking + 10 * Day.segment + file
    expect(isClose(diary.visits[0].firstContent, Day.handshake + picture))
    expect(isClose(diary.visits[1].firstContent, picture))
    expect(isClose(diary.visits[2].firstContent, picture))
    expect(diary.visits[3].firstSource, is: source)
    expect(isClose(diary.visits[3].firstContent, seconds))
  }

  /// What the list, the text and the two pictures take, one after the other.
  private static let list = Day.handshake + Day.asking + Day.segment
  private static let text = Day.asking + 13 * Day.segment + (Day.segment + 0.150 - 10 * Day.segment)
  private static let pictures =
    Day.asking + Day.upload + 70 * Day.segment + (Day.segment + 0.150 - 20 * Day.segment)
  /// Five pages: the first one, the rest at 800 MB/s.
  private static let reading = 0.000_150 + 4 * 4_096 / 800e6

  @Test func aDayOfAPreCache() throws {
    let diary = try AnyStrategy.diary(of: "pre-cache", in: Day.plan(), day: "pre-cache")
    let ends = diary.exchanges.map { ($0.endedAt - .start).seconds - 1 }
    let expected = [
      Self.list, Self.list + Self.text, Self.list + Self.text + Self.pictures,
      Self.list + Self.text + Self.pictures,
    ]
    expect(zip(ends, expected).allSatisfy { abs($0 - $1) < 1e-6 })
    expect(diary.visits.map(\.firstSource), is: [.nothing, .flash])
    expect(isClose(diary.visits[1].firstContent, Self.reading))
    expect(diary.writes.map(\.bytes), is: [Bytes(50_000), Bytes(50_000), Bytes(6 * 4_120 + 32)])
  }

  /// The text is stored as it comes, and again when its pictures are there: 18,000 B at 36 MB/s,
  /// four times slower, are 2 ms.
  @Test(arguments: [true, false])
  func aTextThatIsRewrittenIsWrittenTwice(onMainThread: Bool) throws {
    var story = PreCacheDayTests.article()
    story.visit(0, from: 1.5, for: 20)
    story.at(50, .end)
    let settings = JSON.object([
      ("engine", "file-per-entry"),
      (
        "rewriting",
        .object([("documents", true), ("onMainThread", JSON(.bool(onMainThread)))])
      ),
    ])
    let diary = try AnyStrategy.diary(of: "pre-cache", settings: settings, in: Day.plan(), story)
    let written = diary.writes.map { $0.bytesByCause[.record] }.filter { $0 > 0 }
    expect(written, is: [18_000, 50_000, 50_000, 18_000])
    // The draft is taken away.
    expect(diary.summaries[0].flashInUse, is: Bytes(118_000))
    let work = 18_000 / 36e6 * 4
    let reading = 0.000_200 + 0.000_150 + (18_000 - 4_096) / 800e6
    let ready = Self.list + Self.text + Self.pictures - 0.5 + work
    expect(isClose(diary.visits[0].firstContent, ready + reading))
    expect(diary.dropped.count, is: onMainThread ? 1 : 0)
  }

  /// A process that dies before the pictures have come leaves a draft; the next one removes it.
  @Test func aDraftDoesNotOutliveItsProcess() throws {
    var story = PreCacheDayTests.article()
    story.at(2.5, .crash)
    story.at(10, .launch)
    story.at(10.1, .network(1))
    story.at(50, .end)
    let settings = JSON.object([("rewriting", .object([("documents", true)]))])
    let diary = try AnyStrategy.diary(of: "pre-cache", settings: settings, in: Day.plan(), story)
    expect(diary.writes.map { $0.bytesByCause[.record] }.first, is: 18_000)
    expect(diary.summaries[0].peakFlash, is: Bytes(18_000))
    expect(diary.summaries[0].flashInUse, is: .zero)
  }

  /// Who opens a screen before its record is there waits for the network, though it is read from
  /// flash at last: no hit.
  @Test func aRecordThatComesWhileItsScreenWaitsIsAnAnswerOfTheNetwork() throws {
    var story = PreCacheDayTests.article()
    story.visit(0, from: 1.5, for: 20)
    story.at(50, .end)
    let diary = try AnyStrategy.diary(of: "pre-cache", in: Day.plan(), story)
    expect(diary.visits.map(\.firstSource), is: [.network])
    let ready = Self.list + Self.text + Self.pictures - 0.5
    expect(isClose(diary.visits[0].firstContent, ready + Self.reading))
    // Its pictures are looked for when it is shown: then they are there.
    expect(diary.answers.map(\.source), is: [.network, .flash, .flash])
  }
}
