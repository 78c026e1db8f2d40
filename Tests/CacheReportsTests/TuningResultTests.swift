internal import Measurement
internal import Testing

@testable internal import CacheReports
@testable internal import Results

/// What a search says, of settings whose numbers are known.
@Suite struct TuningResultTests {
  private static let sizes = SweptSetting(
    name: "own.size", unit: .bytes,
    values: [1, 2, 4, 8, 16].map { .init(text: "\($0) MB", amount: Double($0) * 1e6) },
    isChoice: true)

  /// A search over `own.size` with these waits, beside `other` as it is.
  private static func result(
    _ waits: [Double], stale: [Double], other: (wait: Double, stale: Double), limit: Double
  ) -> TuningResult {
    let names = [
      "first_content_p95_ms", "stale_share", "opens_from_cache_share", "blank_ratio",
    ]
    let measures = names.compactMap { name in SweepMeasure.metrics.first { $0.name == name } }
    func line(_ label: String, _ level: Int?, _ wait: Double, _ stale: Double) -> TuningResult.Line
    {
      let values: [Double?] = [wait, stale, 0.5, 0]
      return TuningResult.Line(
        label: label, levels: [level], seeds: 2,
        cell: SweepCell(
          key: "\(label) \(level ?? -1)", values: [values, values], pooled: values, isExact: true))
    }
    let outline = SweepOutline(
      scenario: "s", title: "S", question: "?", hash: "abc", programVersion: "0.0.0",
      command: "cachesim tune s", seeds: [1, 2], axes: [sizes], measures: measures, rows: [])
    let share = MetricCatalog.known("stale_share")
    let goal = Goal(
      objectives: [MetricObjective(MetricCatalog.known("first_content_p95_ms"))],
      constraints: [
        MetricConstraint(
          metric: share, comparison: .atMost, limit: limit, text: "stale_share <= \(limit)"),
        MetricConstraint(
          metric: MetricCatalog.known("blank_ratio"), comparison: .atMost, limit: 0.5,
          text: "blank_ratio <= 50 %"),
      ])
    let lines =
      waits.indices.map { line("own", $0, waits[$0], stale[$0]) }
      + [line("other", nil, other.wait, other.stale)]
    return TuningResult(
      outline, subject: "s", goal, lines: lines, simulations: 12, gridSimulations: 12,
      settingCount: 6)
  }

  /// Defect: "no setting keeps the wishes", where another strategy of the same file kept them.
  @Test func anotherStrategyOfTheFileCanBeTheAnswer() {
    let result = Self.result(
      [50, 40, 30, 20, 10], stale: [0.5, 0.5, 0.5, 0.5, 0.5], other: (300, 0), limit: 0.1)
    #expect(result.sentences[0].hasPrefix("Take `other`: 300 ms"))
    let places = TuningPage.table(of: result).texts.map { ($0.first ?? "", $0.last ?? "") }
    #expect(places.map(\.0) == ["other", "own"])
    #expect(places.map(\.1) == ["best", "excluded, nearest of what is varied"])
    #expect(result.sensitivities.map(\.axis) == [0])
  }

  @Test func whereNothingKeepsTheConstraintsTheNearestAreNamed() {
    let result = Self.result(
      [50, 40, 30, 20, 10], stale: [0.301, 0.302, 0.303, 0.304, 0.5], other: (300, 0.9),
      limit: 0.1)
    #expect(
      result.sentences[0].hasPrefix(
        "No strategy that caches keeps `stale_share <= 0.1`"))
    #expect(result.sentences[0].contains("the nearest are `own (size=1 MB)` with 30.1 %"))
    #expect(result.nearest.prefix(3) == [0, 1, 2])
    #expect(result.bindingConstraint?.metric.name == "stale_share")
  }

  @Test func aSensitivityHasASign() throws {
    let result = Self.result(
      [500, 400, 300, 200, 100], stale: [0, 0.1, 0.2, 0.3, 0.4], other: (900, 0), limit: 0.9)
    let movements = try #require(result.sensitivities.first).movements
    #expect(movements.first { $0.metric.name == "first_content_p95_ms" }?.helps == .larger)
    #expect(movements.first { $0.metric.name == "stale_share" }?.helps == .smaller)
    #expect(movements.first { $0.metric.name == "blank_ratio" }?.helps == nil)
    #expect(result.nextExperiments.contains { $0.reason.contains("beyond it may be better") })
    #expect(
      result.sensitivityTable?.texts[0] == [
        "own.size", "1 MB → 16 MB", "first_content_p95_ms", "500 ms → 100 ms", "larger values",
      ])
    let valley = Self.result(
      [500, 100, 400, 400, 500], stale: [0, 0, 0, 0, 0], other: (900, 0), limit: 0.9)
    #expect(valley.sensitivities.first?.movements.first?.helps == .between)
  }

  /// Defect: "beyond it may be better" of settings that all come to the same.
  @Test func onAFlatObjectiveNothingLiesBeyond() {
    let result = Self.result(
      [104, 103, 102, 101, 100], stale: [0, 0, 0, 0, 0], other: (900, 0), limit: 0.9)
    #expect(!result.nextExperiments.contains { $0.reason.contains("beyond") })
    #expect(result.sentences[0].contains("are alike, less than 20 ms or 10 % apart"))
    #expect(result.sensitivities.first?.smallest == 0)
    #expect(result.sensitivities.first?.movements.first?.helps == nil)
  }

  @Test func theConstraintThatCostsIsTheOneThatIsDrawn() {
    let result = Self.result(
      [500, 400, 300, 200, 100], stale: [0, 0.1, 0.2, 0.3, 0.4], other: (900, 0), limit: 0.2)
    #expect(
      result.sentences[0].hasPrefix(
        "Take `own (size=4 MB)`: 300 ms, 100 ms less than `own (size=2 MB)` ("))
    #expect(result.constraintCosts.map(\.line) == [4])
    #expect(result.bindingConstraint?.metric.name == "stale_share")
  }
}
