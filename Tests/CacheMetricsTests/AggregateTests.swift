internal import CacheMetricsFixtures
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheMetrics

@Suite struct AggregateTests {
  @Test(arguments: [
    (0 as Int64?, 60_000, 0), (500, 60_000, 0), (501, 60_000, 200), (650, 60_000, 200),
    (700, 60_000, 200), (701, 60_000, 201), (3_000, 60_000, 2_500), (nil, 400, 0),
    (nil, 500, 0), (nil, 510, 10), (nil, 4_000, 3_500), (600, 610, 200),
  ])
  func spinnersComeLateAndStayAWhile(first: Int64?, length: Int64, spinner: Int64) {
    let time = SpinnerRule.time(
      firstContent: first.map(TimeSpan.milliseconds), length: .milliseconds(length))
    expect(time, is: .milliseconds(spinner))
  }

  @Test func aTimelineSortsByTheInstant() {
    let aggregates = AggregateFixture.aggregates([
      AggregateFixture.view(at: 10, first: 20, from: .memory, outdatedFor: 3),
      AggregateFixture.view(at: 3_599, first: 40, from: .flash),
      AggregateFixture.view(at: 3_600, first: nil),
      AggregateFixture.exchange(200, at: 7_200, up: 1, down: 9),
      AggregateFixture.write(.archive, bytes: 50, at: 7_201),
    ])
    let intervals = aggregates.timeline.intervals
    expect(intervals.count, is: 3)
    expect(intervals.map(\.opens), is: [2, 1, 0])
    expect(intervals.map(\.shown), is: [2, 0, 0])
    expect(intervals[0].outdated, is: 1)
    expect(intervals[0].meanFirstContent, is: 30)
    expect(intervals[1].meanFirstContent == nil)
    expect(Source.allCases.map { intervals[0].opens(from: $0) }, is: [1, 1, 0, 0, 0])
    expect(Source.allCases.map { intervals[1].opens(from: $0) }, is: [0, 0, 0, 0, 1])
    expect(intervals[2].exchanges, is: 1)
    expect(intervals[2].networkBytes, is: 10)
    expect(intervals[2].flashWrites, is: 1)
    expect(intervals[2].flashBytes, is: 50)
    expect(aggregates.timeline.start(of: 2), is: AggregateFixture.instant(7_200))
  }

  @Test func aLongTimelineDoublesItsIntervals() {
    var events: [TraceRecord] = []
    for second in 0..<5_000 as Range<Int64> {
      events.append(AggregateFixture.view(at: second, first: 1))
    }
    let timeline = AggregateFixture.aggregates(events, interval: .seconds(1)).timeline
    expect(timeline.interval, is: .seconds(4))
    expect(timeline.intervals.count, is: 1_250)
    expect(timeline.intervals.allSatisfy { $0.opens == 4 })
  }

  @Test func timelinesOfDifferentLengthsMerge() {
    var short = AggregateFixture.aggregates(
      [AggregateFixture.view(at: 5, first: 1)], interval: .seconds(1))
    var long = AggregateFixture.aggregates(
      [AggregateFixture.view(at: 4_095, first: 1)], interval: .seconds(1))
    let copy = short
    short.merge(long)
    long.merge(copy)
    expect(short.timeline.interval, is: .seconds(2))
    expect(short.timeline.intervals, is: long.timeline.intervals)
    expect(short.timeline.intervals.map(\.opens).reduce(0, +), is: 2)
    expect(short.timeline.intervals[2].opens, is: 1)
  }

  @Test func poolingSeedsIsReadingAllInOneAggregates() {
    let first = [
      AggregateFixture.view(first: 100, fresh: 200, from: .flash, outdatedFor: 9, offline: true),
      AggregateFixture.answer(.flash, age: 5), AggregateFixture.exchange(304),
      AggregateFixture.write(.flush, bytes: 7),
      AggregateFixture.event(.read(tier: "tier", Bytes(3), takes: .zero)),
      AggregateFixture.evicted(from: .memory), AggregateFixture.edit(.made),
      AggregateFixture.event(.played(AggregateFixture.playback(seconds: 3, stalls: 2))),
      AggregateFixture.event(.row(after: .milliseconds(300))),
      AggregateFixture.event(.row(after: .milliseconds(20))),
      AggregateFixture.finished(
        days: 2, memory: 5, violations: ["a"],
        overshoot: LimitOvershoot(bytes: Bytes(4), share: 0.25)),
    ]
    var returns = ReturnCounts()
    returns.opens = 4
    returns.withEmptyCache = 1
    let second = [
      AggregateFixture.view(first: nil, givenUp: true), AggregateFixture.answer(.nothing),
      AggregateFixture.answer(.memory, age: 2),
      AggregateFixture.exchange(503), AggregateFixture.event(.app(.memoryWarning)),
      AggregateFixture.event(.app(.killed)),
      AggregateFixture.event(.app(.ended(.killedForMemory, lostEntries: 4))),
      AggregateFixture.edit(.synced), AggregateFixture.event(.row(after: nil)),
      AggregateFixture.event(.played(AggregateFixture.playback(seconds: 5, stalls: 0))),
      AggregateFixture.finished(
        days: 1, memory: 9, violations: ["b"],
        overshoot: LimitOvershoot(bytes: Bytes(3), share: 0.5), returns: returns),
    ]
    let pooled = Aggregates.pooled([
      AggregateFixture.aggregates(first), AggregateFixture.aggregates(second),
    ])
    let together = AggregateFixture.aggregates(first + second)
    for metric in MetricCatalog.all {
      expect(pooled.flatMap { metric.value($0) }, is: metric.value(together), "\(metric.name)")
    }
    expect(pooled?.timeline.intervals, is: together.timeline.intervals)
    expect(pooled?.devices.violations, is: ["device 7: a", "device 7: b"])
    expect(Aggregates.pooled([])?.views.opens == nil)
  }

  @Test func brokenLawsAreCountedBeyondThoseThatAreKept() {
    let many = AggregateFixture.finished(violations: (0..<150).map { "law \($0)" })
    let aggregates = AggregateFixture.aggregates([many, many])
    expect(aggregates.devices.violations.count, is: DeviceAggregate.violationLimit)
    expect(aggregates.devices.violationCount, is: 300)
  }
}
