internal import Measurement
internal import Results
internal import SimCore
internal import Testing

@testable internal import Experiments

/// What an answer hangs on, in a scenario where that is known.
///
/// On a constant link `on-demand` has the fewest bytes, and waits at each miss for the server and
/// what does not depend on it: its 95th percentile is that time and a constant. A limit on it is
/// broken from a server time on that follows from one run; then `pre-cache`, which never waits for
/// the server, is to be taken.
@Suite struct RobustnessTests {
  private static func file(limit: Double, thinkTime: String = "30ms") throws -> ScenarioFile {
    let text = """
      {"question": "?", "seeds": [1, 2, 3], "devices": 2, "duration": "2d", "variance": "none",
       "workload": {"name": "menus", "settings": {"items": 60,
         "use": {"rateSigma": 0, "sessionsPerDay": 4}}},
       "network": {"keepAlive": "1d", "nameTimeToLive": "1d"},
       "networkSchedule": {"name": "always"}, "origin": {"thinkTime": "\(thinkTime)"},
       "decide": {"objectives": "minimise network_down_bytes",
         "constraints": ["first_content_p95_ms <= \(limit) ms"]},
       "strategies": [{"name": "on-demand", "settings": {"staleAfter": "1h"}},
         {"name": "pre-cache", "settings": {"interval": "15m"}}]}
      """
    return try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
  }

  private static func wait(_ file: ScenarioFile) async throws -> Double {
    let result = try await Runner.run(file, jobs: 2, command: "").result
    let metric = try #require(MetricCatalog.metric(named: "first_content_p95_ms"))
    return try #require(metric.value(result.rows[0].pooled))
  }

  private static func found(
    _ limit: Double, _ effort: RobustnessTest.Effort, jobs: Int = 2
  ) async throws -> Robustness {
    let file = try file(limit: limit)
    let result = try await Runner.run(file, jobs: jobs, command: "").result
    #expect(result.answers[0].answer?.choices == ["on-demand"])
    return try #require(
      try await RobustnessTest.run(file, result, effort, jobs: jobs).first)
  }

  /// The wait is linear in the server's time, of slope one.
  private static func limit(turningAt milliseconds: Double) async throws -> Double {
    let least = try await wait(file(limit: 10_000))
    let most = try await wait(file(limit: 10_000, thinkTime: "600ms"))
    #expect(abs(most - least - 570) < 1)
    return least - 30 + milliseconds
  }

  @Test(arguments: [RobustnessTest.Effort.quick, .full])
  func anAnswerTurnsJustInsideARange(effort: RobustnessTest.Effort) async throws {
    let robustness = try await Self.found(Self.limit(turningAt: 580), effort)
    let trial = try #require(robustness.trials.first { $0.path == "origin.thinkTime" })
    #expect(trial.tried == ["10ms", "600ms"])
    let turn = try #require(trial.turns.first)
    #expect(trial.turns.count == 1 && turn.isAbove && turn.answer == ["pre-cache"])
    let kept = try #require(TimeSpan(json: turn.kept)?.seconds)
    let value = try #require(TimeSpan(json: turn.value)?.seconds)
    // What a short search leaves open it says.
    #expect(kept <= 0.58 && 0.58 <= value, "\(kept) to \(value)")
    #expect(turn.isNarrow == (value - kept <= 0.05 * kept))
    #expect(turn.isNarrow || effort == .quick)
    let words = turn.isNarrow ? "" : " a limit between"
    #expect(
      robustness.clauses.contains { $0.contains("only while `origin.thinkTime` is below\(words)") })
  }

  @Test func anAnswerThatTurnsJustOutsideARangeHolds() async throws {
    let robustness = try await Self.found(Self.limit(turningAt: 620), .full)
    let trial = try #require(robustness.trials.first { $0.path == "origin.thinkTime" })
    #expect(trial.turns.isEmpty)
    #expect(!robustness.clauses.contains { $0.contains("thinkTime") })
    #expect(robustness.trials.count == robustness.count)
  }

  @Test func whatIsFoundDoesNotDependOnJobs() async throws {
    let limit = try await Self.limit(turningAt: 300)
    let one = try await Self.found(limit, .quick, jobs: 1)
    let four = try await Self.found(limit, .quick, jobs: 4)
    #expect(one.json.compact == four.json.compact)
    #expect(one.clauses == four.clauses)
  }

  @Test func anAnswerThatNothingTurnsSaysSo() {
    let trial = Robustness.Trial(
      path: "patience", value: "10s", tried: ["4s", "20s"], isRange: true, source: "somebody")
    let whole = Robustness(title: nil, trials: [trial], count: 1, base: "1 device")
    #expect(whole.clauses == ["it holds for the one assumption within what is plausible"])
    let half = Robustness(title: nil, trials: [trial], count: 2, base: "1 device")
    #expect(half.clauses[0].contains("the 1 of 2 assumptions that were tried"))
  }

  /// Each is between the bounds of its setting, and the default is one of them.
  @Test func plausibleValuesAreOnesThatTheSettingTakes() throws {
    let scenario = try Self.file(limit: 1).scenario
    var count = 0
    for assumption in scenario.assumptions where assumption.source != nil {
      for other in assumption.others {
        var problems = Problems()
        let tree = try #require(assumption.write(other, scenario.json))
        _ = Scenario.read(whole: tree, &problems)
        #expect(problems.isEmpty, "\(assumption.path) = \(other.compact): \(problems.lines)")
        count += 1
      }
    }
    #expect(count > 10)
  }
}
