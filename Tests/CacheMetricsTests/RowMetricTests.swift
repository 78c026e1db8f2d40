internal import CacheMetricsFixtures
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheMetrics

@Suite struct RowMetricTests {
  /// Five rows, of which one was blank for longer than 0.1 s and one until it had left view.
  @Test func rowsAreBlankAfterATenthOfASecond() {
    let waits: [Int64?] = [0, 50, 100, 101, nil]
    let aggregates = AggregateFixture.aggregates(
      waits.map { AggregateFixture.event(.row(after: $0.map(TimeSpan.milliseconds))) })
    expect(AggregateFixture.text("rows_scrolled", aggregates), is: "5")
    expect(AggregateFixture.text("row_blank_share", aggregates), is: "0.4")
    // The fifth of five, by nearest rank.
    expect(
      MetricCatalog.metric(named: "row_wait_p95_ms")?.value(aggregates), is: .infinity)
  }

  /// Two media, of which one stopped twice for a second and was played for 6 s, the other for 12 s
  /// without a stop: 2 s of 20.
  @Test func mediaStopAndGoOn() {
    let aggregates = AggregateFixture.aggregates([
      AggregateFixture.event(.played(AggregateFixture.playback(seconds: 6, stalls: 2))),
      AggregateFixture.event(.played(AggregateFixture.playback(seconds: 12, stalls: 0))),
      AggregateFixture.finished(),
    ])
    let expected = [
      ("media_views", "2"), ("rebuffers", "2"), ("rebuffer_ms", "2000"),
      ("rebuffer_ratio", "0.1"), ("rebuffered_share", "0.5"),
      ("bit_rate_ratio", "0.5"),
    ]
    for (name, text) in expected {
      expect(AggregateFixture.text(name, aggregates), is: text, "\(name)")
    }
  }

  /// Of 300 bytes that came, 100 in an exchange that was cancelled and 50 were never shown.
  @Test func whatIsWastedIsAShareOfWhatCame() {
    let aggregates = AggregateFixture.aggregates([
      AggregateFixture.exchange(200, down: 200),
      AggregateFixture.exchange(0, down: 100, cancelled: true),
      AggregateFixture.finished(unshown: 50),
    ])
    expect(AggregateFixture.text("wasted_share", aggregates), is: "0.5")
  }

  @Test func withoutScrollingThereAreNoRows() {
    let aggregates = AggregateFixture.aggregates([AggregateFixture.view(first: 10)])
    expect(AggregateFixture.text("rows_scrolled", aggregates), is: "0")
    expect(AggregateFixture.text("row_blank_share", aggregates), is: "")
    expect(AggregateFixture.text("row_wait_p95_ms", aggregates), is: "")
  }
}
