internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// Laws that every strategy keeps, whatever happens to it.
@Suite struct StrategyLawTests {
  static let names = AnyStrategy.catalog.names

  /// Six models, six documents and twelve pictures that they need.
  private static func library(
    _ device: UInt32, _ random: inout SeededGenerator
  ) -> HandmadeStory {
    var story = HandmadeStory()
    for resource in 12..<24 {
      story.publish(
        ResourceIndex(resource), kind: .image, size: Int64(random.index(below: 90_000)),
        headers: 1, device: device)
    }
    for resource in 0..<12 {
      let parts = (0..<random.index(below: 4)).map { _ in
        ResourceIndex(12 + random.index(below: 12))
      }
      story.publish(
        ResourceIndex(resource), kind: resource < 6 ? .model : .document,
        size: Int64(1_000 + random.index(below: 60_000)), headers: UInt16(resource % 4),
        parts: Array(Set(parts)).sorted(), device: device)
    }
    return story
  }

  /// A wild week: screens, updates, edits, bad networks and a short life, at random.
  static func wildStory(
    seed: UInt64, device: UInt32 = 0, events: Int = 400, messages: Bool = true
  ) -> HandmadeStory {
    var random = SeededGenerator(seed: seed, purpose: .workload, entity: UInt64(device))
    var story = library(device, &random)
    var versions = Array(repeating: UInt32(1), count: 24)
    var now = 1.0
    var open: ResourceIndex?
    for _ in 0..<events {
      now += random.exponential(mean: random.chance(0.1) ? 4_000 : 4)
      let action: Action
      switch random.index(below: 17) {
      case 0..<5:
        if let screen = open { story.at(now, .close(screen), device: device) }
        let screen = ResourceIndex(random.index(below: 12))
        open = screen
        action = .open(screen)
      case 5, 6:
        guard let screen = open else { continue }
        open = nil
        action = .close(screen)
      case 7, 8:
        let resource = random.index(below: 24)
        versions[resource] += 1
        story.publish(
          ResourceIndex(resource), version: versions[resource],
          kind: resource < 6 ? .model : resource < 12 ? .document : .image,
          size: Int64(1_000 + random.index(below: 60_000)), headers: UInt16(resource % 4),
          at: now, device: device)
        continue
      case 9:
        guard let screen = open else { continue }
        let fields = Edit.Field.allCases.filter { messages || !$0.isMessage }
        let field = fields[random.index(below: fields.count)]
        action = .edit(Edit(record: screen, field: field, value: UInt32(random.index(below: 9))))
      case 10, 11: action = .network(UInt8(random.index(below: 3)))
      case 12: action = .background
      case 13: action = .foreground
      case 14:
        let ends: [Action] = [.crash, .terminate, .launch, .memoryWarning(.critical)]
        action = ends[random.index(below: 4)]
      case 15:
        let upheavals: [Action] = [
          .spaceShortage, .switchUser(UInt16(random.index(below: 2))),
          .upgrade(schema: UInt16(2 + random.index(below: 3))),
        ]
        action = upheavals[random.index(below: 3)]
      default: action = .memoryWarning(.warning)
      }
      switch action {
      case .background, .crash, .terminate, .launch, .upgrade, .switchUser: open = nil
      default: break
      }
      story.at(now, action, device: device)
    }
    story.at(now + 86_400, .end, device: device)
    return story
  }

  static let plan: SimulationPlan = {
    var fresh = CacheHeaders()
    fresh.maxAge = .minutes(10)
    fresh.hasEntityTag = true
    var asked = CacheHeaders()
    asked.hasLastModified = true
    var unstored = CacheHeaders()
    unstored.noStore = true
    var plan = SimulationPlan(
      seed: 3, profiles: [NetworkProfiles.wifi, NetworkProfiles.slow4G, NetworkProfiles.offline],
      headers: [fresh, asked, unstored, CacheHeaders()])
    plan.origin.failureRate = 0.05
    plan.network.jitter = 0.3
    plan.users = 2
    return plan
  }()

  /// Many screens of an app that is left and comes back: each session begins with a launch, and
  /// what was fetched ahead or before arrives meanwhile.
  @Test(arguments: names, 0..<4)
  func nothingIsShownBeforeItsScreenBegins(name: String, seed: UInt64) throws {
    var plan = Self.plan
    plan.variance = .measured
    let diary = try AnyStrategy.diary(of: name, in: plan, Self.wildStory(seed: seed))
    expect(diary.summaries.map(\.violations), is: [[]])
    expect(diary.visits.contains { $0.launch ?? .zero > .zero && $0.firstContent != nil })
    for (visit, answers) in zip(diary.visits, diary.answersByVisit) {
      guard let began = visit.beganAt else {
        expect(visit.firstContent == nil && answers.isEmpty)
        continue
      }
      expect(visit.openedAt <= began && answers.allSatisfy { $0 >= began })
      expect(visit.firstPaintedAt.map { began <= $0 && $0 <= visit.closedAt } ?? true)
    }
  }

  @Test(arguments: names, 0..<12)
  func nothingIsLostFromTheBooks(name: String, seed: UInt64) throws {
    let story = Self.wildStory(seed: seed)
    let diary = try AnyStrategy.diary(of: name, in: Self.plan, story)
    let summary = try #require(diary.summaries.first)
    expect(diary.summaries.count, is: 1)
    expect(summary.violations, is: [])
    expect(diary.visits.count, is: story.count { if case .open = $0 { true } else { false } })
    let intended = story.count { if case .edit = $0 { true } else { false } }
    let made = diary.count(.made)
    expect(made + diary.unsentMessages, is: intended)
    let settled = [EditStage.refused, .synced, .superseded, .lost, .pending]
    expect(settled.reduce(0) { $0 + diary.count($1) }, is: made)
    for visit in diary.visits {
      expect(visit.closedAt >= visit.openedAt)
      expect((visit.firstContent == nil), is: visit.firstSource == .nothing)
      if let fresh = visit.freshContent {
        expect(fresh >= visit.firstContent ?? .zero)
      }
      expect(visit.timeOutdated <= visit.timeWithContent)
    }
  }

  /// The same laws for settings that change the flow.
  @Test(
    arguments: [
      ("network-only", #"{"requests": {"coalesces": false, "retries": 3}}"#),
      ("on-demand", #"{"read": {"strategy": "networkFirst", "timeout": "100ms"}}"#),
      ("on-demand", #"{"read": "revalidate", "requests": {"coalesces": false, "retries": 2}}"#),
      ("on-demand", #"{"preset": "workbox-stale-while-revalidate"}"#),
      ("memory-tier", #"{"read": "networkFirst", "requests": {"retries": 1}}"#),
      ("memory-tier", #"{"read": "cacheFirst", "flushInterval": "1s", "preset": "mkcache"}"#),
      ("dictionary", #"{"staleAfter": "0s", "gcTime": "10s", "requests": {"retries": 3}}"#),
      ("query-cache", #"{"preset": "tanstack-query", "removesUnusedAfter": "10s"}"#),
      (
        "query-cache",
        #"{"preset": "tanstack-persist", "store": {"maintenance": {"perUser": true}}}"#
      ),
      ("query-cache", #"{"preset": "firestore", "store": {"capacity": "100 kB"}}"#),
      ("query-cache", #"{"preset": "swr", "store": {"expireAfter": "1m", "expireFrom": "use"}}"#),
      (
        "query-cache",
        #"{"preset": "apollo-ios", "networkMode": "always", "requests": {"retries": 3}}"#
      ),
      ("ns-cache", #"{"read": {"strategy": "networkOnly", "storesResponses": false}}"#),
      ("ns-cache", #"{"purgeable": true, "evictsDiscarded": false, "read": "networkFirst"}"#),
      ("download-manager", #"{"coalesces": false, "maintenance": {"perUser": true}}"#),
      (
        "download-manager",
        #"{"maintenance": {"perUser": true, "onLogout": "keep", "onUpgrade": "ignore"}}"#
      ),
      ("download-manager", #"{"maintenance": {"onLogout": "keep", "onUpgrade": "migrate"}}"#),
      ("pre-cache", #"{"interval": "10m", "rewriting": {"documents": true}}"#),
      (
        "pre-cache",
        #"{"rewriting": {"documents": true, "onMainThread": false, "rate": "20 kB"}}"#
      ),
      ("pre-cache", #"{"maintenance": {"perUser": true, "onLogout": "keep"}, "records": 3}"#),
      (
        "hybrid",
        #"{"prefetch": 3, "likeliest": "history", "lists": "whole", "imageDisk": "60 kB", "#
          + #""imageMemory": "300 kB", "recordDisk": "80 kB", "requests": {"coalesces": false}}"#
      ),
      (
        "hybrid",
        #"{"fetchOnTap": false, "prefetch": 6, "imageDisk": "60 kB", "interval": null, "#
          + #""maintenance": {"perUser": true, "onLogout": "keep"}}"#
      ),
    ])
  func settingsKeepTheLaws(name: String, settings: String) throws {
    for seed in 0..<2 as Range<UInt64> {
      let story = Self.wildStory(seed: seed, events: 200)
      let diary = try AnyStrategy.diary(
        of: name, settings: JSON.parse(Array(settings.utf8)), in: Self.plan, story)
      expect(diary.summaries.map(\.violations), is: [[]])
      expect(diary.visits.count, is: story.count { if case .open = $0 { true } else { false } })
      let again = try AnyStrategy.diary(
        of: name, settings: JSON.parse(Array(settings.utf8)), in: Self.plan, story)
      expect("\(diary)", is: "\(again)")
    }
  }

  @Test(arguments: names)
  func theSameStoryTwiceIsTheSameDiary(name: String) throws {
    let story = Self.wildStory(seed: 77)
    let first = try AnyStrategy.diary(of: name, in: Self.plan, story)
    let second = try AnyStrategy.diary(of: name, in: Self.plan, story)
    expect("\(first)", is: "\(second)")
  }

  @Test(arguments: names)
  func devicesDoNotDisturbEachOther(name: String) throws {
    let one = Self.wildStory(seed: 5, device: 0)
    let other = Self.wildStory(seed: 5, device: 1)
    let apart = try AnyStrategy.diary(of: name, in: Self.plan, one)
    let together = try AnyStrategy.diary(
      of: name, in: Self.plan, one.interleaved(with: other), device: 0)
    expect("\(apart)", is: "\(together)")
  }

  /// Messages are not kept: one that is lost on its way is refused.
  @Test func noAcknowledgedEditOfAPreCacheIsEverLost() throws {
    for seed in 0..<20 as Range<UInt64> {
      let story = Self.wildStory(seed: seed, messages: false)
      let diary = try AnyStrategy.diary(of: "pre-cache", in: Self.plan, story)
      expect(diary.count(.lost) == 0 && diary.count(.refused) == 0)
    }
  }
}
