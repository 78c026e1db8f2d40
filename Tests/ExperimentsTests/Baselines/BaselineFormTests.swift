internal import CacheReports
internal import SimCore
internal import Testing

@testable internal import Experiments

/// The forms in which a comparison is told.
@Suite struct BaselineFormTests {
  private typealias Fixture = StoredRunFixture

  private static func comparison(
    strictness: BaselineComparison.Strictness = .regressions
  ) throws -> BaselineComparison {
    try BaselineComparison(
      Fixture.run([
        Fixture.row("a|b", [400, 0.5, 10]), Fixture.row("<c> & \"d\"\u{1}", [400, 0.5, 10]),
      ]),
      Fixture.run([
        Fixture.row("a|b", [440, 0.6, 10]), Fixture.row("<c> & \"d\"\u{1}", [.infinity, 0.5, 12]),
        Fixture.row("new", [0, 0, 0]),
      ]), strictness: strictness)
  }

  @Test func aTerminalListsTheWorstFirst() throws {
    #expect(
      BaselineText.terminal(try Self.comparison()) == """
        Baseline of small: 4 of 6 numbers moved: 2 worse, 1 better, 1 neither
          worse    a|b             first_content_p95_ms  400 → 440 ms  +40 ms (+10 %)
          worse    <c> & "d"\\u{1}  first_content_p95_ms  400 → inf ms
          better   a|b             object_hit_ratio      0.5 → 0.6     +0.1 (+20 %)
          neither  <c> & "d"\\u{1}  opens                 10 → 12       +2 (+20 %)
          new strategies: new

        """)
  }

  @Test func onlyTheFirstAreListedUnlessAllAreWanted() throws {
    let rows = (0..<40).map { Fixture.row("s\($0)", [1, 1, 1]) }
    let moved = (0..<40).map { Fixture.row("s\($0)", [2, 1, 1]) }
    let comparison = try BaselineComparison(Fixture.run(rows), Fixture.run(moved))
    let short = BaselineText.terminal(comparison).split(separator: "\n")
    #expect(short.count == 1 + BaselineText.limit + 1)
    #expect(short.last == "  and 10 more: --all lists them")
    #expect(BaselineText.terminal(comparison, isWhole: true).split(separator: "\n").count == 41)
    #expect(BaselineText.markdown(comparison).hasSuffix("\nAnd 10 more.\n"))
  }

  @Test func whatStandsStillIsSaidInALine() throws {
    let run = Fixture.run([Fixture.row("a", [1, 1, 1])])
    let comparison = try BaselineComparison(run, run)
    #expect(
      BaselineText.terminal(comparison)
        == "Baseline of small: nothing moved, 3 numbers compared\n")
    #expect(
      BaselineText.markdown(comparison)
        == "### Baseline of `small`\n\nnothing moved, 3 numbers compared.\n")
  }

  @Test func markdownIsATable() throws {
    let lines = BaselineText.markdown(try Self.comparison()).split(separator: "\n")
    #expect(lines[2] == "|  | strategy | metric | was → is | by |")
    #expect(
      lines[4] == "| **worse** | `a\\|b` | `first_content_p95_ms` | 400 → 440 ms | +40 ms (+10 %) |"
    )
    #expect(lines.last == "new strategies: new")
  }

  @Test(arguments: [
    (BaselineComparison.Strictness.regressions, 2), (.anyMove, 5),
  ])
  func junitIsWellFormedAndCountsRight(
    strictness: BaselineComparison.Strictness, failures: Int
  ) throws {
    let text = BaselineJUnit.text(try Self.comparison(strictness: strictness))
    let elements = try XMLCheck.elements(of: text)
    #expect(elements.first?.name == "testsuites")
    #expect(elements.count { $0.name == "testsuite" } == 3)
    #expect(elements.count { $0.name == "testcase" } == 7)
    #expect(elements.count { $0.name == "failure" } == failures)
    #expect(elements.first?.attributes["tests"] == "7")
    #expect(elements.first?.attributes["failures"] == "\(failures)")
    let names = elements.filter { $0.name == "testsuite" }.map { $0.attributes["name"] }
    #expect(names == ["small: a|b", "small: <c> & \"d\"\u{FFFD}", "small"])
    for element in elements where element.name == "testcase" {
      #expect(element.attributes["classname"]?.hasPrefix("small") == true)
    }
  }

  /// Each kind of failure stands in each form, and is counted as one.
  @Test func everyFormShowsWhatIsGone() throws {
    let comparison = try BaselineComparison(
      Fixture.run([
        Fixture.row("a", [1, 1, 1], seeds: [[1, 1, 1]]), Fixture.row("gone", [1, 1, 1]),
      ]),
      Fixture.run(
        [Fixture.row("a", [nil, 1, 1])], metrics: Array(Fixture.metrics.dropLast())))
    #expect(comparison.isBroken)
    for text in [BaselineText.terminal(comparison), BaselineText.markdown(comparison)] {
      for words in ["gone", "opens", "a (1 → none)", "undefined", "1 → not defined"] {
        #expect(text.contains(words), "\(words) in \(text)")
      }
      #expect(!text.contains("nothing moved"))
    }
    let elements = try XMLCheck.elements(of: BaselineJUnit.text(comparison))
    let types = elements.filter { $0.name == "failure" }.compactMap { $0.attributes["type"] }
    #expect(types == ["undefined", "vanishedStrategy", "vanishedMetric", "otherSeeds"])
    #expect(elements.first?.attributes["failures"] == "4")
    let json = BaselineJSON.json(comparison)
    #expect(json["isBroken"] == true && json["vanishedStrategies"] == ["gone"])
    #expect(json["vanishedMetrics"] == ["opens"])
    #expect(json["otherSeeds"]?.elements?.first?["old"] == ["1"])
    #expect(json["moves"]?.elements?.map { $0["isFailure"] } == [true])
  }

  @Test func jsonHasEveryMove() throws {
    let json = try JSON.parse(Array(BaselineJSON.json(try Self.comparison()).text.utf8))
    #expect(json["isBroken"] == true && json["compared"] == 6)
    let moves = try #require(json["moves"]?.elements)
    #expect(moves.map { $0["verdict"]?.string } == ["worse", "better", "worse", "neither"])
    #expect(moves[0]["relative"] == 0.1 && moves[2]["new"] == "inf")
    #expect(moves[2]["difference"] == JSON(.null))
    #expect(json["addedStrategies"] == ["new"])
  }
}
