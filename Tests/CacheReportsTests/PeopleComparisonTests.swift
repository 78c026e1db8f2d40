internal import CacheMetrics
internal import CacheMetricsFixtures
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheReports
@testable internal import Results

/// For whom an answer holds, and what reports show of people.
@Suite struct PeopleComparisonTests {
  /// A strategy under seeds, of each of whose devices a view waits so long.
  private static func strategy(
    _ label: String, _ seeds: [[Int64?]], written bytes: Int64 = 1
  ) -> StrategyResult {
    StrategyResult(
      label: label, name: "on-demand", settings: .object([]),
      runs: seeds.enumerated().map { seed, waits in
        SeedResult(
          seed: UInt64(seed),
          aggregates: AggregateFixture.aggregates(
            ofDevices: waits.map { wait in
              [
                AggregateFixture.view(first: wait, from: .flash),
                AggregateFixture.write(.store, bytes: bytes), AggregateFixture.finished(),
              ]
            }))
      })
  }

  /// Ahead for six of ten, by less than 10 % for one, both blank for one.
  private static let rows = [
    strategy("first", [[100, 100, 100, 100, 100, 100, 300, 400, 410, nil]]),
    strategy("second", [[900, 300, 300, 300, 300, 900, 305, 200, 200, nil]]),
  ]

  private static func result(
    _ objective: String, _ rows: [StrategyResult] = rows
  ) throws -> RunResult {
    var result = ResultFixture.run(of: rows)
    let metric = try #require(MetricCatalog.metric(named: objective))
    result.goal = Goal(objectives: [MetricObjective(metric)], constraints: [])
    return result
  }

  @Test func anAnswerSaysForHowManyPeopleItHolds() throws {
    let result = try Self.result("first_content_p90_ms")
    // Of no number of each person.
    expect(result.answers[0].answer?.peopleSentence == nil)
    let mean = try Self.result("first_content_shown_mean_ms")
    let answer = try #require(mean.answers[0].answer)
    // Without the one who saw nothing under either.
    expect(
      answer.peopleSentence,
      is: "For 6 of 9 people `first` waits less on average than `second`; 1 is alike.")
    let told = try #require(answer.peopleSentence)
    expect(answer.reasons.contains(told) && answer.sentences.contains(told))
    // Terminal, pages and file say the same.
    let plain = WrappedText.plain(told)
    expect(GoalAnswer.reasons(of: mean).replacing("\n", with: " ").contains(plain))
    expect(ResultFixture.file("report.md", of: mean).replacing("\n", with: " ").contains(told))
    expect(ResultFixture.file("report.html", of: mean).contains("of 9 people"))
    expect(ResultFixture.file("run.json", of: mean).contains(told))
  }

  @Test func bothBlankAreAlike() throws {
    let quantity = try #require(
      MetricCatalog.metric(named: "first_content_p95_people_p90_ms").flatMap(
        PersonQuantity.init(of:)))
    let people = PeopleComparison(of: Self.rows[0], from: Self.rows[1], at: quantity) {
      own, other in
      MetricUnit.milliseconds.matters(own, from: other) ? own < other : nil
    }
    expect(people.count == 10 && people.ahead == 6 && people.alike == 2)
  }

  @Test func ofFewPeopleNothingIsSaid() throws {
    let few = [
      Self.strategy("first", [Array(repeating: 10, count: 7)]),
      Self.strategy("second", [Array(repeating: 900, count: 7)]),
    ]
    try expect(Self.result("first_content_p95_ms", few).answers[0].answer?.peopleSentence == nil)
    let enough = [
      Self.strategy("first", [Array(repeating: 10, count: 8)]),
      Self.strategy("second", [Array(repeating: 900, count: 8)]),
    ]
    try expect(
      Self.result("first_content_p95_ms", enough).answers[0].answer?.peopleSentence,
      is: "For all 8 people `first` waits less at the p95 than `second`.")
  }

  @Test func theIntervalOfPeopleIsOverSeeds() throws {
    let metric = try #require(MetricCatalog.metric(named: "first_content_p95_people_p90_ms"))
    let interval = try #require(
      Self.strategy("a", [[10, 10, 20], [10, 10, 40]]).interval(of: metric))
    // 40 of six, and the seeds' 20 and 40: those of amounts, as many times less as more.
    expect(interval.low < 20 && abs(interval.low * interval.high - 1_600) < 1e-6)
  }

  @Test func peopleHaveAChart() throws {
    let chart = LatencyDistributionChart(population: .people)
    let seeds = [Self.strategy("a", [[100, 100, 100, 100, 100], [100, 300, 400, 410, nil]])]
    let data = ChartData(try Self.result("first_content_p95_ms", seeds))
    expect(chart.reasonToOmit(from: data) == nil)
    let points = try #require(data.strategies[0].peopleDistributions[.firstContent])
    // Six wait 100 ms, then one each; who stays blank is among all.
    expect(points.map(\.milliseconds), is: [100, 300, 400, 410])
    expect(points.map(\.share), is: [0.6, 0.7, 0.8, 0.9])
    expect(points.allSatisfy { $0.interval?.contains($0.share) == true })
    let table = chart.canvas(of: data).table
    expect(table.numberColumns.contains("share"))
    let few = ChartData(ResultFixture.result)
    expect(chart.reasonToOmit(from: few), is: "there are fewer than 8 people")
    expect(ChartChoice(of: ResultFixture.result).note?.contains("people-latency-cdf"), is: true)
  }

  @Test func aDayBeyondTheLimitOfTheSystemIsToldOf() throws {
    let limit = LimitValue.diskWriteException.bytes.count
    expect(limit, is: 1_073_741_824)
    let rows = [limit, limit + 1].map {
      Self.strategy("x", [[1, 1, 1]], written: $0)
    }
    let caveats = rows.map { ResultCaveats.sentences(on: ResultFixture.run(of: [$0])) }
    expect(caveats[0].allSatisfy { !$0.contains("MetricKit") })
    expect(
      caveats[1].contains(
        "Under `x` 3 of 3 people have a day with more than 1.07 GB written to flash, which iOS "
          + "reports as a disk write exception (MetricKit)."))
  }
}
