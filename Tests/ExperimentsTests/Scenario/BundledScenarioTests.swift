internal import CacheReports
internal import Experiments
internal import SimCore
internal import Testing

@Suite struct BundledScenarioTests {
  /// What each of them is called.
  static let names = [
    "twitter", "foursquare", "menus", "articles", "news", "images", "downloads", "upgrade",
    "shared-device", "memory-pressure", "commute", "flash-wear", "access-log",
  ]

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

  @Test(arguments: names.dropLast()) func aDayOfItRunsWithoutABrokenLaw(name: String) async throws {
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
}
