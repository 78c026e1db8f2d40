internal import CacheMetrics
internal import Results
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments

/// Made-up scenarios in which the right answer is known by construction.
@Suite struct KnownAnswerTests {
  private static func result(
    _ strategies: String, _ decide: String, more: String = "",
    schedule: String = "always"
  ) async throws -> RunResult {
    let text = """
      {"question": "?", "seeds": [1, 2, 3, 4, 5], "devices": 2, "duration": "2d",
       "workload": {"name": "timelines", "settings": {"friends": 5, "postsPerHour": 2,
         "use": {"rateSigma": 0.1}}},
       "networkSchedule": {"name": "\(schedule)"\(
        schedule == "always" ? #", "settings": {"profile": "slow-4g"}"# : "")},
       "decide": \(decide), \(more)
       "strategies": [\(strategies)]}
      """
    let file = try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
    return try await Runner.run(file, jobs: 2, command: "cachesim run x.json").result
  }

  private static func answer(
    _ strategies: String, _ decide: String, more: String = ""
  ) async throws -> GoalAnswer {
    try #require(try await result(strategies, decide, more: more).answers.first?.answer)
  }

  /// Twice the same strategy with the same settings.
  @Test(arguments: [
    #"{"objectives": "minimise first_content_p95_ms"}"#,
    #"{"objectives": ["minimise network_down_bytes", "minimise stale_share"]}"#,
  ])
  func aTieIsATie(decide: String) async throws {
    let answer = try await Self.answer(
      #"{"name": "on-demand", "label": "a"}, {"name": "on-demand", "label": "b"}"#, decide)
    expect(answer.choice == nil && Set(answer.choices) == ["a", "b"])
    expect(answer.sentence.hasPrefix("These do not differ in what was asked for"))
    expect(!answer.sentences.contains { $0.contains("Take") })
  }

  /// A dictionary alone writes nothing to flash; what is on flash is there sooner after a start.
  @Test func theOneThatKeepsAConstraintIsTaken() async throws {
    let answer = try await Self.answer(
      #"{"name": "on-demand"}, {"name": "memory-tier"}, {"name": "dictionary"}"#,
      """
      {"objectives": "minimise first_content_p95_ms", "constraints": ["flash_write_bytes <= 0"]}
      """)
    expect(answer.choice, is: "dictionary", "\(answer.sentences)")
    expect(
      answer.sentences.contains { $0.hasPrefix("Excluded by `flash_write_bytes <= 0`: `on-d") })
    // No command compares with what is excluded.
    expect(answer.nextStep == nil)
  }

  /// A storage engine changes what is written to flash, and nothing of what is asked for.
  @Test func whatIsEqualByConstructionIsNoBasis() async throws {
    let answer = try await Self.answer(
      """
      {"name": "on-demand", "label": "b", "settings": {"archiveStore": {"engine": "archive"}}},
      {"name": "on-demand", "label": "a"}
      """, #"{"objectives": "minimise network_requests"}"#)
    expect(answer.sentence.hasPrefix("These do not differ in what was asked for"))
    expect(answer.reasons.first?.contains("`flash_write_bytes`"), is: true, "\(answer.reasons)")
  }

  /// Who leaks receives least, waits least and writes least, and is never to be taken.
  @Test(arguments: [
    #"{"objectives": "minimise network_down_bytes"}"#,
    #"{"objectives": ["minimise first_content_p95_ms", "minimise network_requests"]}"#,
    #"{"constraints": ["blank_ratio <= 100 %"]}"#, "null",
  ])
  func whoLeaksIsNeverTaken(decide: String) async throws {
    let keep = #""archiveStore": {"maintenance": {"onLogout": "keep"}}"#
    let purge = #""archiveStore": {"maintenance": {"onLogout": "purge"}}"#
    let result = try await Self.result(
      """
      {"name": "on-demand", "label": "leaks", "settings": {"staleAfter": "12h", \(keep)}},
      {"name": "on-demand", "label": "purges", "settings": {"staleAfter": "1m", \(purge)}}
      """, decide, more: #""incidents": {"users": 2, "userTurn": "3h"},"#)
    let answer = try #require(result.answers.first?.answer)
    expect(answer.choices, is: ["purges"], "\(answer.sentences)")
    let taking = result.closingSentences + answer.sentences
    expect(!taking.contains { $0.contains("Take `leaks`") || $0.contains("** `leaks`") })
    expect(answer.sentences.contains { $0.hasPrefix("`leaks` is no candidate: it shows users") })
    let further = try #require(result.answers[0].further)
    expect(
      !further.rows.contains { $0.cells.contains { "\($0.content)".contains("leaks") } })
  }

  /// Where nothing is stated, who leaks sets no limit for the others: offline it alone shows
  /// something to the user who comes after another one.
  @Test func whoLeaksSetsNoLimit() async throws {
    let result = try await Self.result(
      """
      {"name": "on-demand", "label": "leaks",
       "settings": {"archiveStore": {"maintenance": {"onLogout": "keep"}}}},
      {"name": "on-demand", "label": "purges",
       "settings": {"archiveStore": {"maintenance": {"onLogout": "purge"}}}},
      {"name": "dictionary"}
      """, "null",
      more: #""incidents": {"users": 2, "userTurn": "3h"},"#,
      schedule: "commuter")
    let answer = try #require(result.answers.first?.answer)
    let blank = try #require(MetricCatalog.metric(named: "blank_ratio"))
    let shares = answer.rows.compactMap { $0.pooled(blank) }
    expect(shares.count == 3 && shares[0] < min(shares[1], shares[2]))
    let limit = try #require(answer.ranking.goal.constraints.first?.limit)
    expect(abs(limit - (min(shares[1], shares[2]) + 0.01)) < 0.002)
    expect(!answer.ranking.front.isEmpty && !answer.choices.contains("leaks"))
  }

  /// Who asks more often shows less that is out of date, for few requests more.
  @Test func aValueIsTakenForWhatItIsWorth() async throws {
    let worth = #""smallestDifference": {"network_requests": "100 %"}"#
    let result = try await Self.result(
      #"{"name": "on-demand"}, {"name": "network-only"}"#,
      """
      {"objectives": ["minimise stale_share", "minimise network_requests"],
       "between": "values", \(worth)}
      """,
      more: #""vary": {"path": "strategies[0].settings.staleAfter", "values": ["12h", "10s"]},"#)
    // The strategy that the setting is not of has no values to choose from.
    expect(result.answers.count, is: 1)
    let answer = try #require(result.answers[0].answer)
    expect(answer.ranking.candidates.map(\.title), is: ["12h", "10s"])
    expect(answer.nextStep?.contains("on-demand:staleAfter=10s"), is: true)
    expect(result.closingSentences.count, is: 1)
  }
}
