internal import CacheMetrics
internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// What becomes of an open screen when its process dies.
@Suite struct DeathTests {
  private static func diary(
    of name: String, _ tell: (inout HandmadeStory) -> Void
  ) throws -> Diary {
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    tell(&story)
    story.at(100, .end)
    return try AnyStrategy.diary(of: name, in: .ideal(), story)
  }

  /// Once the dead process saved what its screen had shown.
  @Test(arguments: ["on-demand", "memory-tier"])
  func aCrashSavesNothingOfTheOpenScreen(name: String) throws {
    let diary = try Self.diary(of: name) { story in
      story.at(1, .open(0))
      story.at(10, .crash)
      story.at(20, .launch)
      story.at(21, .open(0))
      story.at(30, .crash)
    }
    expect(diary.writes.isEmpty)
    expect(diary.visits.count == 2 && diary.count(.network) == 2)
  }

  @Test func aScreenThatClosesBeforeTheCrashIsSaved() throws {
    let diary = try Self.diary(of: "on-demand") { story in
      story.visit(0, from: 1)
      story.at(20, .crash)
      story.at(30, .launch)
      story.visit(0, from: 31)
    }
    expect(!diary.writes.isEmpty)
    expect(diary.count(.network) == 1 && diary.count(.flash) == 1)
  }
}
