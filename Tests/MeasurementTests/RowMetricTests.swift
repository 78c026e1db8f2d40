internal import MeasurementFixtures
internal import SimCore
internal import Testing

@testable internal import Measurement

@Suite struct RowMetricTests {
  /// Five rows, of which one was blank for longer than 0.1 s and one until it had left view.
  @Test func rowsAreBlankAfterATenthOfASecond() {
    let waits: [Int64?] = [0, 50, 100, 101, nil]
    let aggregates = AggregateFixture.aggregates(
      waits.map { AggregateFixture.event(.row(after: $0.map(TimeSpan.milliseconds))) })
    #expect(AggregateFixture.text("rows_scrolled", aggregates) == "5.000")
    #expect(AggregateFixture.text("row_blank_share", aggregates) == "0.400000")
    // The fifth of five, by nearest rank.
    #expect(
      MetricCatalog.metric(named: "row_wait_p95_ms")?.value(aggregates) == .infinity)
  }

  @Test func withoutScrollingThereAreNoRows() {
    let aggregates = AggregateFixture.aggregates([AggregateFixture.view(first: 10)])
    #expect(AggregateFixture.text("rows_scrolled", aggregates) == "0.000")
    #expect(AggregateFixture.text("row_blank_share", aggregates) == "")
    #expect(AggregateFixture.text("row_wait_p95_ms", aggregates) == "")
  }
}
