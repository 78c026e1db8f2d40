internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// What happens to screens, whatever the strategy.
@Suite struct WorldTests {
  static let plan = HandWorkedDayTests.plan()

  @Test func aScreenOpenedOfflineIsServedWhenTheNetworkComesBack() throws {
    var story = HandmadeStory()
    story.publish(0)
    story.at(0, .network(1))
    story.at(0, .launch)
    story.at(10, .open(0))
    story.at(20, .network(0))
    story.at(40, .close(0))
    story.visit(0, from: 50)
    story.at(55, .network(1))
    story.at(70, .end)
    let diary = try AnyStrategy.diary(of: "network-only", in: Self.plan, story)
    expect(diary.visits[0].wasOffline && !diary.visits[1].wasOffline)
    let waited = try #require(diary.visits[0].firstContent)
    expect(waited > .seconds(10) && waited < .seconds(12))
  }

  @Test func aNetworkThatChangesBreaksWhatIsUnderWay() throws {
    var story = HandmadeStory()
    story.publish(0, size: 1_000_000)
    story.at(0, .launch)
    // A megabyte takes five seconds; the tunnel comes after two.
    story.at(1, .open(0))
    story.at(3, .network(1))
    story.at(5, .network(0))
    story.at(30, .close(0))
    story.at(31, .end)
    let diary = try AnyStrategy.diary(of: "network-only", in: Self.plan, story)
    expect(diary.exchanges.map(\.status), is: [0, 200])
    expect(diary.visits[0].firstSource, is: .network)
  }

  @Test func freshContentNeedsEveryPart() throws {
    var story = HandmadeStory()
    story.publish(1, kind: .image, size: 100_000)
    story.publish(0, kind: .model, parts: [1])
    story.at(0, .launch)
    story.visit(0, from: 1)
    story.visit(0, from: 20, for: 0.3)
    story.at(40, .end)
    let diary = try AnyStrategy.diary(of: "network-only", in: Self.plan, story)
    let first = try #require(diary.visits[0].firstContent)
    let fresh = try #require(diary.visits[0].freshContent)
    expect(fresh > first + .milliseconds(500))
    expect(diary.visits[0].completeContent, is: fresh)
    // The second visit saw the text and left before the picture came.
    expect(diary.visits[1].firstContent != nil && diary.visits[1].freshContent == nil)
    expect(diary.answers.map(\.source), is: [.network, .network, .network, .nothing])
  }

  @Test func whatIsPublishedWhileItIsLookedAtIsOutdatedFromThenOn() throws {
    var story = HandmadeStory()
    story.publish(0)
    story.at(0, .launch)
    story.at(1, .open(0))
    story.publish(0, version: 2, at: 6)
    story.at(11, .close(0))
    story.at(12, .end)
    let diary = try AnyStrategy.diary(of: "network-only", in: Self.plan, story)
    expect(!diary.visits[0].isFirstOutdated)
    expect(diary.visits[0].timeOutdated, is: .seconds(5))
  }

  /// A timeline of 400 kB is 540 kB as an archive: 432 ms on this phone, 25 frames. Who opens the
  /// next screen in the same moment waits for it.
  @Test func archivingOnTheMainThreadHoldsUpTheNextScreen() throws {
    var story = HandmadeStory()
    story.publish(0, kind: .model, size: 400_000)
    story.publish(1, kind: .model, size: 10_000)
    story.at(0, .launch)
    story.visit(1, from: 1, for: 9)
    story.visit(0, from: 10, for: 10)
    story.visit(1, from: 20, for: 5)
    story.visit(1, from: 30, for: 5)
    story.at(40, .end)
    let diary = try AnyStrategy.diary(of: "on-demand", in: Self.plan, story)
    let busy = try #require(diary.visits[2].firstContent)
    let calm = try #require(diary.visits[3].firstContent)
    expect(busy - calm, is: .milliseconds(432))
    // The pieces of work in their order: two first fetches are decoded, two screens archived; then
    // the small one is read, archived, read, archived.
    expect(diary.dropped, is: [0, 0, 1, 25, 0, 0, 0, 0])
  }

  /// A copy that must be confirmed each time (`no-cache`) is read and decoded once a visit, after
  /// the origin's 304.
  @Test func whatIsConfirmedIsDecodedOnce() throws {
    var headers = CacheHeaders()
    headers.noCache = true
    headers.hasEntityTag = true
    var story = HandmadeStory()
    story.publish(0, kind: .model, size: 100_000)
    story.at(0, .launch)
    story.visit(0, from: 1)
    story.visit(0, from: 20)
    story.at(40, .end)
    let plan = HandWorkedDayTests.plan(headers)
    let diary = try AnyStrategy.diary(of: "url-cache", in: plan, story)
    expect(diary.visits.map(\.firstSource), is: [.network, .revalidated])
    expect(diary.dropped.count, is: 2)
    let waited = try #require(diary.visits[1].firstContent)
    let decode = HandWorkedDayTests.confirmation + 100_000 / 66e6 * 4
    expect(abs(waited.seconds - decode) < 1e-6)
  }

  @Test func aSuspendedAppFetchesNothing() throws {
    var story = HandmadeStory()
    story.publish(0, size: 10_000_000)
    story.at(0, .launch)
    story.at(1, .open(0))
    story.at(2, .close(0))
    story.at(2, .background)
    story.at(100, .end)
    let diary = try AnyStrategy.diary(of: "network-only", in: Self.plan, story)
    // Five seconds in the background, then the transfer of fifty is cut off.
    expect(diary.exchanges.map(\.status), is: [0])
    expect(diary.exchanges[0].endedAt, is: .start + .seconds(7))
  }

  @Test func aSuspendedAppDoesNotWakeWithTheNetwork() throws {
    var story = HandmadeStory()
    story.publish(0, kind: .document)
    story.at(0, .network(1))
    story.at(1, .launch)
    story.at(2, .background)
    story.at(100, .network(0))
    story.at(200, .foreground)
    story.at(220, .end)
    let diary = try AnyStrategy.diary(
      of: "pre-cache", settings: .object([("interval", "300d")]), in: Self.plan, story)
    expect(diary.exchanges.first?.startedAt, is: .start + .seconds(200))
    expect(diary.exchanges.map(\.status), is: [200, 200])
  }

  @Test func aPatientPersonWaitsAndAnImpatientOneLeaves() throws {
    var story = HandmadeStory()
    story.publish(0, size: 1_000_000)
    story.at(0, .launch)
    story.visit(0, from: 1, for: 30)
    story.at(40, .end)
    var plan = Self.plan
    plan.patience = .seconds(3)
    let impatient = try AnyStrategy.diary(of: "network-only", in: plan, story)
    expect(impatient.visits[0].wasGivenUp && impatient.visits[0].firstContent == nil)
    expect(impatient.visits[0].closedAt, is: .start + .seconds(4))
    let patient = try AnyStrategy.diary(of: "network-only", in: Self.plan, story)
    expect(!patient.visits[0].wasGivenUp && patient.visits[0].firstContent != nil)
  }

  @Test func strategiesMeetTheSameWeather() throws {
    var plan = Self.plan
    plan.network.jitter = 0.5
    plan.origin.failureRate = 0.3
    var story = HandmadeStory()
    story.publish(0)
    story.at(0, .launch)
    for visit in 0..<40 { story.visit(0, from: Double(visit) * 100 + 1, for: 50) }
    story.at(5_000, .end)
    let one = try AnyStrategy.diary(of: "network-only", in: plan, story)
    let other = try AnyStrategy.diary(
      of: "url-cache", settings: .object([("memoryCapacity", "0 B"), ("diskCapacity", "0 B")]),
      in: plan, story)
    expect(one.exchanges.map(\.status), is: other.exchanges.map(\.status))
    expect(one.exchanges.map(\.endedAt), is: other.exchanges.map(\.endedAt))
    expect(Set(one.exchanges.map(\.status)), is: [200, 503])
  }
}
