internal import CacheMetrics
internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
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
    expect(diary.summaries.first?.violations, is: [])
    return diary
  }

  /// The page, and eight requests for the picture: eight exchanges without a cache. With a lifetime
  /// of 10 s the requests at 2, 14 and 26 s are sent, and those at 4, 6, 8, 16 and 18 s are not.
  @Test func aScreenThatAsksEightTimesAsksEightTimes() throws {
    let seconds: [Double] = [2, 4, 6, 8, 14, 16, 18, 26]
    try expect(Self.diary(of: "network-only", named: seconds).exchanges.count, is: 1 + 8)
    let stored = try Self.diary(of: "url-cache", named: seconds, maxAge: .seconds(10))
    expect(stored.exchanges.count, is: 1 + 3)
  }

  /// The screen is complete with the first answer, and stays complete.
  @Test func anotherRequestDoesNotTakeBackThatAScreenWasComplete() throws {
    let view = try Self.diary(of: "network-only", named: [2, 20, 40]).visits[0]
    expect(view.completeContent, is: .seconds(1))
    expect(view.freshContent, is: .seconds(1))
  }

  /// The second request is made while the first one is on its way, and both have one answer.
  @Test func aRequestJoinsTheOneThatIsOnItsWay() throws {
    let diary = try Self.diary(of: "network-only", named: [2, 2.5, 9]) { content in
      content.serverTime = .seconds(1)
    }
    expect(diary.exchanges.count, is: 1 + 2)
  }

  /// RFC 9111, section 3: a 404 with a lifetime may be stored, and an app's own cache stores none.
  @Test func anErrorIsStoredByTheHTTPCacheAlone() throws {
    let seconds: [Double] = [2, 4, 6]
    for status: UInt16 in [301, 404, 410] {
      let http = try Self.diary(
        of: "url-cache", named: seconds, status: status, maxAge: .seconds(60))
      expect(http.exchanges.map(\.status), is: [200, status])
      let own = try Self.diary(of: "dictionary", named: seconds, status: status)
      expect(own.exchanges.map(\.status), is: [200, status, status, status])
    }
    // 599 is not understood: a lifetime alone lets it be stored, nothing else does.
    let unknown = try Self.diary(of: "url-cache", named: seconds, status: 599)
    expect(unknown.exchanges.count, is: 1 + 3)
  }

  /// What a trace has recorded stands before what the origin's settings say.
  @Test func recordedSizesAndTimesAreTheExchanges() throws {
    let diary = try Self.diary(of: "network-only", named: [2], kind: .model) { content in
      content.wireSize = Bytes(1_234)
      content.serverTime = .milliseconds(700)
    }
    let exchange = diary.exchanges[1]
    expect(exchange.bytesDown == Bytes(1_234) && exchange.payload == Bytes(10_000))
    expect(exchange.endedAt - exchange.startedAt, is: .milliseconds(700))
  }

  /// What an app's own cache cannot store, as the page behind a list's first one.
  struct Unstorable: Sendable, CustomStringConvertible {
    var status: UInt16 = 200
    var method = HTTPMethod.get
    var description: String { "\(method.rawValue) \(status)" }

    static let all =
      [301, 404, 410, 500, 503].map { Unstorable(status: $0) } + [
        Unstorable(method: .post), Unstorable(method: .delete),
      ]
  }

  private static let lists = ["page", "whole"]

  /// A network that takes its time, so that a loop of requests ends with the story.
  private static let steadyPlan: SimulationPlan = {
    var plan = StrategyLawTests.plan
    plan.origin.failureRate = 0
    return plan
  }()

  /// A list whose second page cannot be stored, and leads on: looked at for a minute, twice, while
  /// other things come.
  @Test(arguments: AnyStrategy.catalog.names, Unstorable.all)
  func aPageThatCannotBeStoredIsAskedForOnceAView(name: String, page: Unstorable) throws {
    var plan = Self.steadyPlan
    var bad = CacheHeaders()
    bad.status = page.status
    plan.headers = [CacheHeaders(), bad]
    var story = HandmadeStory()
    for picture in 3..<9 as Range<ResourceIndex> { story.publish(picture, kind: .image) }
    story.publish(2, kind: .model, next: 1)
    story.publish(1, kind: .model, headers: 1, next: 2, method: page.method)
    story.publish(0, kind: .model, parts: [3, 4, 5, 6, 7, 8], isList: true, next: 1)
    story.at(0, .launch)
    story.visit(0, from: 1, for: 60)
    story.visit(0, from: 100, for: 60)
    story.at(200, .end)
    let settings = name == "hybrid" ? Self.lists : [""]
    for lists in settings {
      let diary = try AnyStrategy.diary(
        of: name, settings: .object(lists.isEmpty ? [] : [("lists", JSON(.string(lists)))]),
        in: plan, story)
      expect(diary.summaries.first?.violations, is: [])
      let asked = diary.exchanged.count { $0 == 1 }
      // Once when it is polled, and once in each view.
      expect(asked <= 3, "\(lists)")
      if page.method != .get { expect(asked, is: 0) }
      // Nothing leads to what is behind it but the poll, by which pages are records as well.
      expect(diary.exchanged.count { $0 == 2 } <= 1, "\(lists)")
    }
  }

  /// Resources of all kinds that lead to one another in circles, to themselves and to what cannot
  /// be stored; screens of them, in a random order.
  private static func tangle(_ seed: UInt64) -> (story: HandmadeStory, events: Int) {
    var random = SeededGenerator(seed: seed, purpose: .workload, entity: 11)
    var story = HandmadeStory()
    let count = resources
    let kinds: [ResourceKind] = [.model, .model, .document, .image, .other]
    func any() -> ResourceIndex { ResourceIndex(random.index(below: count)) }
    // A page and a part may be named before they are there.
    for resource in 0..<count {
      story.publish(
        ResourceIndex(resource), kind: resource == 0 ? .model : kinds[random.index(below: 5)],
        headers: UInt16(random.index(below: 8)),
        parts: Array(Set((0..<random.index(below: 3)).map { _ in any() })).sorted(),
        isList: random.chance(0.4), next: random.chance(0.7) ? any() : nil,
        method: random.chance(0.15) ? .post : .get)
    }
    story.at(0, .launch)
    var now = 1.0
    for _ in 0..<views {
      let screen = any()
      story.at(now, .open(screen))
      for _ in 0..<random.index(below: 3) {
        now += random.exponential(mean: 3)
        story.at(now, random.chance(0.7) ? .need(any()) : .refresh(screen))
      }
      now += 20 + random.exponential(mean: 20)
      story.at(now, .close(screen))
      now += random.exponential(mean: 5)
    }
    story.at(now + 10, .end)
    return (story, views * 4)
  }

  private static let resources = 10
  private static let views = 12

  /// Whatever leads where: a view asks for each resource a few times at the most, and nothing is
  /// asked for in a loop.
  @Test(arguments: AnyStrategy.catalog.names, 0..<12 as Range<UInt64>)
  func requestsAreBoundedByWhatHappens(name: String, seed: UInt64) throws {
    var plan = Self.steadyPlan
    plan.headers = ([200, 200, 200, 301, 404, 410, 500, 503] as [UInt16]).map { status in
      var headers = CacheHeaders()
      headers.status = status
      headers.maxAge = status == 200 ? nil : .zero
      return headers
    }
    let (story, events) = Self.tangle(seed)
    let diary = try AnyStrategy.diary(of: name, in: plan, story)
    expect(diary.summaries.first?.violations, is: [])
    // Once a view, and once when what there is is polled.
    expect(diary.exchanges.count <= (Self.views + 1) * Self.resources)
    for resource in 0..<ResourceIndex(Self.resources) {
      expect(diary.exchanged.count { $0 == resource } <= events, "\(resource)")
    }
  }
}
