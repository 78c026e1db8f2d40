internal import CacheMetrics
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheReports
@testable internal import Results

@Suite struct WebPageTests {
  private static let charts = ["waits", "writes"].map {
    Figure(
      file: "\($0).svg", caption: "Left is \"better\" & right <is> worse.",
      drawing: .object([("series", ["a"])]))
  }

  private static func page(_ result: RunResult = ResultFixture.result) -> String {
    HTMLRenderer.text(of: Document(result, charts: charts), version: "0.0.0")
  }

  @Test(arguments: [ResultFixture.result, ResultFixture.varied])
  func everyTagIsClosedInItsOrder(_ result: RunResult) {
    expect(HTMLTags.mistake(in: Self.page(result)) == nil)
  }

  @Test func nothingIsFetchedAndNothingHasAStyleOrAListenerOfItsOwn() {
    let page = Self.page().replacing(/xmlns(:xlink)?="[^"]*"/, with: "")
      .replacing(/(?s)<script[^>]*>.*?<\/script>/, with: "")
      .replacing(/(?s)<style>.*?<\/style>/, with: "")
    for word in ["<link", "src=", "http:", "https:", "@import", "url(", "style="] {
      expect(!page.contains(word), "\(word)")
    }
    expect(!page.contains(/<[^>]* on[a-z]+=/))
  }

  /// A browser runs what the policy names by its digest, and nothing else.
  @Test(arguments: [ResultFixture.result, ResultFixture.varied])
  func thePolicyNamesTheDigestsOfStyleAndScript(_ result: RunResult) throws {
    let page = Self.page(result)
    let policy = try #require(
      page.firstMatch(of: /http-equiv="Content-Security-Policy" content="([^"]*)"/)?.output.1)
    let style = try #require(page.firstMatch(of: /(?s)<style>(.*?)<\/style>/)?.output.1)
    let scripts = page.matches(of: /(?s)<script>(.*?)<\/script>/)
    expect(scripts.count, is: 1)
    let script = String(scripts[0].output.1)
    expect(policy.contains("default-src 'none'"))
    expect(policy.contains("script-src 'sha256-\(SHA256.base64(of: script))'"))
    expect(policy.contains("style-src 'sha256-\(SHA256.base64(of: String(style)))'"))
    expect(!policy.contains("unsafe"))
    expect(script.hasPrefix("'use strict';"))
    expect(!script.contains("innerHTML") && !script.contains("eval("))
  }

  @Test(arguments: [ResultFixture.result, ResultFixture.varied])
  func theDataHaveTheValuesOfTheTables(_ result: RunResult) throws {
    let page = Self.page(result)
    let text = try #require(
      page.firstMatch(of: /(?s)<script type="application\/json" id="data">(.*?)<\/script>/))
    let data = try JSON.parse(Array(text.output.1.utf8))
    let names = data["metrics"]?.elements?.compactMap { $0.elements?.first?.string } ?? []
    let shown = data["shown"]?.elements?.compactMap(\.string) ?? []
    // What is the same in all rows is left out, but for what is shown.
    let metrics = result.metrics.filter { metric in
      let values = result.rows.map { metric.json(of: metric.value($0.pooled)) }
      return shown.contains(metric.name) || values.contains { $0 != values[0] }
    }
    expect(names == metrics.map(\.name) && names.count < result.metrics.count)
    let tables = try #require(data["tables"]?.elements)
    expect(tables.count, is: result.groups.count)
    for (group, table) in zip(result.groups, tables) {
      let drawn = ResultTable(of: [group.rows])
      let rows = try #require(table.elements)
      expect(rows.compactMap { $0["series"]?.string }, is: drawn.rows.map(\.series))
      for (row, line) in zip(rows, drawn.rows) {
        for (column, cell) in zip(drawn.columns, line.cells).dropFirst() {
          let place = try #require(names.firstIndex(of: column.metric ?? ""))
          expect(row["texts"]?.elements?[place].string, is: cell.text(column))
        }
      }
      for (row, strategy) in zip(rows, group.rows) {
        let wanted = metrics.map { $0.json(of: $0.value(strategy.pooled)).compact }
        expect(row["values"]?.elements?.map(\.compact), is: wanted)
      }
    }
  }

  @Test func aNumberLeadsToTheCommandThatExplainsIt() throws {
    var result = ResultFixture.result
    result.command = "cachesim run 'my app.json' --seeds 1..2"
    result.rows[0].label = "it's"
    let page = Self.page(result)
    expect(
      page.contains(
        "\"cachesim explain 'my app.json' --seeds 1..2 --strategy 'it'\\\\''s' --worst\""))
    result.command = "cachesim live app"
    expect(!Self.page(result).contains("cachesim explain"))
  }

  @Test func settingsThatDifferFromDefaultsAreTold() {
    var result = ResultFixture.result
    result.rows[0].settings = .object([("limit", "50 MB"), ("codec", "json")])
    result.rows[0].defaults = .object([("limit", "20 MB"), ("codec", "json")])
    for index in result.rows.indices.dropFirst() {
      result.rows[index].defaults = result.rows[index].settings
    }
    let changed = ChangedSetting.all(of: result.rows)
    expect(changed.map(\.path), is: ["limit"])
    expect(changed.map(\.value) == ["50 MB"] && changed.map(\.standard) == ["20 MB"])
    let page = Self.page(result)
    expect(
      page.contains("<code>limit</code></td><td class=\"word\">50 MB</td><td class=\"word\">20 MB"))
    expect(page.contains("alone.</p>"))
  }

  /// Defect: the glossary pushed the charts two screens down.
  @Test func chartsComeBeforeDefinitions() throws {
    let page = Self.page()
    let charts = try #require(page.firstRange(of: "<section id=\"section-charts\">"))
    let definitions = try #require(page.firstRange(of: "<section id=\"section-definitions\">"))
    expect(charts.lowerBound < definitions.lowerBound)
  }

  @Test(arguments: [ResultFixture.result, ResultFixture.varied])
  func identifiersAreUniqueAndLinksLeadSomewhere(_ result: RunResult) {
    let page = Self.page(result)
    let identifiers = page.matches(of: /\sid=['"]([^'"]+)['"]/).map { String($0.output.1) }
    expect(Set(identifiers).count, is: identifiers.count)
    let links = page.matches(of: /href=['"]#([^'"]+)['"]/).map { String($0.output.1) }
    expect(links.count >= 6)
    for link in links { expect(identifiers.contains(link), "\(link)") }
  }

  @Test func theAnswerComesFirst() throws {
    let page = Self.page()
    let answer = try #require(
      page.firstMatch(of: /(?s)<section id="section-answer">.*?<ul>(.*?)<\/ul>/)?.output.1)
    expect(answer.contains("<li>2 seeds do not tell these apart in what was asked for, <code>m"))
    expect(
      answer.contains("<code>swift</code> (20 ms (×/÷ 82)) and <code>thrifty</code> ("))
    expect(answer.contains("states no objective"))
    let further = try #require(page.firstMatch(of: /(?s)<details>(.*?)<\/details>/)?.output.1)
    expect(
      further.contains(
        "<tr><th scope=\"row\">Least flash</th><td class=\"word\">all alike</td>"))
  }

  @Test func theBestAndTheWorstAreMarkedInWordsToo() {
    let page = Self.page()
    expect(page.contains("<td class=\"best\" title=\"best of its column\">"))
    expect(page.contains("<td class=\"worst\" title=\"worst of its column\">"))
    expect(
      page.contains(
        "<tr class=\"bound\" data-series=\"clairvoyant (bound)\">"
          + "<th scope=\"row\">clairvoyant (bound)</th>"))
  }

  @Test func namesCannotBreakOut() {
    var result = ResultFixture.result
    let bad = "</title><script>alert('x')</script>\" onload=\"y` **b**"
    result.title = bad
    result.question = bad
    result.command = bad
    result.scenario = bad
    result.rows[0].label = bad
    result.rows[0].settings = .object([(bad, JSON(.string(bad)))])
    let page = Self.page(result)
    // The data and the page's own script.
    expect(page.matches(of: /<script/).count, is: 2)
    expect(HTMLTags.mistake(in: page) == nil)
    expect(page.contains("&lt;script&gt;alert("))
  }

  /// A chart is drawn by the script from the data; without scripts there is the picture's name.
  @Test func aChartHasItsPlaceItsCaptionAndItsData() {
    let page = Self.page()
    expect(page.contains("<figure id=\"waits\">"))
    expect(
      page.contains("<figcaption>Left is &quot;better&quot; &amp; right &lt;is&gt; worse.</fig"))
    expect(page.contains("<noscript><p>With scripts the chart is drawn here."))
    expect(page.contains("<a href=\"waits.svg\">waits.svg</a>"))
    expect(
      page.contains(#""charts":{"waits":{"series":["a"]},"writes":{"series":["a"]}}"#))
  }

  @Test func aChartThatWasNotDrawnIsLeftOut() {
    let document = Document(
      ResultFixture.result, charts: [Figure(file: "waits.svg", caption: "c")])
    expect(!HTMLRenderer.text(of: document, version: "0.0.0").contains("<figure"))
  }

  @Test func settingsAreListedByTheirPaths() {
    let page = Self.page()
    expect(page.contains("<th scope=\"row\"><code>limit</code></th><td class=\"word\">50 MB</td>"))
  }

  @Test(arguments: [
    ("a `b` **c**", "a <code>b</code> <strong>c</strong>"),
    ("`**x**`", "<code>**x**</code>"),
    ("a ` b", "a ` b"),
    ("**a", "**a"),
    ("<&>\"'", "&lt;&amp;&gt;&quot;&#39;"),
  ])
  func sentencesBecomeHTML(_ markdown: String, _ html: String) {
    expect(HTMLRenderer.inline(InlineText(markdown: markdown)), is: html)
  }

  @Test func aWaitThatFewEndedSaysHowFew() {
    let often = ResultFixture.strategy("a", waits: [40, nil], bytes: 1)
    let always = ResultFixture.strategy("b", waits: [40, 50], bytes: 1)
    let headline = Headline.standard[1]
    expect(headline.number(of: often).text(.milliseconds), is: "∞ (50 %)")
    // 40 and 50 ms under two seeds: e^(12.706 · ½ ln 1.25) is 4.13.
    expect(headline.number(of: always).text(.milliseconds), is: "50 ms (12 to 210)")
  }

  /// Defect: what a run adds to its report, the assumptions in force, was in `report.md` alone.
  @Test func sectionsOfTheRunStandOnThePageToo() {
    var result = ResultFixture.result
    result.sections = [
      Document.Section(
        "Assumptions & more",
        [
          .paragraph("These are assumptions."), .sentences(["`a.b` = `1 < 2`", "`c` = `3`"]),
          .table(ResultTable("more", columns: ["setting", "value"], rows: [["a", "5"]])),
        ])
    ]
    let page = Self.page(result)
    expect(HTMLTags.mistake(in: page) == nil)
    expect(page.contains("<a href=\"#section-assumptions-more\">Assumptions &amp; more</a>"))
    expect(page.contains("<section id=\"section-assumptions-more\">\n<h2>Assumptions &amp; more"))
    expect(page.contains("<p>These are assumptions.</p>\n<ul>\n<li><code>a.b</code> = <code>1 "))
    expect(page.contains("<li><code>c</code> = <code>3</code></li>\n</ul>"))
    expect(page.contains("<tr><th scope=\"row\">a</th><td class=\"word\">5</td></tr>"))
  }
}
