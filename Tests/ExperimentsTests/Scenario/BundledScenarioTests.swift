internal import CacheReports
internal import Experiments
internal import Measurement
internal import SimCore
internal import Testing

@Suite struct BundledScenarioTests {
  /// What each of them is called.
  static let names = [
    "twitter", "foursquare", "menus", "articles", "news", "images", "downloads", "upgrade",
    "shared-device", "memory-pressure", "commute", "flash-wear", "access-log", "capture",
    "libraries", "reading-writes", "delta-sync", "hybrid",
  ]

  /// Those whose workload was recorded.
  static let recorded = ["access-log", "capture"]

  @Test func theyAreThoseThatTheProgramPromises() {
    #expect(BundledScenarios.all.map(\.name) == Self.names)
  }

  @Test(arguments: names) func itAsksAQuestionAndReadsWithoutAMistake(name: String) throws {
    let bytes = try #require(BundledScenarios.bytes(named: name))
    let file = try ScenarioFile(bytes: bytes, file: "\(name).json", name: name)
    #expect(file.scenario.question.hasSuffix("?"))
    #expect(file.scenario.title?.isEmpty == false)
    #expect(file.scenario.strategies.count >= 2)
  }

  @Test(arguments: names.filter { !recorded.contains($0) })
  func aDayOfItRunsWithoutABrokenLaw(name: String) async throws {
    let bytes = try #require(BundledScenarios.bytes(named: name))
    let short: [(String, JSON)] = [
      ("seeds", [1]), ("devices", 1), ("duration", "1d"),
    ]
    let file = try ScenarioFile(bytes: bytes, file: "\(name).json", name: name) { root in
      let kept = root.members?.filter { member in !short.contains { $0.0 == member.name } } ?? []
      return .object(kept.map { ($0.name, $0.value) } + short)
    }
    let outcome = try await Runner.run(file, jobs: 2, command: "")
    #expect(outcome.result.violations == [])
    #expect(outcome.result.rows.map(\.label) == file.scenario.strategies.map(\.label))
    #expect(outcome.issues == nil)
  }

  /// The recordings travel with the program, so that their scenarios run as they are.
  @Test(arguments: recorded) func aRecordedOneRunsAsItIs(name: String) async throws {
    let bytes = try #require(BundledScenarios.bytes(named: name))
    let file = try ScenarioFile(bytes: bytes, file: "\(name).json", name: name)
    let result = try await Runner.run(file, jobs: 2, command: "").result
    #expect(result.violations == [] && result.rows.allSatisfy { $0.pooled.views.opens > 0 })
    let limit = try #require(result.inputLimits.first)
    let files = ReportFile.all(of: result)
    for page in ["report.md", "report.html"] {
      let text = try #require(files.first { $0.name == page }?.text)
      #expect(text.contains(limit.prefix(30)), "\(page)")
    }
    #expect(TerminalTable.text(of: result).contains(limit.prefix(30)))
  }
}
