internal import CacheMetrics
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheReports
@testable internal import Results

/// Texts of people are data: whatever they hold, each writer shows them as it shows a plain word in
/// their place. So a page is read back as a browser or a reader of Markdown reads it, and compared
/// with the page of a plain word: a text that is escaped twice, not at all, or taken for markup
/// makes a difference.
@Suite struct HostileTextTests {
  /// A word that no writer has a reason to change.
  private static let word = "plain word"

  static let texts = [
    "a*b*c", "**strong**", "_em_ and __more__", "a_b", "<b>&amp;</b>", "on*demand <1 h>",
    "x | y", "`code` and ``more``", "is \"quoted\"", "$x$ and $$y$$", "[a](b) ![c](d)",
    "# h", "1. one", "- x", "+ x", "~s~", "a\\*b\\", "&lt;&#36;", "--><!--", "</script><script>",
    "{{title}}", "{{{body}}}", "\u{1B}[31mred\u{7}", "a\u{202E}b\u{200F}c\u{2028}d", "tab\there",
    "=1+1", "@sum", "\\u{1B}", "100 %", "é東🎉",
  ].map { "\($0) z" }  // With a blank, as the word has: a shell quotes both.

  // MARK: - Fixtures with a text in every place that people name

  private static func run(_ text: String) -> RunResult {
    var result = ResultFixture.result
    result.title = text
    result.question = text
    result.simulated = ["workload \(text)"]
    result.inputLimits = ["no \(text) here"]
    result.variedSetting = text
    result.variedValues = [text]
    for index in result.rows.indices {
      result.rows[index].varied = text
      result.rows[index].label = "\(text) \(index)"
    }
    result.goal = Goal.standard(among: result.rows.map { Alternative($0) })
    result.assertions = [
      Assertion(
        claim: "\(text).opens >= 1", reason: text, varied: text, metric: Headline.summary[0],
        comparison: .atLeast, found: 0, expected: 1)
    ]
    return result
  }

  private static func sweep(_ text: String) throws -> SweepResult {
    let axis = SweptSetting(
      name: text, unit: nil,
      values: [.init(text: text, amount: nil), .init(text: "\(text) 2", amount: nil)])
    let result = try #require(SweepFixture.result([axis]))
    let outline = result.outline
    let rows = outline.rows.map {
      SweepOutline.Row(
        point: $0.point, label: $0.isBound ? "bound \(text)" : text, name: $0.name,
        isBound: $0.isBound, cell: $0.cell)
    }
    let cells = zip(outline.rows, result.rows).map { ($0.cell, $1.cell) }
    return try #require(
      SweepResult(
        SweepOutline(
          scenario: text, title: text, question: text, hash: "abc", programVersion: "0.0.0",
          command: "cachesim sweep x", seeds: outline.seeds, axes: outline.axes,
          measures: outline.measures, rows: rows),
        cells: Dictionary(cells) { first, _ in first }))
  }

  private static func tuning(_ text: String) throws -> TuningResult {
    let result = try sweep(text)
    func metric(_ name: String) throws -> Metric {
      try #require(MetricCatalog.metric(named: name))
    }
    let limit = MetricConstraint(
      metric: try metric("opens"), comparison: .atMost, limit: 9, text: "opens <= \(text)")
    return TuningResult(
      result.outline, subject: "x",
      Goal(objectives: [MetricObjective(try metric("flash_write_bytes"))], constraints: [limit]),
      lines: result.rows.filter { !$0.isBound }.map {
        TuningResult.Line(
          label: $0.label, levels: [$0.point], seeds: 2, cell: $0.cell)
      }, simulations: 4, gridSimulations: 4, settingCount: 2)
  }

  // MARK: - The law

  private static func files(_ text: String) throws -> [ReportFile] {
    let chart = Figure(file: "c.svg", caption: text, drawing: .object([]))
    return ReportFile.all(of: run(text), charts: [chart])
      + ReportFile.all(of: try sweep(text), charts: [chart])
      + ReportFile.all(of: try tuning(text), charts: [chart])
  }

  @Test(arguments: Cases.some(texts, oneIn: 6))
  func everyWriterShowsThemAsTheyAre(_ text: String) throws {
    let pairs = zip(try Self.files(text), try Self.files(Self.word))
    for (found, plain) in pairs {
      let (words, wanted) = (try Self.words(of: found), try Self.words(of: plain))
      expect(words.count, is: wanted.count, "\(found.name)")
      for (word, want) in zip(words, wanted) {
        let shown = Self.isForPrograms(found.name) ? text : Self.shown(text)
        let want = Self.reading(want.replacing(Self.word, with: shown), of: found.name)
        expect(Self.reading(word, of: found.name), is: want, "\(found.name)")
      }
    }
  }

  @Test(arguments: texts)
  func theTerminalShowsThemAsTheyAre(_ text: String) throws {
    func lines(_ text: String) throws -> [String] {
      let result = Self.run(text)
      return [
        TerminalTable.text(of: result, width: .max), GoalAnswer.reasons(of: result),
        GoalAnswer.closing(of: result),
        AssertionTable.text(of: result), SweepTable(try Self.sweep(text)).text(width: .max),
      ].map { String($0.split(whereSeparator: \.isWhitespace).joined(separator: " ")) }
    }
    for (found, plain) in zip(try lines(text), try lines(Self.word)) {
      let want = plain.replacing(Self.word, with: Self.shown(text))
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      expect(Self.quotes(found), is: Self.quotes(want))
    }
  }

  /// What `report.md` says, `report.html` says too: each heading,
  /// sentence, row and command.
  @Test func bothPagesSayTheSame() throws {
    let chart = Figure(file: "c.svg", caption: "A chart.", drawing: .object([]))
    for files in [
      ReportFile.all(of: Self.run("on*demand <1 h>"), charts: [chart]),
      ReportFile.all(of: try Self.sweep("on*demand <1 h>"), charts: [chart]),
      ReportFile.all(of: try Self.tuning("on*demand <1 h>"), charts: [chart]),
    ] {
      func text(_ name: String) throws -> String {
        let file = try #require(files.first { $0.name == name })
        return try Self.words(of: file).map { Self.reading($0, of: name) }.joined()
      }
      let page = try text("report.html")
      let markdown = try #require(files.first { $0.name == "report.md" })
      for line in ShownText.markdown(markdown.text).split(separator: "\n") {
        var words = Self.reading(String(line), of: "report.md").drop { "#-!".contains($0) }
        words = words.drop { $0 == " " }
        // The rule below a table's head.
        if words.allSatisfy({ "- :".contains($0) }) { continue }
        expect(page.contains(words), "\(words)")
      }
    }
  }

  // MARK: - Reading back

  private static func isForPrograms(_ name: String) -> Bool {
    name.hasSuffix(".csv") || name.hasSuffix(".json")
  }

  /// What people see of a text: on one line, and what steers a terminal by its number.
  private static func shown(_ text: String) -> String { VisibleText.line(text) }

  /// Backticks in code become apostrophes, and words are compared without the blanks between them.
  /// Sentences in a file for programs are for people, and commands in Markdown are for a shell:
  /// each has what steers a terminal as its reader needs it.
  private static func reading(_ text: String, of file: String) -> String {
    let shown = quotes(VisibleText.lines(text))
    guard !isForPrograms(file) else { return shown }
    return shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func quotes(_ text: String) -> String { text.replacing("`", with: "'") }

  /// A file as its reader has it, in pieces.
  private static func words(of file: ReportFile) throws -> [String] {
    switch file.name.split(separator: ".").last {
    case "html": return [ShownText.html(file.text)]
    case "md": return [ShownText.markdown(file.text)]
    case "csv": return ShownText.csv(file.text)
    default: return ShownText.json(try JSON.parse(Array(file.text.utf8)))
    }
  }
}
