internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// What a warm-up leaves out, in small worlds: models of 10,000 B on slow 4G.
@Suite struct WarmUpTests {
  /// The aggregates of a strategy that is measured from so many seconds on.
  private static func aggregates(
    of name: String, _ story: HandmadeStory, from seconds: Int64 = 0, radio: Bool = false,
    settings: JSON = .object([])
  ) throws -> Aggregates {
    var plan = HandWorkedDayTests.plan()
    plan.device.radio.isModelled = radio
    plan.measuredFrom = .start + .seconds(seconds)
    var problems = Problems()
    let made = AnyStrategy.catalog.entry(named: name)?.make(settings, "", &problems)
    let strategy = try #require(made?.product)
    var observer: any TraceObserver = Aggregates(hasWarmUp: seconds > 0)
    try strategy.run(plan, .over(story), &observer)
    var aggregates = try #require(observer as? Aggregates)
    aggregates.sort()
    return aggregates
  }

  private static func value(_ name: String, _ aggregates: Aggregates) throws -> Double? {
    try #require(MetricCatalog.metric(named: name)).value(aggregates)
  }

  /// Seen at 10 s and 100 s, measured from 60 s on: one open, one exchange, 140 s of 200 s.
  @Test func whatComesBeforeIsLeftOut() throws {
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    story.visit(0, from: 10)
    story.visit(0, from: 100)
    story.at(200, .end)
    let all = try Self.aggregates(of: "network-only", story)
    let late = try Self.aggregates(of: "network-only", story, from: 60)
    expect(all.views.opens, is: 2)
    expect(late.views.opens, is: 1)
    expect(late.answers.requests[.network], is: 1)
    expect(late.network.exchanges.total, is: 1)
    expect(late.network.payload, is: Bytes(10_000))
    try expect(Self.value("virtual_days", late), is: 140.0 / 86_400)
    // Charts over time have all of it.
    expect(late.timeline.intervals, is: all.timeline.intervals)
  }

  /// Numbers of the whole are those of a run that ends at 60 s and those of a run that is measured
  /// from then on; the wait is that of the second part alone.
  @Test(arguments: ["network-only", "dictionary", "url-cache", "ns-cache"])
  func bothPartsAddUpToTheWhole(strategy: String) throws {
    func story(until end: Double) -> HandmadeStory {
      var story = HandmadeStory()
      story.publish(0, kind: .model)
      story.publish(1, kind: .document, size: 50_000)
      story.at(0, .launch)
      for (resource, second) in [(0, 5), (1, 20), (0, 40), (1, 70), (0, 90), (1, 110)] {
        guard Double(second) < end else { break }
        story.visit(ResourceIndex(resource), from: Double(second))
      }
      if end > 80 { story.publish(0, version: 2, kind: .model, at: 80) }
      story.at(end, .end)
      return story
    }
    let whole = try Self.aggregates(of: strategy, story(until: 150), radio: true)
    let first = try Self.aggregates(of: strategy, story(until: 60), radio: true)
    let second = try Self.aggregates(of: strategy, story(until: 150), from: 60, radio: true)
    for name in [
      "opens", "network_requests", "network_200", "network_down_bytes", "network_up_bytes",
      "flash_write_ops", "flash_write_bytes", "flash_read_bytes", "main_thread_codec_ms",
    ] {
      let sum = try (Self.value(name, first) ?? 0) + (Self.value(name, second) ?? 0)
      try expect(abs((Self.value(name, whole) ?? 0) - sum) < 1e-6, "\(name)")
    }
    let energy =
      try (Self.value("radio_energy_j", first) ?? 0)
      + (Self.value("radio_energy_j", second) ?? 0)
    try expect(abs((Self.value("radio_energy_j", whole) ?? 0) - energy) < 1e-5)
    expect(second.views.opens, is: 3)
    expect(second.answers.requests.total, is: 3)
    let waits = (whole.views.samples(of: .firstContent).mean ?? 0) * 6
    let parts =
      (first.views.samples(of: .firstContent).mean ?? 0) * 3
      + (second.views.samples(of: .firstContent).mean ?? 0) * 3
    expect(abs(waits - parts) < 1)
  }

  /// A screen that is open at the instant counts neither as an open nor with its answer, which
  /// comes after it; the exchange, which ends after it, counts.
  @Test func theScreenThatIsOpenIsLeftOut() throws {
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    story.visit(0, from: 59.5, for: 5)
    story.visit(0, from: 100)
    story.at(200, .end)
    let late = try Self.aggregates(of: "network-only", story, from: 60)
    expect(late.views.opens, is: 1)
    expect(late.answers.requests.total, is: 1)
    expect(late.network.exchanges.total, is: 2)
    expect(late.devices.violationCount, is: 0)
  }

  /// A model of 500 kB is gone with the process before the peak of the rest begins.
  @Test func peaksAreThoseOfTheRest() throws {
    var story = HandmadeStory()
    story.publish(0, kind: .model, size: 500_000)
    story.publish(1, kind: .model)
    story.at(0, .launch)
    story.visit(0, from: 5)
    story.at(20, .crash)
    story.at(25, .launch)
    story.visit(1, from: 70)
    story.at(150, .end)
    let whole = try Self.aggregates(of: "dictionary", story)
    let late = try Self.aggregates(of: "dictionary", story, from: 60)
    expect(late.devices.peakMemory.maximum < whole.devices.peakMemory.maximum)
    // The app itself, and the model in the cache and on the screen.
    let baseline = DeviceSettings().memory.baseline.count
    expect(late.devices.peakMemory.maximum > baseline)
    expect(late.devices.peakMemory.maximum < baseline + 1_000_000)
  }

  /// An edit belongs to the part in which it was made, whatever becomes of it later.
  @Test func anEditMadeBeforeIsLeftOut() throws {
    var aggregates = Aggregates(hasWarmUp: true)
    func record(_ event: TraceEvent, _ second: Int64) -> TraceRecord {
      TraceRecord(event, at: .start + .seconds(second))
    }
    aggregates.observe(
      [
        record(.edit(.made, age: .zero), 50),
        record(.measuringBegan(isScreenOpen: false), 60),
        record(.edit(.made, age: .zero), 70),
        record(.edit(.synced, age: .seconds(21)), 71),
        record(.edit(.synced, age: .seconds(10)), 80),
      ], device: 3)
    expect(aggregates.edits.stages[.made], is: 1)
    expect(aggregates.edits.stages[.synced], is: 1)
    expect(aggregates.edits.syncAges.maximum, is: TimeSpan.seconds(10).nanoseconds)
  }

  /// A body that came before is neither shown nor wasted: the model fetched ahead at the launch and
  /// read at 100 s.
  @Test func bodiesThatCameBeforeAreNotCounted() throws {
    var story = HandmadeStory()
    story.publish(1, kind: .document, size: 18_000)
    story.at(0, .launch)
    story.visit(1, from: 100)
    story.at(200, .end)
    let whole = try Self.aggregates(of: "pre-cache", story)
    let late = try Self.aggregates(of: "pre-cache", story, from: 60)
    expect(whole.devices.prefetched.used, is: 1)
    expect(late.devices.prefetched.used, is: 0)
    expect(late.devices.prefetched.fetched, is: 0)
    expect(late.views.firstSources[.flash], is: 1)
  }

  @Test func aDeviceThatEndsBeforeHasNothingMeasured() throws {
    var story = HandmadeStory()
    story.publish(0, kind: .model)
    story.at(0, .launch)
    story.visit(0, from: 10)
    story.at(30, .end)
    let late = try Self.aggregates(of: "on-demand", story, from: 60)
    expect(late.views.opens, is: 0)
    expect(late.devices.count, is: 1)
    expect(late.devices.days, is: 0)
    expect(late.flash.written.operations.total, is: 0)
  }

  /// Version 1 has two pictures and version 4 one of them and three others; versions 2 to 4 come
  /// while the app does not look.
  @Test func whatAnOldContentLacksIsCounted() throws {
    var story = HandmadeStory()
    for picture in 1...5 { story.publish(ResourceIndex(picture), kind: .image, size: 1_000) }
    story.publish(0, kind: .model, parts: [1, 2])
    story.at(0, .launch)
    story.visit(0, from: 10)
    for version in 2...4 {
      let parts: [ResourceIndex] = version == 4 ? [2, 3, 4, 5] : [1, 2]
      story.publish(
        0, version: UInt32(version), kind: .model, parts: parts, at: 30 + Double(version))
    }
    story.visit(0, from: 100)
    story.at(200, .end)
    let kept = try Self.aggregates(of: "dictionary", story)
    expect(kept.views.versionsBehind, is: 3)
    expect(kept.views.partsBehind, is: 3)
    // Two opens showed something.
    try expect(Self.value("stale_versions_mean", kept), is: 1.5)
    try expect(Self.value("missing_parts_mean", kept), is: 1.5)
    let fresh = try Self.aggregates(of: "network-only", story)
    try expect(Self.value("stale_versions_mean", fresh), is: 0)
    try expect(Self.value("missing_parts_mean", fresh), is: 0)
  }
}
