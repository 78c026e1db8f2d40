internal import CacheMetrics
internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import ClientSimulation

/// What users do in reaction to what a screen shows: they wait, give up, open again, pull to
/// refresh, and change nothing of what they have not seen.
@Suite struct ReactionTests {
  /// Variance, but neither on the link nor of launches: only users draw.
  private static func plan(_ change: (inout ReactionSettings) -> Void) -> SimulationPlan {
    var plan = SimulationPlan.ideal()
    plan.variance = .measured
    plan.origin.thinkTimeSigma = 0
    plan.device.coldLaunch = .zero
    plan.device.warmLaunch = .zero
    change(&plan.reactions)
    return plan
  }

  /// Views of a screen without a network, a minute each, and what users make of them.
  private static func offline(views: Int, _ plan: SimulationPlan) throws -> [ScreenView] {
    var story = HandmadeStory()
    story.publish(0)
    story.at(0, .network(1))
    story.at(0, .launch)
    for view in 0..<views { story.visit(0, from: Double(view) * 100 + 1, for: 60) }
    story.at(Double(views) * 100, .end)
    return try AnyStrategy.diary(of: "network-only", in: plan, story).visits
  }

  /// With a sigma of a half, two thirds of people wait between 6.1 and 16.5 s, half of them up to
  /// the median: ln of the waits is normal.
  @Test func patienceIsDrawnAroundItsMedian() throws {
    var plan = Self.plan { $0.patienceSigma = 0.5 }
    plan.patience = .seconds(10)
    let waits = try Self.offline(views: 400, plan).map { ($0.closedAt - $0.openedAt).seconds }
    expect(Set(waits).count > 390)
    expect(abs(Double(waits.count { $0 <= 10 }) / 400 - 0.5) < 0.08)
    expect(abs(Double(waits.count { (6.065...16.487).contains($0) }) / 400 - 0.683) < 0.08)
    plan.variance = .none
    let constant = try Self.offline(views: 3, plan)
    expect(constant.allSatisfy { $0.closedAt - $0.openedAt == .seconds(10) && $0.wasGivenUp })
  }

  /// Opened at 1 s, given up at 11 s, opened again at 13 s: the network is back at 15 s, and the
  /// second screen shows what the first did not. It is no view of the workload.
  @Test func whatWasGivenUpIsOpenedAgainAndCountsApart() throws {
    var plan = Self.plan { $0.reopening = 1 }
    plan.patience = .seconds(10)
    var story = HandmadeStory()
    story.publish(0)
    story.at(0, .network(1))
    story.at(0, .launch)
    story.visit(0, from: 1, for: 30)
    story.at(15, .network(0))
    story.at(40, .end)
    let diary = try AnyStrategy.diary(of: "network-only", in: plan, story)
    expect(diary.visits.map(\.isReaction), is: [false, true])
    expect(diary.visits.map(\.wasGivenUp), is: [true, false])
    expect(diary.visits.map { ($0.openedAt - .start).seconds }, is: [1, 13])
    expect(diary.visits[1].firstContent, is: .seconds(2))
    expect(diary.visits[1].closedAt, is: .start + .seconds(31))
    expect(diary.answers.map(\.isOfReaction), is: [false, true])
    expect(diary.summaries[0].violations, is: [])
    var aggregates = Aggregates()
    for visit in diary.visits {
      aggregates.observe(
        [TraceRecord(.closed(visit, .left), at: visit.closedAt, of: 0)], device: 0)
    }
    expect(aggregates.views.opens == 1 && aggregates.views.blanks == 1)
    expect(aggregates.reactions.reopened == 1 && aggregates.reactions.reopenedShown == 1)
  }

  /// A view that the workload has ended is not opened again, nor is one under another screen.
  @Test func nothingIsOpenedAgainWhenTheViewIsOver() throws {
    var plan = Self.plan { $0.reopening = 1 }
    plan.patience = .seconds(10)
    var story = HandmadeStory()
    story.publish(0)
    story.publish(1)
    story.at(0, .network(1))
    story.at(0, .launch)
    story.visit(0, from: 1, for: 11)
    story.visit(0, from: 20, for: 11.5)
    story.visit(1, from: 31.6, for: 2)
    story.at(40, .end)
    let diary = try AnyStrategy.diary(of: "network-only", in: plan, story)
    expect(diary.visits.allSatisfy { !$0.isReaction } && diary.visits.count == 3)
  }

  /// The second view shows the archive of the first, and is pulled two seconds later: version 2
  /// comes though the archive is not stale.
  @Test(arguments: ["on-demand", "url-cache", "download-manager", "pre-cache", "dictionary"])
  func aScreenThatShowsTheSameIsPulledToRefreshIt(name: String) throws {
    let plan = Self.plan { $0.refreshing = 1 }
    var headers = CacheHeaders()
    headers.maxAge = .hours(1)
    headers.hasEntityTag = true
    var own = plan
    own.headers = [headers]
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    story.visit(0, from: 5)
    story.publish(0, version: 2, kind: .model, at: 20)
    story.visit(0, from: 30)
    story.at(50, .end)
    let diary = try AnyStrategy.diary(of: name, in: own, story)
    expect(diary.visits[1].isFirstOutdated)
    let fresh = try #require(diary.visits[1].freshContent)
    expect(fresh >= .seconds(2) && fresh < .milliseconds(2_100))
    var still = own
    still.reactions = .none
    try expect(
      AnyStrategy.diary(of: name, in: still, story).visits[1].freshContent == nil)
  }

  /// An article that never came is not marked as read, unless that is what the scenario asks for.
  @Test(arguments: [(false, 0), (true, 1)])
  func whatNeverCameIsNotMarkedAsRead(editsUnseen: Bool, made: Int) throws {
    let plan = Self.plan { $0.editsUnseen = editsUnseen }
    var story = HandmadeStory()
    story.publish(0, kind: .document)
    story.publish(1, kind: .document)
    story.at(0, .network(1))
    story.at(0, .launch)
    story.at(1, .open(0))
    story.at(5, .edit(Edit(record: 0, field: .read, value: 1)))
    story.at(6, .close(0))
    // Of a record that is not what stayed blank, something may be known from elsewhere.
    story.at(7, .edit(Edit(record: 1, field: .favourite, value: 1)))
    story.at(8, .end)
    let diary = try AnyStrategy.diary(of: "network-only", in: plan, story)
    expect(diary.count(.made), is: made + 1)
    expect(diary.summaries[0].violations, is: [])
  }
}

/// How long an app takes until its first screen may begin.
@Suite struct LaunchTests {
  private static func plan() -> SimulationPlan {
    var plan = SimulationPlan.ideal()
    plan.variance = .measured
    plan.origin.thinkTimeSigma = 0
    plan.device.launchSigma = 0
    plan.device.coldLaunch = .seconds(1)
    plan.device.warmLaunch = .milliseconds(300)
    return plan
  }

  /// The first screen opens 0.2 s after the launch and begins 0.8 s later; what comes back to the
  /// front takes 0.3 s, and the second screen of a session nothing. The strategy is told, and asks,
  /// when the screen begins.
  @Test func theFirstScreenWaitsForTheLaunch() throws {
    var story = HandmadeStory()
    story.publish(0)
    story.at(1, .launch)
    story.visit(0, from: 1.2, for: 5)
    story.visit(0, from: 7, for: 5)
    story.at(13, .background)
    story.at(60, .foreground)
    story.visit(0, from: 60, for: 5)
    story.at(70, .crash)
    story.at(80, .launch)
    story.visit(0, from: 80.1, for: 0.5)
    story.at(90, .end)
    let diary = try AnyStrategy.diary(of: "network-only", in: Self.plan(), story)
    expect(
      diary.visits.map(\.launch), is: [.milliseconds(800), .zero, .milliseconds(300), nil])
    expect(diary.visits.map(\.isColdLaunch), is: [true, false, false, true])
    // What a cache decides begins when the app has started.
    expect(diary.visits.map(\.firstContent), is: [.zero, .zero, .zero, nil])
    expect(diary.visits.map(\.timeWithContent.seconds), is: [4.2, 5, 4.7, 0])
    expect(diary.exchanges[0].startedAt, is: .start + .seconds(2))
    // The last screen closes before the app has started: nothing is asked for.
    expect(diary.exchanges.count == 3 && diary.summaries[0].violations == [])
    var constant = Self.plan()
    constant.variance = .none
    let former = try AnyStrategy.diary(of: "network-only", in: constant, story)
    expect(former.visits.map(\.launch), is: [.zero, .zero, .zero, .zero])
    expect(former.visits.map(\.firstContent), is: [.zero, .zero, .zero, .zero])
  }

  /// The draws are of the workload's views: alike for strategies that are killed and those that are
  /// not.
  @Test func everyStrategyMeetsTheSameLaunches() throws {
    var plan = Self.plan()
    plan.device.launchSigma = 0.4
    var story = HandmadeStory()
    story.publish(0)
    story.at(0, .launch)
    for session in 0..<20 {
      let start = Double(session) * 1_000
      story.at(start, .foreground)
      story.visit(0, from: start, for: 20)
      story.at(start + 30, .background)
    }
    story.at(20_000, .end)
    let waits = try ["network-only", "dictionary"].map { name in
      try AnyStrategy.diary(of: name, in: plan, story).visits.map(\.launch)
    }
    expect(waits[0] == waits[1] && Set(waits[0]).count == 20)
  }
}
