internal import CacheMetricsFixtures
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheMetrics

/// What an origin had to do, second by second, and what it costs.
@Suite struct OriginMetricTests {
  /// A request at each of these seconds, by their absolute value; one below zero is refused.
  private static func arrivals(_ seconds: [Int64]) -> [TraceRecord] {
    seconds.map { second in
      let arrival =
        second < 0
        ? OriginArrival(refusal: 503)
        : OriginArrival(wait: .milliseconds(second), service: .milliseconds(50))
      return TraceRecord(.arrived(arrival), at: AggregateFixture.instant(abs(second)))
    }
  }

  private static func texts(_ aggregates: Aggregates?) throws -> [String] {
    let aggregates = try #require(aggregates)
    return ["requests_per_second_max", "requests_per_second_p99", "refused_share", "wait_mean_ms"]
      .map { AggregateFixture.text("origin_\($0)", aggregates) }
  }

  /// Seconds 100 to 104 with 3, 1, 0, 0 and 2 requests, and a seed with 5 in one second.
  @Test func secondsFromTheFirstRequestToTheLastCount() throws {
    let first = AggregateFixture.aggregates(
      Self.arrivals([101, 100, -104, 100, 104, 100]) + [AggregateFixture.finished()])
    try expect(Self.texts(first), is: ["3", "3", "0.166667", "101"])
    let median = try #require(first.origin.rate(at: .p50))
    expect(median, is: 1)
    let second = AggregateFixture.aggregates(
      Self.arrivals([7, 7, 7, 7, 7]) + [AggregateFixture.finished()])
    let pooled = Aggregates.pooled([first, second])
    try expect(Self.texts(pooled), is: ["5", "5", "0.090909", "54"])
    // 0, 0, 1, 2, 3, 5: the third of six.
    expect(pooled?.origin.rate(at: .p50), is: 1)
    // Ten times 50 ms in two days of two origins.
    let busy = try #require(MetricCatalog.metric(named: "origin_busy_workers_mean"))
    try expect(busy.value(#require(pooled)), is: 0.5 / 2 / 86_400)
  }

  /// Of devices that end after a day and after three the origin is measured for three: four times
  /// 50 ms.
  @Test func anOriginIsBusyOverItsOwnTime() throws {
    let aggregates = AggregateFixture.aggregates(ofDevices: [
      Self.arrivals([1, 2]) + [AggregateFixture.finished(days: 1)],
      Self.arrivals([3, 4]) + [AggregateFixture.finished(days: 3)],
    ])
    let busy = try #require(MetricCatalog.metric(named: "origin_busy_workers_mean"))
    expect(busy.value(aggregates), is: 0.2 / 3 / 86_400)
  }

  /// A month takes no more room than a day, however many seconds it has.
  @Test func onlyTheSecondsAroundTheBusiestAreKept() throws {
    let month = (0..<720 as Range<Int64>).map { $0 * 3_600 } + [90_000, 90_000, 90_001]
    let aggregates = AggregateFixture.aggregates(Self.arrivals(month))
    let load = try #require(aggregates.origin.loads.first)
    let before = OriginLoad.secondsBefore
    expect(load.busiest.count, is: 600)
    expect(load.busiest[(before - 1)...(before + 2)], is: [0, 3, 1, 0])
    expect(load.busiest.reduce(0, +), is: 4)
    expect(load.rates.map(\.requests), is: [0, 1, 3])
    expect(load.rates.map(\.seconds), is: [719 * 3_600 + 1 - 721, 720, 1])
    let stored = try aggregates.stored()
    expect(stored.count < 30_000)
    let found = try Aggregates(stored: stored[...], wear: FlashWear(FlashWearSettings()))
    expect(found.origin.loads, is: aggregates.origin.loads)
  }

  /// Two requests and 1.5 GB in two days of a device: 0.000002 and 0.135 USD, times 15,000.
  @Test func aCostIsThatOfRequestsAndBytes() throws {
    let events = [
      AggregateFixture.exchange(200, down: 1_500_000_000), AggregateFixture.exchange(304, down: 0),
      AggregateFixture.finished(days: 2),
    ]
    let name = "origin_cost_per_thousand_devices_month_usd"
    expect(AggregateFixture.text(name, events), is: "")
    var aggregates = Aggregates(prices: OriginPrices())
    aggregates.observe(events, device: 7)
    aggregates.sort()
    expect(AggregateFixture.text(name, aggregates), is: "2025.03")
    let stored = try aggregates.stored()
    let found = try Aggregates(stored: stored[...], wear: aggregates.wear)
    expect(AggregateFixture.text(name, found), is: "2025.03")
    // As many devices and days more cost as much each.
    let pooled = try #require(Aggregates.pooled([aggregates, found]))
    expect(AggregateFixture.text(name, pooled), is: "2025.03")
  }
}
