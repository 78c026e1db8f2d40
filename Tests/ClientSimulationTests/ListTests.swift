internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// Lists whole, by page and as deltas. Texts travel as they are; each answer has 300 B of header.
@Suite struct ListTests {
  private static func plan(
    _ offers: [ListRequest] = [.whole, .page, .delta], keeps: TimeSpan = .days(7)
  ) -> SimulationPlan {
    var plan = HandWorkedDayTests.plan()
    plan.origin.lists.offers = offers
    plan.origin.lists.keepsChanges = keeps
    return plan
  }

  private static func settings(_ lists: String) -> JSON {
    .object([("lists", JSON(.string(lists))), ("staleAfter", "0s")])
  }

  private static func item(_ id: UInt32, version: UInt32 = 1, _ size: Int64 = 2_000) -> ListItem {
    ListItem(id: ListItem.firstWithoutRecord + id, version: version, size: Bytes(size))
  }

  /// A list of three posts that grows, loses one, has one changed, and pushes one off its end.
  private static func timeline() -> HandmadeStory {
    var story = HandmadeStory()
    story.publish(0, kind: .model, size: 6_000, items: [item(1), item(2), item(3)])
    story.at(1, .launch)
    story.visit(0, from: 10)
    story.publish(
      0, version: 2, kind: .model, size: 6_500, items: [item(4, 2_500), item(1), item(3)], at: 50)
    story.visit(0, from: 100)
    story.publish(
      0, version: 3, kind: .model, size: 6_600,
      items: [item(4, 2_500), item(1, version: 2, 2_100), item(3)], at: 150)
    story.publish(
      0, version: 4, kind: .model, size: 6_600,
      items: [item(5), item(4, 2_500), item(1, version: 2, 2_100)], at: 160)
    story.visit(0, from: 200)
    story.visit(0, from: 300)
    story.publish(
      0, version: 5, kind: .model, size: 6_500, items: [item(6), item(5), item(4, 2_500)], at: 400)
    story.visit(0, from: 4_100)
    story.at(4_200, .end)
    return story
  }

  /// The envelope of 250 B, what is new or changed, 40 B for the deleted second post; nothing for
  /// what was only pushed off the end.
  @Test func aDeltaIsWhatChangedAndWhatWasDeleted() throws {
    let diary = try AnyStrategy.diary(
      of: "on-demand", settings: Self.settings("delta"), in: Self.plan(), Self.timeline())
    // All; 250 + 2,500 + 40; 250 + 2,100 + 2,000; 250; 250 + 2,000.
    let bodies: [Int64] = [6_000, 2_790, 4_350, 250, 2_250]
    expect(diary.exchanges.map(\.payload.count), is: bodies)
    expect(diary.exchanges.map { $0.bytesDown.count - 300 }, is: bodies)
    expect(diary.visits.map(\.isFirstOutdated), is: [false, true, true, false, true])
    expect(diary.visits.allSatisfy { $0.freshContent != nil })
    expect(diary.summaries[0].violations, is: [])
  }

  /// The version of 160 s was replaced at 400 s, 3,700 s before it is named: longer ago than an
  /// hour, for which changes are kept. 410, and then the whole list.
  @Test func aCursorThatIsTooOldCostsARequestAndTheWholeList() throws {
    let diary = try AnyStrategy.diary(
      of: "on-demand", settings: Self.settings("delta"), in: Self.plan(keeps: .hours(1)),
      Self.timeline())
    expect(diary.exchanges.map(\.status), is: [200, 200, 200, 200, 410, 200])
    expect(diary.exchanges.suffix(2).map(\.bytesDown.count), is: [300, 6_800])
    let just = try AnyStrategy.diary(
      of: "on-demand", settings: Self.settings("delta"), in: Self.plan(keeps: .seconds(3_705)),
      Self.timeline())
    expect(just.exchanges.map(\.status), is: [200, 200, 200, 200, 200])
  }

  /// What is not asked for or not offered is the whole list, as before.
  @Test(arguments: [
    ("whole", [ListRequest.whole, ListRequest.delta]), ("page", [ListRequest.delta]),
    ("delta", [ListRequest.page]),
  ])
  func withoutADeltaAllOfItIsSent(asked: String, offers: [ListRequest]) throws {
    let diary = try AnyStrategy.diary(
      of: "on-demand", settings: Self.settings(asked), in: Self.plan(offers), Self.timeline())
    expect(
      diary.exchanges.map(\.bytesDown.count), is: [6_300, 6_800, 6_900, 6_900, 6_800])
  }

  @Test func aListWithoutItemsIsSentWhole() throws {
    let story = HandWorkedDayTests.story(opens: [10, 100], versions: [50])
    let diary = try AnyStrategy.diary(
      of: "on-demand", settings: Self.settings("delta"), in: Self.plan(), story)
    expect(diary.exchanges.map(\.bytesDown.count), is: [10_300, 10_300])
  }

  /// An origin with validators confirms a list that has not changed, however it is asked for.
  @Test func aListThatHasNotChangedIsConfirmed() throws {
    var plan = Self.plan()
    plan.headers[0].hasEntityTag = true
    let diary = try AnyStrategy.diary(
      of: "on-demand", settings: Self.settings("delta"), in: plan, Self.timeline())
    expect(diary.exchanges.map(\.status), is: [200, 200, 200, 304, 200])
  }

  /// Deltas of a list at random against its snapshots: new posts on top, ten at most; changes; and
  /// deletions, of which the last post's looks as if it had been pushed off.
  @Test(arguments: 0..<8 as Range<UInt64>)
  func deltasAreTheDifferencesOfSnapshots(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed, purpose: .workload, entity: 4)
    var items: [ListItem] = []
    var snapshots: [[ListItem]] = []
    var deleted: [Set<UInt32>] = []
    var story = HandmadeStory()
    var expected: [Int64] = []
    var known: Int?
    var now = 0.0
    for version in 1...120 as ClosedRange<UInt32> {
      now += 20
      var gone: Set<UInt32> = []
      switch random.index(below: 4) {
      case 0 where items.count > 1:
        gone.insert(items.remove(at: random.index(below: items.count - 1)).id)
      case 1 where !items.isEmpty:
        let place = random.index(below: items.count)
        items[place].version += 1
        items[place].size += 10
      default:
        items.insert(Self.item(version, Int64(500 + random.index(below: 3_000))), at: 0)
        if items.count > 10 { items.removeLast() }
      }
      snapshots.append(items)
      deleted.append(gone)
      let size = items.reduce(0) { $0 + Int64($1.size) }
      story.publish(
        0, version: version, kind: .model, size: max(size, 1), items: items, at: now)
      if version == 1 { story.at(now, .launch) }
      guard random.chance(0.3) else { continue }
      story.visit(0, from: now + 5, for: 10)
      if let known {
        let before = snapshots[known]
        let changed = items.filter { !before.contains($0) }.reduce(0) { $0 + Int64($1.size) }
        let dropped = deleted[(known + 1)...].reduce(0) { count, gone in
          count + gone.count { id in before.contains { $0.id == id } }
        }
        expected.append(250 + changed + 40 * Int64(dropped))
      } else {
        expected.append(size)
      }
      known = snapshots.count - 1
    }
    story.at(now + 100, .end)
    let diary = try AnyStrategy.diary(
      of: "on-demand", settings: Self.settings("delta"), in: Self.plan(), story)
    expect(diary.exchanges.map(\.payload.count), is: expected)
  }

  /// Thirty records of one line of 40 B each, in pages of 20 lines: all of them, two pages, all of
  /// them; an hour later, with one more: all, one page, the envelope and a line.
  @Test(arguments: [
    ("whole", [1_200, 1_240]), ("page", [800, 400, 800]), ("delta", [1_200, 290]),
  ])
  func theListOfRecordsIsAskedForLikewise(lists: String, bodies: [Int64]) throws {
    var story = HandmadeStory()
    for record in 0..<30 as Range<ResourceIndex> { story.publish(record, size: 100) }
    story.at(1, .launch)
    story.publish(30, size: 100, at: 100)
    story.at(4_000, .end)
    let diary = try AnyStrategy.diary(
      of: "pre-cache", settings: .object([("lists", JSON(.string(lists)))]), in: Self.plan(), story)
    let polls = diary.exchanges.filter { $0.purpose == .manifest }
    expect(polls.map(\.bytesDown.count), is: bodies.map { $0 + 300 })
    expect(diary.exchanges.count { $0.purpose == .prefetch }, is: 31)
  }

  /// The list was fetched an hour ago, and changes are kept for half of one.
  @Test func theListOfRecordsIsFetchedAnewWhenItsCursorIsTooOld() throws {
    var story = HandmadeStory()
    story.publish(0, size: 100)
    story.at(1, .launch)
    story.at(4_000, .end)
    let diary = try AnyStrategy.diary(
      of: "pre-cache", settings: .object([("lists", "delta")]),
      in: Self.plan(keeps: .minutes(30)), story)
    let polls = diary.exchanges.filter { $0.purpose == .manifest }
    expect(polls.map(\.status), is: [200, 410, 200])
  }

  /// A list of three pages; the user scrolls to the second after 5 s and to the third after 10 s.
  private static func threePages() -> HandmadeStory {
    var story = HandmadeStory()
    story.publish(2, kind: .model)
    story.publish(1, kind: .model, next: 2)
    story.publish(0, kind: .model, isList: true, next: 1)
    story.at(1, .launch)
    story.at(20, .open(0))
    story.at(25, .need(1))
    story.at(30, .need(2))
    story.at(40, .close(0))
    story.at(50, .end)
    return story
  }

  @Test(arguments: [
    (#"{"pagesAhead": 0}"#, [Source.flash, .network, .network], [Purpose.demand, .demand]),
    (#"{"pagesAhead": 1}"#, [.flash, .flash, .flash], [.prefetch, .prefetch]),
    (#"{"pagesAhead": 0, "lists": "whole"}"#, [.flash, .flash, .flash], [.prefetch, .prefetch]),
  ])
  func pagesAreFetchedAheadOfTheUser(
    settings: String, sources: [Source], purposes: [Purpose]
  ) throws {
    var members = try JSON.parse(Array(settings.utf8)).members ?? []
    members.append(JSON.Member("prefetch", JSON(.integer(0))))
    let diary = try AnyStrategy.diary(
      of: "hybrid", settings: JSON(.object(members)), in: Self.plan(), Self.threePages())
    expect(diary.answers.map(\.source), is: sources)
    expect(diary.exchanges.dropFirst(2).map(\.purpose), is: purposes)
    // With one page ahead, the third is not asked for before the second is needed.
    if settings == #"{"pagesAhead": 1}"# {
      expect((diary.exchanges[3].startedAt - .start).seconds >= 25)
    }
  }

  /// On a battery a discretionary transfer waits for power: pages are fetched when they are needed.
  @Test(arguments: [(TransferRule.inProcess, 2), (.discretionary, 0)])
  func theSystemHoldsPagesAheadBack(transfers: TransferRule, ahead: Int) throws {
    var plan = Self.plan()
    plan.device.system.transfers = transfers
    let diary = try AnyStrategy.diary(
      of: "hybrid", settings: JSON.parse(Array(#"{"prefetch": 0, "pagesAhead": 1}"#.utf8)),
      in: plan, Self.threePages())
    let pages = diary.exchanges.dropFirst(2)
    expect(pages.count { $0.purpose == .prefetch }, is: ahead)
    expect(pages.count { $0.purpose == .demand }, is: 2 - ahead)
  }
}
