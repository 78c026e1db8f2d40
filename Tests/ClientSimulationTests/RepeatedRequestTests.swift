internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import Measurement
internal import SimCore
internal import Testing

@testable internal import ClientSimulation

/// Requests of one screen for what it shows already, and recorded answers that are no 200.
@Suite struct RepeatedRequestTests {
  /// A page opened at 1 s for a minute, and a picture named at those seconds.
  private static func diary(
    of strategy: String, named seconds: [Double], status: UInt16 = 200, maxAge: TimeSpan? = nil,
    kind: ResourceKind = .image, change: (inout Content) -> Void = { _ in }
  ) throws -> Diary {
    var plan = SimulationPlan.ideal()
    var headers = CacheHeaders()
    headers.status = status
    headers.maxAge = maxAge
    plan.headers = [CacheHeaders(), headers]
    var story = HandmadeStory()
    var content = Content(
      version: 1, kind: kind, headers: 1, size: Bytes(10_000), publishedAt: .start)
    change(&content)
    story.publish(0, kind: .document)
    story.at(0, .publish(1, content))
    story.at(0, .launch)
    story.visit(0, from: 1, for: 60)
    for second in seconds { story.at(second, .need(1)) }
    story.at(100, .end)
    let diary = try AnyStrategy.diary(of: strategy, in: plan, story)
    #expect(diary.summaries.first?.violations == [])
    return diary
  }

  /// The page, and eight requests for the picture: eight exchanges without a cache. With a lifetime
  /// of 10 s the requests at 2, 14 and 26 s are sent, and those at 4, 6, 8, 16 and 18 s are not.
  @Test func aScreenThatAsksEightTimesAsksEightTimes() throws {
    let seconds: [Double] = [2, 4, 6, 8, 14, 16, 18, 26]
    #expect(try Self.diary(of: "network-only", named: seconds).exchanges.count == 1 + 8)
    let stored = try Self.diary(of: "url-cache", named: seconds, maxAge: .seconds(10))
    #expect(stored.exchanges.count == 1 + 3)
  }

  /// The screen is complete with the first answer, and stays complete.
  @Test func anotherRequestDoesNotTakeBackThatAScreenWasComplete() throws {
    let view = try Self.diary(of: "network-only", named: [2, 20, 40]).visits[0]
    #expect(view.completeContent == .seconds(1))
    #expect(view.freshContent == .seconds(1))
  }

  /// The second request is made while the first one is on its way, and both have one answer.
  @Test func aRequestJoinsTheOneThatIsOnItsWay() throws {
    let diary = try Self.diary(of: "network-only", named: [2, 2.5, 9]) { content in
      content.serverTime = .seconds(1)
    }
    #expect(diary.exchanges.count == 1 + 2)
  }

  /// RFC 9111, section 3: a 404 with a lifetime may be stored, and an app's own cache stores none.
  @Test func anErrorIsStoredByTheHTTPCacheAlone() throws {
    let seconds: [Double] = [2, 4, 6]
    for status: UInt16 in [301, 404, 410] {
      let http = try Self.diary(
        of: "url-cache", named: seconds, status: status, maxAge: .seconds(60))
      #expect(http.exchanges.map(\.status) == [200, status])
      let own = try Self.diary(of: "dictionary", named: seconds, status: status)
      #expect(own.exchanges.map(\.status) == [200, status, status, status])
    }
    // 599 is not understood: a lifetime alone lets it be stored, nothing else does.
    let unknown = try Self.diary(of: "url-cache", named: seconds, status: 599)
    #expect(unknown.exchanges.count == 1 + 3)
  }

  /// What a trace has recorded stands before what the origin's settings say.
  @Test func recordedSizesAndTimesAreTheExchanges() throws {
    let diary = try Self.diary(of: "network-only", named: [2], kind: .model) { content in
      content.wireSize = Bytes(1_234)
      content.serverTime = .milliseconds(700)
    }
    let exchange = diary.exchanges[1]
    #expect(exchange.bytesDown == Bytes(1_234) && exchange.payload == Bytes(10_000))
    #expect(exchange.endedAt - exchange.startedAt == .milliseconds(700))
  }
}
