internal import CacheMetrics
internal import CacheWorkloads
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import ClientStrategies

/// A URL cache that is a browser's: kept apart by top-level site, and filled by other sites too.
@Suite struct SharedURLCacheTests {
  private typealias Day = HandWorkedDayTests

  /// Fresh for a day, with a tag.
  private static func headers(_ maxAge: TimeSpan = .days(1)) -> CacheHeaders {
    var headers = CacheHeaders()
    headers.maxAge = maxAge
    headers.hasEntityTag = true
    return headers
  }

  /// A page of one site and a page of another, each with a picture of its own and one library of a
  /// third host.
  private static func twoSites(visits: [(page: ResourceIndex, at: Double)]) -> HandmadeStory {
    var story = HandmadeStory()
    story.publish(0, kind: .support, host: 2)
    story.publish(1, kind: .image, host: 0)
    story.publish(2, kind: .image, host: 1)
    story.publish(3, kind: .document, parts: [0, 1], host: 0)
    story.publish(4, kind: .document, parts: [0, 2], host: 1)
    story.at(0, .launch)
    for visit in visits { story.visit(visit.page, from: visit.at) }
    story.at((visits.last?.at ?? 0) + 20, .end)
    return story
  }

  private static func diary(
    _ settings: String, _ story: HandmadeStory, _ headers: CacheHeaders = headers()
  ) throws -> Diary {
    try AnyStrategy.diary(
      of: "url-cache", settings: JSON.parse(Array(settings.utf8)), in: Day.plan(headers), story)
  }

  @Test(arguments: [("{}", 5), (#"{"partitioned": true}"#, 6)])
  func aLibraryIsFetchedForEachSiteWhereTheCacheIsPartitioned(
    settings: String, requests: Int
  ) throws {
    let story = Self.twoSites(visits: [(3, 1), (4, 30), (3, 60), (4, 90)])
    let diary = try Self.diary(settings, story)
    expect(diary.exchanges.map(\.status), is: Array(repeating: 200, count: requests))
    expect(diary.visits.map(\.firstSource), is: [.network, .network, .memory, .memory])
    expect(diary.visits.allSatisfy { $0.completeContent != nil })
  }

  /// Each site's answer is confirmed by itself: a 304 for one makes the other's no fresher.
  @Test func aConfirmationRenewsOneSitesAnswer() throws {
    let story = Self.twoSites(visits: [(3, 1), (4, 30), (3, 70), (4, 80)])
    let diary = try Self.diary(#"{"partitioned": true}"#, story, Self.headers(.seconds(60)))
    // At 70 s the first site's three are confirmed, at 80 s the second's are 50 s old and fresh.
    expect(diary.exchanges.map(\.status), is: Array(repeating: 200, count: 6) + [304, 304, 304])
  }

  /// However many sites use a library, each has its own answer.
  @Test func aLibraryIsKeptForAnyNumberOfSites() throws {
    var story = HandmadeStory()
    let sites = 65
    story.publish(0, kind: .support, host: 99)
    for site in 1...sites {
      story.publish(ResourceIndex(site), kind: .document, parts: [0], host: UInt16(site))
    }
    story.at(0, .launch)
    for site in 1...sites { story.visit(ResourceIndex(site), from: Double(site) * 30, for: 20) }
    story.visit(65, from: 2_000)
    story.visit(2, from: 2_030)
    story.visit(1, from: 2_060)
    story.at(2_100, .end)
    let diary = try Self.diary(#"{"partitioned": true}"#, story)
    expect(diary.exchanges.count, is: 2 * sites)
  }

  /// Resources with large numbers have keys too: 2^32 places were not enough for so many of each.
  @Test func aResourceWithALargeNumberHasAKeyInAPartition() throws {
    var partitions = CachePartitions()
    let resources = [ResourceIndex.max, 0, 40_000_000, .max]
    let keys = resources.map { partitions.key(of: .init(resource: $0, site: 7, user: 0)) }
    expect(keys.map(\.key), is: [0, 1, 2, 0])
    expect(keys.map(\.isNew), is: [true, true, true, false])
    expect(partitions.key(of: .init(resource: 0, site: 8, user: 1)).key, is: 3)
    expect((0..<4).map { partitions[$0].resource }, is: [.max, 0, 40_000_000, 0])
  }

  private static let busy = #"{"otherSites": {"bytesPerHour": "10 MB"}, "diskCapacity": "5 MB"}"#

  /// What other sites store pushes an answer out of the cache that is used seldom enough; writing
  /// and holding it is not the app's.
  @Test(
    arguments: [(busy, 1_000.0, Source.memory), (busy, 20_000, .network)]
      + [("{}", 20_000, .memory)] as [(String, Double, Source)])
  func otherSitesPushAnswersOut(settings: String, seconds: Double, source: Source) throws {
    let diary = try Self.diary(settings, Day.story(opens: [1, seconds]))
    expect(diary.visits.map(\.firstSource), is: [.network, source])
    let written = diary.writes.reduce(Bytes.zero) { $0 + Bytes($1.bytesByCause[.store]) }
    expect(written < Bytes.kilobytes(40))
    expect(diary.summaries.allSatisfy { $0.flashInUse < Bytes.kilobytes(100) })
  }

  /// Nothing of it changes what is drawn elsewhere: the waits of a first visit are the same.
  @Test func otherSitesChangeNothingElse() throws {
    let story = Day.story(opens: [1])
    let alone = try Self.diary("{}", story)
    let beside = try Self.diary(Self.busy, story)
    expect(alone.visits.map(\.firstContent), is: beside.visits.map(\.firstContent))
    expect(alone.writes.map(\.bytes), is: beside.writes.map(\.bytes))
  }
}
