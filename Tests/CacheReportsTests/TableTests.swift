internal import CacheMetrics
internal import CacheMetricsFixtures
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheReports
@testable internal import Results

@Suite struct TableTests {
  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("a b", "a b"), ("a,b", "\"a,b\""),
    ("say \"no\"", "\"say \"\"no\"\"\""), ("two\nlines", "\"two\nlines\""), ("\r\n", "\"'\r\n\""),
    ("=1,2", "\"'=1,2\""), ("-1.5", "-1.5"),
    ("naïve 東京", "naïve 東京"),
  ])
  func fieldsAreQuotedWhereTheyMustBe(text: String, field: String) {
    expect(CSV.field(text), is: field)
  }

  @Test func linesEndWithALineFeed() {
    var csv = CSV(["a", "b"])
    csv.add(["1", "x,y"])
    expect(csv.text, is: "a,b\n1,\"x,y\"\n")
  }

  @Test(arguments: [
    (0.342, MetricUnit.ratio, "34.2 %"), (1, .ratio, "100 %"), (0, .ratio, "0 %"),
    (0.0001, .ratio, "<0.1 %"), (0.99999, .ratio, ">99.9 %"), (0, .milliseconds, "0 ms"),
    (12.34, .milliseconds, "12.3 ms"), (1_240, .milliseconds, "1.24 s"), (90, .seconds, "90 s"),
    (200, .seconds, "3.33 min"), (.infinity, .milliseconds, "∞"), (999, .bytes, "999 B"),
    (1_234, .bytes, "1.23 kB"), (5_600_000, .bytes, "5.6 MB"), (1e12, .bytes, "1 TB"),
    (1_234_567, .count, "1,234,567"), (0.25, .count, "0.25"), (0.9, .score, "0.90"),
    (3.5, .days, "3.5 d"), (86_400_000 * 3, .milliseconds, "3 d"),
  ])
  func peopleReadAboutThreeDigits(value: Double, unit: MetricUnit, text: String) {
    expect(Display.text(value, unit), is: text)
  }

  @Test(arguments: [
    (65.372, 0.31, MetricUnit.milliseconds, "65.4 ±0.3 ms"),
    (397.2, 12.3, .milliseconds, "397 ±12 ms"),
    (1_580, 160, .milliseconds, "1.58 ±0.16 s"), (0.3527, 0.0052, .ratio, "35.3 ±0.5 %"),
    (16_742, 310, .count, "16,742 ±310"), (265e6, 4.2e6, .bytes, "265 ±4 MB"),
    (2.18, 0.012, .factor, "× 2.180 ±0.012"), (5, 0, .bytes, "5 B"),
    (.infinity, 1, .milliseconds, "∞"), (40, .infinity, .milliseconds, "40 ms"),
  ])
  func anIntervalSaysHowManyDigitsMeanSomething(
    value: Double, halfWidth: Double, unit: MetricUnit, text: String
  ) {
    expect(Display.text(value, plusOrMinus: halfWidth, unit), is: text)
  }

  @Test(arguments: [
    (4.12, 1.32, 12.8, MetricUnit.milliseconds, "4.12 ms (1.3 to 13)"),
    (1_240, 820, 3_100, .milliseconds, "1.24 s (0.82 to 3.1)"),
    (65, 63, 67.2, .milliseconds, "65 ±2 ms"), (1, 0.9865, 1, .ratio, "100 % (≥ 98.6)"),
    (0, 0, 0.0135, .ratio, "0 % (≤ 1.4)"),
    (0.9998, 0.9912, 0.9999, .ratio, ">99.9 % (99.1 to 100)"),
    (1, 0.99999, 1, .ratio, "100 %"), (0.05, 0.01, 0.2, .ratio, "5 % (1 to 20)"),
    (5e6, 1.1e6, 2.3e9, .bytes, "5 MB (1.1 to 2,300)"), (5, 5, 5, .bytes, "5 B"),
    (0.97, 0.88, 0.99, .score, "0.97 (0.88 to 0.99)"),
  ])
  func anIntervalThatIsNotSymmetricHasItsEnds(
    value: Double, low: Double, high: Double, unit: MetricUnit, text: String
  ) {
    expect(Display.text(value, within: ConfidenceInterval(from: low, to: high), unit), is: text)
  }

  @Test func theShareOfWhatNeverCameStandsBehindTheNumber() {
    expect(Display.text(.infinity, within: nil, share: 0.93, .milliseconds), is: "∞ (93 %)")
    let interval = ConfidenceInterval(from: 1, to: 16)
    expect(
      Display.text(4, within: interval, share: 0.93, .milliseconds), is: "4 ms (1 to 16; 93 %)")
  }

  @Test func whatIsNotDefinedIsADash() {
    expect(Display.text(nil, .ratio), is: "–")
  }

  @Test(arguments: [
    ("abc", 3), ("", 0), ("é", 1), ("e\u{301}", 1), ("東京", 4), ("한국", 4), ("ｆ", 2), ("ﬀ", 1),
    ("😀", 2), ("👨‍👩‍👧", 2), ("🇫🇷", 2), ("☀\u{FE0F}", 2), ("☀", 1), ("\u{301}", 0), ("∞", 1), ("–", 1),
    ("1", 1), ("#", 1),
  ])
  func cellsOfATerminal(text: String, cells: Int) {
    expect(TextWidth.cells(of: text), is: cells)
  }

  @Test func paddingCountsCells() {
    expect(TextWidth.padded("東", to: 4, onLeft: true), is: "  東")
    expect(TextWidth.padded("東", to: 4, onLeft: false), is: "東  ")
    expect(TextWidth.padded("long", to: 2, onLeft: true), is: "long")
  }

  @Test func controlCharactersDoNotReachTheTerminal() {
    expect(TextWidth.printable("a\u{1B}[2Jb\n"), is: #"a\u{1B}[2Jb\u{A}"#)
  }

  @Test func markdownCellsKeepTheirTable() {
    expect(
      MarkdownRenderer.text(
        of: ResultTable("t", columns: ["a", "b"], rows: [["x|y", "1\n2"]], textColumns: 1)),
      is: "| a | b |\n| --- | ---: |\n| x&#124;y | 1 2 |\n")
  }

  @Test(arguments: [
    ("0.5 MB – a_b (c), d/e: f?", "0.5 MB – a_b (c), d/e: f?"), ("a|b\\", #"a&#124;b\\"#),
    ("1. one", #"1\. one"#), ("- x", #"\- x"#), ("<b>&", "&lt;b&gt;&amp;"), ("a\nb", "a b"),
    ("*[x](y)* _z_ `c` # ~", ##"\*\[x\](y)\* \_z\_ \`c\` \# \~"##),
  ])
  func textsAreNoMarkdown(text: String, plain: String) {
    expect(MarkdownTable.plain(text), is: plain)
  }

  @Test func fencesAreLongerThanWhatTheyHold() {
    expect(MarkdownTable.fenced("a\n````\n", "sh"), is: "`````sh\na\n````\n`````\n")
    expect(MarkdownTable.code("a`b\nc"), is: "`a'b c`")
  }

  @Test func theTerminalTableMarksTheBestAndLeavesBoundsOut() {
    let text = TerminalTable.text(
      of: ResultFixture.result, metrics: ["first_content_p95_ms", "flash_write_bytes", "opens"])
    expect(
      text,
      is: """
        strategy                      first p95   written   opens\(" ")
        swift                    20 ms (×/÷ 82)     500 B       2\(" ")
        thrifty              300 ms (×/÷ 1,100)       5 B*      2\(" ")
        clairvoyant (bound)                1 ms         –       2\(" ")
        *: best of its column; waits are over all opens, infinite where too few showed the \
        content (with the share that did); ±, ×/÷ and the ends in brackets are the 95 % confidence \
        interval over seeds

        """)
  }

  /// Groups that one table shows are told apart in each row.
  @Test func aRowOfTheTerminalTableNamesItsVariedValue() {
    let result = ResultFixture.varied
    let lines = TerminalTable.text(of: result).split(separator: "\n")
    for row in result.rows {
      expect(row.varied != nil)
      expect(lines.count { $0.hasPrefix(row.title + " ") }, is: 1, "\(row.title)")
    }
  }

  @Test func linesAreEquallyWideWithAndWithoutColour() {
    let plain = lines(isColored: false)
    let colored = lines(isColored: true)
    let widths = Set(plain.dropLast().map { TextWidth.cells(of: $0) })
    expect(widths.count, is: 1)
    expect(widths.allSatisfy { $0 <= 200 })
    var bare = ""
    var isCode = false
    for character in colored.dropLast().joined(separator: "\n") {
      if character == "\u{1B}" { isCode = true }
      if !isCode { bare.append(character) }
      if isCode && character == "m" { isCode = false }
    }
    expect(bare, is: plain.dropLast().joined(separator: "\n").replacing("*", with: " "))
    expect(plain.last?.hasPrefix("*: best"), is: true)
    expect(colored.last?.hasPrefix("green: best"), is: true)
  }

  private func lines(isColored: Bool) -> [String] {
    TerminalTable.text(of: ResultFixture.result, width: 200, isColored: isColored)
      .split(separator: "\n").map(String.init)
  }

  @Test func aNarrowTerminalSaysWhatItLeavesOut() {
    let text = TerminalTable.text(of: ResultFixture.result, width: 60)
    let lines = text.split(separator: "\n")
    expect(lines.dropLast(2).allSatisfy { $0.count <= 60 })
    expect(lines.last?.contains("more in summary.csv"), is: true)
  }

  @Test func noRowIsBestWhenAllAreAlike() throws {
    let metric = try #require(MetricCatalog.metric(named: "network_requests"))
    expect(Ranking(metric, among: ResultFixture.result.rows).best.isEmpty)
  }

  @Test func aStrategyThatStaysBlankIsNotBestAtWaiting() throws {
    let rows = [
      ResultFixture.strategy("quick", waits: [10, nil], bytes: 5),
      ResultFixture.strategy("steady", waits: [50, 60], bytes: 5),
    ]
    let headline = try #require(
      Headline.chosen(["first_content_p95_ms"], of: ResultFixture.result).first)
    expect(!Ranking(headline, among: rows).best.contains(0))
    // Four seeds that agree show it.
    let more = [
      ResultFixture.strategy("quick", waits: [10, nil, nil, nil], bytes: 5),
      ResultFixture.strategy("steady", waits: [5, 60, 60, 60], bytes: 5),
    ]
    expect(Ranking(headline, among: more).best, is: [1])
    let shown = try #require(MetricCatalog.metric(named: "first_content_shown_p95_ms"))
    // Under one of two seeds there is nothing to compare.
    expect(Ranking(shown, among: rows).best, is: [])
  }

  @Test func outdatedSubresourcesHaveAColumnWhereThereAreAny() {
    func row(_ label: String, outdated: Bool) -> StrategyResult {
      StrategyResult(
        label: label, name: "image-loader", settings: .object([]),
        runs: [
          SeedResult(
            seed: 1,
            aggregates: AggregateFixture.aggregates([
              AggregateFixture.view(first: 10),
              AggregateFixture.answer(.flash, outdated: outdated, part: true),
            ]))
        ])
    }
    func titles(_ rows: [StrategyResult]) -> [String] {
      ResultTable(of: [rows]).columns.map(\.title)
    }
    let rows = [row("a", outdated: false), row("b", outdated: true)]
    expect(titles(rows).contains("stale parts"))
    expect(!titles([rows[0]]).contains("stale parts"))
    expect(titles(rows).filter { $0 != "stale parts" }, is: titles([rows[0]]))
  }

  @Test func tiesAreAllBest() throws {
    let metric = try #require(MetricCatalog.metric(named: "flash_write_bytes"))
    let rows = [
      ResultFixture.strategy("a", waits: [1], bytes: 5),
      ResultFixture.strategy("b", waits: [1], bytes: 9),
      ResultFixture.strategy("c", waits: [1], bytes: 5),
    ]
    expect(Ranking(metric, among: rows).best, is: [0, 2])
  }
}

@Suite struct AlignedTextTests {
  private static let rows = [["name", "count", "remark"], ["a", "5", ""], ["日本", "1234", "x  "]]

  @Test func columnsHaveASideAndLinesEndWithoutBlanks() {
    expect(
      AlignedText.table(Self.rows, .left, .right, .left),
      is: """
        name  count  remark
        a         5
        日本   1234  x

        """)
    expect(
      AlignedText.table(Self.rows, .right),
      is: """
        name  count  remark
           a      5
        日本   1234     x

        """)
  }

  @Test func cellsStayOnTheirLineAndControlNoTerminal() {
    let text = AlignedText.table([["a\nb", "c\u{1B}[31m"], ["d", "e"]], .left)
    expect(text.split(separator: "\n").count, is: 2)
    expect(!text.contains("\u{1B}"))
  }

  @Test func rowsMayHaveDifferentLengths() {
    expect(AlignedText.table([["a"], ["b", "c"], []], .left), is: "a\nb  c\n\n")
    expect(AlignedText.table([], .left), is: "")
    expect(
      AlignedText.padded([["a", "b"], ["cc", "d"]], [.right]), is: [[" a", "b"], ["cc", "d"]])
  }
}

/// Quantities as all tables for people show them.
@Suite struct QuantityDisplayTests {
  @Test(arguments: [
    (1_600_000, "1.6 Mbps"), (716_800, "717 kbps"), (10_485_760, "10.5 Mbps"), (2_400, "2.4 kbps"),
    (999_400, "999 kbps"), (999_600, "1 Mbps"), (0, "0 kbps"), (Int64.max, "unlimited"),
  ])
  func ratesAreInKilobitsOrMegabits(bits: Int64, text: String) {
    expect(Display.text(BitRate(bitsPerSecond: bits)), is: text)
  }

  @Test(arguments: [
    (75_360_054, "75.4 ms"), (999_615_000_000_000, "11.6 d"), (7_200_000_000_000, "2 h"),
    (3_000, "3 µs"), (0, "0 ms"), (514_000, "0.51 ms"),
  ])
  func timesHaveThreeDigits(nanoseconds: Int64, text: String) {
    expect(Display.text(TimeSpan(nanoseconds: nanoseconds)), is: text)
  }

  @Test func bytesHaveThreeDigitsUnlessTwoWouldReadTheSame() {
    expect(Display.text(Bytes(29_721_979_585_895)), is: "29.7 TB")
    expect(Display.text(29_721_979_585_895, plusOrMinus: 2e11, .bytes), is: "29.7 ±0.2 TB")
    expect(Display.exact(Bytes(16_924)), is: "16,924 B")
    expect(Display.column(of: [Bytes(1_000), Bytes(2_000_000)]), is: ["1 kB", "2 MB"])
    expect(Display.column(of: [Bytes(1_000), Bytes(1_001)]), is: ["1,000 B", "1,001 B"])
    // The same amount twice is the same text twice.
    expect(Display.column(of: [Bytes(1_500), Bytes(1_500)]), is: ["1.5 kB", "1.5 kB"])
  }

  @Test func aDifferenceOfFactorsIsNoFactor() {
    expect(Display.difference(0.5, .factor), is: "0.5")
    expect(Display.difference(0.034, plusOrMinus: 0.012, .ratio), is: "3.4 ±1.2 points")
    expect(Display.difference(0.034, .ratio), is: "3.4 points")
  }

  @Test func rowsThatReadTheSameAreOne() {
    let rows = [
      ["1", "100 %"], ["2", "100 %"], ["4", "100 %"], ["8", "90 %"], ["16", "80 %"],
      ["32", "80 %"],
      ["64", "9 %"], ["65", "9 %"], ["66", "9 %"],
    ]
    expect(
      FoldedRows.folded(rows),
      is: [
        ["1 to 4", "100 %"], ["8", "90 %"], ["16", "80 %"], ["32", "80 %"], ["64 to 66", "9 %"],
      ])
    expect(FoldedRows.folded([]), is: [])
  }
}
