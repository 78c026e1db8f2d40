internal import CacheMetrics
internal import CacheReports
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments
@testable internal import Results

/// What a run is held to, as servers and pull requests are told of it.
@Suite struct RunCheckTests {
  private typealias Fixture = StoredRunFixture

  /// Two broken expectations, one of which only warns, and a wait that got worse.
  private static func check(_ claim: String = "a.opens <= 5") throws -> RunCheck {
    let old = Fixture.run([Fixture.row("a", [400, 0.5, 10]), Fixture.row("b", [100, 0.5, 10])])
    let new = Fixture.run([Fixture.row("a", [800, 0.5, 10]), Fixture.row("b", [50, 0.5, 10])])
    var check = RunCheck(try BaselineComparison(old, new))
    check.expectations = [
      ExpectationOutcome(
        claim: claim, metric: "opens", varied: nil, holds: false, isRequired: true,
        finding: "found 10",
        reason: "few, they said", line: 7),
      ExpectationOutcome(
        claim: "a.opens > 20", metric: "opens", varied: "wifi", holds: false, isRequired: false,
        finding: "found 10", reason: nil, line: 9),
      ExpectationOutcome(
        claim: "a.opens > 1", metric: "opens", varied: nil, holds: true, isRequired: true,
        finding: "found 10",
        reason: nil, line: 11),
    ]
    check.file = "ci/small.json"
    return check
  }

  @Test func expectationsAreCasesWithTheirPlaces() throws {
    let elements = try XMLCheck.elements(of: JUnitReport.text(try Self.check()))
    expect(elements[0].attributes["tests"] == "9" && elements[0].attributes["failures"] == "2")
    let suite = elements[1].attributes
    expect(suite["name"] == "small: expectations" && suite["tests"] == "3")
    expect(suite["failures"], is: "1")
    let cases = elements.filter { $0.attributes["classname"] == "small.expectations" }
    expect(
      cases.map { $0.attributes["name"] },
      is: ["a.opens <= 5", "a.opens > 20 [wifi]", "a.opens > 1"])
    expect(cases.map { $0.attributes["line"] }, is: ["7", "9", "11"])
    expect(cases.allSatisfy { $0.attributes["file"] == "ci/small.json" })
    let failures = elements.filter { $0.name == "failure" }
    expect(failures.map { $0.attributes["type"] }, is: ["broken", "worse"])
    expect(failures[0].attributes["message"], is: "found 10; because: few, they said")
  }

  @Test func programsReadWhatBecameOfExpectations() throws {
    let json = BaselineJSON.json(try Self.check())
    expect(json["isBroken"] == true && json["moves"]?.elements?.count == 2)
    let expectations = try #require(json["expectations"]?.elements)
    expect(expectations.map { $0["isFailure"] }, is: [true, false, false])
    expect(expectations.map { $0["holds"] }, is: [false, false, true])
    expect(expectations[1]["varied"] == "wifi" && expectations[1]["finding"] == "found 10")
  }

  @Test func annotationsStandAtTheExpectation() throws {
    expect(
      GitHubAnnotations.text(try Self.check()),
      is: """
        ::error file=ci/small.json,line=7,title=Expectation of small::a.opens <= 5: found 10; \
        because: few, they said
        ::error file=ci/small.json,title=Baseline of small::first_content_p95_ms of a is worse: \
        400 ms → 800 ms, +400 ms (+100 %25)
        ::warning file=ci/small.json,line=9,title=Expectation of small::a.opens > 20 [wifi]: \
        found 10
        ::notice file=ci/small.json,title=Baseline of small::first_content_p95_ms of b is better: \
        100 ms → 50 ms, -50 ms (-50 %25)

        """)
  }

  /// A label can hold anything; a command is one line, and its parameters end at colons and commas.
  @Test func whatWouldEndACommandIsWrittenAsACode() throws {
    var check = try Self.check("a%,:b\r\n::error::c\u{301}%\u{301}.opens <= 5")
    check.file = "a,b:c%.json"
    check.scenario = "x,y:z"
    let text = GitHubAnnotations.text(check)
    let first = try #require(text.split(separator: "\n").first)
    expect(
      first,
      is: "::error file=a%2Cb%3Ac%25.json,line=7,title=Expectation of x%2Cy%3Az::"
        + "a%25,:b%0D%0A::error::c\u{301}%25\u{301}.opens <= 5: found 10; because: few, they said")
    expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("::") })
  }

  /// GitHub shows ten errors of a step: the last one tells how many more there are.
  @Test func moreErrorsThanAreShownAreCounted() throws {
    let names = (0..<30).map { "s\($0)" }
    let check = RunCheck(
      try BaselineComparison(
        Fixture.run(names.map { Fixture.row($0, [400, 0.5, 10]) }),
        Fixture.run(names.map { Fixture.row($0, [800, 0.5, 10]) })))
    let lines = GitHubAnnotations.text(check).split(separator: "\n")
    expect(lines.count, is: GitHubAnnotations.limit)
    expect(
      lines.last, is: "::error title=small::21 more: the log of this step and the report list them")
    expect(!lines[0].contains("file="))
  }

  @Test func markdownIsOneTableWithItsChartAndALink() throws {
    var text = PullRequestText(of: try Self.check())
    (text.chart, text.page) = ("changes.svg", "a report/(1)/report.html")
    expect(
      text.text,
      is: """
        ### Baseline of `small`

        2 of 6 numbers moved: 1 worse, 1 better. \
        Expectations: 1 of 3 hold, 1 broken, 1 only to warn.

        |  | what | was → is | by |
        | --- | --- | --- | --- |
        | **broken** | `a.opens <= 5` | found 10 | few, they said |
        | warning | `a.opens > 20 [wifi]` | found 10 |  |
        | **worse** | `a.first_content_p95_ms` | 400 ms → 800 ms | +400 ms (+100 %) |
        | better | `b.first_content_p95_ms` | 100 ms → 50 ms | -50 ms (-50 %) |

        ![What moved](changes.svg)

        One seed has no noise floor: a move counts from the digits that mean something on.

        [The report](a%20report/%281%29/report.html)

        """)
  }

  /// The expectations alone, of a run that nothing is compared with.
  @Test func withoutAStoredRunTheExpectationsAreTold() throws {
    var check = try Self.check()
    check.comparison = nil
    expect(check.failures, is: ["expected a.opens <= 5: found 10"])
    expect(check.chart == nil)
    let suites = try XMLCheck.elements(of: JUnitReport.text(check))
    expect(suites[0].attributes["tests"] == "3" && suites[1].attributes["skipped"] == nil)
    check.unevaluated = ["b.opens < 7"]
    let smaller = try XMLCheck.elements(of: JUnitReport.text(check))
    expect(smaller[0].attributes["tests"] == "4" && smaller[1].attributes["skipped"] == "1")
    expect(JUnitReport.text(check).contains("name=\"b.opens &lt; 7\"><skipped message="))
    check.unevaluated = []
    expect(PullRequestText(of: check).text.hasPrefix("### `small`\n\nExpectations: 1 of 3 hold"))
    expect(GitHubAnnotations.text(check).split(separator: "\n").count, is: 2)
    expect(
      check.text().hasPrefix("Expectations: 1 of 3 hold, 1 broken, 1 only to warn\n  BROKEN "))
  }

  /// Twelve places, of which a third is for what did not get worse.
  @Test func aPriceIsToldTogetherWithWhatItBuys() throws {
    let names = (0..<30).map { "s\($0)" }
    let comparison = try BaselineComparison(
      Fixture.run(names.map { Fixture.row($0, [400, 0.5, 10]) }),
      Fixture.run(names.map { Fixture.row($0, [800, 0.9, 10]) }))
    let told = BaselineListing(comparison, limit: 12)
    expect(
      told.told.map(\.verdict.rawValue),
      is: Array(repeating: "worse", count: 8)
        + Array(repeating: "better", count: 4))
    expect(told.foldedCount, is: 48)
    let few = BaselineListing(
      try BaselineComparison(
        Fixture.run(names.map { Fixture.row($0, [400, 0.5, 10]) }),
        Fixture.run(names.map { Fixture.row($0, [800, $0 == "s1" ? 0.9 : 0.5, 10]) })), limit: 12)
    expect(few.told.count == 12 && few.told.last?.verdict == .better)
  }
}
