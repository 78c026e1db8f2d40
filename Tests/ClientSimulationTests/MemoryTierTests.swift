internal import CacheMetrics
internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// RAM in front of flash: what is written when, and what a crash finds.
@Suite struct MemoryTierTests {
  private static func diary(
    _ settings: [(String, JSON)], models: Int = 1, _ tell: (inout HandmadeStory) -> Void
  ) throws -> Diary {
    var story = HandmadeStory()
    for model in 0..<models { story.publish(ResourceIndex(model), kind: .model) }
    story.at(0, .launch)
    tell(&story)
    story.at(1_000, .end)
    let settings = JSON.object([("staleAfter", JSON(.null))] + settings)
    return try AnyStrategy.diary(of: "memory-tier", settings: settings, in: .ideal(), story)
  }

  /// What a crash at 20 s finds of a screen that closed at 11 s.
  @Test(
    arguments: [
      ([("writes", "back")], 0, 1), ([("writes", "through")], 1, 0),
      ([("flushInterval", "5s")], 1, 0), ([("flushInterval", "30s")], 0, 1),
    ] as [([(String, JSON)], Int, Int)])
  func aCrashLosesWhatIsNotWritten(
    settings: [(String, JSON)], writes: Int, lost: Int
  ) throws {
    let diary = try Self.diary(settings) { story in
      story.visit(0, from: 1)
      story.at(20, .crash)
    }
    expect(diary.writes.count, is: writes)
    expect(diary.lost, is: lost)
  }

  /// Three models, room for two: the third one puts out the first, which is written as it leaves,
  /// and the first, read again, the second. The third is written at the end.
  @Test func theCountLimitPutsOutWhatWasUsedLongestAgo() throws {
    let diary = try Self.diary([("countLimit", 2)], models: 3) { story in
      for model in 0..<3 { story.visit(ResourceIndex(model), from: 1 + Double(model) * 20) }
      story.visit(1, from: 100)
      story.visit(2, from: 120)
      story.visit(0, from: 140)
    }
    let sources = diary.visits.map(\.firstSource)
    expect(sources, is: [.network, .network, .network, .memory, .memory, .flash])
    expect(diary.writes.map { $0.operations[.eviction] }, is: [1, 1, 0])
    expect(diary.writes.map { $0.operations[.flush] }, is: [0, 0, 1])
  }

  /// Two archives of 13,500 B fit 30 kB, three do not: the second one leaves for the third, and the
  /// third for the second, read again. The first is written at the end.
  @Test func theCapacityPutsOutWhatWasUsedLongestAgo() throws {
    let diary = try Self.diary([("capacity", "30 kB")], models: 3) { story in
      for model in [0, 1, 0, 2, 0, 1] {
        story.visit(ResourceIndex(model), from: 1 + Double(story.count { _ in true }) * 20)
      }
    }
    let sources = diary.visits.map(\.firstSource)
    expect(sources, is: [.network, .network, .memory, .network, .memory, .flash])
    expect(diary.writes.map { $0.operations[.eviction] }, is: [1, 1, 0])
    expect(diary.writes.map { $0.operations[.flush] }, is: [0, 0, 1])
  }

  /// What is unwritten is written when memory is short, in the background and at the app's end.
  @Test(arguments: [Action.memoryWarning(.warning), .background, .terminate])
  func whatIsUnwrittenIsWrittenBeforeItMayBeGone(event: Action) throws {
    let diary = try Self.diary([]) { story in
      story.visit(0, from: 1)
      story.at(20, event)
      story.at(40, .crash)
    }
    expect(diary.writes.map { $0.bytesByCause[.flush] }, is: [13_500])
    expect(diary.lost, is: 0)
  }

  /// The preset counts no reading: the model written longest ago leaves though it was just shown.
  /// (A screen that closes is written anew, and so is young: the pictures show it.)
  @Test func mkcacheForgetsThatAnEntryWasRead() throws {
    func sources(preset: Bool) throws -> [Source] {
      var story = HandmadeStory()
      story.publish(10, kind: .image)
      story.publish(11, kind: .image)
      story.publish(12, kind: .image)
      for (model, picture) in [(0, 10), (1, 11), (2, 10), (3, 12), (4, 10)] {
        story.publish(
          ResourceIndex(model), kind: .document, size: 1, parts: [ResourceIndex(picture)])
      }
      story.at(0, .launch)
      for model in 0..<5 { story.visit(ResourceIndex(model), from: 1 + Double(model) * 20) }
      story.at(200, .end)
      var settings: [(String, JSON)] = preset ? [("preset", "mkcache")] : []
      settings += [("countLimit", 4), ("staleAfter", JSON(.null))]
      return try AnyStrategy.diary(
        of: "memory-tier", settings: .object(settings), in: .ideal(), story
      ).answers.map(\.source)
    }
    // The picture of the first screen is needed again by the third and by the fifth. Four places:
    // when the fifth opens, six things have been written since it was fetched.
    try expect(sources(preset: false).last, is: .memory)
    try expect(sources(preset: true).last, is: .flash)
  }

  /// The screen closes at 11 s and the workload ends at 1,000 s with the app in front: as its user
  /// ends it, it is told, and the archive of 10,000 B of JSON, 13,500 B, is written. A second look
  /// later changes nothing: one write.
  @Test func whatIsUnwrittenAtTheEndIsWritten() throws {
    let diary = try Self.diary([]) { story in
      story.visit(0, from: 1)
      story.visit(0, from: 900, for: 200)
    }
    expect(diary.writes.map { $0.bytesByCause[.flush] }, is: [13_500])
    expect(diary.lost, is: 0)
  }

  /// The text comes 843.7 ms after 1 s, its picture 258.3 ms later, at 2.102 s. The app leaves the
  /// front at 2 s and writes the text, 10,000 B; the picture comes to a process in the background,
  /// which is suspended at 7 s. A suspended process is not told that it ends: one entry is lost.
  @Test func whatASuspendedAppHasNotWrittenAtTheEndIsLost() throws {
    var story = HandmadeStory()
    story.publish(1, kind: .image, size: 14_300)
    story.publish(0, kind: .document, parts: [1])
    story.at(0, .launch)
    story.at(1, .open(0))
    story.at(2, .background)
    story.at(1_000, .end)
    let diary = try AnyStrategy.diary(of: "memory-tier", in: HandWorkedDayTests.plan(), story)
    expect(diary.exchanges.map(\.status), is: [200, 200])
    expect(diary.writes.map { $0.bytesByCause[.flush] }, is: [10_000])
    expect(diary.lost, is: 1)
  }

  @Test func mkcacheRewritesEverythingAtEachFlush() throws {
    func rewritten(_ settings: [(String, JSON)]) throws -> (operations: Int64, rewrites: Int) {
      let diary = try Self.diary(settings, models: 2) { story in
        story.visit(0, from: 1)
        story.visit(1, from: 20)
        for moment in [100.0, 200, 300] {
          story.at(moment, .background)
          story.visit(0, from: moment + 20)
        }
        story.at(400, .background)
      }
      return (diary.writes.reduce(0) { $0 + $1.operations[.flush] }, diary.rewrites)
    }
    let plain = try rewritten([])
    expect(plain.operations == 2 && plain.rewrites == 0)
    // The first flush writes both, each later one the one that was looked at meanwhile.
    let library = try rewritten([("preset", "mkcache")])
    expect(library.operations == 5 && library.rewrites == 3)
  }
}
