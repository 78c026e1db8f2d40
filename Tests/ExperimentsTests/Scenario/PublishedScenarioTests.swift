internal import CacheMetrics
internal import Experiments
internal import Results
internal import SimCore
internal import TestCases
internal import Testing

/// The scenarios that stand beside published studies.
@Suite struct PublishedScenarioTests {
  /// What each of them is called.
  static let names = BundledScenarios.published.map(\.name)

  static func file(_ name: String, _ changes: [(String, JSON)] = []) throws -> ScenarioFile {
    let bytes = try #require(BundledScenarios.bytes(named: name))
    return try ScenarioFile(bytes: bytes, file: "\(name).json", name: name) { root in
      let kept = root.members?.filter { member in !changes.contains { $0.0 == member.name } } ?? []
      return .object(kept.map { ($0.name, $0.value) } + changes)
    }
  }

  @Test func theyAreThere() {
    expect(Self.names.contains("published/empty-caches"))
    expect(Self.names.allSatisfy { $0.hasPrefix(BundledScenarios.publishedPrefix) })
    expect(!BundledScenarios.all.contains { $0.name.contains("/") })
  }

  @Test(arguments: names) func itAsksAQuestionAndSaysWhatItAssumes(name: String) throws {
    let bytes = try #require(BundledScenarios.bytes(named: name))
    let file = try Self.file(name)
    expect(file.scenario.question.hasSuffix("?"))
    expect(file.scenario.title?.isEmpty, is: false)
    expect(file.scenario.seeds.count >= 5)
    let text = String(decoding: bytes, as: UTF8.self)
    expect(text.hasPrefix("// ") && text.contains("Docs/Reproduced.md"))
    expect(text.contains("Assumptions"))
  }

  @Test(arguments: names) func aDayOfItRunsWithoutABrokenLaw(name: String) async throws {
    let file = try Self.file(
      name, [("seeds", [1]), ("devices", 1), ("duration", "1d"), ("warmUp", JSON(.null))])
    let outcome = try await Runner.run(file, jobs: 2, command: "")
    expect(outcome.result.violations, is: [])
  }

  /// Lighthouse's law: the share of opens from the cache is the law's within five deviations of the
  /// binomial law.
  @Test func lifetimesServeTheSharesOfTheLaw() async throws {
    let file = try Self.file(
      "published/cache-lifetimes", [("seeds", [11]), ("devices", 300), ("duration", "367d")])
    let metric = try #require(MetricCatalog.metric(named: "opens_from_cache_share"))
    let rows = try await Runner.run(file, jobs: 2, command: "").result.rows
    expect(rows.count, is: 3)
    for (row, share) in zip(rows, [0.2, 0.6, 0.9]) {
      let opens = Double(row.pooled.views.opens)
      expect(opens > 1_490 && opens <= 1_500)
      let found = try #require(metric.value(row.pooled))
      expect(abs(found - share) <= 5 * (share * (1 - share) / opens).squareRoot(), "\(row.label)")
    }
  }
}
