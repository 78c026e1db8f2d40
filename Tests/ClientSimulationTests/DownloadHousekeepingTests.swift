internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// What becomes of downloads and their index when the world around the app changes.
@Suite struct DownloadHousekeepingTests {
  private static func diary(
    _ rules: String, _ story: HandmadeStory, in plan: SimulationPlan = .ideal()
  ) throws -> Diary {
    var plan = plan
    plan.users = 2
    let settings = try JSON.parse(Array("{\(rules)}".utf8))
    return try DownloadManagerTests.diary(
      settings.members?.map { ($0.name, $0.value) } ?? [], in: plan, story)
  }

  /// Two openings with an upheaval between them.
  private static func story(_ upheaval: Action) -> HandmadeStory {
    var story = DownloadManagerTests.story(opens: [1, 60])
    story.at(20, .background)
    story.at(40, upheaval)
    return story
  }

  /// The index has a schema; the files have none.
  @Test(arguments: [
    ("purge", Source.network, [200, 200, 0, 200, 200], 0, 0),
    ("migrate", .flash, [200, 200], 200, 0), ("ignore", .network, [200, 200, 200, 200], 0, 1),
  ])
  func anUpgradePurgesMigratesOrForgetsTheIndex(
    rule: String, source: Source, indexes: [Int64], migrated: Int64, undecodable: Int
  ) throws {
    let diary = try Self.diary(
      #""maintenance": {"onUpgrade": "\#(rule)"}"#, Self.story(.upgrade(schema: 2)))
    expect(diary.visits.map(\.firstSource), is: [.network, source])
    expect(DownloadManagerTests.indexes(diary), is: indexes)
    expect(diary.writes.reduce(0) { $0 + $1.bytesByCause[.migration] }, is: migrated)
    expect(diary.undecodable, is: undecodable)
    expect(diary.summaries[0].flashInUse, is: Bytes(10_000))
  }

  /// An index that cannot be read leaves its files behind.
  @Test func filesThatNobodyKnowsOfStay() throws {
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.publish(1, kind: .model)
    story.at(0.5, .launch)
    story.visit(0, from: 1, for: 2)
    story.at(20, .upgrade(schema: 2))
    story.visit(1, from: 30, for: 2)
    story.at(100, .end)
    func inUse(_ rule: String) throws -> Bytes {
      try Self.diary(#""maintenance": {"onUpgrade": "\#(rule)"}"#, story).summaries[0].flashInUse
    }
    try expect(inUse("ignore"), is: Bytes(20_000))
    try expect(inUse("purge"), is: Bytes(10_000))
  }

  @Test(arguments: [
    (#""onLogout": "purge""#, Source.network, 0), (#""onLogout": "keep""#, .flash, 1),
    (#""onLogout": "keep", "perUser": true"#, .network, 0),
    (#""onLogout": "purge", "perUser": true"#, .network, 0),
  ])
  func anotherPersonFindsTheFirstOnesFilesUnlessTheyAreKeptApart(
    rules: String, source: Source, exposures: Int
  ) throws {
    let diary = try Self.diary(#""maintenance": {\#(rules)}"#, Self.story(.switchUser(1)))
    expect(diary.visits.map(\.firstSource), is: [.network, source])
    expect(diary.exposures, is: exposures)
    expect(diary.broken, is: 0)
  }

  /// Each has an index and files; both are there when they come back, after a crash too.
  @Test(arguments: [("keep", Source.flash), ("purge", .network)])
  func eachPersonsDownloadsAreThereWhenTheyComeBack(rule: String, source: Source) throws {
    var story = DownloadManagerTests.story(opens: [1, 30, 60, 90])
    story.at(20, .switchUser(1))
    story.at(45, .crash)
    story.at(50, .switchUser(0))
    story.at(80, .switchUser(1))
    let diary = try Self.diary(
      #""maintenance": {"onLogout": "\#(rule)", "perUser": true}"#, story)
    expect(diary.visits.map(\.firstSource), is: [.network, .network, source, source])
    expect(diary.exposures == 0 && diary.broken == 0)
  }

  /// The file takes a second; its owner leaves meanwhile.
  @Test(arguments: [("keep", Source.flash), ("purge", .network)])
  func aFileThatIsWrittenWhileItsOwnerLeavesIsTheirs(rule: String, source: Source) throws {
    var plan = SimulationPlan.ideal()
    plan.device.flash.timing.writeRate = .kilobytes(10)
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0.5, .launch)
    story.at(1, .open(0))
    story.at(1.5, .switchUser(1))
    story.visit(0, from: 5, for: 4)
    story.at(20, .switchUser(0))
    story.visit(0, from: 30)
    story.at(50, .end)
    let diary = try Self.diary(
      #""maintenance": {"onLogout": "\#(rule)", "perUser": true}"#, story, in: plan)
    expect(diary.visits.map(\.firstSource), is: [.network, .network, source])
    expect(diary.exposures == 0 && diary.broken == 0)
  }

  @Test(arguments: [("caches", Source.network, 0), ("documents", .flash, 10_000)])
  func aFullDeviceLosesItsCachesAndKeepsItsDocuments(
    directory: String, source: Source, backedUp: Int64
  ) throws {
    let diary = try Self.diary(
      #""maintenance": {"directory": "\#(directory)"}"#, Self.story(.spaceShortage))
    expect(diary.visits.map(\.firstSource), is: [.network, source])
    expect(diary.summaries[0].backedUp, is: Bytes(backedUp))
    expect(diary.broken, is: 0)
  }
}
