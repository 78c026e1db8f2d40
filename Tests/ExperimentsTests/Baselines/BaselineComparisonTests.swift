internal import CacheMetrics
internal import CacheReports
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments
@testable internal import Results

/// Which numbers moved, and what that is worth.
@Suite struct BaselineComparisonTests {
  private typealias Fixture = StoredRunFixture

  private static func comparison(
    _ old: [Double?], _ new: [Double?], tolerances: [String] = [], isBound: Bool = false,
    strictness: BaselineComparison.Strictness = .regressions
  ) throws -> BaselineComparison {
    try BaselineComparison(
      Fixture.run([Fixture.row("a", old, isBound: isBound)]),
      Fixture.run([Fixture.row("a", new, isBound: isBound)]),
      tolerances: Tolerances(tolerances), strictness: strictness)
  }

  @Test(
    arguments: [
      // Milliseconds, lower is better; a ratio, higher is better; a count that is neither.
      ([400, 0.5, 10], [410, 0.5, 10], "worse"), ([400, 0.5, 10], [390, 0.5, 10], "better"),
      ([400, 0.5, 10], [400, 0.4, 10], "worse"), ([400, 0.5, 10], [400, 0.6, 10], "better"),
      ([400, 0.5, 10], [400, 0.5, 11], "neither"),
      ([400, 0.5, 10], [.infinity, 0.5, 10], "worse"),
      ([.infinity, 0.5, 10], [400, 0.5, 10], "better"),
      ([nil, 0.5, 10], [400, 0.5, 10], "neither"),
      ([400, 0.5, 10], [nil, 0.5, 10], "undefined"), ([0, 0.5, 10], [1, 0.5, 10], "worse"),
    ] as [([Double?], [Double?], String)])
  func theMetricsDirectionSaysWhatAMoveIsWorth(
    old: [Double?], new: [Double?], verdict: String
  ) throws {
    let comparison = try Self.comparison(old, new)
    expect(comparison.moves.map(\.verdict.rawValue), is: [verdict])
    expect(comparison.isBroken, is: ["worse", "undefined"].contains(verdict))
    try expect(Self.comparison(old, new, strictness: .anyMove).isBroken)
  }

  @Test func aBoundThatMovesIsNeitherBetterNorWorse() throws {
    let comparison = try Self.comparison([1, 0, 0], [2, 1, 0], isBound: true)
    expect(comparison.moves.map(\.verdict), is: [.neither, .neither])
  }

  @Test(arguments: [
    (["5%"], 420, 0), (["5%"], 420.1, 1), (["5%"], 379.9, 1),
    (["first_content_p95_ms=20"], 420, 0), (["first_content_p95_ms=20 ms"], 420.001, 1),
    (["first_content_p95_ms=0.02 s"], 380, 0),
    (["1%", "first_content_p95_ms=10%"], 440, 0), (["first_content_p95_ms=10%", "1%"], 440, 0),
    (["first_content_p95_ms=0.1"], 400.1, 0), (["5%"], .infinity, 1),
    // A tolerance takes the place of the digits that mean something.
    (["first_content_p95_ms=0"], 400.001, 1),
  ])
  func aToleranceIsAbsoluteOrRelative(tolerances: [String], new: Double, moves: Int) throws {
    let comparison = try Self.comparison([400, 0.5, 1], [new, 0.5, 1], tolerances: tolerances)
    expect(comparison.moves.map(\.standing), is: [moves == 1 ? .counts : .tolerated])
    expect(comparison.toleratedCount, is: 1 - moves)
  }

  /// Of milliseconds 1 and half a percent, of shares a tenth of a point, of counts one event.
  @Test(
    arguments: [
      ([100, 0.5, 10], [100.9, 0.5, 10], false), ([100, 0.5, 10], [101, 0.5, 10], true),
      ([400, 0.5, 10], [401.9, 0.5, 10], false), ([400, 0.5, 10], [402, 0.5, 10], true),
      ([1, 0.5, 10], [1, 0.4991, 10], false), ([1, 0.5, 10], [1, 0.499, 10], true),
      ([1, 0, 0], [1, 0, 1], true), ([1, 0, 1_000], [1, 0, 1_001], false),
    ] as [([Double?], [Double?], Bool)])
  func whatIsBelowTheDigitsThatMeanSomethingIsUnchanged(
    old: [Double?], new: [Double?], counts: Bool
  ) throws {
    let comparison = try Self.comparison(old, new)
    expect(comparison.moves.map(\.standing), is: [counts ? .counts : .unchanged])
    try expect(Self.comparison(old, new, strictness: .anyMove).isBroken)
  }

  /// The wait of a strategy under some seeds before and after, and how the move is judged.
  @Test(arguments: [
    // Larger than the interval of the differences, though seeds differ by far more.
    ([100, 900], [120, 921], BaselineMove.Standing.counts),
    // Three seeds, of which one goes its own way a little, or as far as another.
    ([100, 100, 100], [140, 130, 95], .counts), ([100, 100, 100], [140, 110, 85], .withinNoise),
    // One that stands still hides nothing.
    ([100, 100, 100], [140, 130, 100], .counts), ([140, 130, 100], [100, 100, 100], .counts),
    // Three that do, though their interval includes zero.
    ([100, 100, 100], [200, 110, 105], .counts), ([200, 110, 105], [100, 100, 100], .counts),
    // Two that stand still, and one that does not; unless all together are half as large again.
    ([100, 100, 100], [100, 100, 200], .withinNoise), ([100, 100, 100], [250, 100, 100], .counts),
    // What never ends under a seed tells no difference: the numbers of all seeds alone count.
    ([100, 100], [.infinity, 110], .counts),
  ])
  func aMoveCountsWhenItIsLargerThanChance(
    old: [Double], new: [Double], standing: BaselineMove.Standing
  ) throws {
    func run(_ values: [Double]) -> StoredRun {
      let finite = values.filter(\.isFinite)
      let mean = finite.reduce(0, +) / Double(finite.count)
      return Fixture.run([Fixture.row("a", [mean, 1, 1], seeds: values.map { [$0, 1, 1] })])
    }
    let comparison = try BaselineComparison(run(old), run(new))
    expect(comparison.moves.map(\.standing), is: [standing])
    expect(comparison.isBroken, is: standing == .counts && new[0] > old[0])
    try expect(BaselineComparison(run(old), run(new), strictness: .anyMove).isBroken)
  }

  /// Of opens, the number is the sum of all seeds, and so is its difference.
  @Test func theNoiseOfASumIsThatOfAllSeeds() throws {
    let old = Fixture.run([Fixture.row("a", [1, 1, 60], seeds: [[1, 1, 20], [1, 1, 40]])])
    let new = Fixture.run([Fixture.row("a", [1, 1, 90], seeds: [[1, 1, 30], [1, 1, 60]])])
    let move = try #require(try BaselineComparison(old, new).moves.first)
    let noise = try #require(move.noise)
    expect(move.difference == 30 && move.noiseWidth == 2 * noise.halfWidth)
    expect(abs(noise.halfWidth - 12.706 * 5) < 1e-9)
  }

  /// 10 ± 4.303·√(28/3): differences of 4, 12 and 14, whose deviation is √28.
  @Test func theNoiseFloorIsTheIntervalOfTheDifferences() throws {
    let old = Fixture.run([
      Fixture.row("a", [200, 1, 1], seeds: [[100, 1, 1], [200, 1, 1], [300, 1, 1]])
    ])
    let new = Fixture.run([
      Fixture.row("a", [210, 1, 1], seeds: [[104, 1, 1], [212, 1, 1], [314, 1, 1]])
    ])
    let noise = try #require(try BaselineComparison(old, new).moves.first?.noise)
    expect(abs(noise.halfWidth - 4.303 * (28.0 / 3).squareRoot()) < 1e-9)
    expect(noise.isPaired && noise.agreeing == 3 && noise.chance == 0.125)
    try expect(BaselineComparison(old, new).moves.first?.noiseWidth, is: noise.halfWidth)
    // Other seeds: the spreads of both, as of independent samples.
    var others = Fixture.row(
      "a", [210, 1, 1], seeds: [[104, 1, 1], [212, 1, 1], [314, 1, 1]])
    others.seeds = others.seeds.map { ("1\($0.seed)", $0.values) }
    let unpaired = try BaselineComparison(old, Fixture.run([others]))
    let floor = try #require(unpaired.moves.first?.noise)
    let variance = (10_000.0 + (106 * 106 + 2 * 2 + 104 * 104) / 2) / 3
    expect(abs(floor.halfWidth - 4.303 * variance.squareRoot()) < 1e-6)
    expect(!floor.isPaired && unpaired.moves[0].standing == .withinNoise && unpaired.isBroken)
  }

  @Test(arguments: [
    ("5", "expected a tolerance such as 5%, METRIC=5% or METRIC=10, found '5'"),
    ("x%", "expected a tolerance such as 5%, METRIC=5% or METRIC=10, found 'x%'"),
    ("opns=3", "unknown metric 'opns' (did you mean 'opens'?)"),
    (
      "opens=3 ms",
      "opens: expected a percentage of the baseline's number, or a number, found '3 ms'"
    ),
  ])
  func anyOtherToleranceIsReported(text: String, message: String) {
    #expect(throws: InputError(message)) { try Tolerances([text]) }
  }

  @Test func aSeedIsNamedWhereAllTogetherStandStill() throws {
    let old = Fixture.run([Fixture.row("a", [1, 0, 0], seeds: [[1, 0, 0], [3, 0, 0]])])
    let new = Fixture.run([Fixture.row("a", [1, 0, 0], seeds: [[0.5, 0, 0], [4, 0, 0]])])
    let comparison = try BaselineComparison(old, new, strictness: .anyMove)
    expect(comparison.moves.isEmpty && comparison.isBroken)
    expect(comparison.seedMoves.map(\.seed), is: ["1", "2"])
    expect(comparison.seedMoves.map(\.verdict), is: [.better, .worse])
    // Unless every number counts, a seed alone fails nothing.
    try expect(!BaselineComparison(old, new).isBroken)
    // Single seeds scatter more than all together: a tolerance is about the latter.
    try expect(BaselineComparison(old, new, tolerances: Tolerances(["1%"])).seedMoves.isEmpty)
  }

  @Test func rowsAndMetricsComeAndGo() throws {
    let old = Fixture.run(
      [Fixture.row("a", [1, 1, 1]), Fixture.row("b", [1, 1, 1], varied: "x")])
    let new = Fixture.run(
      [Fixture.row("b", [1, 1, 1], varied: "y"), Fixture.row("a", [1, 1, 1])],
      metrics: Array(Fixture.metrics.dropLast()))
    let comparison = try BaselineComparison(old, new)
    expect(
      comparison.differences,
      is: [
        BaselineDifference(kind: .vanishedStrategy, name: "b, x"),
        BaselineDifference(kind: .vanishedMetric, name: "opens"),
        BaselineDifference(kind: .newStrategy, name: "b, y"),
      ])
    expect(comparison.moves.isEmpty && comparison.isBroken && comparison.comparedCount == 2)
  }

  /// What is gone, and only that, fails: a strategy, a metric, seeds; what is new is told.
  @Test func aGateClosesWhenNumbersVanish() throws {
    let few = Fixture.run(
      [Fixture.row("a", [1, 1, 1], seeds: [[1, 1, 1]])], metrics: Array(Fixture.metrics.dropLast()))
    let many = Fixture.run([
      Fixture.row("a", [1, 1, 1], seeds: [[1, 1, 1]]), Fixture.row("b", [1, 1, 1]),
    ])
    try expect(BaselineComparison(many, few).isBroken)
    let added = try BaselineComparison(few, many)
    expect(added.differences.map(\.kind) == [.newStrategy, .newMetric] && !added.isBroken)
    try expect(BaselineComparison(few, many, strictness: .anyMove).isBroken)
    let none = try BaselineComparison(many, Fixture.run([]))
    expect(none.isBroken && none.comparedCount == 0)
    expect(BaselineText.terminal(none).contains("vanished strategies: a, b"))
  }

  @Test func otherSeedsFailAndSwappedOnesAreHeldAgainstTheirOwn() throws {
    let old = Fixture.run([Fixture.row("a", [1, 1, 1], seeds: [[1, 1, 1], [3, 1, 1]])])
    let fewer = Fixture.run([Fixture.row("a", [1, 1, 1], seeds: [[1, 1, 1]])])
    let comparison = try BaselineComparison(old, fewer, tolerances: Tolerances(["50%"]))
    expect(comparison.isBroken && comparison.moves.isEmpty)
    expect(comparison.differences.map(\.text), is: ["a (1 2 → 1)"])
    // In another order, they are the same seeds; with each other's numbers, they are not.
    var reversed = Fixture.row("a", [1, 1, 1])
    reversed.seeds = old.rows[0].seeds.reversed()
    try expect(!BaselineComparison(old, Fixture.run([reversed]), strictness: .anyMove).isBroken)
    let swapped = Fixture.run([Fixture.row("a", [1, 1, 1], seeds: [[3, 1, 1], [1, 1, 1]])])
    try expect(BaselineComparison(old, swapped).seedMoves.map(\.seed), is: ["1", "2"])
  }

  @Test func aBaselineWithoutNumbersIsRefused() throws {
    let run = Fixture.run([Fixture.row("a", [1, 1, 1])])
    for empty in [Fixture.run([]), Fixture.run([Fixture.row("a", [nil, nil, nil])])] {
      #expect(throws: InputError.self) { try BaselineComparison(empty, run) }
    }
    var metrics = Fixture.metrics
    metrics[0].better = .higher
    #expect(throws: InputError.self) {
      try BaselineComparison(run, Fixture.run(run.rows, metrics: metrics))
    }
  }

  @Test func aRowIsABoundOnlyWhereBothRunsSaySo() throws {
    let old = Fixture.run([Fixture.row("a", [1, 1, 1])])
    let new = Fixture.run([Fixture.row("a", [2, 1, 1], isBound: true)])
    try expect(BaselineComparison(old, new).isBroken)
  }

  @Test func otherScenariosAreRefused() throws {
    let old = Fixture.run([Fixture.row("a", [1, 1, 1])])
    #expect(
      throws: InputError(
        "small.json: it answers the scenario 'small', not 'big'; --any-scenario compares "
          + "strategies of the same label all the same")
    ) { try BaselineComparison(old, Fixture.run([], scenario: "big", hash: "def")) }
    #expect(
      throws: InputError(
        "small.json: the scenario 'small' is not what it was then (abc, now def): save the "
          + "baseline anew; --any-scenario compares strategies of the same label all the same")
    ) { try BaselineComparison(old, Fixture.run([], hash: "def")) }
    _ = try BaselineComparison(old, Fixture.run([], hash: "def"), isAnyScenario: true)
    // A scenario that only has another name means the same.
    _ = try BaselineComparison(old, Fixture.run([], scenario: "renamed"))
    #expect(throws: InputError.self) {
      try BaselineComparison(old, Fixture.run([], catalog: 2), isAnyScenario: true)
    }
  }

  @Test(arguments: 0..<50 as Range<UInt64>) func aRunIsWhatItIs(seed: UInt64) throws {
    let run = Fixture.random(seed)
    let comparison = try BaselineComparison(run, run, strictness: .anyMove)
    expect(comparison.moves.isEmpty && !comparison.isBroken)
    expect(comparison.toleratedCount == 0 && comparison.comparedCount == 9)
  }

  @Test(arguments: 0..<50 as Range<UInt64>) func thereAndBackAgainSwapsBetterAndWorse(
    seed: UInt64
  ) throws {
    let (old, new) = (Fixture.random(seed), Fixture.random(seed + 1_000))
    let there = try BaselineComparison(old, new).moves
    let back = try BaselineComparison(new, old).moves
    expect(!there.isEmpty)
    expect(there.map(\.old) == back.map(\.new) && there.map(\.new) == back.map(\.old))
    let opposite: [BaselineMove.Verdict: BaselineMove.Verdict] = [
      .worse: .better, .better: .worse, .neither: .neither, .undefined: .neither,
    ]
    for (move, other) in zip(there, back) {
      let expected = move.old == nil ? .undefined : opposite[move.verdict]
      expect(other.verdict, is: expected)
    }
    expect(there.map(\.difference), is: back.map { $0.difference.map { -$0 } })
  }
}
