internal import CacheMetrics
internal import CacheReports
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments
@testable internal import Results

/// The forms in which a comparison is told.
@Suite struct BaselineFormTests {
  private typealias Fixture = StoredRunFixture

  private static func comparison(
    strictness: BaselineComparison.Strictness = .regressions
  ) throws -> BaselineComparison {
    try BaselineComparison(
      Fixture.run([
        Fixture.row("a|b", [400, 0.5, 10]), Fixture.row("<c> & \"d\"\u{1}", [400, 0.5, 10]),
      ]),
      Fixture.run([
        Fixture.row("a|b", [440, 0.6, 10]), Fixture.row("<c> & \"d\"\u{1}", [.infinity, 0.5, 12]),
        Fixture.row("new", [0, 0, 0]),
      ]), strictness: strictness)
  }

  @Test func aTerminalListsTheWorstFirst() throws {
    expect(
      BaselineText.terminal(try Self.comparison()),
      is: """
        Baseline of small: 4 of 6 numbers moved: 2 worse, 1 better, 1 neither
          worse    <c> & "d"\\u{1}  first_content_p95_ms  400 ms → ∞
          worse    a|b             first_content_p95_ms  400 ms → 440 ms  +40 ms (+10 %)
          better   a|b             object_hit_ratio      50 % → 60 %      +10 points (+20 %)
          neither  <c> & "d"\\u{1}  opens                 10 → 12          +2 (+20 %)
          new strategies: new
          One seed has no noise floor: a move counts from the digits that mean something on.

        """)
    let exact = BaselineText.terminal(try Self.comparison(strictness: .anyMove))
    expect(exact.contains("object_hit_ratio      0.5 → 0.6     +0.1 (+20 %)\n"))
    expect(!exact.contains("noise"))
  }

  @Test func onlyTheFirstAreListedUnlessAllAreWanted() throws {
    let rows = (0..<40).map { Fixture.row("s\($0)", [1, 1, 1]) }
    let moved = (0..<40).map { Fixture.row("s\($0)", [2, 1, 1]) }
    let comparison = try BaselineComparison(Fixture.run(rows), Fixture.run(moved))
    let short = BaselineText.terminal(comparison).split(separator: "\n")
    expect(short.count, is: 1 + BaselineText.limit + 2)
    expect(short.contains("  and 28 further changes of less importance; --all lists them"))
    expect(BaselineText.terminal(comparison, isWhole: true).split(separator: "\n").count, is: 42)
    expect(
      PullRequestText(of: RunCheck(comparison)).text.contains(
        "\nAnd 28 further changes of less importance.\n"))
  }

  /// The finding stands above what is much smaller, whatever the order of metrics; the rest is
  /// counted by why it does not count.
  @Test func theFindingComesFirstAndNoiseIsFolded() throws {
    let old = Fixture.run([
      Fixture.row("a", [400, 0.5, 10], seeds: [[300, 0.5, 10], [500, 0.5, 10]]),
      Fixture.row("b", [400, 0.5, 10], seeds: [[300, 0.4, 10], [500, 0.6, 10]]),
      Fixture.row("c", [400, 0.5, 10], seeds: [[300, 0.5, 10], [500, 0.5, 10]]),
    ])
    let new = Fixture.run([
      Fixture.row("a", [405, 0.4, 10], seeds: [[304, 0.4, 10], [506, 0.4, 10]]),
      Fixture.row("b", [400.001, 0.49, 10], seeds: [[300, 0.45, 10], [500.001, 0.53, 10]]),
      Fixture.row("c", [400, 0.5, 10], seeds: [[301, 0.5, 10], [499, 0.5, 10]]),
    ])
    let comparison = try BaselineComparison(old, new)
    let lines = BaselineText.terminal(comparison).split(separator: "\n")
    expect(lines[0], is: "Baseline of small: 2 of 9 numbers moved: 2 worse")
    expect(lines[1].contains("object_hit_ratio      50 % → 40 %      -10 points (-20 %)"))
    expect(lines[2].contains("400 ms → 405 ms  +5 ms (+1.25 %), both seeds agree"))
    expect(
      lines[3],
      is: "  and 4 further changes: 1 below the noise floor of 2 seeds; 1 below the digits "
        + "that mean something; 2 of single seeds, where all together stand still; --all lists them"
    )
    let whole = BaselineText.terminal(comparison, isWhole: true)
    expect(whole.contains("  1 below the noise floor of 2 seeds:\n    worse  b"))
    expect(whole.contains("0.5 → 0.49"))
    expect(BaselineText.failure(of: comparison).hasPrefix("object_hit_ratio of a is worse: 50 %"))
    expect(BaselineText.failure(of: comparison).hasSuffix("; and 1 more"))
  }

  /// What somebody promised comes before what moved further.
  @Test func whatTheScenarioExpectsSomethingOfComesFirst() throws {
    let expectation = ExpectationOutcome(
      claim: "a.object_hit_ratio >= 0.1", metric: "object_hit_ratio", varied: nil, holds: true,
      isRequired: true, finding: "found 49 %", reason: nil, line: nil)
    let old = Fixture.run([Fixture.row("a", [400, 0.5, 10])])
    let new = Fixture.run([Fixture.row("a", [4_000, 0.49, 10])])
    func first(_ new: StoredRun) throws -> String? {
      BaselineListing(try BaselineComparison(old, new), limit: 1).told.first?.metric.name
    }
    try expect(first(new), is: "first_content_p95_ms")
    let expecting = StoredRun(
      file: new.file, scenario: new.scenario, hash: new.hash, programVersion: new.programVersion,
      metricCatalogVersion: new.metricCatalogVersion, metrics: new.metrics, rows: new.rows,
      expectations: [expectation])
    try expect(first(expecting), is: "object_hit_ratio")
  }

  /// A number under two names, or of the whole run and of a day, is told once.
  @Test func whatSaysTheSameIsToldOnce() throws {
    func run(_ values: [Double]) -> StoredRun {
      let names = [
        "network_requests", "network_200", "network_requests_per_device_day",
        "radio_promotions_per_device_day",
      ]
      let metrics = names.map {
        ResultMeasure(
          name: $0, unit: $0.hasSuffix("day") ? .countPerDay : .count, better: .lower)
      }
      let row = StoredRun.Row(
        strategy: "a", varied: nil, isBound: false,
        pooled: Dictionary(uniqueKeysWithValues: zip(names, values)), seeds: [])
      return Fixture.run([row], metrics: metrics)
    }
    let comparison = try BaselineComparison(run([20, 20, 2, 5]), run([40, 40, 4, 6]))
    let listing = BaselineListing(comparison, limit: 10)
    expect(
      listing.told.map(\.metric.name), is: ["network_requests", "radio_promotions_per_device_day"])
    expect(
      listing.foldWords, is: "and 2 further changes that say the same in another name or per day")
  }

  @Test func whatStandsStillIsSaidInALine() throws {
    let run = Fixture.run([Fixture.row("a", [1, 1, 1])])
    let comparison = try BaselineComparison(run, run)
    expect(
      BaselineText.terminal(comparison),
      is: "Baseline of small: nothing moved, 3 numbers compared\n")
    expect(
      PullRequestText(of: RunCheck(comparison)).text,
      is: "### Baseline of `small`\n\nnothing moved, 3 numbers compared.\n")
  }

  @Test func markdownIsATable() throws {
    let lines = PullRequestText(of: RunCheck(try Self.comparison())).text.split(separator: "\n")
    expect(lines[2], is: "|  | what | was → is | by |")
    expect(
      lines[5],
      is: "| **worse** | `a\\|b.first_content_p95_ms` | 400 ms → 440 ms | +40 ms (+10 %) |")
    expect(lines.contains("new strategies: new"))
  }

  @Test(arguments: [
    (BaselineComparison.Strictness.regressions, 2), (.anyMove, 5),
  ])
  func junitIsWellFormedAndCountsRight(
    strictness: BaselineComparison.Strictness, failures: Int
  ) throws {
    let text = JUnitReport.text(RunCheck(try Self.comparison(strictness: strictness)))
    let elements = try XMLCheck.elements(of: text)
    expect(elements.first?.name, is: "testsuites")
    expect(elements.count { $0.name == "testsuite" }, is: 3)
    expect(elements.count { $0.name == "testcase" }, is: 7)
    expect(elements.count { $0.name == "failure" }, is: failures)
    expect(elements.first?.attributes["tests"], is: "7")
    expect(elements.first?.attributes["failures"], is: "\(failures)")
    let names = elements.filter { $0.name == "testsuite" }.map { $0.attributes["name"] }
    expect(names, is: ["small: a|b", "small: <c> & \"d\"\u{FFFD}", "small"])
    for element in elements where element.name == "testcase" {
      expect(element.attributes["classname"]?.hasPrefix("small"), is: true)
    }
  }

  /// Each kind of failure stands in each form, and is counted as one.
  @Test func everyFormShowsWhatIsGone() throws {
    let comparison = try BaselineComparison(
      Fixture.run([
        Fixture.row("a", [1, 1, 1], seeds: [[1, 1, 1]]), Fixture.row("gone", [1, 1, 1]),
      ]),
      Fixture.run(
        [Fixture.row("a", [nil, 1, 1])], metrics: Array(Fixture.metrics.dropLast())))
    expect(comparison.isBroken)
    for text in [BaselineText.terminal(comparison), PullRequestText(of: RunCheck(comparison)).text]
    {
      for words in ["gone", "opens", "a (1 → none)", "undefined", "→ not defined"] {
        expect(text.contains(words), "\(words) in \(text)")
      }
      expect(!text.contains("nothing moved"))
    }
    let elements = try XMLCheck.elements(of: JUnitReport.text(RunCheck(comparison)))
    let types = elements.filter { $0.name == "failure" }.compactMap { $0.attributes["type"] }
    expect(types, is: ["undefined", "vanishedStrategy", "vanishedMetric", "otherSeeds"])
    expect(elements.first?.attributes["failures"], is: "4")
    let json = BaselineJSON.json(comparison)
    expect(json["isBroken"] == true && json["vanishedStrategies"] == ["gone"])
    expect(json["vanishedMetrics"], is: ["opens"])
    expect(json["otherSeeds"]?.elements?.first?["old"], is: ["1"])
    expect(json["moves"]?.elements?.map { $0["isFailure"] }, is: [true])
  }

  @Test func jsonHasEveryMove() throws {
    let json = try JSON.parse(Array(BaselineJSON.json(try Self.comparison()).text.utf8))
    expect(json["isBroken"] == true && json["compared"] == 6)
    let moves = try #require(json["moves"]?.elements)
    expect(moves.map { $0["verdict"]?.string }, is: ["worse", "worse", "better", "neither"])
    expect(moves[1]["relative"] == 0.1 && moves[0]["new"] == "inf")
    expect(moves[0]["difference"] == JSON(.null) && moves[0]["importance"] == JSON(.null))
    expect(moves[1]["importance"] == 20 && moves[1]["smallestChange"] == 2)
    expect(moves[1]["noiseFloor"] == JSON(.null) && moves[1]["standing"] == "counts")
    expect(json["addedStrategies"], is: ["new"])
  }
}
