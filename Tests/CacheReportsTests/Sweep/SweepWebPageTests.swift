internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheReports
@testable internal import Results

@Suite struct SweepWebPageTests {
  private static let charts = [Figure(file: "x.svg", caption: "X.", drawing: .object([]))]

  private static func result() throws -> SweepResult {
    try #require(SweepFixture.result([SweepFixture.sizes, SweepFixture.places]))
  }

  @Test func itSaysWhatTheOtherPageSays() throws {
    let page = HTMLRenderer.text(
      of: Document(try Self.result(), charts: Self.charts), version: "0.0.0")
    expect(HTMLTags.mistake(in: page) == nil)
    for words in ["Answer", "Explore", "Charts", "Numbers", "How to reproduce"] {
      expect(page.contains("<h2>\(words)</h2>"), "\(words)")
    }
    expect(page.contains("<div id=\"grid\"></div>"))
    expect(page.contains("<figure id=\"x\">"))
    for axis in try Self.result().outline.axes {
      expect(page.contains("<li><code>\(HTMLRenderer.escaped(axis.name))</code>: "))
    }
  }

  @Test func theGridHasEveryLineWithItsPointAndItsNumbers() throws {
    let result = try Self.result()
    let json = PageGrid(result).json
    let rows = try #require(json["rows"]?.elements)
    expect(rows.count, is: result.rows.count)
    let names = json["metrics"]?.elements?.compactMap { $0.elements?.first?.string } ?? []
    expect(names, is: result.outline.headlines.map { result.outline.measures[$0].name })
    for (row, line) in zip(rows, result.rows) {
      expect(row["label"]?.string, is: line.label)
      let at = row["at"]?.elements?.compactMap { $0.real.map { Int($0) } }
      expect(at, is: result.outline.values(at: line.point))
      let wanted = result.outline.headlines.map { place -> String in
        guard let value = line.cell.pooled[place] else { return "null" }
        return value.isFinite ? JSON(.real(value)).compact : "\"inf\""
      }
      expect(row["values"]?.elements?.map(\.compact), is: wanted)
      expect(row["texts"]?.elements?.count, is: names.count)
    }
    for axis in json["axes"]?.elements ?? [] {
      expect(axis["values"]?.elements?.isEmpty, is: false)
    }
  }

  @Test func aGridThatIsTooLargeIsNotOnThePage() throws {
    var grid = PageGrid(try Self.result())
    grid.rows = Array(repeating: grid.rows[0], count: PageGrid.maximumRows + 1)
    expect(!grid.isShown)
    guard case .paragraph(let text) = grid.block else {
      Issue.record("the page has a place for it")
      return
    }
    expect(TerminalRenderer.plain(text).contains("too large"))
  }

  @Test func aPointOnTheFrontIsMarked() throws {
    var grid = PageGrid(try Self.result())
    grid.rows[0].isOnFront = true
    let rows = grid.json["rows"]?.elements ?? []
    expect(rows[0]["front"]?.compact == "true" && rows[1]["front"]?.compact == "false")
  }
}
