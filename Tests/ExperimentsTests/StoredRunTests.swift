internal import Reports
internal import SimCore
internal import Testing

@testable internal import Experiments

/// A run's file, read again.
@Suite struct StoredRunTests {
  private static func result(seeds: String = "[1, 2]") async throws -> RunResult {
    try await Runner.run(ExpectationTests.file("", seeds: seeds), jobs: 2, command: "").result
  }

  @Test func itHasTheNumbersOfTheRun() async throws {
    let result = try await Self.result()
    let run = StoredRun(result)
    #expect(run.scenario == "x" && run.hash == result.hash)
    #expect(run.rows.map(\.strategy) == result.rows.map(\.label))
    #expect(run.rows[0].seeds.map(\.seed) == ["1", "2"])
    #expect(run.metrics.map(\.name) == MetricCatalog.all.map(\.name))
    for (row, stored) in zip(result.rows, run.rows) {
      for metric in MetricCatalog.all {
        #expect(stored.pooled[metric.name] == metric.value(row.pooled).map(metric.rounded))
      }
    }
    let again = try StoredRun(bytes: Array(ReportFile.run(of: result).text.utf8), file: "x")
    #expect(try BaselineComparison(again, run, strictness: .anyMove).isBroken == false)
  }

  @Test func aReportsOwnFileIsABaseline() async throws {
    let result = try await Self.result(seeds: "[1]")
    let file = try #require(ReportFile.all(of: result).first { $0.name == "run.json" })
    let run = try StoredRun(bytes: Array(file.text.utf8), file: "r")
    #expect(try !BaselineComparison(run, StoredRun(result), strictness: .anyMove).isBroken == true)
  }

  @Test(arguments: [
    ("{", "r.json:1:2: expected a name in double quotes, found the end"),
    ("{}", "r.json: expected a run.json, found no 'resultSchemaVersion' in it"),
    ("[]", "r.json: expected a run.json, found no 'resultSchemaVersion' in it"),
    (
      #"{"resultSchemaVersion": 9}"#,
      "r.json: expected result schema 1, which this program reads, found 9: save the baseline anew"
    ),
    (
      #"{"resultSchemaVersion": 1}"#,
      "r.json: expected a run.json, found no 'metrics' in it"
    ),
    (
      #"{"resultSchemaVersion": 1, "metrics": {}}"#,
      "r.json: metrics: expected a list, found an object"
    ),
    (
      #"""
      {"resultSchemaVersion": 1,
       "metrics": [{"name": "joy", "unit": "smiles", "better": "higher"}]}
      """#,
      "r.json: the metric 'joy' has a unit or a direction that this program does not know"
    ),
    (
      #"{"resultSchemaVersion": 1, "metrics": [], "scenario": {"name": 5}}"#,
      "r.json: name: expected a text, found the number 5"
    ),
  ])
  func anyOtherFileIsTold(text: String, message: String) {
    #expect(throws: StoredRunError(message: message)) {
      try StoredRun(bytes: Array(text.utf8), file: "r.json")
    }
  }
}
