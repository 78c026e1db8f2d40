internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// What becomes of what is stored when the world around the app changes.
@Suite struct HousekeepingTests {
  /// Two openings of a model with something between them.
  private func story(_ upheaval: Action) -> HandmadeStory {
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    story.visit(0, from: 1)
    story.at(20, .background)
    story.at(40, upheaval)
    story.visit(0, from: 60)
    story.at(100, .end)
    return story
  }

  private func settings(_ housekeeping: String) throws -> JSON {
    let text = #"{"staleAfter": null, "archiveStore": {"maintenance": {\#(housekeeping)}}}"#
    return try JSON.parse(Array(text.utf8))
  }

  private func diary(_ upheaval: Action, _ housekeeping: String) throws -> Diary {
    var plan = HandWorkedDayTests.plan()
    plan.users = 2
    return try AnyStrategy.diary(
      of: "on-demand", settings: settings(housekeeping), in: plan, story(upheaval))
  }

  @Test(arguments: [
    (#""onUpgrade": "purge""#, Source.network, 0, 0), (#""onUpgrade": "migrate""#, .flash, 1, 0),
    (#""onUpgrade": "ignore""#, .network, 0, 1),
  ])
  func anUpgradePurgesMigratesOrLeavesWhatCannotBeDecoded(
    rule: String, source: Source, migrations: Int64, failures: Int
  ) throws {
    let diary = try diary(.upgrade(schema: 2), rule)
    expect(diary.visits.map(\.firstSource), is: [.network, source])
    expect(diary.writes.reduce(0) { $0 + $1.operations[.migration] }, is: migrations)
    expect(diary.undecodable, is: failures)
  }

  /// A model of 13,500 B of archive: read, decoded, encoded at 5 MB/s four times slower, written;
  /// then read and decoded for the screen.
  @Test func theFirstScreenWaitsForTheMigration() throws {
    let calm = try diary(.memoryWarning(.warning), "").visits[1].firstContent?.seconds ?? 0
    let migrated =
      try diary(.upgrade(schema: 2), #""onUpgrade": "migrate""#).visits[1].firstContent?.seconds
      ?? 0
    let encode = 13_500 / 5e6 * 4
    let write = 0.000_200 + (4 * 4_096 + 1_300) / 240e6
    let again = HandWorkedDayTests.readArchive + HandWorkedDayTests.decodeArchive
    expect(abs(migrated - calm - (again + encode + write)) < 1e-4)
  }

  @Test(arguments: [
    (#""onLogout": "purge""#, Source.network, 0), (#""onLogout": "keep""#, .flash, 1),
    (#""onLogout": "keep", "perUser": true"#, .network, 0),
  ])
  func anotherPersonFindsTheFirstOnesContentUnlessItIsKeptApart(
    rule: String, source: Source, exposures: Int
  ) throws {
    let diary = try diary(.switchUser(1), rule)
    expect(diary.visits.map(\.firstSource), is: [.network, source])
    expect(diary.exposures, is: exposures)
  }

  @Test func eachPersonsEntriesAreThereWhenTheyComeBack() throws {
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    story.visit(0, from: 1)
    story.at(20, .switchUser(1))
    story.visit(0, from: 30)
    story.at(50, .switchUser(0))
    story.visit(0, from: 60)
    story.at(80, .switchUser(1))
    story.visit(0, from: 90)
    story.at(110, .end)
    var plan = HandWorkedDayTests.plan()
    plan.users = 2
    let rule = try settings(#""onLogout": "keep", "perUser": true"#)
    let diary = try AnyStrategy.diary(of: "on-demand", settings: rule, in: plan, story)
    expect(diary.visits.map(\.firstSource), is: [.network, .network, .flash, .flash])
    expect(diary.exposures, is: 0)
  }

  @Test(arguments: [("caches", Source.network, 0), ("documents", .flash, 13_500)])
  func aFullDeviceLosesItsCachesAndKeepsItsDocuments(
    directory: String, source: Source, backedUp: Int64
  ) throws {
    let diary = try diary(.spaceShortage, "\"directory\": \"\(directory)\"")
    expect(diary.visits.map(\.firstSource), is: [.network, source])
    expect(diary.summaries.first?.backedUp, is: Bytes(backedUp))
  }
}
