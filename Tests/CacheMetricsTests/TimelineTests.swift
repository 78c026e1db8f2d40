internal import CacheMetricsFixtures
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheMetrics

@Suite struct TimelineTests {
  @Test func anIntervalHasWhatTheAppUsedAndLost() {
    var summary = DeviceSummary(
      device: 7, at: AggregateFixture.instant(9_000), events: 1, peakMemory: .zero,
      peakFlash: .zero, flashInUse: .zero, radio: RadioEnergy(), peakOutbox: 0, backedUp: .zero,
      prefetched: PrefetchUse(), unshown: .zero, violations: [])
    summary.radioSinceLastView = 7
    summary.lastView = AggregateFixture.instant(3_700)
    summary.memoryLimit = Bytes(900)
    let aggregates = AggregateFixture.aggregates([
      AggregateFixture.view(at: 10, first: 20, offline: true, memory: 500, radio: 40),
      AggregateFixture.view(at: 20, first: nil, offline: true, memory: 300, radio: 2),
      // The last one is open past the end of the interval, and counts when it opened.
      AggregateFixture.view(at: 3_590, first: 20, memory: 400, radio: 1),
      AggregateFixture.view(at: 3_700, first: 20, memory: 600, radio: 5),
      AggregateFixture.exchange(200, at: 30, up: 1, down: 9, metered: true),
      AggregateFixture.exchange(200, at: 30, up: 2, down: 9),
      AggregateFixture.evicted(from: .memory), AggregateFixture.evicted(from: .flash),
      AggregateFixture.evicted(from: .flash), AggregateFixture.event(.app(.killed)),
      AggregateFixture.event(
        .worked(MainThreadWork(.decoding, duration: .zero, busy: .zero, droppedFrames: 4))),
      AggregateFixture.edit(.made), AggregateFixture.edit(.made), AggregateFixture.edit(.made),
      AggregateFixture.edit(.synced), AggregateFixture.edit(.lost), AggregateFixture.edit(.pending),
      TraceRecord(.finished(summary), at: summary.at),
    ])
    let intervals = aggregates.timeline.intervals
    expect(intervals.count, is: 2)
    expect(intervals.map(\.offlineOpens) == [2, 0] && intervals[0].offlineShown == 1)
    expect(intervals.map(\.memoryPeak), is: [500, 600])
    expect(intervals.map(\.radioEnergy), is: [43, 12])
    expect(intervals[0].networkBytes == 21 && intervals[0].meteredBytes == 10)
    expect(intervals[0].memoryEvictions == 1 && intervals[0].flashEvictions == 2)
    expect(intervals[0].kills == 1 && intervals[0].droppedFrames == 4)
    expect(
      [intervals[0].editsMade, intervals[0].editsSettled, intervals[0].editsFailed], is: [3, 2, 1])
    expect(aggregates.devices.memoryLimit, is: Bytes(900))
  }

  /// A step is told as its end, which is above all waits in it by at most a quarter.
  @Test(arguments: [1, 2, 3, 4, 5, 7, 10, 49, 50, 99, 100, 733, 1_000, 9_999, 60_000] as [Int64])
  func aStepOfWaitsEndsSoonAfterThem(milliseconds: Int64) {
    let wait = TimeSpan.milliseconds(milliseconds)
    let end = WaitSteps.milliseconds(atEndOf: WaitSteps.step(of: wait))
    expect(Double(milliseconds) < end && end <= 1.25 * Double(milliseconds))
    let before = WaitSteps.milliseconds(atEndOf: WaitSteps.step(of: wait) - 1)
    expect(before <= Double(milliseconds))
  }

  @Test func stepsBeginBelowAMillisecondAndEndPastAMinute() {
    expect(WaitSteps.step(of: .zero), is: 0)
    expect(WaitSteps.step(of: .milliseconds(1) - TimeSpan(nanoseconds: 1)), is: 0)
    expect(WaitSteps.milliseconds(atEndOf: 0), is: 1)
    expect(WaitSteps.step(of: .milliseconds(65_536)), is: WaitSteps.count - 1)
    expect(WaitSteps.step(of: .hours(9)), is: WaitSteps.count - 1)
    let ends = (0..<WaitSteps.count).map(WaitSteps.milliseconds)
    expect(zip(ends, ends.dropFirst()).dropLast().allSatisfy { $0 < $1 })
  }

  /// Of twenty opens the 95th percentile is the nineteenth; with two blanks it is infinite.
  @Test func aPercentileOfAnIntervalCountsBlanksAsInfinite() {
    let shown = (1...18).map { AggregateFixture.view(first: Int64($0 * 10)) }
    let one = AggregateFixture.aggregates(
      shown + [AggregateFixture.view(first: 300), AggregateFixture.view(first: nil)])
    let wait = one.timeline.firstContent(at: .p95, inInterval: 0)
    expect(wait.map { $0 > 300 && $0 <= 375 }, is: true)
    let two = AggregateFixture.aggregates(
      shown + [AggregateFixture.view(first: nil)] + [
        AggregateFixture.view(first: nil)
      ])
    expect(two.timeline.firstContent(at: .p95, inInterval: 0), is: .infinity)
    let none = AggregateFixture.aggregates([AggregateFixture.exchange(200)])
    expect(none.timeline.firstContent(at: .p95, inInterval: 0) == nil)
  }

  @Test func joinedIntervalsHaveTheSameSumsAndWaits() {
    let events = (0..<40).map {
      AggregateFixture.view(at: $0, length: 1, first: $0 * 25, memory: 100 - $0)
    }
    let fine = AggregateFixture.aggregates(events, interval: .seconds(1)).timeline
    let coarse = fine.limited(to: 10)
    expect(coarse.interval == .seconds(4) && coarse.intervals.count == 10)
    expect(coarse.intervals.map(\.opens), is: Array(repeating: 4, count: 10))
    expect(coarse.intervals[1].memoryPeak, is: 96)
    let direct = AggregateFixture.aggregates(events, interval: .seconds(4)).timeline
    expect(coarse.intervals, is: direct.intervals)
    expect(
      coarse.firstContent(at: .p50, inInterval: 3), is: direct.firstContent(at: .p50, inInterval: 3)
    )
    expect(fine.coarsened(to: .seconds(4)).intervals, is: coarse.intervals)
    expect(fine.limited(to: 40).interval, is: .seconds(1))
  }
}
