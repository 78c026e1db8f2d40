internal import CacheMetrics
internal import CacheMetricsFixtures
internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheReports
@testable internal import Results

#if canImport(FoundationXML)
internal import FoundationXML
#endif

/// Whatever people call their strategies, a chart shows it and does nothing else.
@Suite(.enabled(if: Gnuplot().isUsable, "gnuplot is not installed, or this build has no charts"))
struct ChartLabelTests {
  /// Texts that a shell, gnuplot, its number formats, CSV or XML would take for their own.
  private static let odd = [
    "'; system 'touch pwned'; x = '", "`touch pwned`", "$(touch pwned)", "!touch pwned",
    "a\nsystem 'touch pwned'", "a\\\nsystem 'touch pwned'", "a\u{2028}!touch pwned", "%s%n%d %",
    "\" . system(\"touch pwned\") . \"", "😀 & <b>", "@touch", "#", "\\", "a\\",
    "\u{0}\u{FFFE}", "a,b", "", "</text><script>", "{/Symbol a}^2_3", "= 1+1", "''", "'a'",
    "} {", "it's",
  ]

  @Test(arguments: [odd[..<12], odd[12...]]) func aLabelIsNothingButText(
    labels: ArraySlice<String>
  ) throws {
    var result = ResultFixture.result
    result.title = labels.first ?? ""
    result.rows = labels.enumerated().map { index, label in
      ResultFixture.strategy(
        label, waits: [Int64(3 + 40 * index), nil], bytes: 50_000 * Int64(index))
    }
    try ChartFixture.inFolder { folder in
      let drawn = try Charts(of: result).draw(into: folder)
      expect(drawn.warnings, is: [])
      let names = try Disk.names(in: folder)
      expect(names, is: (drawn.figures.map(\.file) + drawn.others).sorted())
      for picture in drawn.figures {
        let svg = String(
          decoding: Disk.bytes(of: "\(folder)/\(picture.file)") ?? [], as: UTF8.self)
        expect(XMLParser(data: Data(svg.utf8)).parse(), "\(picture.file)")
        expect(!svg.contains("<script") && !svg.contains("\u{0}") && !svg.contains("\u{FFFE}"))
      }
    }
  }

  /// A result without a flash write and without a shown screen.
  @Test func silenceIsDrawnWithoutAWarning() throws {
    var result = ResultFixture.result
    result.rows = ["silent", "quiet"].map { label in
      let aggregates = AggregateFixture.aggregates([
        AggregateFixture.view(first: nil), AggregateFixture.answer(.nothing),
        AggregateFixture.finished(),
      ])
      return StrategyResult(
        label: label, name: label, settings: .object([]),
        runs: [SeedResult(seed: 1, aggregates: aggregates)])
    }
    try ChartFixture.inFolder { folder in
      let drawn = try Charts(of: result).draw(into: folder)
      expect(drawn.warnings, is: [])
    }
  }
}
