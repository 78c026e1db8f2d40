/// A section that a run adds to its report: what does not come from the simulation.
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
