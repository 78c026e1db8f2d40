internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// Days of a download manager that were worked out on paper.
@Suite struct DownloadManagerTests {
  /// One model, opened for two seconds at each of these seconds.
  static func story(opens: [Double]) -> HandmadeStory {
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0.5, .launch)
    for second in opens { story.visit(0, from: second, for: 2) }
    story.at((opens.last ?? 0) + 100, .end)
    return story
  }

  static func diary(
    _ settings: [(String, JSON)], in plan: SimulationPlan = .ideal(), _ story: HandmadeStory
  ) throws -> Diary {
    let diary = try AnyStrategy.diary(
      of: "download-manager", settings: .object(settings), in: plan, story)
    expect(diary.summaries.first?.violations, is: [])
    return diary
  }

  /// Bytes of each index written.
  static func indexes(_ diary: Diary) -> [Int64] {
    diary.writes.filter { $0.operations[.index] > 0 }.map { $0.bytesByCause[.index] }
  }

  @Test func aFixedExpiryCountsFromTheDownload() throws {
    // Downloaded at 1 s: good at 11 and 20.5 s, expired at 31 s, good again at 45 s.
    let diary = try Self.diary([("expiry", "20s")], Self.story(opens: [1, 11, 20.5, 31, 45]))
    expect(
      diary.visits.map(\.firstSource), is: [.network, .flash, .flash, .network, .flash])
    expect(diary.exchanges.count, is: 2)
    // Start and end of each download; a fixed expiry changes nothing in between.
    expect(Self.indexes(diary), is: [200, 200, 200, 200])
  }

  @Test func aSlidingExpiryCountsFromTheLastUse() throws {
    // Each use comes within 20 s of the one before, but the last.
    let settings: [(String, JSON)] = [("expiry", "20s"), ("sliding", true)]
    func diary(_ settings: [(String, JSON)]) throws -> Diary {
      try AnyStrategy.diary(
        of: "download-manager", settings: .object(settings), in: .ideal(), day: "download-manager")
    }
    let sliding = try diary(settings)
    expect(
      sliding.visits.map(\.firstSource), is: [.network, .flash, .flash, .flash, .flash, .network])
    // Two for each download and one for each of four extensions.
    expect(Self.indexes(sliding).count, is: 8)
    let unsaved = try diary(settings + [("savesIndexOnChange", false)])
    expect(unsaved.visits.map(\.firstSource), is: sliding.visits.map(\.firstSource))
    expect(Self.indexes(unsaved).count, is: 4)
  }

  @Test func theIndexGrowsWithItsEntriesAndIsWrittenWhole() throws {
    var story = HandmadeStory()
    for resource in 0..<4 as Range<ResourceIndex> { story.publish(resource, kind: .model) }
    story.at(0.5, .launch)
    for resource in 0..<4 as Range<ResourceIndex> {
      story.visit(resource, from: Double(resource) * 10 + 1, for: 2)
    }
    story.at(100, .end)
    let diary = try Self.diary([("indexLine", "300B")], story)
    expect(Self.indexes(diary), is: [300, 300, 600, 600, 900, 900, 1_200, 1_200])
    let files = diary.writes.map { $0.bytesByCause[.store] }.filter { $0 > 0 }
    expect(files, is: [10_000, 10_000, 10_000, 10_000])
  }

  @Test(arguments: [true, false])
  func aRequestJoinsTheDownloadUnderWay(joins: Bool) throws {
    // Slow 4G takes a second for the first download; the screen is opened again meanwhile.
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0.5, .launch)
    story.visit(0, from: 1, for: 0.2)
    story.visit(0, from: 1.4, for: 10)
    story.at(100, .end)
    let diary = try Self.diary(
      [("coalesces", JSON(.bool(joins)))], in: HandWorkedDayTests.plan(), story)
    expect(diary.exchanges.filter { $0.status == 200 }.count, is: joins ? 1 : 2)
    expect(diary.visits.map(\.firstSource), is: [.nothing, .network])
  }

  @Test(arguments: [1, 2, 4])
  func onlySoManyDownloadsAreUnderWay(atOnce: Int) throws {
    var story = HandmadeStory()
    let parts: [ResourceIndex] = [1, 2, 3, 4]
    for part in parts { story.publish(part, kind: .image, size: 50_000) }
    story.publish(0, kind: .model, parts: parts)
    story.at(0.5, .launch)
    story.visit(0, from: 1, for: 60)
    story.at(100, .end)
    let diary = try Self.diary(
      [("concurrency", JSON(.integer(Int64(atOnce))))], in: HandWorkedDayTests.plan(), story)
    let most = diary.exchanges.map { one in
      diary.exchanges.count { $0.startedAt <= one.startedAt && $0.endedAt > one.startedAt }
    }.max()
    expect(most, is: atOnce)
    expect(diary.visits[0].completeContent != nil)
  }

  @Test func aLaunchRemovesWhatWasNotFinished() throws {
    // The process dies while the first download is under way.
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0.5, .launch)
    story.at(1, .open(0))
    story.at(1.5, .crash)
    story.at(10, .launch)
    story.at(50, .end)
    let diary = try Self.diary([], in: HandWorkedDayTests.plan(), story)
    // One line as the download begins, none after the next launch.
    expect(Self.indexes(diary), is: [200, 0])
    expect(diary.broken, is: 0)
  }

  @Test func aFailedDownloadIsRemovedAndOnlySavedWhereChangesAre() throws {
    for isSaved in [true, false] {
      var plan = SimulationPlan.ideal()
      plan.origin.failureRate = 1
      let diary = try Self.diary(
        [("savesIndexOnChange", JSON(.bool(isSaved)))], in: plan, Self.story(opens: [1]))
      expect(Self.indexes(diary), is: isSaved ? [200, 0] : [200])
    }
  }

  /// A file takes a second, an index none: the network is ideal, and 10 kB are written at 10 kB/s.
  private static func crash(fileFirst: Bool, at second: Double) throws -> Diary {
    var plan = SimulationPlan.ideal()
    plan.device.flash.timing.writeRate = .kilobytes(10)
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0.5, .launch)
    story.at(1, .open(0))
    story.at(second, .crash)
    story.visit(0, from: 10)
    story.at(50, .end)
    return try diary(
      [("writesFileFirst", JSON(.bool(fileFirst))), ("indexLine", "10B")], in: plan, story)
  }

  @Test func anIndexWrittenBeforeItsFileIsBrokenByACrashBetweenThem() throws {
    let printed = try Self.crash(fileFirst: false, at: 1.5)
    expect(printed.broken, is: 1)
    expect(printed.visits.map(\.firstSource), is: [.network, .network])
    let right = try Self.crash(fileFirst: true, at: 1.5)
    expect(right.broken, is: 0)
    expect(right.visits.map(\.firstSource), is: [.network, .network])
  }

  @Test func aCrashAfterBothIsHarmless() throws {
    for fileFirst in [true, false] {
      let diary = try Self.crash(fileFirst: fileFirst, at: 3)
      expect(diary.broken, is: 0)
      expect(diary.visits.map(\.firstSource), is: [.network, .flash])
    }
  }

  /// 10,000 B of JSON are decoded at 66 MB/s by a processor 66 times slower: 10 ms. The file is
  /// opened in no time, and written at 10 MB/s in 1 ms, after 20 µs for the index of 200 B. The
  /// answer comes at 1 s; the file lies on flash at 1.00102 s, while the answer is decoded until
  /// 1.010 s: it is decoded once, and shown once.
  @Test func anAnswerWhoseDecodingOutlastsTheWriteIsDecodedOnce() throws {
    var plan = SimulationPlan.ideal()
    plan.detailedDevices = [0]
    plan.device.processorScale = 66
    plan.device.flash.timing.writeRate = .megabytes(10)
    let diary = try Self.diary([], in: plan, Self.story(opens: [1]))
    expect(diary.decodings, is: [.milliseconds(10)])
    expect(diary.visits.map(\.firstContent), is: [.milliseconds(10)])
    expect(diary.repaints, is: 0)
  }

  /// As above; the screen is left after 0.2 ms and opened again after 0.5 ms, while the file is
  /// written: it waits for the file, and the answer is decoded for it a second time.
  @Test func aScreenThatAppearsWhileTheFileIsWrittenWaitsForIt() throws {
    var plan = SimulationPlan.ideal()
    plan.detailedDevices = [0]
    plan.device.processorScale = 66
    plan.device.flash.timing.writeRate = .megabytes(10)
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0.5, .launch)
    story.visit(0, from: 1, for: 0.000_2)
    story.visit(0, from: 1.000_5)
    story.at(50, .end)
    let diary = try Self.diary([], in: plan, story)
    expect(diary.exchanges.count, is: 1)
    expect(diary.decodings, is: [.milliseconds(10), .milliseconds(10)])
    // The index of 200 B is written before it in 20 µs, and the file lies there at 1.00102 s:
    // 0.52 ms after the opening, and 10 ms of decoding.
    expect(diary.visits.map(\.firstContent), is: [nil, .microseconds(10_520)])
    expect(diary.repaints, is: 0)
  }

  @Test func aKeyInAnotherCaseIsDownloadedAndStoredASecondTime() throws {
    let story = Self.story(opens: stride(from: 1, to: 200, by: 5).map { $0 })
    let half: [(String, JSON)] = [("otherSpellings", 0.5)]
    let ignoring = try Self.diary(half, story)
    expect(ignoring.exchanges.count, is: 1)
    let comparing = try Self.diary(half + [("ignoresCase", false)], story)
    expect(comparing.exchanges.count, is: 2)
    expect(comparing.summaries[0].flashInUse, is: Bytes(20_000))
    expect(Self.indexes(comparing), is: [200, 200, 400, 400])
  }

  @Test(arguments: [true, false])
  func anotherPersonFindsNeitherFilesNorEntries(isRunning: Bool) throws {
    var story = Self.story(opens: [1, 10, 15])
    if !isRunning { story.at(5, .crash) }
    story.at(6, .switchUser(1))
    var plan = SimulationPlan.ideal()
    plan.users = 2
    let diary = try Self.diary([], in: plan, story)
    expect(diary.visits.map(\.firstSource), is: [.network, .network, .flash])
    expect(diary.broken, is: 0)
  }

  /// Each request says how long: a picture longer than the model that shows it.
  @Test func eachRequestSaysHowLongItsDownloadIsGood() throws {
    var story = HandmadeStory()
    story.publish(1, kind: .image)
    story.publish(0, kind: .model, parts: [1])
    story.at(0.5, .launch)
    for second in [1.0, 40] { story.visit(0, from: second) }
    story.at(100, .end)
    let diary = try Self.diary([("expiry", "20s"), ("mediaExpiry", "1h")], story)
    expect(diary.answers.map(\.source), is: [.network, .network, .network, .flash])
  }

  /// 20 s, extended by each use; saved at a download's start and end, and where an expired one is
  /// dropped: at 66 s, when the index has no line left. The file stays: the next download of the
  /// same takes its place, and nothing is deleted.
  @Test func asPrintedTheExpirySlidesAndTheIndexDoesNotSayIt() throws {
    let story = Self.story(opens: [1, 11, 20.5, 31, 45, 66])
    let diary = try Self.diary([("preset", "as-printed")], story)
    expect(
      diary.visits.map(\.firstSource), is: [.network] + [.flash, .flash, .flash, .flash, .network])
    expect(Self.indexes(diary), is: [200, 200, 0, 200, 200])
    expect(diary.writes.allSatisfy { $0.operations[.delete] == 0 })
    expect(diary.writes.count { $0.operations[.store] > 0 }, is: 2)
    expect(diary.summaries[0].flashInUse, is: Bytes(10_000))
    // The corrected code removes both at once, and saves the index when the download starts.
    let corrected = try Self.diary([("expiry", "20s")], story)
    expect(corrected.writes.contains { $0.operations[.delete] > 0 })
  }

  /// With another download in the index, dropping an expired one writes a line: three writings for
  /// each expired download, of which two have its line.
  @Test func asPrintedAnExpiredDownloadCostsThreeIndexes() throws {
    var story = HandmadeStory()
    for resource in 0..<2 as Range<ResourceIndex> { story.publish(resource, kind: .model) }
    story.at(0.5, .launch)
    for (second, resource) in [(1.0, 0), (11, 1), (25, 1), (40, 0)] as [(Double, ResourceIndex)] {
      story.visit(resource, from: second, for: 2)
    }
    story.at(100, .end)
    let diary = try Self.diary([("preset", "as-printed")], story)
    expect(diary.visits.map(\.firstSource), is: [.network, .network, .flash, .network])
    expect(Self.indexes(diary), is: [200, 200, 400, 400, 200, 400, 400])
  }

  /// As the code prints it: keys are made lower-case, so that another spelling is the same
  /// download; the file lies in Documents, 10,000 B of the user's backup; and expired is what has
  /// been over for more than nothing, `now - expiry > 0`: downloaded at 1 s, it is good at 21 s.
  @Test func asPrintedKeysAreLowerCaseFilesAreBackedUpAndTheExpiryItselfIsGood() throws {
    let story = Self.story(opens: [1, 21, 41, 61.1])
    let printed = try Self.diary([("preset", "as-printed"), ("otherSpellings", 0.5)], story)
    // Each use extends it by 20 s: to 41 s, to 61 s, which is over at 61.1 s.
    expect(printed.visits.map(\.firstSource), is: [.network, .flash, .flash, .network])
    expect(printed.summaries[0].flashInUse, is: Bytes(10_000))
    expect(printed.summaries[0].backedUp, is: Bytes(10_000))
    let corrected = try Self.diary([("expiry", "20s"), ("sliding", true)], story)
    expect(corrected.visits.map(\.firstSource), is: [.network, .network, .network, .network])
    expect(corrected.summaries[0].backedUp, is: .zero)
  }

  @Test func offlineNothingThatExpiredIsShown() throws {
    var story = Self.story(opens: [1, 11, 40])
    story.at(5, .network(1))
    let diary = try Self.diary([("expiry", "20s")], story)
    expect(diary.visits.map(\.firstSource), is: [.network, .flash, .nothing])
  }
}
