internal import CacheMetrics
internal import CacheReports
internal import ClientStrategies
internal import DeviceModels
internal import Experiments
internal import Results
internal import SimCore
internal import TestCases
internal import Testing

@Suite struct BundledScenarioTests {
  /// What each of them is called.
  static let names = [
    "twitter", "foursquare", "menus", "articles", "news", "images", "downloads", "upgrade",
    "shared-device", "memory-pressure", "commute", "flash-wear", "access-log", "capture",
    "libraries", "reading-writes", "delta-sync", "hybrid", "twitter-people", "growing-store",
    "feed-and-detail", "push-stampede", "short-video", "phone-and-tablet",
    "edge-cache",
  ]

  /// Those whose workload was recorded.
  static let recorded = ["access-log", "capture"]

  @Test func theyAreThoseThatTheProgramPromises() {
    expect(BundledScenarios.all.map(\.name), is: Self.names)
  }

  @Test(arguments: names) func itAsksAQuestionAndReadsWithoutAMistake(name: String) throws {
    let bytes = try #require(BundledScenarios.bytes(named: name))
    let file = try ScenarioFile(bytes: bytes, file: "\(name).json", name: name)
    expect(file.scenario.question.hasSuffix("?"))
    expect(file.scenario.title?.isEmpty, is: false)
    expect(file.scenario.strategies.count >= 2)
  }

  /// What its digest is made of: nothing is lost, so that no other scenario has the same.
  @Test(arguments: names + PublishedScenarioTests.names)
  func whatItSaysBeyondTheDefaultsIsAllOfIt(name: String) throws {
    let bytes = try #require(BundledScenarios.bytes(named: name))
    let scenario = try ScenarioFile(bytes: bytes, file: "\(name).json", name: name).scenario
    let said = scenario.withoutDefaults()
    var problems = Problems()
    let again = try #require(Scenario.read(said, path: "", &problems))
    expect(again.json, is: scenario.json, "\(problems.lines)")
    expect(said.compact.utf8.count * 2 < scenario.json.compact.utf8.count)
  }

  /// Flash is not compared across storage engines, unless engines are what a scenario is about.
  @Test(arguments: (names + PublishedScenarioTests.names).filter { !aboutEngines.contains($0) })
  func itsStrategiesShareAnEngine(name: String) throws {
    let bytes = try #require(BundledScenarios.bytes(named: name))
    let scenario = try ScenarioFile(bytes: bytes, file: "\(name).json", name: name).scenario
    let engines = Set(
      scenario.strategies.compactMap { $0.product.storage?.engine(sharing: scenario.shared)?.name })
    expect(engines.count <= 1, "\(engines.sorted())")
  }

  private static let aboutEngines = ["flash-wear", "libraries", "reading-writes", "growing-store"]

  @Test func aReportSaysThatItsRowsDifferInEngine() async throws {
    func caveats(_ shared: String) async throws -> String {
      let text = """
        {"question": "?", "duration": "1d", "workload": {"name": "menus"}, \(shared)
         "strategies": [{"name": "on-demand"}, {"name": "memory-tier"}, {"name": "pre-cache"}]}
        """
      let file = try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
      let result = try await Runner.run(file, jobs: 2, command: "").result
      return try #require(ReportFile.all(of: result).first { $0.name == "report.md" }?.text)
    }
    let different = try await caveats("")
    expect(
      different.contains(
        "`on-demand` and `memory-tier` in `file-per-entry`; `pre-cache` in `sqlite-wal`"))
    let alike = try await caveats(#""shared": {"engine": "sqlite-wal"},"#)
    expect(!alike.contains("different storage engines") && alike.contains("json in sqlite-wal"))
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
    expect(outcome.result.violations, is: [])
    let labels = file.scenario.strategies.map(\.label)
    expect(
      outcome.result.rows.map(\.label), is: file.variants.flatMap { _ in labels })
    expect(outcome.issues == nil)
    checkParts(of: outcome.result)
  }

  /// What is counted by screen, or by kind of screens or of resources, adds up to the whole; what
  /// is no sum lies between its parts.
  private func checkParts(of result: RunResult) {
    for row in result.rows {
      for metric in MetricCatalog.all {
        guard let whole = metric.value(row.pooled) else { continue }
        for key in metric.counted?.keys ?? [] {
          let tags = row.pooled.tags(of: key)
          let parts = tags.compactMap { metric.tagged([$0]).value(row.pooled) }
          let isRight =
            metric.addsUp
            ? abs(parts.reduce(0, +) - whole) <= 1e-9 * max(abs(whole), 1)
            : parts.contains { $0 <= whole } && parts.contains { $0 >= whole }
          expect(isRight, "\(row.label): \(metric.name) by \(key) is \(whole) of \(parts)")
        }
      }
    }
  }

  /// The recordings travel with the program, so that their scenarios run as they are.
  @Test(arguments: recorded) func aRecordedOneRunsAsItIs(name: String) async throws {
    let bytes = try #require(BundledScenarios.bytes(named: name))
    let file = try ScenarioFile(bytes: bytes, file: "\(name).json", name: name)
    let result = try await Runner.run(file, jobs: 2, command: "").result
    expect(result.violations == [] && result.rows.allSatisfy { $0.pooled.views.opens > 0 })
    checkParts(of: result)
    let limit = try #require(result.inputLimits.first)
    let files = ReportFile.all(of: result)
    for page in ["report.md", "report.html"] {
      let text = try #require(files.first { $0.name == page }?.text)
      expect(text.contains(limit.prefix(30)), "\(page)")
    }
    expect(TerminalTable.text(of: result).contains(limit.prefix(30)))
  }
}
