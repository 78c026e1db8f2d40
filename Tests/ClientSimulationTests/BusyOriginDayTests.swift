internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import SimulationFixtures
internal import TestCases
internal import Testing

/// The day that Docs/Origin.md works out by hand: two phones without a cache, and an origin with a
/// worker that takes 2 s for each request.
@Suite struct BusyOriginDayTests {
  /// Phone 0 opens at 10 s and again at 13 s, phone 1 at 10.5 s.
  /// - Parameter length: how long phone 1 looks at its screen, in seconds.
  private static func diaries(
    requests: String = "{}", length: Double = 30, _ change: (inout OriginCapacity) -> Void
  ) throws -> [Diary] {
    var plan = SimulationPlan.ideal()
    plan.devices = 2
    plan.origin.thinkTime = .seconds(2)
    var capacity = OriginCapacity()
    capacity.workers = 1
    capacity.retryAfter = .seconds(5)
    change(&capacity)
    plan.origin.capacity = capacity
    var story = HandmadeStory()
    for device in [0, 1] as [UInt32] {
      story.publish(0, kind: .model, device: device)
      story.at(0, .launch, device: device)
      story.at(100, .end, device: device)
    }
    story.visit(0, from: 10, for: 2.5)
    story.visit(0, from: 13, for: 30)
    story.at(10.5, .open(0), device: 1)
    story.at(10.5 + length, .close(0), device: 1)
    let settings = try JSON.parse(Array("{\"requests\": \(requests)}".utf8))
    return try ([0, 1] as [UInt32]).map {
      try AnyStrategy.diary(
        of: "network-only", settings: settings, in: plan, story, device: $0)
    }
  }

  private static func waits(_ diary: Diary) -> [Double?] {
    diary.visits.map { $0.firstContent?.seconds }
  }

  private static func requests(_ diary: Diary) -> [(status: UInt16, at: Double)] {
    diary.exchanges.map { ($0.status, ($0.startedAt - .start).seconds) }
  }

  /// Requests at 10, 10.5 and 13 s are begun at 10, 12 and 14 s.
  @Test func requestsWaitForTheirTurn() throws {
    let diaries = try Self.diaries { _ in }
    expect(diaries.map(Self.waits), is: [[2, 3], [3.5]])
  }

  /// Phone 1 leaves after half a second; its request takes the worker's time all the same.
  @Test func whatNobodyWaitsForTakesItsTime() throws {
    let diaries = try Self.diaries(requests: #"{"cancels": "everything"}"#, length: 0.5) { _ in }
    expect(diaries.map(Self.waits), is: [[2, 3], [nil]])
  }

  /// None may wait. Phone 1 asks again after 1, 2 and 4 s, at 11.5, 13.5 and 17.5 s: only then is
  /// the worker free.
  @Test func aRefusedRequestIsMadeAgain() throws {
    let diaries = try Self.diaries(requests: #"{"retries": 3}"#) { $0.queue = 0 }
    expect(diaries.map(Self.waits), is: [[2, 2], [9]])
    let requests = Self.requests(diaries[1])
    expect(requests.map { $0.status }, is: [503, 503, 503, 200])
    expect(requests.map { $0.at }, is: [10.5, 11.5, 13.5, 17.5])
  }

  /// It waits the 5 s that the answer says, and asks at 15.5 s, when the worker is free since 15 s.
  @Test func retryAfterSavesRequestsAndTime() throws {
    let rules = #"{"retries": {"count": 3, "honorsRetryAfter": true}}"#
    let diaries = try Self.diaries(requests: rules) { $0.queue = 0 }
    expect(diaries.map(Self.waits), is: [[2, 2], [7]])
    let requests = Self.requests(diaries[1])
    expect(requests.map { $0.status }, is: [503, 200])
    expect(requests.map { $0.at }, is: [10.5, 15.5])
  }
}
