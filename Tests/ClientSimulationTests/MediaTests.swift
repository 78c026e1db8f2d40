internal import CacheMetrics
internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import ClientSimulation

/// Media that are played segment by segment, worked out on paper: slow 4G, segments of 14,300 B.
@Suite struct MediaTests {
  /// 258.3 ms.
  private static let segment = HandWorkedDayTests.warmPicture

  /// Videos of so many segments, each of which plays so many milliseconds, of which each names the
  /// next; the first is opened at 1 s, the others each 20 s later.
  private static func diary(
    of strategy: String = "network-only", _ settings: String = "{}", segments: Int = 3,
    milliseconds: UInt32 = 1_000, videos: Int = 1, opens: Int = 1, for length: Double = 10,
    _ change: (inout MediaSettings) -> Void = { _ in }
  ) throws -> Diary {
    var story = HandmadeStory()
    for video in (0..<videos).reversed() {
      let first = ResourceIndex(video * segments)
      let parts = (1..<segments).map { first + ResourceIndex($0) }
      for part in parts {
        story.publish(part, kind: .media, size: 14_300, playing: milliseconds)
      }
      let next = video + 1 < videos ? first + ResourceIndex(segments) : nil
      story.publish(
        first, kind: .media, size: 14_300, parts: parts, next: next, playing: milliseconds)
    }
    story.at(0, .launch)
    for open in 0..<opens {
      story.visit(ResourceIndex(open * segments), from: 1 + 20 * Double(open), for: length)
    }
    story.at(100, .end)
    var headers = CacheHeaders()
    headers.maxAge = .hours(1)
    var plan = HandWorkedDayTests.plan(headers)
    change(&plan.media)
    let diary = try AnyStrategy.diary(
      of: strategy, settings: JSON.parse(Array(settings.utf8)), in: plan, story)
    expect(diary.summaries.map(\.violations), is: [[]])
    return diary
  }

  /// The first frame comes with the first segment: the connection, 600 ms, and 258.3 ms. Further
  /// ones come each 258.3 ms, and play for a second: there is always more.
  @Test func aLinkAboveTheBitRatePlaysOn() throws {
    let diary = try Self.diary()
    expect(isClose(diary.visits[0].firstContent, HandWorkedDayTests.handshake + Self.segment))
    expect(diary.visits[0].completeContent, is: diary.visits[0].firstContent)
    expect(diary.played.count, is: 1)
    expect(diary.played[0].time, is: .seconds(3))
    expect(diary.played[0].stalls == 0 && diary.played[0].stallTime == .zero)
    expect(diary.played[0].bytes, is: Bytes(3 * 14_300))
  }

  /// A segment takes 258.3 ms and plays for 200: each but the first is waited for 58.3 ms.
  @Test(arguments: [2, 3, 5]) func aLinkBelowTheBitRateStopsAtEachSegment(count: Int) throws {
    let played = try Self.diary(segments: count, milliseconds: 200).played[0]
    expect(played.stalls, is: count - 1)
    expect(isClose(played.stallTime, Double(count - 1) * (Self.segment - 0.2)))
    expect(played.time, is: .milliseconds(Int64(200 * count)))
  }

  /// The same as the story beside the page: five segments stop four times.
  @Test func theDayOfThePage() throws {
    let diary = try AnyStrategy.diary(
      of: "network-only", in: HandWorkedDayTests.plan(), day: "short-video")
    expect(isClose(diary.visits[0].firstContent, HandWorkedDayTests.handshake + Self.segment))
    expect(diary.played.map(\.stalls), is: [4])
    expect(isClose(diary.played[0].stallTime, 4 * (Self.segment - 0.2)))
    expect(diary.summaries.map(\.violations), is: [[]])
  }

  /// With half a second ahead a segment is asked for when so little is left: at the first second's
  /// half, and so on.
  @Test func thePlayerAsksWhenThereIsRoom() throws {
    let diary = try Self.diary { $0.bufferAhead = .milliseconds(500) }
    let frame = 1 + HandWorkedDayTests.handshake + Self.segment
    let asked = diary.requestSeconds
    expect(abs(asked[1] - (frame + 0.5)) < 1e-6)
    expect(abs(asked[2] - (frame + 1.5)) < 1e-6)
    expect(diary.played[0].stalls, is: 0)
  }

  /// Left 1.14 s after the first frame: the third segment had come for nothing.
  @Test func whatIsNotReachedIsWasted() throws {
    let diary = try Self.diary(for: 2)
    expect(diary.exchanges.count, is: 3)
    expect(diary.played[0].bytes, is: Bytes(2 * 14_300))
    expect(diary.summaries[0].unshown, is: Bytes(14_300))
  }

  /// At a quarter of the rate a segment has 3,575 B, which are three segments of TCP with their
  /// header.
  @Test func aLowerRateWeighsLess() throws {
    let diary = try Self.diary {
      $0.bitRates = [400, 800, 1_600].map { BitRate(bitsPerSecond: $0 * 1_000) }
      $0.adaptation = .lowest
    }
    let head = HandWorkedDayTests.upload + 0.150 + 0.030 + 3 * 1_460 * 8 / 1.6e6
    expect(isClose(diary.visits[0].firstContent, HandWorkedDayTests.handshake + head))
    expect(diary.played[0].bytes, is: Bytes(3 * 3_575))
    expect(diary.played[0].fullBytes, is: Bytes(3 * 14_300))
  }

  /// The head of the next video lies in the cache when it is swiped to, and that of the third is
  /// fetched for nothing.
  @Test func theNextHeadIsThere() throws {
    let diary = try Self.diary(
      of: "url-cache", #"{"requests": {"lookahead": {"media": 1}}}"#, segments: 1, videos: 3,
      opens: 2)
    expect(diary.exchanges.map(\.purpose), is: [.demand, .prefetch, .prefetch])
    expect(diary.visits[0].firstSource == .network && diary.visits[1].firstSource.isCache)
    expect(diary.summaries[0].prefetched.used, is: 1)
    expect(diary.summaries[0].unshown, is: Bytes(14_300))
  }

  /// What lies in the cache is not fetched ahead again: each of four heads comes once.
  @Test(arguments: ["url-cache", "on-demand"])
  func aHeadThatIsThereIsNotFetchedAgain(strategy: String) throws {
    let diary = try Self.diary(
      of: strategy, #"{"requests": {"lookahead": {"media": 3}}}"#, segments: 1, videos: 4,
      opens: 3)
    expect(diary.exchanged.compactMap(\.self).sorted(), is: [0, 1, 2, 3])
    expect(diary.visits.dropFirst().allSatisfy { $0.firstSource.isCache })
  }

  /// Two heads of two segments each, one after the other, of three segments.
  @Test func headsAreFetchedOneAfterTheOther() throws {
    let diary = try Self.diary(
      of: "url-cache", #"{"requests": {"lookahead": {"media": 2, "mediaSegments": 2}}}"#,
      videos: 4)
    expect(diary.exchanged, is: [0, 1, 2, 3, 4, 6, 7])
    let ahead = diary.exchanges.suffix(4)
    expect(zip(ahead, ahead.dropFirst()).allSatisfy { $0.endedAt <= $1.startedAt })
  }

  /// Without a cache a head that came is gone; it is not fetched again on the same screen.
  @Test func aHeadThatIsNotStoredIsFetchedOnce() throws {
    let diary = try Self.diary(
      of: "network-only", #"{"requests": {"lookahead": {"media": 1}}}"#, segments: 1, videos: 2)
    expect(diary.exchanges.map(\.purpose), is: [.demand, .prefetch])
    expect(diary.summaries[0].unshown, is: Bytes(14_300))
  }

  /// Slow 4G is paid by volume.
  @Test func mediaAreFetchedAheadWhereTheyMayBe() throws {
    let diary = try Self.diary(
      of: "url-cache",
      #"{"requests": {"lookahead": {"media": 1, "onlyUnmetered": ["media"]}}}"#, videos: 2)
    expect(diary.exchanges.allSatisfy { $0.purpose == .demand })
  }

  // MARK: - Rates

  private static func ladder(_ adaptation: BitRateAdaptation) -> MediaSettings {
    var settings = MediaSettings()
    settings.bitRates = [750, 1_200, 1_850].map { BitRate(bitsPerSecond: $0 * 1_000) }
    settings.adaptation = adaptation
    settings.bufferAhead = .seconds(240)
    return settings
  }

  @Test(arguments: [(nil as Double?, 0), (749_999, 0), (750_000, 0), (1.3e6, 1), (9e6, 2)])
  func theRateIsWhatTheNetworkBrings(throughput: Double?, rung: Int) {
    expect(
      Self.ladder(.rate).rung(level: .zero, last: 2, throughput: throughput), is: rung)
  }

  /// BBA-0 with a buffer of 240 s: a reservoir of 90 s, and a line from there to 216 s, from 750 to
  /// 1850 kbit/s: 1,200 at 141.5 s.
  @Test(
    arguments: [
      (90, 2, 0), (216, 0, 2), (141, 0, 0), (142, 0, 1), (145, 0, 1), (145, 1, 1), (100, 1, 1),
      (130, 2, 1), (150, 2, 2),
    ] as [(Int64, Int, Int)])
  func theRateFollowsTheBuffer(level: Int64, last: Int, rung: Int) {
    expect(
      Self.ladder(.buffer).rung(level: .seconds(level), last: last, throughput: nil), is: rung)
  }

  /// Of 1, 2 and 4 Mbit/s: 3 / (1 + 1/2 + 1/4).
  @Test func throughputIsTheHarmonicMeanOfTheLastFive() throws {
    var player = Player()
    expect(player.throughput == nil)
    for rate in [1.0, 2, 4] { player.note(Bytes(rounding: rate * 125_000), over: .seconds(1)) }
    expect(abs(try #require(player.throughput) - 3e6 / 1.75) < 1)
    for _ in 0..<5 { player.note(Bytes(125_000), over: .seconds(1)) }
    expect(abs(try #require(player.throughput) - 1e6) < 1)
  }
}
