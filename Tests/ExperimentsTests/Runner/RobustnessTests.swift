internal import CacheMetrics
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments
@testable internal import Results

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
    expect(result.answers[0].answer?.choices, is: ["on-demand"])
    return try #require(
      try await RobustnessTest.run(file, result, effort, jobs: jobs).first)
  }

  /// The wait is linear in the server's time, of slope one.
  private static func limit(turningAt milliseconds: Double) async throws -> Double {
    let least = try await wait(file(limit: 10_000))
    let most = try await wait(file(limit: 10_000, thinkTime: "600ms"))
    expect(abs(most - least - 570) < 1)
    return least - 30 + milliseconds
  }

  @Test(arguments: [RobustnessTest.Effort.quick, .full])
  func anAnswerTurnsJustInsideARange(effort: RobustnessTest.Effort) async throws {
    let robustness = try await Self.found(Self.limit(turningAt: 580), effort)
    let trial = try #require(robustness.trials.first { $0.path == "origin.thinkTime" })
    expect(trial.tried, is: ["10ms", "600ms"])
    let turn = try #require(trial.turns.first)
    expect(trial.turns.count == 1 && turn.isAbove && turn.answer == ["pre-cache"])
    let kept = try #require(TimeSpan(json: turn.kept)?.seconds)
    let value = try #require(TimeSpan(json: turn.value)?.seconds)
    // What a short search leaves open it says.
    expect(kept <= 0.58 && 0.58 <= value, "\(kept) to \(value)")
    expect(turn.isNarrow, is: value - kept <= 0.05 * kept)
    expect(turn.isNarrow || effort == .quick)
    let words = turn.isNarrow ? "" : " a limit between"
    expect(
      robustness.clauses.contains { $0.contains("only while `origin.thinkTime` is below\(words)") })
  }

  @Test func anAnswerThatTurnsJustOutsideARangeHolds() async throws {
    let robustness = try await Self.found(Self.limit(turningAt: 620), .full)
    let trial = try #require(robustness.trials.first { $0.path == "origin.thinkTime" })
    expect(trial.turns.isEmpty)
    expect(!robustness.clauses.contains { $0.contains("thinkTime") })
    expect(robustness.trials.count, is: robustness.count)
  }

  @Test func whatIsFoundDoesNotDependOnJobs() async throws {
    let limit = try await Self.limit(turningAt: 300)
    let one = try await Self.found(limit, .quick, jobs: 1)
    let four = try await Self.found(limit, .quick, jobs: 4)
    expect(one.json.compact, is: four.json.compact)
    expect(one.clauses, is: four.clauses)
  }

  @Test func anAnswerThatNothingTurnsSaysSo() {
    let trial = Robustness.Trial(
      path: "patience", value: "10s", tried: ["4s", "20s"], isRange: true, source: "somebody")
    let whole = Robustness(title: nil, trials: [trial], count: 1, base: "1 device")
    expect(whole.clauses, is: ["it holds for the one assumption within what is plausible"])
    let half = Robustness(title: nil, trials: [trial], count: 2, base: "1 device")
    expect(half.clauses[0].contains("the 1 of 2 assumptions that were looked at"))
  }

  @Test func whatIsTooWeakOnOneDeviceIsNotSaidToBeTried() {
    let trial = Robustness.Trial(
      path: "patience", value: "10s", tried: ["4s", "20s"], isRange: true, source: nil)
    var weak = trial
    weak.isWeak = true
    func words(_ trials: [Robustness.Trial]) -> [String] {
      Robustness(title: nil, trials: trials, count: 3, base: "1 device", isReduced: true).clauses
    }
    let person = Robustness(
      title: nil, trials: [weak], count: 1, base: "1 person", least: "one person", isReduced: true)
    expect(person.clauses[0].hasSuffix(": 1 too weak on one person to turn it"))
    let rest = "too weak on one device to turn it"
    expect(
      words([trial, weak, weak]),
      is: ["it holds for all 3 assumptions from half to double: 1 tried on 1 device, 2 \(rest)"])
    let seen = "assumptions that were looked at from half to double"
    expect(words([weak]), is: ["it holds for the 1 of 3 \(seen): 1 \(rest)"])
    expect(words([trial, trial]), is: ["it holds for the 2 of 3 \(seen), on 1 device"])
    var turning = trial
    turning.value = JSON(0.630859375)
    turning.turns = [
      .init(value: "1234.5678ms", kept: "4s", isAbove: true, factor: 2, answer: ["other"])
    ]
    expect(
      words([turning, weak]),
      is: [
        "only while `patience` is below 1235ms (here 0.631), else `other`",
        "1 of 3 were tried on 1 device",
      ])
  }

  /// Limits that are not stated are as far above the fewest of the rivals as they were before.
  @Test func aLimitThatIsNotStatedStaysWhereItIs() throws {
    let wait = try #require(MetricCatalog.metric(named: "first_content_p95_ms"))
    let blank = try #require(MetricCatalog.metric(named: "blank_ratio"))
    let goal = Goal(
      objectives: [MetricObjective(wait)],
      constraints: [MetricConstraint(metric: blank, comparison: .atMost, limit: 0.03, text: "")],
      isStated: false)
    let candidates = [("fast", 20, 0.02), ("next", 40, 0.02), ("slow", 90, 0)].map {
      GoalCandidate(title: $0.0, pooled: [$0.1, $0.2], seeds: [[$0.1, $0.2]])
    }
    let ranking = GoalRanking(goal, candidates)
    expect(ranking.rivals, is: [0, 1])
    let again = AnswerGoal(ranking, among: ranking.rivals).ranking(of: Array(candidates[0...1]))
    expect(abs(again.goal.constraints[0].limit - 0.03) < 1e-9)
    expect(!ranking.isTurned(in: again))
  }

  /// A limit of zero means the same in a shorter run, and a warm-up keeps its part of it.
  @Test func aLongRunIsTriedOnAShorterOne() async throws {
    let file = try Self.file(limit: 10_000)
    let result = try await Runner.run(file, jobs: 2, command: "").result
    var scenario = file.scenario
    scenario.duration = .days(14)
    var goal = try #require(result.answers[0].answer).ranking.goal
    let lost = try #require(MetricCatalog.metric(named: "edits_lost"))
    goal.constraints = [MetricConstraint(metric: lost, comparison: .atMost, limit: 0, text: "")]
    let sizes = RobustnessBudget(scenario, goal, of: result, share: 1).sizes
    expect(sizes.map(\.devices), is: [1, 1, 2, 2])
    expect(sizes.map(\.duration), is: [.days(2), .days(7), .days(7), .days(14)])
    goal.constraints[0].limit = 1
    let whole = RobustnessBudget(scenario, goal, of: result, share: 1).sizes
    expect(whole.map(\.duration), is: [.days(14), .days(14)])

    scenario.duration = .days(2)
    var trials = AssumptionTrials(
      variants: [scenario], starts: [.start + .days(1)], assumptions: [],
      candidates: [.init(variant: 0, strategy: 0, title: "on-demand")],
      cells: CellRunner(jobs: 1, store: nil), progress: { _ in })
    let opens = try #require(MetricCatalog.metric(named: "opens"))
    let size = AssumptionTrials.Size(devices: 1, duration: .days(1), seeds: 1)
    let found = try await trials.run([nil], size) { _, row in opens.value(row.pooled) ?? 0 }
    try expect(#require(found[0]).reduce(0, +) > 0)
  }

  /// Towards zero no two values are ever near to each other.
  @Test func aSearchTowardsZeroEnds() async throws {
    let file = try Self.file(limit: 10_000)
    let result = try await Runner.run(file, jobs: 2, command: "").result
    let goal = AnswerGoal(try #require(result.answers[0].answer).ranking)
    let share = try #require(
      file.scenario.assumptions.first { $0.path == "device.memory.criticalFraction" })
    var trials = AssumptionTrials(
      variants: [file.scenario], starts: [nil], assumptions: [share],
      candidates: ["on-demand", "pre-cache"].enumerated().map {
        .init(variant: 0, strategy: $0.offset, title: $0.element)
      }, cells: CellRunner(jobs: 2, store: nil), progress: { _ in })
    let bracket = AssumptionTrials.Bracket(
      assumption: 0, kept: share.value, turned: JSON(0.0), answer: [])
    let size = AssumptionTrials.Size(devices: 1, duration: .days(1), seeds: 1)
    let found = try await trials.bisect([bracket], size, goal)
    expect(found.count == 1 && trials.cellCount <= 12 * 2)
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
        expect(problems.isEmpty, "\(assumption.path) = \(other.compact): \(problems.lines)")
        count += 1
      }
    }
    expect(count > 10)
  }
}
