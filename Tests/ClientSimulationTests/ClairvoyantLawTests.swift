internal import CacheMetrics
internal import CacheMetricsFixtures
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// The clairvoyant's bounds against many strategies in worlds with everything that can happen: slow
/// and failing networks, refusals, crashes, upgrades, two people, full devices.
@Suite struct ClairvoyantLawTests {
  static let others = AnyStrategy.catalog.names.filter { $0 != Clairvoyant.name }

  /// The default is the bound on the waits, with launches of the app and without.
  @Test(arguments: 0..<6, [Variance.none, .measured])
  func nobodyWaitsLess(seed: UInt64, variance: Variance) throws {
    var plan = StrategyLawTests.plan
    plan.variance = variance
    let story = StrategyLawTests.wildStory(seed: seed, events: 150)
    let bound = try AnyStrategy.diary(of: Clairvoyant.name, in: plan, story)
    expect(bound.writes.isEmpty && bound.exchanges.allSatisfy { $0.payload == .zero })
    for name in Self.others {
      let other = try AnyStrategy.diary(of: name, in: plan, story)
      expect(other.visits.count, is: bound.visits.count)
      for (mine, theirs) in zip(bound.visits, other.visits) {
        expect(mine.waitsNoLonger(than: theirs), "\(name), opened at \(mine.openedAt)")
      }
    }
  }

  /// What a strategy may be whose sights are looked at: all that the catalogue has, and many that
  /// hear of each version, and fetch and write at random.
  private static func rivals(_ story: HandmadeStory, seed: UInt64) throws -> [WatchedRun] {
    let plan = StrategyLawTests.plan
    var runs = [
      try WatchedRun(NetworkOnly.self, in: plan, story),
      try WatchedRun(DictionaryCache.self, in: plan, story),
      try WatchedRun(OnDemand.self, in: plan, story),
      try WatchedRun(MemoryTier.self, in: plan, story),
      try WatchedRun(URLCache.self, in: plan, story),
      try WatchedRun(DownloadManager.self, in: plan, story),
      try WatchedRun(PreCache.self, in: plan, story),
    ]
    var random = SeededGenerator(seed: seed, purpose: .policy)
    for share in [1, 0.98, 0.9, 0.7] {
      for _ in 0..<(share == 1 ? 1 : 4) {
        var options = Scripted.Options()
        options.script = Script()
        options.script.draw(4_000, yes: share, with: &random)
        runs.append(try WatchedRun(Scripted.self, options, in: plan, story))
      }
    }
    return runs
  }

  @Test func whoShowsTheSameReceivesAndWritesNoLess() throws {
    var judged = (bytes: 0, flash: 0)
    for seed in UInt64(0)..<16 {
      let story = StrategyLawTests.wildStory(seed: seed, events: 60)
      let bytes = try WatchedRun(bound: .bytes, in: StrategyLawTests.plan, story)
      let flash = try WatchedRun(bound: .flash, in: StrategyLawTests.plan, story)
      for rival in try Self.rivals(story, seed: seed) {
        if rival.sights.include(bytes.sights) {
          judged.bytes += 1
          expect(rival.received >= bytes.received, "seed \(seed)")
        }
        if rival.sights.include(flash.sights) {
          judged.flash += 1
          expect(rival.written >= flash.written, "seed \(seed)")
        }
      }
    }
    // Enough of them show the same for that to mean something.
    expect(judged.bytes >= 16 && judged.flash >= 16, "\(judged)")
  }

  /// What is received is what is shown, each version once.
  @Test(arguments: 0..<8) func nothingIsReceivedInVain(seed: UInt64) throws {
    let story = StrategyLawTests.wildStory(seed: seed, events: 120)
    let run = try WatchedRun(bound: .bytes, in: StrategyLawTests.plan, story)
    let seen = run.sights.screens.reduce(into: Set<Sights.Sight>()) { $0.formUnion($1) }
    let whole = run.diary.exchanges.filter { $0.payload > .zero }
    // Two people may each be sent a version, and a body may be empty.
    expect(whole.count <= seen.count * 2)
    expect(run.diary.summaries.allSatisfy { $0.violations.isEmpty })
  }

  /// An origin that refuses everything at once is not asked for ever.
  @Test(arguments: [Clairvoyant.Aim.bytes, .flash])
  func anOriginThatAlwaysRefusesIsAskedAgainAfterAWhile(aim: Clairvoyant.Aim) throws {
    var plan = SimulationPlan.ideal()
    plan.origin.failureRate = 1
    var story = HandmadeStory()
    story.publish(0)
    story.at(0, .launch)
    story.visit(0, from: 1)
    story.at(20, .end)
    let run = try WatchedRun(bound: aim, in: plan, story)
    expect(run.received == 0 && run.diary.visits.allSatisfy { $0.firstContent == nil })
    expect(run.diary.exchanges.count <= 40)
    // What is never shown in any life is not asked for in the last, where only flash counts.
    expect(run.diary.exchanges.isEmpty, is: aim == .flash)
  }

  /// What is being decoded when the person leaves was not shown, and need not have been fetched.
  @Test func whatComesTooLateToBeSeenIsNotReceived() throws {
    var plan = SimulationPlan.ideal()
    // 8,000 B of property list at 23 MB/s take 0.35 ms; so much slower, 35 s.
    plan.device.processorScale = 100_000
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    story.at(2, .crash)
    story.at(3, .network(1))
    story.at(3, .launch)
    story.visit(0, from: 4, for: 5)
    story.at(60, .end)
    for aim in [Clairvoyant.Aim.bytes, .flash] {
      let run = try WatchedRun(bound: aim, in: plan, story)
      expect(run.diary.visits[0].firstContent == nil)
      expect(run.received == 0 && run.written == 0)
    }
  }
}
