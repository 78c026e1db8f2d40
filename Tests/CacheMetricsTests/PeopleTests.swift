internal import CacheMetricsFixtures
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheMetrics

/// Numbers of each person, and metrics over people.
@Suite struct PeopleTests {
  private static func views(_ waits: [Int64?], from source: Source = .network) -> [TraceRecord] {
    waits.map { AggregateFixture.view(first: $0, from: source) }
  }

  private static func value(_ name: String, _ aggregates: Aggregates) throws -> Double? {
    try #require(MetricCatalog.metric(named: name), "no metric \(name)").value(aggregates)
  }

  /// People of random views, writes and exchanges over three days.
  private static func people(_ count: Int, seed: UInt64) -> [[TraceRecord]] {
    (0..<count).map { device in
      var random = SeededGenerator(seed: seed, purpose: .user, entity: UInt64(device))
      let events = (0..<Int.random(in: 1...60, using: &random)).flatMap { event in
        let second = Int64(event) * 4_000
        let isBlank = Int.random(in: 0..<15, using: &random) == 0
        let wait = Int64.random(in: 1...9_000, using: &random)
        return [
          AggregateFixture.view(
            at: second, first: isBlank ? nil : wait,
            from: wait.isMultiple(of: 3) ? .flash : .network,
            outdatedFor: wait.isMultiple(of: 4) ? 5 : nil, launch: wait % 7 * 100),
          AggregateFixture.write(.store, bytes: wait, at: second + 70),
          AggregateFixture.exchange(
            200, at: second + 80, up: wait, down: 3 * wait, metered: wait.isMultiple(of: 2)),
        ]
      }
      return events + [AggregateFixture.finished(days: 3)]
    }
  }

  @Test func threePeopleByHand() throws {
    let aggregates = AggregateFixture.aggregates(ofDevices: [
      // The 19th of 20 is 10 ms; the mean (19 · 10 + 500) ÷ 20 = 34.5 ms.
      Self.views([500] + Array(repeating: 10, count: 19), from: .flash)
        + [
          AggregateFixture.write(.store, bytes: 600), AggregateFixture.finished(days: 2),
        ],
      // Two of 20 stay blank, so that the 19th never comes.
      Self.views([nil, nil] + Array(repeating: 20, count: 18))
        + [
          AggregateFixture.exchange(200, up: 10, down: 90, metered: true),
          AggregateFixture.finished(days: 2),
        ],
      [AggregateFixture.view(first: 40, from: .memory, outdatedFor: 1, launch: 5)]
        + [AggregateFixture.finished(days: 2)],
    ])
    let people = aggregates.people.people
    expect(people.map(\.device), is: [0, 1, 2])
    expect(people.map(\.firstContent.p95), is: [10, .infinity, 40])
    expect(people.map(\.openToContent.p95), is: [10, .infinity, 45])
    expect(people.map(\.firstContent.mean), is: [34.5, 20, 40])
    for (name, expected) in [
      // The 90th percentile of three is the third.
      ("first_content_p95_people_p90_ms", Double.infinity),
      ("first_content_shown_mean_people_p90_ms", 40),
      ("open_to_content_shown_mean_people_worst_ms", 45), ("stale_people_worst_share", 1),
      ("blank_people_p90_ratio", 0.1), ("opens_from_cache_people_p10_share", 0),
      ("flash_write_people_worst_bytes_per_device_day", 300),
      ("network_people_p90_bytes_per_device_day", 50),
      ("metered_people_worst_bytes_per_device_day", 50), ("flash_write_worst_day_bytes", 600),
    ] {
      try expect(Self.value(name, aggregates), is: expected, "\(name)")
    }
    // All views: two blanks of 41, the 39th is 500 ms.
    try expect(Self.value("first_content_p95_ms", aggregates), is: 500)
  }

  /// The second worst of eleven is the bad tenth: 10 ÷ 11 have no more.
  @Test func theBadTenthIsNotTheWorst() throws {
    let aggregates = AggregateFixture.aggregates(
      ofDevices: (1...11).map { person in
        Self.views([Int64(person) * 100], from: person > 2 ? .flash : .network)
          + [AggregateFixture.finished()]
      })
    try expect(Self.value("first_content_p95_people_p90_ms", aggregates), is: 1_000)
    try expect(Self.value("first_content_p95_people_worst_ms", aggregates), is: 1_100)
    try expect(Self.value("opens_from_cache_people_p10_share", aggregates), is: 0)
    let metric = try #require(MetricCatalog.metric(named: "stale_people_p90_share"))
    expect(metric.trials, is: "devices")
  }

  /// A single person has the numbers of all views and devices.
  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func ofOnePersonBothAreTheSame(seed: UInt64) throws {
    let aggregates = AggregateFixture.aggregates(ofDevices: Self.people(1, seed: seed))
    var compared = 0
    for metric in Metric.people {
      for infix in ["_people_p90", "_people_p10", "_people_worst"] {
        let parts = metric.name.split(separator: infix, maxSplits: 1)
        guard parts.count == 2,
          let whole = MetricCatalog.metric(named: parts.joined())
        else { continue }
        compared += 1
        expect(metric.value(aggregates), is: whole.value(aggregates), "\(metric.name)")
      }
    }
    expect(compared, is: 22)
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func theWorstIsNoBetterThanTheBadTenth(seed: UInt64) throws {
    let aggregates = AggregateFixture.aggregates(ofDevices: Self.people(23, seed: seed))
    for quantity in PersonQuantity.all {
      let numbers = aggregates.people.people.compactMap(quantity.value)
      let metrics = Metric.people.filter { PersonQuantity(of: $0)?.advantage == quantity.advantage }
      let values = metrics.compactMap { $0.value(aggregates) }
      try #require(values.count == 2 && numbers.count == 23)
      let isLess = metrics[0].better == .lower
      expect(isLess ? values[0] <= values[1] : values[0] >= values[1], "\(metrics[0].name)")
      // Nine of ten are as good at least, and the worst is one of them.
      let asGood = numbers.count { isLess ? $0 <= values[0] : $0 >= values[0] }
      expect(asGood * 10 >= 23 * 9 && numbers.contains(values[0]), "\(metrics[0].name)")
      expect(values[1], is: isLess ? numbers.max() : numbers.min(), "\(metrics[1].name)")
    }
  }

  /// Devices may take turns, and end in any order.
  @Test func devicesInterleave() {
    let devices = Self.people(4, seed: 9)
    var aggregates = Aggregates()
    for event in 0..<(devices.map(\.count).max() ?? 0) {
      for device in devices.indices.reversed() where event < devices[device].count {
        aggregates.observe([devices[device][event]], device: UInt32(device))
      }
    }
    let apart = AggregateFixture.aggregates(ofDevices: devices).people.people
    expect(aggregates.people.people, is: apart)
    expect(apart.map(\.device), is: [0, 1, 2, 3])
  }

  /// Two people with two devices each, of which the second device's days are told first. The first
  /// person waits 10 and 900 ms on one day, 30 ms on the next; on the first day one device writes
  /// 5 B and the other 7 B, which wear two devices.
  @Test func aPersonWithTwoDevicesIsOne() {
    let day: Int64 = 86_400
    var aggregates = Aggregates(devicesOfPerson: 2)
    let devices: [(UInt32, [TraceRecord])] = [
      (1, [AggregateFixture.view(at: 100, first: 900), AggregateFixture.write(.store, bytes: 7)]),
      (0, [AggregateFixture.view(at: day + 1, first: 30)]),
      (0, [AggregateFixture.view(at: 50, first: 10), AggregateFixture.write(.store, bytes: 5)]),
      (3, [AggregateFixture.view(at: 9, first: 20)]),
      (2, []),
    ]
    for (device, events) in devices { aggregates.observe(events, device: device) }
    // Of a third person there is one device.
    aggregates.observe([AggregateFixture.view(at: 5, first: 40)], device: 4)
    for device in (0..<5 as Range<UInt32>).reversed() {
      aggregates.observe([AggregateFixture.finished(days: 2)], device: device)
    }
    aggregates.finish(screens: [])
    let people = aggregates.people.people
    expect(people.map(\.device), is: [0, 2, 4])
    expect(people.map(\.opens), is: [3, 1, 1])
    expect(people.map(\.worstDayFirstContent), is: [900, 20, 40])
    expect(people.map(\.firstContent.p95), is: [900, 20, 40])
    expect(people.map(\.worstDayFlashBytes), is: [Bytes(7), .zero, .zero])
    expect(people.map(\.days), is: [4, 4, 2])
  }

  @Test func aWorstDayIsCountedFromTheStart() {
    let day: Int64 = 86_400
    let writes = [(10, 5), (day - 1, 5), (day, 8), (2 * day - 1, 1), (2 * day, 6)].map {
      AggregateFixture.write(.store, bytes: $0.1, at: $0.0)
    }
    let end = [AggregateFixture.finished(days: 3)]
    expect(AggregateFixture.text("flash_write_worst_day_bytes", writes + end), is: "10")
    // The last day counts, too.
    let last = AggregateFixture.write(.store, bytes: 7, at: 2 * day + 9)
    expect(AggregateFixture.text("flash_write_worst_day_bytes", writes + [last] + end), is: "13")
    // A view that closes on the next day is of the day when it opened.
    let views = [(0, 10), (day - 30, 900), (day + 1, 20)].map {
      AggregateFixture.view(at: $0.0, first: $0.1)
    }
    expect(
      AggregateFixture.aggregates(views + end).people.people.map(\.worstDayFirstContent), is: [900])
    let name = "first_content_p95_worst_day_ms"
    expect(AggregateFixture.text(name, views + end), is: "900")
    let blank = AggregateFixture.view(at: 2 * day, first: nil)
    expect(AggregateFixture.text(name, views + [blank] + end), is: "inf")
  }

  @Test func aWarmUpIsLeftOut() throws {
    var aggregates = Aggregates(hasWarmUp: true)
    var summary = DeviceSummary(
      device: 0, at: AggregateFixture.instant(2 * 86_400), events: 1, peakMemory: .zero,
      peakFlash: .zero, flashInUse: .zero, radio: RadioEnergy(), peakOutbox: 0, backedUp: .zero,
      prefetched: PrefetchUse(), unshown: .zero, violations: [])
    summary.measuredFrom = AggregateFixture.instant(86_400)
    aggregates.observe(
      [
        AggregateFixture.view(first: 9_000), AggregateFixture.write(.store, bytes: 900),
        AggregateFixture.exchange(200, up: 900, down: 900),
        TraceRecord(.measuringBegan(isScreenOpen: false), at: summary.measuredFrom),
        AggregateFixture.view(at: 86_401, first: 10),
        AggregateFixture.write(.store, bytes: 7, at: 86_500),
        AggregateFixture.exchange(200, at: 86_500, up: 1, down: 2),
        TraceRecord(.finished(summary), at: summary.at),
      ], device: 0)
    let person = try #require(aggregates.people.people.first)
    expect(person.opens == 1 && person.firstContent.p95 == 10 && person.days == 1)
    expect(person.flashBytes == Bytes(7) && person.worstDayFlashBytes == Bytes(7))
    expect(person.networkBytes, is: Bytes(3))
  }

  @Test func seedsArePooledInTheirOrder() throws {
    let seeds = [5, 3, 8].enumerated().map { seed, count in
      AggregateFixture.aggregates(ofDevices: Self.people(count, seed: UInt64(seed)))
    }
    let pooled = try #require(Aggregates.pooled(seeds))
    expect(pooled.people.people, is: seeds.flatMap(\.people.people))
    let reversed = try #require(Aggregates.pooled(seeds.reversed()))
    for metric in Metric.people {
      let value = try #require(metric.value(pooled), "\(metric.name)")
      expect(metric.value(reversed), is: value)
      // As a stored run is held to: the number of all seeds lies between theirs.
      let own = seeds.compactMap { metric.value($0) }
      let (least, most) = (try #require(own.min()), try #require(own.max()))
      expect(least <= value && value <= most, "\(metric.name)")
    }
  }

  @Test func whatIsStoredIsReadBack() throws {
    let aggregates = AggregateFixture.aggregates(ofDevices: Self.people(6, seed: 2))
    let read = try Aggregates(stored: aggregates.stored()[...], wear: aggregates.wear)
    expect(read.people.people == aggregates.people.people && read.people.people.count == 6)
  }
}
