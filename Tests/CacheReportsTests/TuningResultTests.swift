internal import CacheMetrics
internal import TestCases
internal import Testing

@testable internal import CacheReports
@testable internal import Results

/// What a search says, of settings whose numbers are known.
@Suite struct TuningResultTests {
  private static let sizes = SweptSetting(
    name: "own.size", unit: .bytes,
    values: [1, 2, 4, 8, 16].map { .init(text: "\($0) MB", amount: Double($0) * 1e6) },
    isChoice: true)

  /// A search over `own.size` with these waits, beside `other` as it is; what is `early` has the
  /// first seed alone, by its line.
  private static func result(
    _ waits: [Double], stale: [Double], other: (wait: Double, stale: Double), limit: Double,
    early: Set<Int> = [], wrong: Double = 0, settings: Int = 6, subject: String = "s",
    change: (inout Goal) -> Void = { _ in }
  ) -> TuningResult {
    let names = [
      "first_content_p95_ms", "stale_share", "opens_from_cache_share", "blank_ratio",
      "wrong_user_shown",
    ]
    let measures = names.compactMap { name in ResultMeasure.metrics.first { $0.name == name } }
    func line(_ label: String, _ level: Int?, _ wait: Double, _ stale: Double) -> TuningResult.Line
    {
      let values: [Double?] = [wait, stale, 0.5, 0, level == nil ? wrong : 0]
      let seeds = early.contains(level ?? waits.count) ? 1 : 2
      return TuningResult.Line(
        label: label, levels: [level], seeds: seeds,
        cell: SweepCell(
          key: "\(label) \(level ?? -1)", values: Array(repeating: values, count: seeds),
          pooled: values, isExact: true))
    }
    let outline = SweepOutline(
      scenario: "s", title: "S", question: "?", hash: "abc", programVersion: "0.0.0",
      command: "cachesim tune s", seeds: [1, 2], axes: [sizes], measures: measures, rows: [])
    let share = MetricCatalog.known("stale_share")
    var goal = Goal(
      objectives: [MetricObjective(MetricCatalog.known("first_content_p95_ms"))],
      constraints: [
        MetricConstraint(
          metric: share, comparison: .atMost, limit: limit, text: "stale_share <= \(limit)"),
        MetricConstraint(
          metric: MetricCatalog.known("blank_ratio"), comparison: .atMost, limit: 0.5,
          text: "blank_ratio <= 50 %"),
      ])
    change(&goal)
    let lines =
      waits.indices.map { line("own", $0, waits[$0], stale[$0]) }
      + [line("other", nil, other.wait, other.stale)]
    return TuningResult(
      outline, subject: subject, goal, lines: lines, simulations: 12, gridSimulations: 12,
      settingCount: settings)
  }

  /// Defect: "no setting keeps the wishes", where another strategy of the same file kept them.
  @Test func anotherStrategyOfTheFileCanBeTheAnswer() {
    let result = Self.result(
      [50, 40, 30, 20, 10], stale: [0.5, 0.5, 0.5, 0.5, 0.5], other: (300, 0), limit: 0.1)
    expect(result.sentences[0].hasPrefix("Take `other`: 300 ms"))
    let places = TuningPage.table(of: result).texts.map { ($0.first ?? "", $0.last ?? "") }
    expect(places.map(\.0), is: ["other", "own"])
    expect(places.map(\.1), is: ["best", "excluded, nearest of what is varied"])
    expect(result.sensitivities.map(\.axis), is: [0])
  }

  @Test func whereNothingKeepsTheConstraintsTheNearestAreNamed() {
    let result = Self.result(
      [50, 40, 30, 20, 10], stale: [0.301, 0.302, 0.303, 0.304, 0.5], other: (300, 0.9),
      limit: 0.1)
    expect(
      result.sentences[0].hasPrefix(
        "No strategy that caches keeps `stale_share <= 0.1`"))
    expect(result.sentences[0].contains("the nearest are `own (size=1 MB)` with 30.1 %"))
    expect(result.nearest.prefix(3), is: [0, 1, 2])
    expect(result.bindingConstraint?.metric.name, is: "stale_share")
  }

  @Test func aSensitivityHasASign() throws {
    let result = Self.result(
      [500, 400, 300, 200, 100], stale: [0, 0.1, 0.2, 0.3, 0.4], other: (900, 0), limit: 0.9)
    let movements = try #require(result.sensitivities.first).movements
    expect(movements.first { $0.metric.name == "first_content_p95_ms" }?.helps, is: .larger)
    expect(movements.first { $0.metric.name == "stale_share" }?.helps, is: .smaller)
    expect(movements.first { $0.metric.name == "blank_ratio" }?.helps == nil)
    expect(result.nextExperiments.contains { $0.reason.contains("beyond it may be better") })
    expect(
      result.sensitivityTable?.texts[0],
      is: [
        "own.size", "1 MB → 16 MB", "first_content_p95_ms", "500 ms → 100 ms", "larger values",
      ])
    let valley = Self.result(
      [500, 100, 400, 400, 500], stale: [0, 0, 0, 0, 0], other: (900, 0), limit: 0.9)
    expect(valley.sensitivities.first?.movements.first?.helps, is: .between)
  }

  /// Defect: "beyond it may be better" of settings that all come to the same.
  @Test func onAFlatObjectiveNothingLiesBeyond() {
    let result = Self.result(
      [104, 103, 102, 101, 100], stale: [0, 0, 0, 0, 0], other: (900, 0), limit: 0.9)
    expect(!result.nextExperiments.contains { $0.reason.contains("beyond") })
    expect(result.sentences[0].contains("are alike, less than 20 ms or 10 % apart"))
    expect(result.sensitivities.first?.smallest, is: 0)
    expect(result.sensitivities.first?.movements.first?.helps == nil)
  }

  @Test func theConstraintThatCostsIsTheOneThatIsDrawn() {
    let result = Self.result(
      [500, 400, 300, 200, 100], stale: [0, 0.1, 0.2, 0.3, 0.4], other: (900, 0), limit: 0.2)
    expect(
      result.sentences[0].hasPrefix(
        "Take `own (size=4 MB)`: 300 ms, 100 ms less than `own (size=2 MB)` ("))
    expect(result.constraintCosts.map(\.line), is: [4])
    expect(result.bindingConstraint?.metric.name, is: "stale_share")
  }

  /// Defect: "'own (size=1 MB)' is the only strategy", where five others had left after one seed.
  @Test func whatLeftTheSearchWasNoLessThere() {
    func sentence(
      _ stale: Double, _ early: Set<Int>, settings: Int = 6, wait: Double = 300
    ) -> String {
      Self.result(
        [50, 140, 230, 320, 410], stale: Array(repeating: stale, count: 5), other: (wait, stale),
        limit: 0.1, early: early, settings: settings
      ).sentences[0]
    }
    let goal = "`minimise first_content_p95_ms with stale_share <= 0.1 and blank_ratio <= 50 %`"
    expect(
      sentence(0, [1, 2, 3, 4, 5]),
      is: "Take `own (size=1 MB)`: 50 ms (\(goal)); 5 other settings left the search after fewer "
        + "seeds.")
    expect(
      sentence(0.3, [1, 2, 3, 4, 5]),
      is: "Nothing that has all 2 seeds can be taken: `own (size=1 MB)` has 50 ms (\(goal)), "
        + "which it breaks with 30 % `stale_share`; 5 other settings left the search after "
        + "fewer seeds.")
    expect(
      sentence(0, [1, 2, 3, 4]).hasPrefix("Take `own (size=1 MB)`: 50 ms, 250 ms less than `other`")
    )
    for text in [sentence(0, [1, 2, 3, 4, 5]), sentence(0.3, [1, 2, 3, 4, 5])] {
      expect(!text.contains("only"))
    }
  }

  /// Defect: a strategy that showed users what was another's vanished without a word.
  @Test func whatDoesHarmIsNamedWithAnySeeds() {
    for early in [Set([5]), [], [1, 2, 3, 4, 5]] {
      let result = Self.result(
        [50, 140, 230, 320, 410], stale: [0, 0, 0, 0, 0], other: (1, 0), limit: 0.1, early: early,
        wrong: 3)
      expect(
        result.sentences.contains { $0.hasPrefix("`other` is no candidate: it shows users what") })
      expect(result.front, is: [0])
      expect(!result.sentences[0].contains("only") || early.isEmpty)
    }
  }

  /// Defect: the answer was a strategy that the scenario's decision is not between.
  @Test func whatTheDecisionIsNotBetweenStandsBesideIt() {
    func result(_ labels: [String]) -> TuningResult {
      Self.result(
        [500, 400, 300, 200, 100], stale: [0, 0, 0, 0, 0], other: (20, 0), limit: 0.1
      ) { $0.labels = labels }
    }
    let own = result(["own", "third"])
    expect(own.sentences[0].hasPrefix("Take `own (size=16 MB)`: 100 ms, 100 ms less than `own"))
    expect(
      own.sentences.contains("The decision is between 5 of the 6; `other` stands beside it."))
    expect(own.front, is: [4])
    // What is varied was asked for.
    expect(result(["other"]).sentences[0].hasPrefix("Take `other`: 20 ms, 80 ms less than `own"))
  }

  /// Defect: what matters to the decision was what matters at the unit.
  @Test func theDecisionSaysWhatMatters() throws {
    func result(_ smallest: Double) -> TuningResult {
      Self.result(
        [500, 400, 300, 200, 100], stale: [0, 0.1, 0.2, 0.3, 0.4], other: (900, 0), limit: 0.2
      ) {
        $0.ownDifferences = [
          Goal.OwnDifference(
            metric: MetricCatalog.known("first_content_p95_ms"), absolute: smallest, relative: 0)
        ]
      }
    }
    expect(result(50).constraintCosts.map(\.line), is: [4])
    expect(result(300).constraintCosts.isEmpty)
    expect(result(50).sensitivities.first?.smallest, is: 2)
    expect(result(300).sensitivities.first?.smallest, is: 0)
    let movement = try #require(result(1_000).sensitivities.first?.movements.first)
    expect(!movement.matters && movement.helps == nil)
    expect(result(50).sensitivities.first?.movements.first?.helps, is: .larger)
  }

  /// Defect: commands left out the seeds, and gave other numbers than those beside them.
  @Test func commandsHaveTheSeedsOnce() {
    let result = Self.result(
      [500, 400, 300, 200, 100], stale: [0, 0, 0, 0, 0], other: (900, 0), limit: 0.9,
      subject: "s --seeds 1..2 --devices 3")
    let commands = result.nextExperiments.map(\.command)
    expect(commands.count, is: 3)
    expect(commands.allSatisfy { $0.contains(" s --seeds 1..2 --devices 3 ") })
    expect(
      result.sentences.contains {
        $0.contains("cachesim compare s ") && $0.contains("--seeds 1..2")
      })
  }

  /// Defect: the front of three objectives was joined to a zigzag.
  @Test func aFrontOfThreeObjectivesIsNoLine() throws {
    func hasLine(_ objectives: [String]) throws -> Bool {
      let result = Self.result(
        [500, 400, 300, 200, 100], stale: [0, 0.1, 0.2, 0.3, 0.4], other: (900, 0.5), limit: 0.9
      ) { $0.objectives = objectives.map { MetricObjective(MetricCatalog.known($0)) } }
      let canvas = try #require(TuningFrontChart(result)).canvas(of: ChartData(scenario: "s"))
      return canvas.panels[0].marks.contains {
        if case .line = $0.form { true } else { false }
      }
    }
    try expect(hasLine(["first_content_p95_ms", "stale_share"]))
    try expect(!hasLine(["first_content_p95_ms", "stale_share", "blank_ratio"]))
    try expect(!hasLine(["first_content_p95_ms"]))
  }
}
