package import CacheMetrics
package import Results

/// Documents in Markdown, for `report.md` and `--format markdown`.
package enum MarkdownRenderer {
  /// The whole document, its blocks with empty lines between them.
  package static func text(of document: Document) -> String {
    var blocks = ["# \(MarkdownTable.plain(document.title))\n"]
    if !document.question.isEmpty { blocks.append(MarkdownTable.plain(document.question) + "\n") }
    blocks += document.lead.flatMap(texts)
    for section in document.sections { blocks += texts(of: section) }
    if !document.origin.isEmpty { blocks.append(paragraph(document.origin)) }
    return blocks.joined(separator: "\n")
  }

  package static func text(of table: ResultTable) -> String {
    let head = table.columns.map { MarkdownTable.plain($0.title, startsLine: false) }
    let rule = table.columns.map { $0.alignment == .left ? "---" : "---:" }
    let rows = table.rows.map { row in zip(row.cells, table.columns).map { cell($0, in: $1) } }
    return ([head, rule] + rows).map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }

  private static func texts(of section: Document.Section) -> [String] {
    let texts = section.blocks.flatMap(texts)
    return texts.isEmpty ? [] : ["## \(MarkdownTable.plain(section.title))\n"] + texts
  }

  private static func texts(of block: Block) -> [String] {
    switch block {
    case .heading(let text): ["### \(inline(text))\n"]
    case .paragraph(let text), .legend(let text): [paragraph(text)]
    case .list(let items): [list(items)]
    case .note(_, let title, let items): ["\(MarkdownTable.plain(title)):\n", list(items)]
    case .table(let table): [text(of: table)]
    case .figure(let figure): ["![\(MarkdownTable.plain(figure.caption))](\(figure.file))\n"]
    case .command(let command): [MarkdownTable.fenced(command, "sh")]
    case .code(let lines, _): [MarkdownTable.fenced(lines, "text")]
    case .explorer: []
    case .details(let summary, let blocks): ["\(inline(summary))\n"] + blocks.flatMap(texts)
    case .definitions(let definitions):
      [list(definitions.map { "\(strong: $0.title) \(code: $0.name): \($0.text)" as InlineText })]
    }
  }

  private static func paragraph(_ text: InlineText) -> String { inline(text) + "\n" }

  private static func list(_ items: [InlineText]) -> String {
    items.map { "- \(inline($0))\n" }.joined()
  }

  private static func cell(_ cell: ResultTable.Cell, in column: ResultTable.Column) -> String {
    let text =
      switch cell.content {
      case .text(let text): MarkdownTable.escaped(inline(text, startsLine: false))
      case .number(let number): number.text(column.unit)
      }
    return cell.mark == .best ? "**\(text)**" : text
  }

  /// A sentence.
  /// - Parameter startsLine: whether its first characters could be those of a list or a heading.
  package static func inline(_ text: InlineText, startsLine: Bool = true) -> String {
    var markdown = ""
    var isStrong = false
    for (index, run) in text.runs.enumerated() {
      if run.isStrong != isStrong { markdown += "**" }
      isStrong = run.isStrong
      switch run.kind {
      case .plain: markdown += MarkdownTable.plain(run.text, startsLine: startsLine && index == 0)
      case .code: markdown += MarkdownTable.code(run.text)
      case .link(let section):
        markdown += "[\(MarkdownTable.plain(run.text))](#\(Document.slug(section)))"
      }
    }
    return markdown + (isStrong ? "**" : "")
  }
}

extension MetricCatalog {
  package static var markdown: String {
    MarkdownRenderer.text(
      of: ResultTable("metrics", columns: ["metric", "unit", "better", "definition"], rows: rows))
  }
}
