internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// A cache in memory whose limits are hints.
@Suite struct NSCacheTests {
  private static func sources(
    _ settings: [(String, JSON)], opens: [ResourceIndex]
  ) throws -> [Source] {
    let story = HandmadeStory.visiting(
      .model, opens.enumerated().map { ($0.element, 1 + Double($0.offset) * 20) })
    let settings = JSON.object([("staleAfter", JSON(.null))] + settings)
    return try AnyStrategy.diary(of: "ns-cache", settings: settings, in: .ideal(), story)
      .visits.map(\.firstSource)
  }

  /// Resources that are looked at once each, half a second apart.
  private static func quickly(_ kind: ResourceKind, count: ResourceIndex) -> HandmadeStory {
    .visiting(kind, (0..<count).map { ($0, 1 + Double($0) * 0.5) }, for: 0.4, until: 100)
  }

  /// Room for two, equal costs: Apple's keeps the two last ones, Linux's the two first ones.
  @Test(arguments: [
    ("apple", [Source.network, .network, .network, .memory, .network]),
    ("apple-strict", [.network, .network, .network, .memory, .network]),
    ("corelibs", [.network, .network, .network, .network, .memory]),
  ])
  func whoLeavesDependsOnWhoseItIs(model: String, sources: [Source]) throws {
    let settings: [(String, JSON)] = [("model", JSON(.string(model))), ("countLimit", 2)]
    try expect(Self.sources(settings, opens: [0, 1, 2, 2, 0]), is: sources)
  }

  /// Room for one, two models shown 20 s apart, the first one again 20 s later. Apple's holds both
  /// until it is trimmed: at once, or, when that takes a year on average, after the last screen.
  @Test(arguments: [
    ("apple", "0s", Source.network), ("apple", "365d", .memory), ("apple-strict", "365d", .network),
  ])
  func applesLimitsAreHints(model: String, delay: String, last: Source) throws {
    let settings: [(String, JSON)] = [
      ("model", JSON(.string(model))), ("countLimit", 1), ("trimDelay", JSON(.string(delay))),
    ]
    try expect(Self.sources(settings, opens: [0, 1, 0]), is: [.network, .network, last])
  }

  /// Pictures of 10,000 B, 100,000 B each when decoded, in a cache of 150 kB: two are opened half a
  /// second apart, and the second stays on screen. A strict cache holds 100 kB, the screen shows as
  /// much: 200 kB above the baseline at most. The hint is overstepped by the second picture, 200 kB
  /// in the cache and 100 kB on screen, until the first one is evicted: once in each case.
  @Test(arguments: [("apple-strict", Int64(200_000)), ("apple", 300_000)])
  func theOvershootIsMemoryThatIsUsed(model: String, peak: Int64) throws {
    var plan = SimulationPlan.ideal()
    plan.device.decodedImageFactor = 10
    var story = HandmadeStory()
    story.publish(0, kind: .image)
    story.publish(1, kind: .image)
    story.at(0, .launch)
    story.visit(0, from: 1, for: 0.4)
    story.visit(1, from: 1.5, for: 900)
    story.at(1_000, .end)
    let settings = JSON.object([
      ("model", JSON(.string(model))), ("cost", "memory"), ("totalCostLimit", "150 kB"),
    ])
    let diary = try AnyStrategy.diary(of: "ns-cache", settings: settings, in: plan, story)
    expect(diary.summaries[0].peakMemory, is: plan.device.memory.baseline + Bytes(peak))
    expect(diary.evictions, is: 1)
    // 200 kB of costs in a cache of 150 kB; what keeps its limit has no overshoot, not even zero.
    let overshoot = model == "apple" ? LimitOvershoot(bytes: Bytes(50_000), share: 1.0 / 3) : nil
    expect(diary.summaries[0].overshoot, is: overshoot)
  }

  /// A cache that is trimmed without a delay never holds more than its limits: it is the strict
  /// one, and has no overshoot.
  @Test(arguments: ["0s", "1s"]) func trimmedAtOnceItHasNoOvershoot(delay: String) throws {
    let story = Self.quickly(.model, count: 3)
    func diary(_ model: String, _ delay: String) throws -> Diary {
      let settings = JSON.object([
        ("countLimit", 1), ("model", JSON(.string(model))), ("trimDelay", JSON(.string(delay))),
      ])
      return try AnyStrategy.diary(of: "ns-cache", settings: settings, in: .ideal(), story)
    }
    let (own, strict) = (try diary("apple", delay), try diary("apple-strict", "1s"))
    expect((own.summaries[0].overshoot == nil), is: delay == "0s")
    guard delay == "0s" else { return }
    expect(own.summaries[0].peakMemory, is: strict.summaries[0].peakMemory)
    expect(own.evictions == strict.evictions && own.evictions == 2)
  }

  /// Defect: how far NSCache goes above its limits was no metric. Three models half a second apart
  /// in a cache for one, trimmed a year later: two too many, and there is no limit of costs.
  @Test func theOvershootOfACountIsAShareAlone() throws {
    let story = Self.quickly(.model, count: 3)
    let settings = JSON.object([("countLimit", 1), ("trimDelay", "365d")])
    let diary = try AnyStrategy.diary(of: "ns-cache", settings: settings, in: .ideal(), story)
    expect(diary.summaries[0].overshoot, is: LimitOvershoot(bytes: nil, share: 2))
    let free = try AnyStrategy.diary(
      of: "ns-cache", settings: .object([]), in: .ideal(), story)
    expect(free.summaries[0].overshoot == nil)
  }

  /// The delays are drawn by seed: what two runs of a seed hold is the same, and a limit of two is
  /// kept at the end of each pause of 20 s but in e⁻²⁰ of the cases.
  @Test func trimmingIsDrawnBySeed() throws {
    func peaks(_ seed: UInt64) throws -> Bytes {
      var plan = SimulationPlan.ideal()
      plan.device.decodedImageFactor = 10
      plan.seed = seed
      let story = Self.quickly(.image, count: 20)
      let diary = try AnyStrategy.diary(
        of: "ns-cache", settings: .object([("countLimit", 2)]), in: plan, story)
      expect(diary.evictions, is: 18)
      return diary.summaries[0].peakMemory
    }
    let first = try (1...8).map { try peaks($0) }
    try expect((1...8).map { try peaks($0) }, is: first)
    expect(Set(first).count > 1)
  }

  /// NSPurgeableData: pictures of 200,000 B, 2 MB each when decoded, in an app of 50 MB that may
  /// use 55 MB, and is under pressure from 44 MB on. The first picture, in the cache and on screen,
  /// makes 54 MB: it is in use, and stays. When the second one comes, the first is not in use, and
  /// the system takes its content: 54 MB again. Opened again, it is fetched again.
  ///
  /// Not purgeable, the second picture makes 56 MB: the app is killed, and starts anew with the
  /// third screen.
  @Test(arguments: [true, false])
  func purgeableContentsAreTakenBeforeTheAppIsKilled(isPurgeable: Bool) throws {
    var plan = SimulationPlan.ideal()
    plan.device.decodedImageFactor = 10
    plan.device.memory.memory = .megabytes(100)
    plan.device.memory.baseline = .megabytes(50)
    var story = HandmadeStory()
    story.publish(0, kind: .image, size: 200_000)
    story.publish(1, kind: .image, size: 200_000)
    story.at(0, .launch)
    for (second, picture) in [(1.0, 0), (20, 1), (40, 0)] as [(Double, ResourceIndex)] {
      story.visit(picture, from: second)
    }
    story.at(100, .end)
    // Linux's, which no warning empties.
    let settings = JSON.object([
      ("model", "corelibs"), ("purgeable", JSON(.bool(isPurgeable))),
    ])
    let diary = try AnyStrategy.diary(of: "ns-cache", settings: settings, in: plan, story)
    expect(diary.kills, is: isPurgeable ? 0 : 1)
    expect(diary.visits.map(\.firstSource), is: [.network, .network, .network])
    expect(diary.evictions, is: 0)
  }

  /// Apple's hears of a warning; nobody tells Linux's.
  @Test(arguments: [("apple", Source.network), ("corelibs", .memory)])
  func aWarningEmptiesApples(model: String, source: Source) throws {
    let story = HandmadeStory.visiting(
      .model, [(0, 1), (0, 30)], then: [(20, .memoryWarning(.warning))])
    let settings = JSON.object([("model", JSON(.string(model)))])
    let diary = try AnyStrategy.diary(of: "ns-cache", settings: settings, in: .ideal(), story)
    expect(diary.visits.map(\.firstSource), is: [.network, source])
  }

  @Test(arguments: [(true, Source.network), (false, .memory)])
  func applesIsEmptiedInTheBackground(empties: Bool, source: Source) throws {
    let story = HandmadeStory.visiting(.model, [(0, 1), (0, 22)], then: [(20, .background)])
    let settings = JSON.object([("emptiesInBackground", JSON(.bool(empties)))])
    let diary = try AnyStrategy.diary(of: "ns-cache", settings: settings, in: .ideal(), story)
    expect(diary.visits.map(\.firstSource), is: [.network, source])
  }

  /// Under pressure the system takes what is not on screen; what is stays.
  @Test(arguments: [true, false])
  func purgeableContentsGoUnlessTheyAreOnScreen(evictsDiscarded: Bool) throws {
    let story = HandmadeStory.visiting(
      .model, [(0, 1), (0, 40), (1, 60)],
      then: [(20, .open(1)), (25, .memoryWarning(.warning)), (30, .close(1))])
    let settings = JSON.object([
      ("model", "corelibs"), ("purgeable", JSON(.bool(true))),
      ("evictsDiscarded", JSON(.bool(evictsDiscarded))),
    ])
    let diary = try AnyStrategy.diary(of: "ns-cache", settings: settings, in: .ideal(), story)
    expect(diary.visits.map(\.firstSource), is: [.network, .network, .network, .memory])
  }
}
