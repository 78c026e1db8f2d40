internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// Rows that are needed as they come into view, worked out on paper: slow 4G, a page of 10,000 B
/// that lists three pictures of 14,300 B, of which one is in view at once.
@Suite struct ViewportTests {
  /// Name lookup, TCP and TLS 600 ms; 5.3 ms of request, a round trip 150 ms, 30 ms of thinking,
  /// 8 segments 58.4 ms.
  private static let page = HandWorkedDayTests.handshake + HandWorkedDayTests.warmModel
  /// On the same connection: 14,300 B and 300 B of header are 10 segments, 73 ms.
  private static let picture = HandWorkedDayTests.warmPicture

  /// The page opened at 1 s for ten seconds, and scrolled by a row at these seconds.
  private static func diary(
    _ settings: String = "{}", of strategy: String = "image-loader", rows: Int? = 1,
    scrolls: [Double] = [5], by count: Int = 1, transfers: TransferRule = .inProcess
  ) throws -> Diary {
    var story = HandmadeStory()
    for picture in 1...3 as ClosedRange<ResourceIndex> {
      story.publish(picture, kind: .image, size: 14_300)
    }
    story.publish(0, kind: .document, parts: [1, 2, 3])
    story.at(0, .launch)
    story.visit(0, from: 1)
    for second in scrolls { story.at(second, .scroll(0, rows: UInt16(count))) }
    story.at(50, .end)
    var plan = HandWorkedDayTests.plan()
    plan.rowsInView = rows
    plan.device.system.transfers = transfers
    let diary = try AnyStrategy.diary(
      of: strategy, settings: JSON.parse(Array(settings.utf8)), in: plan, story)
    expect(diary.summaries.map(\.violations), is: [[]])
    return diary
  }

  /// Complete with the page and the one picture in view; the next is requested when it comes into
  /// view, and is blank for 258.3 ms. The third is never asked for.
  @Test func aRowIsRequestedWhenItComesIntoView() throws {
    let diary = try Self.diary()
    expect(isClose(diary.visits[0].completeContent, Self.page + Self.picture))
    expect(diary.exchanged, is: [0, 1, 2])
    expect(diary.rows.count, is: 1)
    expect(isClose(diary.rows[0], Self.picture))
  }

  /// The same as the story beside the page.
  @Test func theDayOfThePage() throws {
    var plan = HandWorkedDayTests.plan()
    plan.rowsInView = 1
    let diary = try AnyStrategy.diary(of: "image-loader", in: plan, day: "scrolling")
    expect(isClose(diary.visits[0].completeContent, Self.page + Self.picture))
    expect(diary.rows.count, is: 1)
    expect(isClose(diary.rows[0], Self.picture))
    expect(diary.summaries.map(\.violations), is: [[]])
  }

  /// With all rows in view at once nothing is scrolled: all three are requested with the page.
  @Test func withoutAViewportAllIsNeededAtOnce() throws {
    let diary = try Self.diary(rows: nil)
    expect(diary.exchanged, is: [0, 1, 2, 3])
    expect(diary.rows.isEmpty)
  }

  /// A row ahead: the second picture lies in memory, decoded, when it comes into view, and the
  /// third is fetched then, for nothing: 14,300 B.
  @Test func aRowAheadIsThereWhenItComesIntoView() throws {
    let diary = try Self.diary(#"{"requests": {"lookahead": {"rows": 1}}}"#)
    expect(diary.exchanges.map(\.purpose), is: [.demand, .demand, .prefetch, .prefetch])
    expect(diary.rows, is: [.zero])
    expect(diary.summaries[0].prefetched.fetched, is: 2)
    expect(diary.summaries[0].prefetched.used, is: 1)
    expect(diary.summaries[0].unshown, is: Bytes(14_300))
  }

  /// Two rows ahead of the first: both at once, or the second when the first has come.
  @Test(arguments: [("", false), (#", "concurrency": 2"#, false), (#", "concurrency": 1"#, true)])
  func soManyRowsAreFetchedAheadAtOnce(concurrency: String, isOneByOne: Bool) throws {
    let diary = try Self.diary(
      #"{"requests": {"lookahead": {"rows": 2\#(concurrency)}}}"#, scrolls: [])
    let ahead = diary.exchanges.filter { $0.purpose == .prefetch }
    expect(ahead.count, is: 2)
    expect((ahead[1].startedAt >= ahead[0].endedAt), is: isOneByOne)
    expect(isOneByOne || ahead[0].startedAt == ahead[1].startedAt)
  }

  /// The second picture is fetched ahead and scrolled into view, and once more in the next process,
  /// where it lies in a file: it is decoded in memory, or has to be opened and read, the first
  /// 4,096 B and the rest at 800 MB/s.
  @Test(arguments: [
    ("memory", false, false), ("memory-if-fetched", false, true), ("disk", true, true),
  ])
  func aPrefetcherHasADestination(
    destination: String, isReadFirst: Bool, isReadAgain: Bool
  ) throws {
    var story = HandmadeStory()
    for picture in 1...2 as ClosedRange<ResourceIndex> {
      story.publish(picture, kind: .image, size: 14_300)
    }
    story.publish(0, kind: .document, parts: [1, 2])
    story.at(0, .launch)
    story.visit(0, from: 1)
    story.at(5, .scroll(0, rows: 1))
    story.at(20, .crash)
    story.at(30, .launch)
    story.visit(0, from: 100)
    story.at(105, .scroll(0, rows: 1))
    story.at(150, .end)
    var plan = HandWorkedDayTests.plan()
    plan.rowsInView = 1
    let diary = try AnyStrategy.diary(
      of: "image-loader",
      settings: .object([
        ("prefetchDestination", JSON(destination)),
        ("requests", .object([("lookahead", .object([("rows", 1)]))])),
      ]), in: plan, story)
    let reading = 0.000_200 + 0.000_150 + (14_300 - 4_096) / 800e6
    expect(diary.rows.count, is: 2)
    expect(isClose(diary.rows[0], isReadFirst ? reading : 0))
    expect(isClose(diary.rows[1], isReadAgain ? reading : 0))
    expect(diary.summaries.map(\.violations), is: [[]])
  }

  /// On a network paid by volume the system does not begin what no screen waits for.
  @Test(arguments: [(TransferRule.inProcess, 2), (.backgroundSession, 2), (.discretionary, 0)])
  func theSystemHoldsRowsAheadBack(transfers: TransferRule, ahead: Int) throws {
    let diary = try Self.diary(
      #"{"requests": {"lookahead": {"rows": 1}}}"#, transfers: transfers)
    expect(diary.exchanges.count { $0.purpose == .prefetch }, is: ahead)
  }

  /// Two rows ahead, and a jump by two before the first byte of any has come: the row that was in
  /// view and the one that never was are cancelled, whatever client it is.
  @Test(arguments: ["image-loader", "url-cache"])
  func rowsThatAJumpPassesAreCancelled(strategy: String) throws {
    let diary = try Self.diary(
      #"{"requests": {"cancels": "everything", "lookahead": {"rows": 2}}}"#, of: strategy,
      scrolls: [1.95], by: 2)
    let cancelled = zip(diary.exchanges, diary.exchanged).filter(\.0.isCancelled).map(\.1)
    expect(cancelled.compactMap(\.self).sorted(), is: [1, 2])
  }

  /// Slow 4G is paid by volume: pictures are not fetched ahead on it.
  @Test func kindsAreFetchedAheadWhereTheyMayBe() throws {
    let diary = try Self.diary(
      #"{"requests": {"lookahead": {"rows": 1, "onlyUnmetered": ["image"]}}}"#)
    expect(diary.exchanges.allSatisfy { $0.purpose == .demand })
  }

  /// The second picture passes in 100 ms, before its first byte: its request is cancelled with it,
  /// as image libraries do, and nothing of it has come. Without that it comes for nothing.
  @Test(arguments: [("pictures", 1, 0 as Int64), ("nothing", 0, 14_300)])
  func rowsThatAreFlungPastAreCancelled(rule: String, cancelled: Int, unshown: Int64) throws {
    let diary = try Self.diary(
      #"{"requests": {"cancels": "\#(rule)"}}"#, scrolls: [5, 5.1])
    expect(diary.exchanges.count(where: \.isCancelled), is: cancelled)
    expect(diary.rows.count, is: 2)
    expect(diary.rows[0] == nil)
    expect(diary.rows.last.flatMap(\.self) != nil)
    expect(diary.summaries[0].unshown, is: Bytes(unshown))
    expect(diary.visits[0].completeContent != nil)
  }

  /// There is nothing to scroll before the page is painted, and none below the last row.
  @Test func scrollingStopsAtTheEnds() throws {
    try expect(Self.diary(scrolls: [1.1]).exchanged, is: [0, 1])
    let diary = try Self.diary(scrolls: [5, 6, 7, 8])
    expect(diary.exchanged, is: [0, 1, 2, 3])
    expect(diary.rows.count, is: 2)
  }

  /// Whatever happens, needs are answered or not, once, while rows come and go.
  @Test(arguments: StrategyLawTests.names)
  func scrolledWeeksKeepTheLaws(name: String) throws {
    var scrolling = Scrolling()
    (scrolling.rows, scrolling.share, scrolling.dwell) = (1, 1, .milliseconds(300))
    var plan = StrategyLawTests.plan
    plan.rowsInView = scrolling.rows
    var problems = Problems()
    let entry = AnyStrategy.catalog.entry(named: name)
    let ahead = JSON.object([
      ("requests", .object([("lookahead", .object([("rows", 2)])), ("cancels", "everything")]))
    ])
    let made = entry?.make(ahead, "", &problems) ?? entry?.make(.object([]), "", &problems)
    let strategy = try #require(made).product
    var diary: any TraceObserver = Diary(device: nil)
    let story = StrategyLawTests.wildStory(seed: 5)
    try strategy.run(plan, scrolling.wrap(.over(story), seed: 5), &diary)
    let whole = try #require(diary as? Diary)
    expect(whole.summaries.map(\.violations), is: [[]])
    expect(!whole.rows.isEmpty)
  }
}
