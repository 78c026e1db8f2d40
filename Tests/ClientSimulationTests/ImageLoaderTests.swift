internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// The mechanisms of image libraries, each worked out by hand: pictures of 10,000 B, 100,000 B when
/// decoded, are looked at for 10 s.
@Suite struct ImageLoaderTests {
  private static func sources(_ settings: String, _ story: HandmadeStory) throws -> [Source] {
    try AnyStrategy.pictureDiary(settings, story).visits.map(\.firstSource)
  }

  @Test func aDayOfAnImageLoader() throws {
    let diary = try AnyStrategy.diary(
      of: "image-loader", settings: .object([("preset", "sdwebimage")]),
      in: HandWorkedDayTests.plan(), day: "image-loader")
    expect(diary.visits.map(\.firstSource), is: [.network, .memory, .flash, .memory])
    expect(
      isClose(
        diary.visits[0].firstContent, HandWorkedDayTests.handshake + HandWorkedDayTests.warmPicture)
    )
    expect(diary.visits[1].firstContent, is: .zero)
    expect(
      isClose(diary.visits[2].firstContent, 0.000_2 + 0.000_15 + (14_300 - 4_096) / 800e6))
    expect(diary.bytes(for: .store), is: [14_300])
    expect(diary.bytes(for: .metadata), is: [4_096])
  }

  /// Room for two bitmaps: 0, 1, 0 again, then 2. The least recently used is 1; first in, first out
  /// alone would evict 0, which the second chance spares; of 0 and 1, both used again, 0 leaves.
  @Test(arguments: [
    ("fifo", [0, 1, 0, 2, 0], Source.network), ("clock", [0, 1, 0, 2, 0], .memory),
    ("clock", [0, 1, 0, 1, 2, 0], .network), ("lru", [0, 1, 0, 1, 2, 0], .network),
    ("clock", [0, 1, 1, 0, 2, 0], .network), ("lru", [0, 1, 1, 0, 2, 0], .memory),
  ])
  func aHitIsASecondChance(policy: String, opens: [ResourceIndex], last: Source) throws {
    let story = HandmadeStory.visiting(
      .image, opens.enumerated().map { ($0.element, 1 + Double($0.offset) * 20) })
    let settings = """
      {"memory": {"limit": "200 kB", "policy": "\(policy)"}, "disk": {"store": "none"}}
      """
    try expect(Self.sources(settings, story).last, is: last)
  }

  /// A bitmap of 100,000 B is a tenth of 1 MB, and refused; of 1,000,010 B it is less.
  @Test(arguments: [("1 MB", Source.network), ("1000010 B", .memory)])
  func aBitmapThatIsTooLargeAShareIsNotHeld(limit: String, second: Source) throws {
    let settings = """
      {"memory": {"limit": "\(limit)", "largestShare": 0.1}, "disk": {"store": "none"}}
      """
    let story = HandmadeStory.visiting(.image, [(0, 1), (0, 21)])
    try expect(Self.sources(settings, story), is: [.network, second])
  }

  /// 300 kB of bitmaps, trimmed to 67 % when a fourth would overstep them: 100 kB are left of the
  /// three, the last one, and the fourth comes to it.
  @Test func aLimitThatIsOversteppedIsTrimmedToAShare() throws {
    let settings = """
      {"memory": {"limit": "300 kB", "trimTo": 0.67}, "disk": {"store": "none"}}
      """
    let opens: [ResourceIndex] = [0, 1, 2, 3, 2, 3, 1]
    let story = HandmadeStory.visiting(
      .image, opens.enumerated().map { ($0.element, 1 + Double($0.offset) * 20) })
    try expect(
      Self.sources(settings, story),
      is: [
        .network, .network, .network, .network, .memory, .memory, .network,
      ])
  }

  /// Good for 60 s after the last use: 40 s after it a use counts anew; 80 s after it is too late.
  @Test func bitmapsExpireByTheirLastUse() throws {
    let settings = """
      {"memory": {"expiresAfter": "60s", "sweepInterval": "30s"}, "disk": {"store": "none"}}
      """
    let story = HandmadeStory.visiting(.image, [(0, 1), (0, 41), (0, 81), (0, 161)])
    try expect(Self.sources(settings, story), is: [.network, .memory, .memory, .network])
  }

  /// Three bitmaps of 100 kB in 400 kB: the background leaves a half of the limit, two, or of what
  /// is held, one and a half, which is one; a warning empties all.
  @Test(arguments: [
    (Action.background, "limit", [Source.network, .memory, .memory]),
    (.background, "held", [.network, .network, .memory]),
    (.memoryWarning(.warning), "limit", [.network, .network, .network]),
  ])
  func theSystemTrimsMemory(event: Action, of share: String, again: [Source]) throws {
    let settings = """
      {"memory": {"limit": "400 kB", "leftInBackground": 0.5, "shareOf": "\(share)"},
       "disk": {"store": "none"}}
      """
    let story = HandmadeStory.visiting(
      .image, [(0, 1), (1, 21), (2, 41), (0, 101), (1, 121), (2, 141)],
      then: [(60, event), (90, .foreground)])
    expect(Array(try Self.sources(settings, story).suffix(3)), is: again)
  }

  /// Room for 20,000 B of three files of 10,000 B, swept in the background down to a half: 10,000 B
  /// are overstepped meanwhile, and the file used last is left.
  @Test func aSweepByEventOverstepsMeanwhile() throws {
    let settings = """
      {"memory": {"limit": "0 B"},
       "disk": {"limit": "20 kB", "enforcement": "sweeps", "trimTo": 0.5,
                "sweepsInBackground": true}}
      """
    let story = HandmadeStory.visiting(
      .image, [(0, 1), (1, 21), (2, 41), (0, 61), (2, 121), (0, 141)],
      then: [(80, .background), (110, .foreground)])
    let diary = try AnyStrategy.pictureDiary(settings, story)
    expect(
      diary.visits.map(\.firstSource), is: [.network, .network, .network, .flash, .network, .flash])
    expect(diary.summaries[0].overshoot, is: LimitOvershoot(bytes: Bytes(10_000), share: 0.5))
  }

  /// The same swept each 100 s, first after 50 s, down to 0.7: at 50 s one of three files is left.
  @Test func aSweepByTimeGoesDownToItsShare() throws {
    let settings = """
      {"memory": {"limit": "0 B"},
       "disk": {"limit": "20 kB", "enforcement": "sweeps", "trimTo": 0.7,
                "sweepInterval": "100s", "firstSweep": "50s"}}
      """
    let story = HandmadeStory.visiting(
      .image, [(0, 1), (1, 21), (2, 35), (2, 61), (1, 81), (1, 101)])
    try expect(
      Self.sources(settings, story),
      is: [
        .network, .network, .network, .flash, .network, .flash,
      ])
  }

  @Test func aLimitThatIsKeptAtOnceHasNoOvershoot() throws {
    let settings = #"{"memory": {"limit": "0 B"}, "disk": {"limit": "20 kB"}}"#
    let diary = try AnyStrategy.pictureDiary(
      settings, .visiting(.image, [(0, 1), (1, 21), (2, 41), (1, 61), (0, 81)]))
    expect(diary.visits.map(\.firstSource), is: [.network, .network, .network, .flash, .network])
    expect(diary.summaries[0].overshoot == nil)
  }

  /// A hit on disk writes a block of 4,096 B where files are dated, a store where these are, too.
  @Test(arguments: [
    ("file-per-entry", [Int64]()), ("files-dated-by-hits", [4_096, 4_096]),
    ("files-dated-by-stores-and-hits", [4_096, 4_096, 4_096]),
  ])
  func readingWritesMetadata(engine: String, metadata: [Int64]) throws {
    let settings = #"{"memory": {"limit": "0 B"}, "disk": {"engine": "\#(engine)"}}"#
    let diary = try AnyStrategy.pictureDiary(
      settings, .visiting(.image, [(0, 1), (0, 21), (0, 41)]))
    expect(diary.visits.map(\.firstSource), is: [.network, .flash, .flash])
    expect(diary.bytes(for: .metadata), is: metadata)
    expect(diary.bytes(for: .store), is: [10_000])
  }

  /// The database beside the files has a row for each, which each hit writes again.
  @Test func aHitWritesTheRowOfAFile() throws {
    let settings = #"{"memory": {"limit": "0 B"}, "disk": {"engine": "files-and-database"}}"#
    func indexed(_ opens: [(ResourceIndex, Double)]) throws -> Int {
      try AnyStrategy.pictureDiary(settings, .visiting(.image, opens)).bytes(for: .index).count
    }
    try expect(indexed([(0, 1)]), is: 1)
    try expect(indexed([(0, 1), (0, 21), (0, 41)]), is: 3)
  }

  /// A journal has lines of what is stored and of what is read: 200 hits of 70 B fill its buffer.
  @Test func aHitIsALineOfAJournal() throws {
    let settings = #"{"memory": {"limit": "0 B"}, "disk": {"engine": "journaled-files"}}"#
    func journal(hits: Int) throws -> Int64 {
      let opens = (0...hits).map { (ResourceIndex(0), 1 + Double($0) * 20) }
      return try AnyStrategy.pictureDiary(settings, .visiting(.image, opens)).bytes(for: .journal)
        .reduce(0, +)
    }
    try expect(journal(hits: 200) > journal(hits: 0))
  }

  /// Good for 60 s after the last access: a sweep in the background removes it, and what is found
  /// before that is shown only where the library does not look at the time.
  @Test(arguments: [
    ("access", false, [Source.network, .flash, .flash, .network]),
    ("write", false, [.network, .flash, .network, .network]),
    ("access", true, [.network, .flash, .flash, .flash]),
  ])
  func filesExpire(by clock: String, served: Bool, sources: [Source]) throws {
    let settings = """
      {"memory": {"limit": "0 B"},
       "disk": {"expiresAfter": "60s", "expiresBy": "\(clock)", "servesExpired": \(served)}}
      """
    let story = HandmadeStory.visiting(.image, [(0, 1), (0, 41), (0, 81), (0, 181)])
    try expect(Self.sources(settings, story), is: sources)
  }

  /// Two pictures within a second are written together a second after the first; a crash before it
  /// leaves nothing.
  @Test func writesAreStaged() throws {
    let settings = #"{"memory": {"limit": "0 B"}, "disk": {"writeDelay": "1s"}}"#
    var story = HandmadeStory()
    for picture in 0..<2 as Range<ResourceIndex> { story.publish(picture, kind: .image) }
    story.at(0, .launch)
    story.visit(0, from: 1, for: 0.4)
    story.visit(1, from: 1.5, for: 0.2)
    story.visit(0, from: 1.8, for: 0.1)
    story.at(3, .crash)
    story.at(4, .foreground)
    story.visit(0, from: 5, for: 0.4)
    story.at(6, .end)
    let diary = try AnyStrategy.pictureDiary(settings, story)
    expect(diary.visits.map(\.firstSource), is: [.network, .network, .memory, .flash])
    let crashed = HandmadeStory.visiting(
      .image, [(0, 1), (0, 5)], for: 0.4, then: [(1.6, .crash), (4, .foreground)], until: 6)
    try expect(Self.sources(settings, crashed), is: [.network, .network])
  }

  /// An HTTP cache asks after its lifetime whether a picture still holds; a library's own files
  /// do not.
  @Test(arguments: [("http", Source.revalidated), ("files", .flash)])
  func httpIsObeyedOrIgnored(store: String, last: Source) throws {
    var headers = CacheHeaders()
    headers.maxAge = .seconds(60)
    headers.hasEntityTag = true
    var plan = SimulationPlan.ideal()
    plan.headers = [headers]
    let settings = #"{"memory": {"limit": "0 B"}, "disk": {"store": "\#(store)"}}"#
    let diary = try AnyStrategy.diary(
      of: "image-loader", settings: try JSON.parse(Array(settings.utf8)), in: plan,
      .visiting(.image, [(0, 1), (0, 101)]))
    expect(diary.visits.map(\.firstSource), is: [.network, last])
  }

  /// What is no picture comes from the network each time, or from an archive.
  @Test(arguments: [("network", Source.network), ("archive", .flash)])
  func documentsAreNoPictures(documents: String, second: Source) throws {
    let story = HandmadeStory.visiting(.model, [(0, 1), (0, 21)])
    try expect(Self.sources(#"{"documents": "\#(documents)"}"#, story), is: [.network, second])
  }

  /// A screen of five pictures, two at a time: all of them come, and each is asked for once.
  @Test func aLimitOfRequestsAtOnceLosesNone() throws {
    var story = HandmadeStory()
    for picture in 1...5 as ClosedRange<ResourceIndex> { story.publish(picture, kind: .image) }
    story.publish(0, kind: .model, parts: [1, 2, 3, 4, 5])
    story.at(0, .launch)
    story.visit(0, from: 1)
    story.at(100, .end)
    let diary = try AnyStrategy.pictureDiary(#"{"concurrency": 2}"#, story)
    expect(diary.count(.network) == 6 && diary.exchanges.count == 6)
  }
}
