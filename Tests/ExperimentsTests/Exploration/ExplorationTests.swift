internal import CacheMetrics
internal import CacheReports
internal import ClientStrategies
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments
@testable internal import Results

/// What is said and tried beyond a scenario.
@Suite struct ExplorationTests {
  private static func file(
    _ more: String = "",
    strategies: String = #"{"name": "network-only"}, {"name": "on-demand", "label": "url-cache"}"#
  ) throws -> ScenarioFile {
    let text = """
      {"question": "What to take?", "seeds": [1, 2], "duration": "2d", \(more)
       "workload": {"name": "articles"}, "strategies": [\(strategies)]}
      """
    return try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
  }

  private static func explored(
    _ file: ScenarioFile
  ) async throws -> (result: RunResult, explorations: [Exploration]) {
    var result = try await Runner.run(file, jobs: 2, command: "cachesim run x").result
    let explorations = try await Exploration.run(file, beyond: result, jobs: 2)
    result.add(explorations)
    return (result, explorations)
  }

  @Test func allOtherStrategiesAreTriedEachUnderItsOwnName() async throws {
    let (result, explorations) = try await Self.explored(try Self.file())
    let exploration = try #require(explorations.first)
    let rows = result.rows + exploration.tried
    expect(Set(rows.map(\.name)), is: Set(AnyStrategy.catalog.names))
    expect(Set(rows.map(\.label)).count, is: rows.count)
    expect(exploration.tried.map(\.label).contains("url-cache with its defaults"))
    // The run's own rows are those of a run that explores nothing.
    expect(result.rows.map(\.label), is: ["network-only", "url-cache"])
  }

  /// What is tried is measured from where the scenario's own strategies are steady.
  @Test func whatIsTriedIsMeasuredOverTheSameTime() async throws {
    let (result, explorations) = try await Self.explored(try Self.file(#""warmUp": "steady","#))
    let days = result.rows[0].pooled.devices.days
    expect(explorations[0].tried.allSatisfy { $0.pooled.devices.days == days })
  }

  /// Defect: a list of what the decision is between kept out what was tried in addition.
  @Test func whatIsTriedCompetesWithWhatTheDecisionIsBetween() async throws {
    let file = try Self.file(
      #"""
      "decide": {"objectives": "minimise first_content_p95_ms", "between": ["url-cache"]},
      """#)
    let (result, explorations) = try await Self.explored(file)
    let labels = Set(explorations[0].tried.filter { !$0.isBound }.map(\.label))
    let section = try #require(
      result.sections.first { $0.title == "Tried beyond the scenario" })
    let sentences = section.blocks.compactMap { block -> String? in
      guard case .list(let items) = block else { return nil }
      return items.map { TerminalRenderer.plain($0) }.joined(separator: " ")
    }
    expect(labels.contains { sentences.joined().contains("'\($0)'") })
    expect(!sentences.joined().contains("The decision is between"))
  }

  /// Every line of the table and every sentence is by the ranking of the same goal.
  @Test func noLineTakesWhatTheAnswerExcludes() async throws {
    let file = try Self.file(
      #"""
      "decide": {"objectives": "minimise first_content_p95_ms",
        "constraints": ["stale_share <= 1 %"]},
      """#,
      strategies: #"{"name": "network-only"}, {"name": "url-cache"}, {"name": "hybrid"}"#)
    let (result, explorations) = try await Self.explored(file)
    let rows = (result.rows + explorations[0].tried).filter(\.isCompared)
    let goal = try #require(result.goal)
    let answer = try #require(GoalAnswer(goal, among: rows, scenario: "x", varied: nil))
    let excluded = zip(answer.ranking.candidates, answer.ranking.places).compactMap {
      switch $1 {
      case .infeasible, .harmful, .uncached: $0.title
      default: nil
      }
    }
    expect(excluded.contains("network-only") && excluded.count > 2)
    let section = try #require(
      result.sections.first { $0.title == "Tried beyond the scenario" })
    let tables = section.blocks.compactMap { block -> ResultTable? in
      if case .table(let table) = block { table } else { nil }
    }
    let best = try #require(tables.last)
    expect(best.columns.map(\.title).prefix(2), is: ["objective", "take"])
    for row in best.texts {
      let taken = row[1].split(separator: " or ").flatMap { $0.split(separator: ", ") }
      expect(!taken.contains { excluded.contains(String($0)) }, "\(row)")
    }
    expect(section.blocks.contains(.sentences(answer.sentences)))
  }

  @Test func eachVariedValueIsExplored() async throws {
    let (result, explorations) = try await Self.explored(
      try Self.file(#""networks": ["edge", "wifi"],"#))
    expect(explorations.map(\.varied), is: ["edge", "wifi"])
    let page = MarkdownRenderer.text(of: Document(result, charts: []))
    for title in ["Rules of thumb", "Tried beyond the scenario"] {
      let part = try #require(page.split(separator: "\n## \(title)\n").last)
      expect(part.contains("### `networkSchedule.settings.outside` = `edge`"))
    }
  }

  @Test func theFileHasWhatThePageHas() async throws {
    let (result, _) = try await Self.explored(try Self.file())
    let json = try JSON.parse(Array(RunFile.text(of: result, files: []).utf8))
    let explored = try #require(json["explored"]?.elements?.first)
    expect(explored["rulesOfThumb"]?["questions"]?.elements?.count, is: 5)
    let tried = explored["tried"]?.elements?.count ?? 0
    expect(tried > 8)
    expect(explored["answer"]?["candidates"]?.elements?.count, is: tried + 2)
    expect(json["rows"]?.elements?.count, is: 2)
  }

  @Test func aLibraryIsTriedWithItsOtherSettings() async throws {
    let (result, explorations) = try await Self.explored(
      try Self.file(strategies: #"{"name": "network-only"}, {"name": "kingfisher"}"#))
    let trials = try #require(explorations.first?.libraries.first)
    expect(trials.library == "kingfisher" && !trials.changes.isEmpty)
    expect(result.sections.contains { $0.title == "kingfisher with other settings" })
  }
}
