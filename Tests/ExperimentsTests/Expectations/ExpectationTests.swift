internal import CacheMetrics
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments
@testable internal import Results

/// What a scenario expects of itself, read and held against a run.
@Suite struct ExpectationTests {
  static func file(_ more: String, seeds: String = "[1]") throws -> ScenarioFile {
    let text = """
      {"question": "?", "seeds": \(seeds), "duration": "2d",
       "workload": {"name": "menus"}, "networkSchedule": {"name": "always"}, \(more)
       "strategies": [{"name": "network-only"}, {"name": "on-demand", "label": "kept, 1.5 < 2 h"}]}
      """
    return try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
  }

  static func evaluated(_ more: String, seeds: String = "[1]") async throws -> [Assertion] {
    try await Runner.run(file(more, seeds: seeds), jobs: 2, command: "").result.assertions
  }

  @Test(arguments: [
    ("first_content_p95_ms", "<= 400", 400.0), ("first_content_p95_ms", "<=0.4 s", 400),
    ("first_content_p95_ms", "<= 400 ms", 400), ("edit_sync_p95_s", "< 15m", 900),
    ("flash_write_bytes", "<= 2 MB", 2e6), ("flash_write_bytes", "<= 2000000", 2e6),
    ("flash_write_bytes_per_device_day", "<= 1.5 KiB", 1_536),
    ("object_hit_ratio", ">= 64.3 %", 0.643),
    ("object_hit_ratio", "= 0.643", 0.643), ("radio_energy_j", "< 20 J", 20),
    ("virtual_days", "= 36h", 1.5), ("memory_kills", "= 0", 0),
    ("flash_endurance_per_year_ppm", "< 3 ppm", 3),
    ("first_content_p99_ms", "< inf", .infinity),
  ])
  func aLimitIsReadInTheMetricsUnit(metric: String, text: String, limit: Double) throws {
    let file = try Self.file(#""expect": {"network-only": {"\#(metric)": "\#(text)"}},"#)
    let bound = try #require(file.scenario.expect.all.first?.limits.first)
    expect(bound.limit, is: limit)
  }

  @Test(arguments: [
    "400", "", "<=", "<= -1", "<= 1e3", "<= 0x10", "<= nan", "=> 3", "<= 1 MB", "~ 4",
    "< unlimited",
    "<= 4 and", "<= 4 and 5", "<= 4 ms ms", "<= 1..2",
  ])
  func anyOtherTextIsNone(text: String) {
    #expect(throws: InputError.self) {
      try Self.file(#""expect": {"network-only": {"first_content_p95_ms": "\#(text)"}},"#)
    }
  }

  @Test func aMetricCanBeKeptBetweenTwoBounds() async throws {
    let assertions = try await Self.evaluated(
      #""expect": {"network-only": {"object_hit_ratio": ">= 0 and < 10 %"}},"#)
    expect(
      assertions.map(\.claim),
      is: [
        "network-only.object_hit_ratio >= 0", "network-only.object_hit_ratio < 10 %",
      ])
    expect(assertions.filter(\.holds).count, is: 2)
  }

  @Test func labelsMayHavePointsAndSigns() throws {
    let file = try Self.file(
      #""relations": ["kept, 1.5 < 2 h.opens <= 0.5 * kept, 1.5 < 2 h.opens"],"#)
    let relation = try #require(file.scenario.relations.first)
    expect(relation.left.label == "kept, 1.5 < 2 h" && relation.right.label == "kept, 1.5 < 2 h")
    expect(relation.comparison == .atMost && relation.factor == 0.5)
  }

  @Test func relationsAreEvaluatedOverAllAndUnderEachSeed() async throws {
    let claim = "kept, 1.5 < 2 h.network_requests <= network-only.network_requests"
    let file = try Self.file(#""relations": ["\#(claim)"],"#, seeds: "[1, 2, 3]")
    let result = try await Runner.run(file, jobs: 2, command: "").result
    let judgement = try #require(result.assertions.first)
    let metric = try #require(MetricCatalog.metric(named: "network_requests"))
    let values = result.rows.map { row in row.runs.map { metric.value($0.aggregates) ?? .nan } }
    expect(judgement.claim == claim && judgement.varied == nil)
    expect(judgement.found, is: metric.value(result.rows[1].pooled).map(metric.rounded))
    let agreeing = zip(values[1], values[0]).count { $0 <= $1 }
    expect(judgement.agreement?.seedCount == 3 && judgement.agreement?.agreeing == agreeing)
    let means = values.map { $0.reduce(0, +) / 3 }
    let mean = try #require(judgement.agreement?.differences?.mean)
    expect(abs(mean - (means[1] - means[0])) < 1e-9)
  }

  @Test func oneSeedHasNothingToAgree() async throws {
    let assertions = try await Self.evaluated(
      #""relations": ["kept, 1.5 < 2 h.opens = network-only.opens"],"#)
    expect(assertions.map(\.holds) == [true] && assertions[0].agreement == nil)
  }

  @Test func eachVariedValueIsEvaluatedUnlessItSaysWhich() async throws {
    let assertions = try await Self.evaluated(
      #"""
      "networks": ["edge", "wifi"], "variance": "none",
      "expect": {"network-only": {
        "first_content_p50_ms": "< 300 ms", "opens": {"is": "> 0", "where": ["wifi"]}}},
      """#)
    expect(assertions.map(\.varied), is: ["edge", "wifi", "wifi"])
    expect(assertions.map(\.holds), is: [false, true, true])
  }

  @Test func anotherVariationLeavesOutWhatIsExpectedOfOldValues() throws {
    let root = try JSON.parse(
      Array(
        #"""
        {"networks": ["edge"], "expect": {"a": {"opens": "> 0", "events": {"is": "> 0",
         "where": ["edge"]}}}, "relations": ["x", {"is": "y", "where": ["edge"]}, {"is": "z"}]}
        """#.utf8))
    expect(
      Variation.removed(from: root).compact,
      is: #"{"expect": {"a": {"opens": "> 0"}}, "relations": ["x", {"is": "z"}]}"#)
  }

  @Test func whatIsExpectedIsNoPartOfTheScenariosHash() throws {
    let plain = try Self.file("")
    let expecting = try Self.file(
      #"""
      "expect": {"network-only": {"opens": "> 0"}},
      "relations": ["network-only.opens = network-only.opens"],
      """#)
    expect(plain.hash, is: expecting.hash)
    expect(plain.hash != (try Self.file(#""devices": 2,"#)).hash)
  }

  @Test func theScenarioWritesBackWhatItExpects() throws {
    let expected = #"{"network-only": {"opens": {"is": "> 0", "level": "warn"}}}"#
    let file = try Self.file(#""expect": \#(expected),"#)
    expect(file.scenario.json["expect"]?.compact, is: expected)
    expect(file.scenario.json["relations"]?.compact, is: "[]")
  }
}
