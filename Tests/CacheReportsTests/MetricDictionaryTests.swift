internal import CacheMetrics
internal import CacheReports
internal import Foundation
internal import Results
internal import SimCore
internal import TestCases
internal import Testing

/// The dictionary in the documentation is the catalogue's.
@Suite struct MetricDictionaryTests {
  @Test func theDocumentSaysWhatTheCatalogueSays() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "Docs/Metrics.md"), encoding: .utf8)
    for row in MetricCatalog.rows {
      let line = "| " + row.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
      expect(
        text.contains(line),
        "write it anew: cachesim list metrics --format markdown, below the first lines")
    }
    let lines = text.split(separator: "\n").count { $0.hasPrefix("| ") }
    expect(lines, is: MetricCatalog.rows.count + 2)
  }

  /// What is too small to mean anything, by unit, with the reason.
  @Test func theDocumentSaysWhatIsTooSmall() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "Docs/Metrics.md"), encoding: .utf8)
    for unit in MetricUnit.allCases {
      let change = unit.smallestChange
      let part = change.relative > 0 ? ", or 0.5 % of more" : ""
      let line =
        "- `\(unit.rawValue)`: \(NumberText.decimal(change.absolute, places: 3))\(part); "
        + change.reason
      expect(text.contains("\n\(line)\n"), "expected the line: \(line)")
    }
  }

  /// For what one choice is taken before another, by unit, with the reason.
  @Test func theDocumentSaysWhatMattersToAnAnswer() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "Docs/Metrics.md"), encoding: .utf8)
    for unit in MetricUnit.allCases {
      let least = unit.smallestDifference
      let percent = NumberText.decimal(least.relative * 100, places: 0)
      let part = least.relative > 0 ? ", and \(percent) % of the smaller one" : ""
      let line =
        "- `\(unit.rawValue)`: \(NumberText.decimal(least.absolute, places: 3))\(part); "
        + least.reason
      expect(text.contains("\n\(line)\n"), "expected the line: \(line)")
      // What cannot be read off a table decides nothing.
      expect(least.absolute >= unit.smallestChange.absolute)
      expect(least.size(from: 1e6) >= unit.smallestChange.size(from: 1e6))
    }
  }

  @Test func theDictionaryHasALineForEachMetric() {
    let lines = MetricCatalog.markdown.split(separator: "\n")
    expect(lines.count, is: MetricCatalog.all.count + 2)
    expect(lines[0], is: "| metric | unit | better | definition |")
    expect(MetricCatalog.rows.allSatisfy { $0.count == 4 })
  }
}
