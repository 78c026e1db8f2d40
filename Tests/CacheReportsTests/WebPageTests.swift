internal import Measurement
internal import SimCore
internal import Testing

@testable internal import CacheReports

@Suite struct WebPageTests {
  private static let picture = """
    <?xml version="1.0"?>
    <svg viewBox="0 0 900 540" xmlns="http://www.w3.org/2000/svg">
    <title>waits</title>
    <desc>Produced by a program</desc>
    <g id="gnuplot_canvas"><defs><circle id='gpDot' r='1'/></defs><use xlink:href='#gpDot'/></g>
    </svg>
    """

  private static let charts = ["waits", "writes"].map {
    ReportChart(
      file: "\($0).svg", caption: "Left is \"better\" & right <is> worse.", picture: picture)
  }

  private static func page(_ result: RunResult = ResultFixture.result) -> String {
    WebPage.text(of: result, charts: charts)
  }

  @Test(arguments: [ResultFixture.result, ResultFixture.varied])
  func everyTagIsClosedInItsOrder(_ result: RunResult) {
    #expect(HTMLTags.mistake(in: Self.page(result)) == nil)
  }

  @Test func nothingIsFetchedAndNothingRuns() {
    let page = Self.page().replacing(/xmlns(:xlink)?="[^"]*"/, with: "")
    for word in ["<script", "<link", "src=", "http:", "https:", "@import", "url(", " on"] {
      let isThere = word == " on" ? page.contains(/<[^>]* on[a-z]+=/) : page.contains(word)
      #expect(!isThere, "\(word)")
    }
  }

  @Test(arguments: [ResultFixture.result, ResultFixture.varied])
  func identifiersAreUniqueAndLinksLeadSomewhere(_ result: RunResult) {
    let page = Self.page(result)
    let identifiers = page.matches(of: /\sid=['"]([^'"]+)['"]/).map { String($0.output.1) }
    #expect(Set(identifiers).count == identifiers.count)
    let links = page.matches(of: /href=['"]#([^'"]+)['"]/).map { String($0.output.1) }
    #expect(links.count >= 6)
    for link in links { #expect(identifiers.contains(link), "\(link)") }
  }

  @Test func theAnswerComesFirst() throws {
    let page = Self.page()
    let answer = try #require(page.firstMatch(of: /(?s)<ul class="answer">(.*?)<\/ul>/)?.output.1)
    #expect(answer.contains("<li>Take <code>swift</code>: 20 ±64 ms"))
    #expect(answer.contains("states no objective"))
    let further = try #require(page.firstMatch(of: /(?s)<details>(.*?)<\/details>/)?.output.1)
    #expect(further.contains("<strong>Least flash:</strong> <code>thrifty</code> ("))
  }

  @Test func theBestAndTheWorstAreMarkedInWordsToo() {
    let page = Self.page()
    #expect(page.contains("<td class=\"best\" title=\"best of its column\">"))
    #expect(page.contains("<td class=\"worst\" title=\"worst of its column\">"))
    #expect(page.contains("<tr class=\"bound\"><th scope=\"row\">clairvoyant (bound)</th>"))
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
    #expect(!page.contains("<script"))
    #expect(HTMLTags.mistake(in: page) == nil)
    #expect(page.contains("&lt;script&gt;alert("))
  }

  @Test func picturesAreNamedApartAndDescribed() {
    let page = Self.page()
    #expect(page.contains("id='waits-gpDot'") && page.contains("href='#waits-gpDot'"))
    #expect(
      page.contains("aria-label=\"Left is &quot;better&quot; &amp; right &lt;is&gt; worse.\""))
    #expect(!page.contains("Produced by"))
  }

  @Test func aPictureThatIsNoneIsLeftOut() {
    #expect(InlinePicture.html(of: "no picture", id: "a", caption: "b").isEmpty)
  }

  @Test func settingsAreListedByTheirPaths() {
    let page = Self.page()
    #expect(page.contains("<th scope=\"row\"><code>limit</code></th><td>50 MB</td>"))
  }

  @Test(arguments: [
    ("a `b` **c**", "a <code>b</code> <strong>c</strong>"),
    ("`**x**`", "<code>**x**</code>"),
    ("a ` b", "a ` b"),
    ("**a", "**a"),
    ("<&>\"'", "&lt;&amp;&gt;&quot;&#39;"),
  ])
  func sentencesBecomeHTML(_ markdown: String, _ html: String) {
    #expect(InlineMarkdown.html(markdown) == html)
  }

  @Test func aWaitThatFewEndedSaysHowFew() {
    let often = ResultFixture.strategy("a", waits: [40, nil], bytes: 1)
    let always = ResultFixture.strategy("b", waits: [40, 50], bytes: 1)
    let headline = Headline.standard[1]
    #expect(headline.text(of: often) == "∞ (50 %)")
    // 40 and 50 ms under two seeds: 12.706 · 7.07 / √2.
    #expect(headline.text(of: always) == "50 ±64 ms")
  }

  /// Defect: what a run adds to its report, the assumptions in force, was in `report.md` alone.
  @Test func sectionsOfTheRunStandOnThePageToo() {
    var result = ResultFixture.result
    result.sections = [
      ReportSection(
        title: "Assumptions & more",
        [
          .text("These are assumptions.\n"), .text("- `a.b` = `1 < 2`\n- `c` = `3`\n"),
          .table(columns: ["setting", "value"], rows: [["`a`", "5"]]),
        ])
    ]
    let page = Self.page(result)
    #expect(HTMLTags.mistake(in: page) == nil)
    #expect(page.contains("<a href=\"#section-assumptions-more\">Assumptions &amp; more</a>"))
    #expect(page.contains("<section id=\"section-assumptions-more\">\n<h2>Assumptions &amp; more"))
    #expect(page.contains("<p>These are assumptions.</p>\n<ul>\n<li><code>a.b</code> = <code>1 "))
    #expect(page.contains("<li><code>c</code> = <code>3</code></li>\n</ul>"))
    #expect(page.contains("<tr><th scope=\"row\"><code>a</code></th><td>5</td></tr>"))
    #expect(!Self.page().contains("section-"))
  }
}
