internal import Measurement
internal import SimCore
internal import Testing

@testable internal import CacheReports

@Suite struct ResultPageTests {
  @Test func theAnswerNamesTheFirstTheSecondAndThePrice() {
    let sentences = Verdict.sentences(on: ResultFixture.result.rows)
    #expect(
      sentences.first == "**Soonest on screen:** `swift` (95 of 100 opens showed something within "
        + "20 ms), ahead of `thrifty` (300 ms) under 2 of 2 seeds. Beside it: 0 % of opens "
        + "outdated at first, 0 % of opens blank, 500 B written to flash per device. The bound "
        + "`clairvoyant`: 1 ms.")
    #expect(sentences.contains { $0.hasPrefix("**Easiest on flash:** `thrifty` (") })
    #expect(
      sentences.contains("**Easiest on the network:** both are alike (100 B)."))
    #expect(!sentences.contains { $0.hasPrefix("**Best without a network") })
  }

  @Test func blankOpensLose() {
    let rows = ResultFixture.varied.groups[0].rows
    #expect(Verdict.sentences(on: rows)[0].contains("ahead of `b` (∞)"))
  }

  @Test func whereTheTailNeverArrivesTheMiddleDecides() {
    let rows = [
      ResultFixture.strategy("a", waits: [40, nil, 40], bytes: 1),
      ResultFixture.strategy("b", waits: [70, 70, nil], bytes: 1),
    ]
    #expect(
      Verdict.sentences(on: rows)[0].hasPrefix(
        "**Soonest on screen:** `a` (half of the opens showed something within 40 ms), ahead of "
          + "`b` (70 ms) under "))
  }

  @Test func aPriceThatIsInfiniteIsSaidInWords() {
    let rows = [
      ResultFixture.strategy("a", waits: [nil], bytes: 1),
      ResultFixture.strategy("b", waits: [70], bytes: 9),
    ]
    let sentence = Verdict.sentences(on: rows).first { $0.hasPrefix("**Easiest on flash") }
    #expect(sentence?.contains("fewer than 95 of 100 opens showed something, 0 % of") == true)
  }

  @Test func ifNobodyShowedAnythingNobodyIsFirst() {
    let rows = ["a", "b"].map { ResultFixture.strategy($0, waits: [nil], bytes: 1) }
    #expect(Verdict.sentences(on: rows)[0] == "**Soonest on screen:** nobody got there.")
  }

  @Test func winnersThatTieAreNamedTogether() {
    let rows = [5, 5, 9].enumerated().map { index, bytes in
      ResultFixture.strategy("s\(index)", waits: [1], bytes: Int64(bytes))
    }
    #expect(
      Verdict.sentences(on: rows).contains(
        "**Easiest on flash:** `s0` and `s1` (written per device: 5 B), ahead of `s2` (9 B)."))
  }

  @Test func readersAreWarned() {
    let book = BookFixture.book([
      BookFixture.visit(first: nil, givenUp: true), BookFixture.event(.app(.killed)),
      BookFixture.edit(.lost),
      BookFixture.finished(violations: ["hits do not add up"]), BookFixture.finished(),
    ])
    var result = ResultFixture.varied
    result.rows = [
      StrategyResult(
        label: "x", name: "x", settings: .object([]), runs: [SeedResult(seed: 1, book: book)])
    ]
    #expect(
      Verdict.warnings(on: result) == [
        "Laws of its own that the simulation broke: 1, so nothing here can be trusted; run.json "
          + "lists them.",
        "Edits that `x` had taken and lost: 1.",
        "Under `x` the system killed the app for its memory 0.5 times per device.",
        "Screens that people gave up under `x`: 1; their waits are cut short.",
        "This is one seed; small differences may be chance.",
      ])
    #expect(result.violations == ["x, seed 1, device 7: hits do not add up"])
  }

  @Test func thePageHasAllItsSections() {
    let page = ReportPage.text(
      of: ResultFixture.result, charts: [ReportChart(file: "hits.svg", caption: "Hits over time")])
    let headings = page.split(separator: "\n").filter { $0.hasPrefix("#") }
    #expect(
      headings == [
        "# A small day", "## Answer", "## Numbers", "## Charts",
        "## What the flash went through", "## Settings", "## How to reproduce",
      ])
    #expect(page.contains("![Hits over time](hits.svg)"))
    #expect(page.contains("```sh\ncachesim run small\n```"))
    #expect(page.contains("| `swift` | 100 % | **20 ms** |"))
    #expect(page.contains("| `clairvoyant` (bound) |"))
  }

  @Test func variedValuesAreComparedApart() {
    let page = ReportPage.text(of: ResultFixture.varied, charts: [])
    #expect(page.contains("### `strategies[*].settings.limit` = `2 MB`"))
    #expect(page.contains("`a` (95 of 100 opens showed something within 10 ms)"))
    #expect(page.contains("`b` (95 of 100 opens showed something within 20 ms)"))
  }
}
