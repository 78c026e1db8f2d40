internal import CacheMetrics
internal import CacheReports
internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments
@testable internal import Results

/// A run's file, read again.
@Suite struct StoredRunTests {
  private static func result(seeds: String = "[1, 2]") async throws -> RunResult {
    try await Runner.run(ExpectationTests.file("", seeds: seeds), jobs: 2, command: "").result
  }

  @Test func itHasTheNumbersOfTheRun() async throws {
    let result = try await Self.result()
    let run = try StoredRun(result)
    expect(run.scenario == "x" && run.hash == result.hash)
    expect(run.rows.map(\.strategy), is: result.rows.map(\.label))
    expect(run.rows[0].seeds.map(\.seed), is: ["1", "2"])
    expect(run.metrics.map(\.name), is: MetricCatalog.all.map(\.name))
    for (row, stored) in zip(result.rows, run.rows) {
      for metric in MetricCatalog.all {
        expect(stored.pooled[metric.name], is: metric.value(row.pooled).map(metric.rounded))
      }
    }
    let again = try StoredRun(bytes: Array(ReportFile.run(of: result).text.utf8), file: "x")
    try expect(BaselineComparison(again, run, strictness: .anyMove).isBroken, is: false)
  }

  @Test func aReportsOwnFileIsABaseline() async throws {
    let result = try await Self.result(seeds: "[1]")
    let file = try #require(ReportFile.all(of: result).first { $0.name == "run.json" })
    let run = try StoredRun(bytes: Array(file.text.utf8), file: "r")
    try expect(!BaselineComparison(run, StoredRun(result), strictness: .anyMove).isBroken, is: true)
  }

  @Test(arguments: [
    ("{", "r.json:1:2: expected a name in double quotes, found the end"),
    ("{}", "r.json: expected a run.json, found no 'resultSchemaVersion' in it"),
    ("[]", "r.json: expected a run.json, found no 'resultSchemaVersion' in it"),
    (
      #"{"resultSchemaVersion": 9}"#,
      "r.json: expected result schema 2, which this program reads, found 9: save the baseline anew"
    ),
    (
      #"{"resultSchemaVersion": 2}"#,
      "r.json: expected a run.json, found no 'metrics' in it"
    ),
    (
      #"{"resultSchemaVersion": 2, "metrics": {}}"#,
      "r.json: metrics: expected a list, found an object"
    ),
    (
      #"""
      {"resultSchemaVersion": 2,
       "metrics": ["joy"],
       "definitions": [{"name": "joy", "unit": "smiles", "better": "higher"}]}
      """#,
      "r.json: the metric 'joy' has a unit or a direction that this program does not know"
    ),
    (
      #"{"resultSchemaVersion": 2, "metrics": ["joy"]}"#,
      "r.json: the metric 'joy' is none of dictionary \(MetricCatalog.version), and the file does "
        + "not define it: save the baseline anew"
    ),
    (
      #"{"resultSchemaVersion": 2, "metrics": [{"name": "opens"}]}"#,
      "r.json: metrics: expected names of metrics, found an object"
    ),
    (
      #"{"resultSchemaVersion": 2, "metrics": [], "scenario": {"name": 5}}"#,
      "r.json: name: expected a text, found the number 5"
    ),
  ])
  func anyOtherFileIsReported(text: String, message: String) {
    #expect(throws: InputError(message)) {
      try StoredRun(bytes: Array(text.utf8), file: "r.json")
    }
  }

  /// Five parts of 0.0004 a day are 0.002 together, and 0 each.
  @Test func partsThatWereRoundedAddUp() throws {
    let metric = try #require(
      MetricCatalog.all.first {
        $0.unit == .countPerDay && $0.addsUp && $0.counted?.keys.contains(.resource) == true
      })
    let parts = (MetricTag.values(of: .resource) ?? []).prefix(5).map {
      metric.tagged([MetricTag(.resource, $0)])
    }
    expect(parts.count, is: 5)
    func run(_ whole: Double) -> StoredRun {
      var values = [metric.name: whole]
      for part in parts { values[part.name] = 0 }
      var run = StoredRun(
        file: "r.json", scenario: "x", hash: "", programVersion: "0", metricCatalogVersion: 1,
        metrics: [ResultMeasure(metric)],
        rows: [
          StoredRun.Row(
            strategy: "a", varied: nil, isBound: false, pooled: values, seeds: [("1", values)])
        ])
      run.tagged = parts.map { ResultMeasure($0) }
      return run
    }
    try run(0.002).refusePartsThatDoNotAddUp()
    #expect(throws: InputError.self) { try run(0.004).refusePartsThatDoNotAddUp() }
  }

  /// A small file that is read, and what each change of it is told as.
  private static let small = """
    {"resultSchemaVersion": 2, "metricCatalogVersion": 1, "program": {"version": "0"},
     "scenario": {"name": "s", "hash": "h"}, "metrics":
     ["opens"],
     "rows": [{"strategy": "a", "varied": null, "isBound": false, "metrics": {"opens": 3},
     "seeds": [{"seed": 1, "values": [3]}]}]}
    """

  @Test(arguments: [
    ("{\"opens\": 3}", "{\"opens\": 3, \"opens\": 4}", ":4:87: expected each name once"),
    ("{\"opens\": 3}", "{\"opens\": \"NaN\"}", "expected a number, null or \"inf\""),
    ("{\"opens\": 3}", "{}", "'a': expected a number or null for the metric 'opens'"),
    ("{\"opens\": 3}", "{\"opens\": 3, \"joy\": 1}", "the metric 'joy', which the file does not"),
    ("{\"opens\": 3}", "[]", "metrics: expected an object"),
    ("\"varied\": null", "\"varied\": 5", "varied: expected a text or null"),
    ("[3]", "[\"NaN\"]", "opens: expected a number, null or \"inf\""),
    ("[3]", "[]", "'a', seed 1: expected 1 values, as many as the file lists metrics, found 0"),
    ("[3]", "[3, 4]", "found 2"), ("[3]", "{\"opens\": 3}", "values: expected a list"),
    ("\"seeds\": [", "\"seeds\": [{\"seed\": 1, \"values\": [3]}, ", "seed 1 of 'a'"),
    ("[\"opens\"]", "[\"opens\", \"opens\"]", "the metric 'opens' is there twice"),
    (
      "\"rows\": [",
      "\"rows\": [{\"strategy\": \"a\", \"metrics\": {\"opens\": 3}, \"seeds\": []}, ",
      "the row of 'a' is there twice"
    ),
    ("\"resultSchemaVersion\": 2", "\"resultSchemaVersion\": 1", "found 1: save the baseline anew"),
  ])
  func whatIsThereTwiceOrNotAtAllIsRefused(part: String, other: String, words: String) throws {
    _ = try StoredRun(bytes: Array(Self.small.utf8), file: "r.json")
    let range = try #require(Self.small.firstRange(of: part))
    let text = Self.small.replacingCharacters(in: range, with: other)
    do throws(InputError) {
      _ = try StoredRun(bytes: Array(text.utf8), file: "r.json")
      Issue.record("it was read: \(text)")
    } catch {
      expect(error.message.hasPrefix("r.json") && error.message.contains(words), "\(error)")
    }
  }

  /// Numbers of all seeds together that are not those of the seeds beside them.
  @Test(arguments: [
    (
      "{\"opens\": 3}, \"seeds\"", "{\"opens\": 4}, \"seeds\"",
      "expected 3, the sum of its seeds, found 4"
    ),
    (
      "{\"opens\": 3}, \"seeds\"", "{\"opens\": null}, \"seeds\"",
      "opens: expected a number, as its seeds have, found null"
    ),
    (
      "[{\"seed\": 1, \"values\": [3]}]", "[]",
      "'a': expected numbers by seed, found none"
    ),
    (
      "{\"opens\": 3}, \"seeds\": [{\"seed\": 1, \"values\": [3]}]",
      "{\"opens\": null}, \"seeds\": [{\"seed\": 1, \"values\": [null]}]",
      "'a': expected a number for 'opens', which every run has, found null"
    ),
  ])
  func numbersThatDoNotFollowFromTheirSeedsAreRefused(
    part: String, other: String, words: String
  ) throws {
    let small = Self.small.replacing("\n \"seeds\"", with: " \"seeds\"")
    let text = small.replacing(part, with: other)
    expect(text != small)
    let error = #expect(throws: InputError.self) {
      try StoredRun(bytes: Array(text.utf8), file: "r.json")
    }
    expect(error?.message.contains(words), is: true, "\(error?.message ?? "")")
  }

  /// Whatever number of all seeds together is moved out of reach of theirs, it is noticed.
  @Test func everyMetricFollowsFromItsSeeds() async throws {
    let result = try await Self.result(seeds: "[1, 2, 3]")
    let bytes = Array(ReportFile.run(of: result).text.utf8)
    let run = try StoredRun(bytes: bytes, file: "r")
    for metric in MetricCatalog.all {
      var row = run.rows[1]
      guard let value = row.pooled[metric.name], value.isFinite else { continue }
      let most = row.seeds.compactMap { $0.values[metric.name] }.max() ?? value
      row.pooled[metric.name] = max(value, most) * 3 + 3_000_000
      let changed = StoredRun(
        file: "r", scenario: run.scenario, hash: run.hash, programVersion: "0.0.0",
        metricCatalogVersion: run.metricCatalogVersion, metrics: run.metrics, rows: [row])
      #expect(throws: InputError.self, "\(metric.name)") {
        try changed.refuseOthersThanOfTheirSeeds()
      }
    }
  }

  /// The project's own reports are read, whatever their scenarios and seeds.
  @Test func theReportsOfTheProjectAreRead() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    for (name, _) in BundledScenarios.all {
      let path = root.appending(path: "Reports/\(name)/run.json")
      guard let data = try? Data(contentsOf: path) else { continue }
      try expect(StoredRun(bytes: Array(data), file: name).scenario, is: name)
    }
  }

  @Test func noTruncatedFileIsRead() {
    let bytes = Array(Self.small.utf8)
    for count in bytes.indices {
      #expect(throws: InputError.self) {
        try StoredRun(bytes: Array(bytes.prefix(count)), file: "r.json")
      }
    }
  }
}
