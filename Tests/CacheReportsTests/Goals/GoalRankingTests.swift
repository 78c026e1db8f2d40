internal import CacheMetrics
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Results

@Suite struct GoalRankingTests {
  private static func metric(_ name: String) -> Metric {
    guard let metric = MetricCatalog.metric(named: name) else {
      preconditionFailure("the catalogue has \(name)")
    }
    return metric
  }

  private static let wait = MetricObjective(metric("first_content_p95_ms"))
  private static let data = MetricObjective(metric("network_down_bytes"))
  private static let hits = MetricObjective(metric("object_hit_ratio"))
  private static let blank = MetricConstraint(
    metric: metric("blank_ratio"), comparison: .atMost, limit: 0.01, text: "blank_ratio <= 1 %")

  /// A candidate with the same values under each seed, but for a spread of the first one.
  private static func candidate(
    _ title: String, _ values: [Double?], spread: Double = 0, isUncached: Bool = false
  ) -> GoalCandidate {
    GoalCandidate(
      title: title, pooled: values,
      seeds: [-1.0, 0, 1].map { step in
        values.enumerated().map { index, value in
          value.map { index == 0 ? $0 + step * spread : $0 }
        }
      }, isUncached: isUncached)
  }

  private static func ranking(
    _ objectives: [MetricObjective], _ constraints: [MetricConstraint],
    _ candidates: [GoalCandidate]
  ) -> GoalRanking {
    GoalRanking(Goal(objectives: objectives, constraints: constraints), candidates)
  }

  @Test func theBestOfASingleObjectiveKeepsTheConstraints() {
    let ranking = Self.ranking(
      [Self.wait], [Self.blank],
      [
        Self.candidate("fast and blank", [10, 0.35]), Self.candidate("good", [20, 0.01]),
        Self.candidate("slow", [90, 0]), Self.candidate("unknown", [nil, 0]),
      ])
    expect(
      ranking.places, is: [.infeasible([0]), .front, .dominated(by: 1), .undefined])
    expect(ranking.front, is: [1])
  }

  @Test func anAnswerTurnsWhenTheBestIsShownToBeBehind() {
    func answer(_ first: Double, _ second: Double, blank: Double = 0) -> GoalRanking {
      Self.ranking(
        [Self.wait], [Self.blank],
        [Self.candidate("first", [first, blank]), Self.candidate("second", [second, 0])])
    }
    let base = answer(100, 200)
    expect(base.taken == ["first"] && base.rivals == [0, 1])
    expect(!base.isTurned(in: answer(300, 400)))
    // Ahead by less than matters: both could be taken.
    expect(!base.isTurned(in: answer(201, 200)))
    expect(base.isTurned(in: answer(300, 200)))
    // What breaks a constraint is not taken.
    expect(base.isTurned(in: answer(100, 200, blank: 0.5)))
    let tie = answer(200, 200)
    expect(tie.taken.count, is: 2)
    expect(!tie.isTurned(in: answer(201, 200)) && tie.isTurned(in: base))
    expect(base.differs && !tie.differs)
    // Half of the lead is less than half of the way: what matters lies beyond.
    let half = base.progress(from: base, to: answer(150, 200))
    expect(half > 0.25 && half < 0.5)
    expect(base.progress(from: base, to: answer(50, 200)), is: 0)
    expect(base.progress(from: base, to: answer(300, 200)) >= 1)
    expect(base.progress(from: base, to: answer(100, 200, blank: 0.005)), is: 0.5)
  }

  /// Defect: one seed without an end made all seeds show a difference.
  @Test func aSeedWithoutAnEndHasToBeOnTheRightSide() {
    func place(_ other: [Double?], pooled: Double = 419) -> GoalRanking.Place {
      let seeds: [Double?] = [3, 2, 3, 2, 3]
      let ranking = Self.ranking(
        [Self.wait], [],
        [
          GoalCandidate(title: "near", pooled: [3], seeds: seeds.map { [$0] }),
          GoalCandidate(title: "far", pooled: [pooled], seeds: other.map { [$0] }),
        ])
      return ranking.places[1]
    }
    expect(place([420, 430, 425, 441, 410]), is: .dominated(by: 0))
    expect(place([.infinity, 430, 425, 441, 410]), is: .dominated(by: 0))
    expect(place([.infinity, 1, 900, 2, 410]), is: .undecided(from: 0))
    expect(place([nil, 430, 425, 441, 410]), is: .dominated(by: 0))
    let endless = Self.ranking(
      [Self.wait], [],
      [
        GoalCandidate(
          title: "endless", pooled: [3], seeds: [.infinity, 3, 2, 3, 2].map { [$0] }),
        GoalCandidate(
          title: "steady", pooled: [419], seeds: [420, 430, 425, 441, 410].map { [$0] }),
      ])
    expect(endless.places, is: [.front, .undecided(from: 0)])
  }

  /// Of two with the same number what both are ahead of is behind the first.
  @Test func whatIsBehindOneOfTheBestIsBehindTheFirst() {
    let ranking = Self.ranking(
      [Self.wait], [],
      [
        GoalCandidate(title: "a", pooled: [100], seeds: [[80], [100], [400]]),
        GoalCandidate(title: "b", pooled: [100], seeds: [[100], [100], [100]]),
        GoalCandidate(title: "c", pooled: [150], seeds: [[150], [150], [151]]),
      ])
    expect(ranking.front == [0, 1] && ranking.places[2] == .dominated(by: 0))
  }

  @Test func whatTheSeedsCannotShowIsUndecided() {
    var near = Self.candidate("near", [61])
    // Ahead under one seed, behind under the two others.
    near.seeds = [[15], [95], [73]]
    let ranking = Self.ranking(
      [Self.wait], [], [Self.candidate("good", [20]), near, Self.candidate("slow", [90])])
    expect(ranking.places, is: [.front, .undecided(from: 0), .dominated(by: 0)])
    expect(ranking.alike(0), is: [1])
    expect(Self.ranking([Self.wait], [], Array(ranking.candidates.prefix(2))).differs)
  }

  @Test func aParetoSetHasNobodyAhead() {
    let ranking = Self.ranking(
      [Self.wait, Self.data], [],
      [
        Self.candidate("fast", [10, 1e6]), Self.candidate("thrifty", [50, 1e5]),
        Self.candidate("between", [30, 3e5]), Self.candidate("worse than between", [30, 4e5]),
        Self.candidate("worst", [60, 1.2e6]),
      ])
    expect(ranking.front, is: [0, 2, 1])
    expect(ranking.places[3], is: .dominated(by: 2))
    expect(ranking.places[4], is: .dominated(by: 0))
  }

  /// Defect: "646 ms, ahead of 647 ms". What is behind by less than matters is alike, however sure
  /// the seeds are.
  @Test func whatIsBehindByLessThanMattersIsAlike() {
    let ranking = Self.ranking(
      [Self.wait], [],
      [
        Self.candidate("a", [646]), Self.candidate("a tenth", [710]),
        Self.candidate("more", [711]), Self.candidate("b", [647]),
      ])
    expect(
      ranking.places, is: [.front, .alike(to: 0), .dominated(by: 0), .alike(to: 0)])
    expect(ranking.peers == [0, 1, 3] && ranking.tellsApart)
    let fast = Self.ranking([Self.wait], [], [Self.candidate("a", [4]), Self.candidate("b", [23])])
    expect(fast.peers == [0, 1] && !fast.tellsApart)
    // Never is another answer than late.
    let never = Self.ranking(
      [Self.wait], [], [Self.candidate("late", [1e7]), Self.candidate("never", [.infinity])])
    expect(never.places, is: [.front, .dominated(by: 0)])
  }

  /// In no place that an answer takes, though it is best in everything else.
  @Test func whatDoesHarmIsNoCandidate() {
    var leak = Self.candidate("leak", [1, 0])
    leak.harms = ["wrong_user_shown"]
    let ranking = Self.ranking(
      [Self.wait], [Self.blank], [leak, Self.candidate("good", [90, 0])])
    expect(ranking.places, is: [.harmful, .front])
    let none = Self.ranking([Self.wait], [Self.blank], [leak, Self.candidate("blank", [90, 0.5])])
    expect(none.front.isEmpty && none.nearest == 1)
  }

  /// Of several objectives: what is better by less than matters, and worse by more, is no member.
  @Test func aParetoSetGoesByWhatMatters() {
    let ranking = Self.ranking(
      [Self.wait, Self.data], [],
      [
        Self.candidate("all ahead", [4.3, 9e6]), Self.candidate("some ahead", [4.4, 5e6]),
        Self.candidate("on demand", [400, 1e6]), Self.candidate("like it", [401, 1.01e6]),
      ])
    expect(ranking.front, is: [1, 2])
    expect(
      ranking.places, is: [.dominated(by: 1), .front, .front, .alike(to: 2)])
  }

  @Test func equalOnesAreAllInTheFront() {
    let ranking = Self.ranking(
      [Self.wait], [], [Self.candidate("a", [10]), Self.candidate("b", [10])])
    expect(ranking.front, is: [0, 1])
  }

  @Test func moreIsBetterWhereItIsMaximised() {
    let ranking = Self.ranking(
      [Self.hits], [], [Self.candidate("few", [0.2]), Self.candidate("many", [0.9])])
    expect(ranking.front, is: [1])
    expect(ranking.places[0], is: .dominated(by: 1))
  }

  @Test func whatCachesNothingIsNoAnswerWhereOthersCache() {
    let none = Self.candidate("none", [5, 0], isUncached: true)
    let cached = Self.candidate("cached", [20, 0])
    expect(Self.ranking([Self.wait], [Self.blank], [none, cached]).front, is: [1])
    // A cache that breaks a constraint does not make it one.
    let broken = Self.candidate("broken", [20, 0.5])
    let ranking = Self.ranking([Self.wait], [Self.blank], [none, broken])
    expect(ranking.front.isEmpty)
    expect(ranking.places[0], is: .uncached)
    expect(ranking.nearest, is: 1)
    // Alone it is all that there is.
    expect(Self.ranking([Self.wait], [Self.blank], [none]).front, is: [0])
  }

  /// Defect: of two that were about as near the faster one was called the nearest.
  @Test func theNearestIsReallyTheNearest() {
    let ranking = Self.ranking(
      [Self.wait], [Self.blank],
      [
        Self.candidate("fast", [1, 0.0204]), Self.candidate("near", [900, 0.02]),
        Self.candidate("as near", [800, 0.02]),
      ])
    expect(ranking.byDistance, is: [2, 1, 0])
  }

  @Test func theNearestIsTheOneWithTheLeastExcess() {
    let ranking = Self.ranking(
      [Self.wait], [Self.blank],
      [Self.candidate("far", [1, 0.4]), Self.candidate("near", [2, 0.02])])
    expect(ranking.front.isEmpty)
    expect(ranking.nearest, is: 1)
    expect(Self.blank.excess(of: 0.02), is: 1)
    expect(Self.blank.excess(of: nil), is: .infinity)
    expect(Self.blank.excess(of: 0.01), is: 0)
  }

  @Test func aSumCountsAmountsAlike() throws {
    let objective = MetricObjective(
      direction: .minimise,
      terms: [
        MetricObjective.Term(metric: Self.metric("first_content_p95_ms"), scale: 100),
        MetricObjective.Term(metric: Self.metric("network_down_bytes"), weight: 2, scale: 1e7),
      ], text: "minimise first_content_p95_ms / 100 ms + 2 * network_down_bytes / 10 MB")
    let value = try #require(objective.value { $0.name == "network_down_bytes" ? 5e6 : 250 })
    expect(value, is: 3.5)
    expect(objective.unit, is: .score)
    expect(objective.value { $0.name == "network_down_bytes" ? nil : 1 } == nil)
    expect(objective.value { _ in .infinity }, is: .infinity)
  }

  @Test func aGoalReadsBackFromItsFile() throws {
    let goal = Goal(objectives: [Self.wait, Self.data], constraints: [Self.blank])
    let again = try #require(Goal(goal.json))
    expect(again.json, is: goal.json)
    expect(again.text, is: goal.text)
    expect(Goal(.object([("isStated", true)])) == nil)
  }

  @Test func theAnswerSaysWhatIsExcludedAndWhy() throws {
    let rows = [
      ResultFixture.strategy("swift", waits: [10, 20], bytes: 500),
      ResultFixture.strategy("blank", waits: [nil, nil], bytes: 5),
      ResultFixture.strategy("slow", waits: [300, 310], bytes: 1),
    ]
    let goal = Goal(objectives: [Self.wait], constraints: [Self.blank])
    let answer = try #require(GoalAnswer(goal, among: rows, scenario: "small", varied: nil))
    expect(answer.choice, is: "swift")
    let text = answer.sentences.joined(separator: " ")
    expect(text.hasPrefix("Take `swift`"))
    expect(text.contains("ms less than `slow` ("))
    // Two of two opens: Wilson's interval begins at 2 ÷ (2 + 1.96²).
    expect(
      text.contains("Excluded by `blank_ratio <= 1 %`: `blank` with 100 % (≥ 34) `blank_ratio`"))
    expect(text.contains("cachesim compare small swift slow"))
    // Without a goal a screen that stays blank is a failure all the same, and the answer says so.
    let standard = try #require(GoalAnswer(nil, among: rows, scenario: "small", varied: nil))
    expect(standard.choice, is: "swift")
    expect(standard.sentences.joined().contains("states no objective"))
  }

  /// Of several objectives one can be the best in all.
  @Test func whatIsBestInAllIsTaken() throws {
    let rows = [
      ResultFixture.strategy("slow", waits: [300, 310], bytes: 500_000),
      ResultFixture.strategy("swift", waits: [10, 10], bytes: 50_000),
    ]
    let goal = Goal(
      objectives: [Self.wait, MetricObjective(Self.metric("flash_write_bytes"))], constraints: [])
    let answer = try #require(GoalAnswer(goal, among: rows, scenario: "s", varied: nil))
    expect(answer.choice, is: "swift")
    expect(
      answer.sentences[0],
      is: "Take `swift` (10 ms, 50 kB): ahead of `slow` by 300 ms (240 to 380) of "
        + "`first_content_p95_ms` and 450 kB of `flash_write_bytes`; no other is better "
        + "by as much as matters in any of `first_content_p95_ms`, `flash_write_bytes`.")
    expect(answer.nextStep, is: "cachesim compare s swift slow")
    // Where each is better in something, none is.
    let open = [rows[1], ResultFixture.strategy("dry", waits: [300, 310], bytes: 5_000)]
    let front = try #require(GoalAnswer(goal, among: open, scenario: "s", varied: nil))
    expect(front.choices == [] && front.sentences[0].hasPrefix("No strategy is best in all of"))
  }

  @Test func theAnswerSaysHowItDependsOnTheVariedValue() throws {
    let overview = try #require(ResultFixture.varied.answerOverview)
    expect(overview.contains("strategies[*].settings.limit"))
    expect(overview.contains("`a` for `1 MB`"))
    expect(overview.contains("`b` for `2 MB`"))
  }
}
