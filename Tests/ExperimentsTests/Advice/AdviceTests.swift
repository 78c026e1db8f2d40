internal import CacheReports
internal import ClientStrategies
internal import Measurement
internal import SimCore
internal import Testing

@testable internal import CacheSimCommand
@testable internal import Experiments
@testable internal import Results

/// Which strategy is recommended for which objective.
@Suite struct AdviceTests {
  private static func file(_ more: String = "") throws -> ScenarioFile {
    let text = """
      {"question": "What to take?", "seeds": [1, 2], "duration": "2d", \(more)
       "workload": {"name": "articles"},
       "strategies": [{"name": "network-only"}, {"name": "on-demand", "label": "url-cache"}]}
      """
    return try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
  }

  private static func outcome(_ more: String = "") async throws -> Advice.Outcome {
    try await Advice.run(file(more), jobs: 2, command: "cachesim advise x")
  }

  @Test func allStrategiesAreTriedEachUnderItsOwnName() async throws {
    let file = try Self.file(#""expect": {"network-only": {"opens": "< 0"}},"#)
    let all = file.withAllStrategies().scenario
    #expect(Set(all.strategies.map(\.name)) == Set(AnyStrategy.catalog.names))
    #expect(Set(all.strategies.map(\.label)).count == all.strategies.count)
    #expect(all.strategies.map(\.label).contains("url-cache with its defaults"))
    #expect(all.expect.all.isEmpty)
    let outcome = try await Self.outcome()
    let advice = try #require(outcome.advice.first)
    let bounds = outcome.result.rows.filter(\.isBound).map(\.label)
    #expect(advice.additions.count + bounds.count == AnyStrategy.catalog.names.count - 2)
    #expect(advice.strategies.count + bounds.count == outcome.result.rows.count)
  }

  @Test func eachObjectiveIsAnsweredWithTheBestByItsMetric() async throws {
    let outcome = try await Self.outcome()
    let advice = try #require(outcome.advice.first)
    #expect(advice.answers.map(\.objective) == Objective.advised.map(\.name))
    let choices = outcome.result.rows.filter { row in
      !row.isBound && !advice.dropped.contains { $0.strategy == row.label }
    }
    for answer in advice.answers {
      let metric = try #require(answer.metric.flatMap(MetricCatalog.metric))
      let values = choices.compactMap { metric.value($0.pooled).map(metric.rounded) }
      let winner = try #require(choices.first { $0.label == answer.strategy })
      let best = metric.better == .higher ? values.max() : values.min()
      #expect(metric.value(winner.pooled).map(metric.rounded) == best, "\(answer.title)")
      #expect(answer.runnerUp != answer.strategy)
      #expect((answer.runnerUp == nil) == (choices.count == 1))
      #expect(answer.sentences[0].hasPrefix("Take `\(winner.label)`"))
    }
  }

  @Test func whatIsDroppedNamesItsDominator() async throws {
    let outcome = try await Self.outcome()
    let rows = outcome.result.rows.filter { !$0.isBound }
    // One that is as good by every criterion is dropped with its twin, or stays with it.
    var twin = rows[0]
    twin.label = "twin"
    let advice = Self.advice(on: rows + [twin])
    let kept = advice.strategies.filter { label in !advice.dropped.contains { $0.strategy == label }
    }
    #expect(kept.contains(rows[0].label) == kept.contains("twin"))
    for dropped in advice.dropped {
      #expect(dropped.dominator.map(kept.contains) ?? true)
      #expect(dropped.reason.contains(" instead of ") == (dropped.dominator != nil))
    }
  }

  private static func advice(on rows: [StrategyResult]) -> Advice {
    Advice(
      varied: nil, rows: rows, additions: [],
      rules: RuleOfThumb(WorkloadStatistics(), deviceDays: 1))
  }

  @Test func aBoundIsNeverRecommendedButReportedBesideItsObjective() async throws {
    var rows = try await Self.outcome().result.rows.filter { !$0.isBound }
    let first = try #require(Self.advice(on: rows).answers[0].strategy)
    let index = try #require(rows.firstIndex { $0.label == first })
    rows[index].bound = OracleBound(of: .waits, "Nobody waits less.", isRelaxation: true)
    let advice = Self.advice(on: rows)
    #expect(!advice.strategies.contains(first))
    #expect(advice.answers.allSatisfy { $0.strategy != first && $0.runnerUp != first })
    #expect(advice.answers[0].sentences.last?.hasPrefix("Bound (`\(first)`): ") == true)
    #expect(advice.dropped.allSatisfy { $0.dominator != first && $0.strategy != first })
    // It is not reported beside what it does not bound.
    let flash = try #require(
      advice.answers.first { $0.objective == Objective.leastFlash.name })
    #expect(!flash.sentences.contains { $0.contains("(`\(first)`): ") })
    rows[index].bound = OracleBound(of: .flashWrites, "Nobody writes less.", isRelaxation: false)
    let other = Self.advice(on: rows).answers
    #expect(!other[0].sentences.contains { $0.contains("(`\(first)`): ") })
    let least = try #require(other.first { $0.objective == Objective.leastFlash.name })
    let bound = "Bound for strategies that show the same versions (`\(first)`): "
    #expect(least.sentences.last?.hasPrefix(bound) == true)
  }

  @Test func whatHarmsUsersIsRuledOut() async throws {
    let text = """
      {"question": "?", "duration": "4d",
       "workload": {"name": "timelines", "settings": {"friends": 3}},
       "networkSchedule": {"name": "always"}, "incidents": {"users": 2, "userTurn": "6h"},
       "strategies": [{"name": "network-only"}, {"name": "on-demand", "label": "for anybody",
         "settings": {"archiveStore": {"maintenance": {"onLogout": "keep"}}}}]}
      """
    let file = try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
    let rows = try await Runner.run(file, jobs: 2, command: "").result.rows
    let advice = Self.advice(on: rows)
    let dropped = try #require(advice.dropped.first)
    #expect(dropped.strategy == "for anybody" && dropped.dominator == nil)
    #expect(dropped.reason.hasPrefix("it shows users what was fetched for another user ("))
    #expect(advice.answers.compactMap(\.strategy).allSatisfy { $0 == "network-only" })
    // Where all do it one must still be recommended, with a caveat.
    let alone = Self.advice(on: [rows[1]])
    #expect(alone.dropped.isEmpty && alone.answers[0].strategy == "for anybody")
    #expect(alone.answers[0].caveats.contains { $0.contains("another user") })
  }

  @Test func whatTheScenarioCannotDecideIsSaid() async throws {
    let outcome = try await Self.outcome(#""networkSchedule": {"name": "always"},"#)
    let answer = try #require(outcome.advice.first?.answers.last)
    #expect(answer.objective == "offline-proof" && answer.strategy == nil)
    #expect(
      answer.sentences == ["The scenario cannot decide: no strategy has a value of its metric."])
  }

  @Test func eachVariedValueHasItsAdvice() async throws {
    let outcome = try await Self.outcome(#""networks": ["edge", "wifi"],"#)
    #expect(outcome.advice.map(\.varied) == ["edge", "wifi"])
    let page = MarkdownRenderer.text(of: Document(outcome))
    #expect(page.contains("\n## networkSchedule.settings.outside = edge\n"))
    #expect(page.contains("\n### Least data\n"))
  }

  @Test func theFormsSayTheSame() async throws {
    let outcome = try await Self.outcome()
    let text = TerminalRenderer.text(of: Document(outcome))
    #expect(text.hasPrefix("What to take?\n\nTHE RULE OF THUMB\nquestion "))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 78 })
    #expect(!text.contains("`"))
    let json = try JSON.parse(Array(AdviceJSON.json(outcome).text.utf8))
    let recommendations = try #require(
      json["advice"]?.elements?.first?["recommendations"]?.elements)
    #expect(recommendations.count == Objective.advised.count)
    let page = MarkdownRenderer.text(of: Document(outcome))
    for recommendation in recommendations {
      let name = try #require(recommendation["strategy"]?.string)
      #expect(page.contains("Take `\(name)`"))
    }
    #expect(!text.contains("one seed"))
  }
}
