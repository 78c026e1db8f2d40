internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// Parts that a workload names when they are requested, as traces do, worked out on paper: slow 4G,
/// pages of 10,000 B, pictures of 14,300 B.
@Suite struct NamedPartTests {
  /// Name lookup, TCP and TLS 600 ms; 5.3 ms of request, a round trip 150 ms, 30 ms of thinking,
  /// 8 segments 58.4 ms.
  private static let page = HandWorkedDayTests.handshake + HandWorkedDayTests.warmModel
  /// On the same connection: 14,300 B and 300 B of header are 10 segments, 73 ms.
  private static let picture = HandWorkedDayTests.warmPicture

  /// A page opened at 1 s for ten seconds; what else happens is added.
  private static func view(
    parts: [ResourceIndex] = [], _ tell: (inout HandmadeStory) -> Void
  ) throws -> ScreenView {
    var story = HandmadeStory()
    story.publish(1, kind: .image, size: 14_300)
    story.publish(0, kind: .document, parts: parts)
    story.at(0, .launch)
    story.visit(0, from: 1)
    tell(&story)
    story.at(50, .end)
    let diary = try AnyStrategy.diary(
      of: "on-demand", in: HandWorkedDayTests.plan(), story)
    expect(diary.summaries.first?.violations, is: [])
    return diary.visits[0]
  }

  /// The page is painted after 843.7 ms; the trace requests its picture 1 s after the opening,
  /// which takes 258.3 ms: the screen is complete, and fresh, after 1,258.3 ms and not after 843.7.
  @Test func aTracesScreenIsCompleteWhenItsPartsAre() throws {
    let view = try Self.view { $0.at(2, .need(1)) }
    expect(isClose(view.firstContent, Self.page))
    expect(isClose(view.completeContent, 1 + Self.picture))
    expect(view.freshContent, is: view.completeContent)
  }

  /// Named before the page is painted, while the connection is made: both are sent on it, and the
  /// screen is complete with whichever comes last.
  @Test func aPartThatIsNamedBeforeThePageIsPaintedCountsToo() throws {
    let view = try Self.view { $0.at(1.1, .need(1)) }
    let first = try #require(view.firstContent)
    let complete = try #require(view.completeContent)
    expect(complete > first)
    expect(view.freshContent, is: complete)
  }

  /// Offline from 1.9 s on: the picture that is requested at 2 s never comes.
  @Test func aPartThatNeverComesLeavesTheScreenIncomplete() throws {
    let view = try Self.view { story in
      story.at(1.9, .network(1))
      story.at(2, .need(1))
    }
    expect(isClose(view.firstContent, Self.page))
    expect(view.completeContent == nil)
    expect(view.freshContent == nil)
  }

  /// The page lists the picture, which is painted 258.3 ms after it; that the trace names it, too,
  /// at 2 s and at 5 s, adds nothing.
  @Test func aPartThatThePageListsIsCountedOnce() throws {
    for second in [2.0, 5] {
      let view = try Self.view(parts: [1]) { $0.at(second, .need(1)) }
      expect(isClose(view.completeContent, Self.page + Self.picture))
      expect(view.freshContent, is: view.completeContent)
    }
  }
}
