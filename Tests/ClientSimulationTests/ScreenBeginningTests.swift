internal import CacheMetrics
internal import CacheWorkloads
public import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
public import SimCore
internal import SimulationFixtures
internal import TestCases
internal import Testing

/// Fetches what it is told of when the app comes to the front, and shows whatever comes at once.
public struct Hasty: Strategy {
  public struct Options: Settings {
    public init() {}
    public static let fields: [Field<Options>] = []
  }

  public static let name = "hasty"
  public static let summary = "Shows whatever comes at once, whether its screen has begun or not."

  public init(_ options: Options, in simulation: inout DeviceSimulation) {}

  public mutating func react(to event: ClientEvent, in simulation: inout DeviceSimulation) {
    switch event {
    case .foregrounded: simulation.fetch(0, for: .prefetch)
    case .opened(let resource), .needed(let resource): simulation.fetch(resource, for: .demand)
    case .loaded(let load):
      guard case .received(let copy) = load.outcome else { return }
      simulation.show(load.resource, copy, from: .network, after: .zero)
    default: break
    }
  }
}

/// A screen begins when the app has started: until then there is nothing to paint on.
@Suite struct ScreenBeginningTests {
  /// Launches take one second, and the answers of the origin less.
  private static func plan() -> SimulationPlan {
    var plan = SimulationPlan.ideal()
    plan.variance = .measured
    plan.origin.thinkTimeSigma = 0
    plan.device.launchSigma = 0
    plan.device.coldLaunch = .seconds(1)
    return plan
  }

  private static func story(_ start: Double = 10) -> HandmadeStory {
    var story = HandmadeStory()
    story.publish(0, kind: .document)
    story.visit(0, from: start, for: 20)
    story.at(start + 60, .end)
    return story
  }

  @Test func aStrategyThatShowsSomethingBeforeItsScreenBeginsIsTold() throws {
    var diary: any TraceObserver = Diary()
    try simulate(
      Hasty.self, options: Hasty.Options(), in: Self.plan(), workload: .over(Self.story()),
      observer: &diary)
    let own = try #require(diary as? Diary)
    let violations = try #require(own.summaries.first?.violations)
    expect(violations.count == 1 && violations[0].contains("1 times before its screen had begun"))
    // What it showed early was not painted; what it asked for when the screen began was.
    expect(own.visits.map(\.launch), is: [.seconds(1)])
    expect(own.exchanges.map(\.purpose), is: [.prefetch, .demand])
    expect(own.answersByVisit.allSatisfy { $0.allSatisfy { $0 >= .start + .seconds(11) } })
    expect(own.visits.map(\.firstSource), is: [.network])
  }

  /// The app looks for records when it comes to the front, and has this one before its screen can
  /// begin: it is read from flash then, as any other, and not painted meanwhile.
  @Test(arguments: ["pre-cache", "hybrid"])
  func aRecordThatComesWhileTheAppStartsIsReadWhenTheScreenBegins(name: String) throws {
    let diary = try AnyStrategy.diary(of: name, in: Self.plan(), Self.story())
    let view = try #require(diary.visits.first)
    expect(
      diary.exchanges.contains { $0.purpose == .prefetch && $0.endedAt < .start + .seconds(11) })
    expect(view.launch == .seconds(1) && view.firstSource == .flash)
    expect(view.firstContent.map { $0 >= .zero } ?? false)
    expect(diary.summaries.map(\.violations), is: [[]])
  }

  /// What a screen asked for comes after its user has left the app and come back: it is not shown
  /// on the screen that is about to begin, but stored and found there.
  @Test(arguments: ["on-demand", "dictionary", "url-cache", "query-cache", "download-manager"])
  func anAnswerToAnEarlierScreenIsNotPaintedWhileTheAppComesBack(name: String) throws {
    var plan = Self.plan()
    plan.device.warmLaunch = .seconds(2)
    plan.device.launchSigma = 0
    var story = HandmadeStory()
    story.publish(0, kind: .document, size: 300_000)
    story.visit(0, from: 10, for: 1.01)
    story.at(11.02, .background)
    story.at(11.03, .foreground)
    story.at(11.03, .open(0))
    story.at(60, .end)
    plan.profiles = [NetworkProfiles.slow4G]
    let diary = try AnyStrategy.diary(of: name, in: plan, story)
    let began = Instant.start + .milliseconds(13_030)
    expect(diary.visits.last?.beganAt, is: began)
    expect(diary.answersByVisit.last?.allSatisfy { $0 >= began } ?? false)
    expect(diary.summaries.map(\.violations), is: [[]])
  }
}
