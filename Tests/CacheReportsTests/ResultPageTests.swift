internal import Measurement
internal import MeasurementFixtures
internal import SimCore
internal import Testing

@testable internal import CacheReports
@testable internal import Results

@Suite struct ResultPageTests {
  @Test func theAnswerNamesTheFirstTheSecondAndTheTradeOffs() {
    let sentences = Recommendation.sentences(on: [
      ResultFixture.strategy("swift", waits: [10, 20], bytes: 500_000),
      ResultFixture.strategy("thrifty", waits: [100, 112], bytes: 5_000),
      ResultFixture.strategy("clairvoyant", waits: [1, 1], bytes: 1_000, bound: .waits),
    ])
    #expect(
      sentences.first == "**Fastest first content:** `swift` (20 ±64 ms until 95 of 100 opens "
        + "showed something), ahead of `thrifty` (112 ±76 ms) under 2 of 2 seeds. Trade-offs: "
        + "500 kB written to flash per device (`thrifty`: 5 kB). Bound (`clairvoyant`): 1 ms.")
    #expect(
      sentences.contains {
        $0.hasPrefix("**Least flash:** `thrifty` (5 kB written to flash per device), ahead of ")
      })
    #expect(sentences.contains("**Least data:** both are alike (100 B)."))
    #expect(!sentences.contains { $0.hasPrefix("**Offline-proof") })
  }

  @Test func whatTheSeedsCannotTellApartIsAlike() {
    // Differences of 90 and 280 ms: 185 ± 1,207.
    #expect(
      Recommendation.sentences(on: ResultFixture.result.rows).first
        == "**Fastest first content:** no difference that matters and 2 seeds can show between "
        + "both (20 ±64 ms to 0.3 ±1.3 s).")
    let rows = [
      ResultFixture.strategy("a", waits: [10, 20], bytes: 1),
      ResultFixture.strategy("b", waits: [10, 21], bytes: 1),
      ResultFixture.strategy("c", waits: [100, 110], bytes: 1),
    ]
    #expect(
      Recommendation.sentences(on: rows)[0]
        == "**Fastest first content:** `a` (20 ±64 ms until 95 of 100 opens showed something) and "
        + "`b` (21 ±70 ms), between which 2 seeds can show no difference that matters, ahead of "
        + "`c` (110 ±64 ms).")
  }

  @Test func theLegendTellsOfIntervalsWhereThereAreSome() {
    #expect(ResultFixture.file("report.md").contains("± is the 95 %"))
    #expect(!ResultFixture.file("report.md", of: ResultFixture.varied).contains("±"))
    #expect(!TerminalTable.text(of: ResultFixture.varied).contains("±"))
    #expect(!ResultFixture.file("report.html", of: ResultFixture.varied).contains("±"))
  }

  @Test func blankOpensLose() {
    let rows = ResultFixture.varied.groups[0].rows
    #expect(Recommendation.sentences(on: rows)[0].contains("ahead of `b` (∞)"))
  }

  @Test func whereTheTailNeverArrivesTheMiddleDecides() {
    let rows = [
      ResultFixture.strategy("a", waits: [40, nil, 40], bytes: 1),
      ResultFixture.strategy("b", waits: [70, 70, nil], bytes: 1),
    ]
    #expect(
      Recommendation.sentences(on: rows)[0].hasPrefix(
        "**Fastest first content:** `a` (40 ms until 50 of 100 opens showed something), ahead of "
          + "`b` (70 ms) under "))
  }

  @Test func aTradeOffThatIsInfiniteIsSaidInWords() {
    let rows = [
      ResultFixture.strategy("a", waits: [nil], bytes: 10_000),
      ResultFixture.strategy("b", waits: [70], bytes: 90_000),
    ]
    let sentence = Recommendation.sentences(on: rows).first { $0.hasPrefix("**Least flash") }
    #expect(
      sentence?.contains("Trade-offs: fewer than 95 of 100 opens showed something (`b`: 70 ms)")
        == true)
  }

  @Test func whereNoStrategyShowsAnythingNoneIsFirst() {
    let rows = ["a", "b"].map { ResultFixture.strategy($0, waits: [nil], bytes: 1) }
    #expect(
      Recommendation.sentences(on: rows)[0]
        == "**Fastest first content:** fewer than 50 of 100 opens showed something under any "
        + "strategy.")
  }

  @Test func winnersThatTieAreNamedTogether() {
    let rows = [50_000, 50_000, 90_000].enumerated().map { index, bytes in
      ResultFixture.strategy("s\(index)", waits: [1], bytes: Int64(bytes))
    }
    #expect(
      Recommendation.sentences(on: rows).contains(
        "**Least flash:** `s0` and `s1` (50 kB written to flash per device), ahead of "
          + "`s2` (90 kB)."))
  }

  @Test func readersAreWarned() {
    let aggregates = AggregateFixture.aggregates([
      AggregateFixture.view(first: nil, givenUp: true), AggregateFixture.event(.app(.killed)),
      AggregateFixture.edit(.lost),
      AggregateFixture.finished(violations: ["hits do not add up"]), AggregateFixture.finished(),
    ])
    var result = ResultFixture.varied
    result.rows = [
      StrategyResult(
        label: "x", name: "x", settings: .object([]),
        runs: [SeedResult(seed: 1, aggregates: aggregates)])
    ]
    #expect(
      ResultCaveats.sentences(on: result) == [
        "The simulation broke 1 of its own laws, so nothing here can be trusted; run.json "
          + "lists them.",
        "Edits that `x` had accepted and lost: 1.",
        "Under `x` the system killed the app for its memory 0.5 times per device.",
        "Users gave up screens, whose waits are cut short, under `x` (1).",
        "This is one seed; small differences may be chance.",
      ])
    #expect(result.violations == ["x, seed 1, device 7: hits do not add up"])
  }

  @Test func thePageHasAllItsSections() {
    let chart = Figure(file: "hits.svg", caption: "Hits over time")
    let page = MarkdownRenderer.text(of: Document(ResultFixture.result, charts: [chart]))
    let headings = page.split(separator: "\n").filter { $0.hasPrefix("#") }
    #expect(
      headings == [
        "# A small day", "## Answer", "## Numbers", "## Charts",
        "## Flash wear", "## Settings", "## Definitions", "## How to reproduce",
      ])
    #expect(page.contains("![Hits over time](hits.svg)"))
    #expect(page.contains("```sh\ncachesim run small\n```"))
    #expect(page.contains("| swift | 100 % | 20 ±64 ms |"))
    #expect(page.contains("| clairvoyant (bound) |"))
  }

  @Test func variedValuesAreComparedApart() {
    let page = ResultFixture.file("report.md", of: ResultFixture.varied)
    #expect(page.contains("### `strategies[*].settings.limit` = `2 MB`"))
    #expect(page.contains("Take `a`: 10 ms"))
    #expect(page.contains("Take `b`: 20 ms, ahead of `a` (50 ms)"))
    #expect(page.contains("The answer depends on `strategies[*].settings.limit`"))
  }
}
