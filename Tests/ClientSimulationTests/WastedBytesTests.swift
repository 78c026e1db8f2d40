internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// Bodies that came and were never shown, worked out on paper: models of 10,000 B on slow 4G, which
/// the first request brings after 843.7 ms and a later one on the same connection after 243.7 ms.
@Suite struct WastedBytesTests {
  private static func unshown(
    by strategy: String, _ settings: [(String, JSON)] = [], _ tell: (inout HandmadeStory) -> Void
  ) throws -> Int64 {
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    tell(&story)
    let diary = try AnyStrategy.diary(
      of: strategy, settings: .object(settings), in: HandWorkedDayTests.plan(), story)
    return diary.summaries[0].unshown.count
  }

  /// Opened at 1 s and left at 1.5 s: the answer comes at 1.8437 s and is not shown; that of the
  /// screen at 10 s is.
  @Test func anAnswerAfterItsScreenHasClosedIsWasted() throws {
    let unshown = try Self.unshown(by: "network-only") { story in
      story.visit(0, from: 1, for: 0.5)
      story.visit(0, from: 10)
      story.at(50, .end)
    }
    expect(unshown, is: 10_000)
  }

  /// The same; a dictionary keeps what came, and shows it at 10 s.
  @Test func anAnswerThatIsKeptAndShownLaterIsNotWasted() throws {
    let unshown = try Self.unshown(by: "dictionary") { story in
      story.visit(0, from: 1, for: 0.5)
      story.visit(0, from: 10)
      story.at(50, .end)
    }
    expect(unshown, is: 0)
  }

  /// The model that is shown at 100 s is stale and refreshed behind it; the second version takes
  /// its place on screen, unless only the first answer is delivered: then it comes for nothing,
  /// since the model that the screen shows is the one that is archived when it closes.
  @Test(arguments: [("both", Int64(0)), ("first", 10_000)])
  func aRefreshThatNoScreenShowsIsWasted(deliver: String, wasted: Int64) throws {
    let settings: [(String, JSON)] = [("staleAfter", "1m"), ("deliver", JSON(.string(deliver)))]
    let unshown = try Self.unshown(by: "on-demand", settings) { story in
      story.visit(0, from: 1)
      story.publish(0, version: 2, kind: .model, at: 50)
      story.visit(0, from: 100)
      story.at(150, .end)
    }
    expect(unshown, is: wasted)
  }

  /// What is fetched ahead and read is no waste; what is never read is. The list of what can be
  /// fetched has no body.
  @Test func whatIsFetchedAheadAndNeverReadIsWasted() throws {
    let unshown = try Self.unshown(by: "pre-cache") { story in
      story.publish(1, kind: .document, size: 18_000)
      story.visit(0, from: 10)
      story.at(50, .end)
    }
    expect(unshown, is: 18_000)
  }
}
