/// A file of a report: a name within its folder, and a text.
package struct ReportFile: Sendable, Hashable {
  /// The name, without a path.
  package var name: String
  /// The text, which is written as UTF-8.
  package var text: String

  /// Makes a file.
  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// `run.json` alone, for a baseline: it lists no other files.
  package static func run(of result: RunResult) -> ReportFile {
    ReportFile(name: RunFile.name, text: RunFile.text(of: result, files: []))
  }

  /// The tables and pages of a result, in the order in which they are written.
  ///
  /// They are a pure function of the arguments: equal results give equal bytes.
  /// - Parameters:
  ///   - charts: the charts in the same folder.
  ///   - others: names of further files that the run puts into the folder, such as a web page;
  ///     `run.json` lists them with the rest.
  /// - Complexity: O(rows × (seeds × metrics + intervals)).
  package static func all(
    of result: RunResult, charts: [ReportChart] = [], others: [String] = []
  ) -> [ReportFile] {
    let tables = [
      ReportFile(name: "summary.csv", text: SummaryFile.text(of: result)),
      ReportFile(name: "metrics.csv", text: MetricsFile.text(of: result)),
      ReportFile(name: "latency.csv", text: LatencyFile.text(of: result)),
      ReportFile(name: "differences.csv", text: DifferencesFile.text(of: result)),
      ReportFile(name: "timeline.csv", text: TimelineFile.text(of: result)),
      ReportFile(name: "report.md", text: ReportPage.text(of: result, charts: charts)),
      ReportFile(name: WebPage.name, text: WebPage.text(of: result, charts: charts)),
    ]
    let names = tables.map(\.name) + [RunFile.name] + charts.map(\.file) + others
    return tables + [
      ReportFile(name: RunFile.name, text: RunFile.text(of: result, files: names))
    ]
  }
}

/// A section that a run adds to its report, of results that are not the simulation's.
package struct ReportSection: Hashable, Sendable {
  /// A piece of it.
  package enum Block: Hashable, Sendable {
    /// Markdown, a paragraph or a list.
    case text(String)
    /// A table; its first column is text, the others are numbers.
    case table(columns: [String], rows: [[String]])
  }

  /// Its heading.
  package var title: String
  /// What it says, in order.
  package var blocks: [Block]

  /// Makes a section.
  package init(title: String, _ blocks: [Block]) {
    self.title = title
    self.blocks = blocks
  }

  /// The section as Markdown.
  var markdown: String {
    let pieces = blocks.map { block in
      switch block {
      case .text(let text): text
      case .table(let columns, let rows):
        MarkdownTable.text(columns: columns, rows: rows, textColumns: 1)
      }
    }
    return (["## \(MarkdownTable.plain(title))\n"] + pieces).joined(separator: "\n")
  }
}

/// A chart in the folder of a report.
package struct ReportChart: Sendable {
  /// The name of its file.
  package var file: String
  /// What it shows, in a sentence.
  package var caption: String
  /// The picture itself as SVG, for pages that hold their pictures; nil: it is not at hand.
  package var picture: String?

  /// Makes a chart's entry.
  package init(file: String, caption: String, picture: String? = nil) {
    self.file = file
    self.caption = caption
    self.picture = picture
  }
}
