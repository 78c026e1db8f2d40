internal import CacheMetrics
internal import TestCases
internal import Testing

@testable internal import CacheReports
@testable internal import Results

/// The answer of a sweep: who is taken with which values, and how that depends on what is no
/// choice.
@Suite struct SweepAnswerTests {
  private static let ages = SweptSetting(
    name: "fresh.age", unit: .seconds,
    values: [.init(text: "1m", amount: 60), .init(text: "1h", amount: 3_600)], isChoice: true)
  private static let networks = SweptSetting(
    name: "network", unit: nil,
    values: [.init(text: "slow", amount: nil), .init(text: "wifi", amount: nil)])

  /// `fresh` has its waits by point; `plain`, which no age touches, by network.
  private static func result(
    _ axes: [SweptSetting], fresh: [Double], plain: [Double], goal: Goal? = nil,
    leaks: Bool = false, areEqual: Bool = false
  ) throws -> SweepResult {
    let names = [
      "first_content_p95_ms", "stale_share", "opens_from_cache_share", "wrong_user_shown",
    ]
    let measures = names.compactMap { name in ResultMeasure.metrics.first { $0.name == name } }
    var rows: [SweepOutline.Row] = []
    var cells: [String: SweepCell] = [:]
    func add(_ label: String, _ key: String, _ point: Int, _ wait: Double, _ wrong: Double) {
      rows.append(
        SweepOutline.Row(point: point, label: label, name: label, isBound: false, cell: key))
      let values: [Double?] = [wait, 0.1, 0.5, wrong]
      cells[key] = SweepCell(key: key, values: [values, values], pooled: values, isExact: true)
    }
    for point in fresh.indices {
      let network = axes.count > 1 ? point / Self.ages.values.count : 0
      add("plain", "p\(network)", point, plain[network], leaks ? 1 : 0)
      add("fresh", areEqual ? "p\(network)" : "f\(point)", point, fresh[point], 0)
    }
    var outline = SweepOutline(
      scenario: "small", title: "A small day", question: "How old?", hash: "abc",
      programVersion: "0.0.0", command: "cachesim sweep small", seeds: [1, 2], axes: axes,
      measures: measures, rows: rows)
    outline.subject = "small"
    outline.goal = goal
    return try #require(SweepResult(outline, cells: cells))
  }

  private static func goal(_ limit: Double? = nil) -> Goal {
    let wait = MetricCatalog.known("first_content_p95_ms")
    return Goal(
      objectives: [MetricObjective(wait)],
      constraints: limit.map {
        [MetricConstraint(metric: wait, comparison: .atMost, limit: $0, text: "wait <= \($0)")]
      } ?? [])
  }

  @Test func theChoiceIsTheValue() throws {
    let result = try Self.result([Self.ages], fresh: [900, 100], plain: [500], goal: Self.goal())
    let answer = SweepAnswer(result)
    expect(
      answer.sentences[0],
      is: "Take `fresh (age=1h)`: 100 ms, 400 ms less than `plain` (`minimise "
        + "first_content_p95_ms`).")
    expect(answer.sentences.last, is: "Why: `cachesim compare small 'fresh:age=1h' plain`.")
    expect(answer.places, is: ["dominated", "dominated", "dominated", "front"])
  }

  /// Defect: a strategy whose settings are not varied had a row for each value.
  @Test func whatNoAxisTouchesIsOneLine() throws {
    let alone = try Self.result([Self.ages], fresh: [900, 100], plain: [500])
    expect(
      SweepTable(alone).table.texts.map { $0.prefix(2) },
      is: [
        ["–", "plain"], ["1m", "fresh"], ["1h", "fresh"],
      ])
    let two = try Self.result(
      [Self.networks, Self.ages], fresh: [1, 2, 3, 4], plain: [5, 6])
    expect(
      SweepTable(two).table.texts.map { $0.prefix(3) },
      is: [
        ["slow", "–", "plain"], ["slow", "1m", "fresh"], ["slow", "1h", "fresh"],
        ["wifi", "–", "plain"], ["wifi", "1m", "fresh"], ["wifi", "1h", "fresh"],
      ])
    // A line for each in the files.
    let lines = ReportFile.all(of: two).first { $0.name == "summary.csv" }?.text
    expect(lines?.split(separator: "\n").count, is: 9)
  }

  @Test func whatIsNoChoiceIsACondition() throws {
    let result = try Self.result(
      [Self.networks, Self.ages], fresh: [900, 100, 90, 80], plain: [500, 10],
      goal: Self.goal())
    let answer = SweepAnswer(result)
    expect(
      answer.sentences,
      is: [
        "The answer depends on `network`: `fresh (age=1h)` for `network=slow`; `plain` for "
          + "`network=wifi`."
      ])
    guard case .table(let table) = answer.blocks.last else {
      Issue.record("there is no table")
      return
    }
    expect(
      table.texts,
      is: [
        ["network=slow", "fresh (age=1h)", "100 ms", "plain (500 ms)"],
        ["network=wifi", "plain", "10 ms", "fresh (age=1h) (80 ms)"],
      ])
  }

  @Test func whatIsExcludedIsInNoLine() throws {
    let leak = try Self.result(
      [Self.ages], fresh: [900, 700], plain: [5], goal: Self.goal(), leaks: true)
    let answer = SweepAnswer(leak)
    expect(
      answer.sentences[0].hasPrefix(
        "Take `fresh (age=1h)`: 700 ms, 200 ms less than `fresh (age=1m)`"))
    expect(answer.sentences[1].hasPrefix("`plain` is no candidate: it shows users"))
    expect(answer.further?.texts.allSatisfy { !$0.joined().contains("plain") }, is: true)
    let none = SweepAnswer(
      try Self.result([Self.ages], fresh: [900, 700], plain: [500], goal: Self.goal(100)))
    expect(
      none.sentences[0].hasPrefix(
        "No strategy that caches keeps `wait <= 100.0`; the nearest are `plain` with 500 ms"))
    expect(none.further?.texts.allSatisfy { $0[1] == "none" }, is: true)
  }

  /// Defect: of two strategies with the same settings the first was the answer.
  @Test func equalStrategiesAreTwo() throws {
    let result = try Self.result(
      [Self.ages], fresh: [500, 500], plain: [500], goal: Self.goal(), areEqual: true)
    let answer = SweepAnswer(result)
    expect(answer.sentences[0].contains("`plain` and `fresh` (500 ms), the same number"))
    expect(answer.places, is: ["front", "front", "front", "front"])
  }

  /// Defect: the answer was a strategy that the scenario's decision is not between.
  @Test func whatTheDecisionIsNotBetweenStandsBesideIt() throws {
    func answer(_ labels: [String]) throws -> SweepAnswer {
      var goal = Self.goal()
      goal.labels = labels
      return SweepAnswer(
        try Self.result([Self.ages], fresh: [900, 700], plain: [5], goal: goal))
    }
    let fresh = try answer(["fresh"])
    expect(
      fresh.sentences[0].hasPrefix(
        "Take `fresh (age=1h)`: 700 ms, 200 ms less than `fresh (age=1m)`"))
    expect(
      fresh.sentences.contains("The decision is between 2 of the 3; `plain` stands beside it."))
    expect(fresh.places, is: ["", "dominated", "", "front"])
    // What is varied was asked for.
    try expect(
      answer(["plain"]).sentences[0].hasPrefix("Take `plain`: 5 ms, 695 ms less than `fresh"))
  }

  /// Defect: the command stood in quotation marks, its own words in others within them.
  @Test func theCommandCanBeTakenAsItIs() throws {
    let result = try Self.result([Self.ages], fresh: [900, 100], plain: [500], goal: Self.goal())
    expect(
      TerminalRenderer.text(of: SweepAnswer(result).blocks)
        .hasSuffix("  - Why: cachesim compare small 'fresh:age=1h' plain\n"))
  }

  @Test func linesAreColouredByTheObjectiveOfADecision() throws {
    let decided = PageGrid(
      try Self.result([Self.ages], fresh: [900, 100], plain: [500], goal: Self.goal(600)))
    expect(decided.objective, is: "first_content_p95_ms")
    expect(
      decided.rows.map(\.colour),
      is: [
        ChartPalette.ranked(0.5), ChartPalette.axis, ChartPalette.ranked(0.5),
        ChartPalette.ranked(0),
      ])
    expect(decided.blocks.count, is: 2)
    let open = PageGrid(try Self.result([Self.ages], fresh: [900, 100], plain: [500]))
    expect(open.objective == nil && open.rows.allSatisfy { $0.colour == nil })
    expect(open.blocks.count, is: 1)
  }
}
