package import Results
internal import SimCore

/// Documents as pages, each one file without references to others.
package enum HTMLRenderer {
  package static let fileName = "report.html"

  package static func text(of document: Document, version: String) -> String {
    let facts = document.lead.map(html).joined()
    let links = document.sections.map {
      "<li><a href=\"#\(id(of: $0.title))\">\(escaped($0.title))</a></li>\n"
    }
    let sections = document.sections.map { section in
      "<section id=\"\(id(of: section.title))\">\n<h2>\(escaped(section.title))</h2>\n"
        + section.blocks.map(html).joined() + "</section>\n"
    }
    let body = """
      <header>
      <h1>\(escaped(document.title))</h1>
      <p class="question">\(escaped(document.question))</p>
      \(facts)<nav aria-label="Sections"><ul>
      \(links.joined())</ul></nav>
      </header>
      <main>
      \(sections.joined())</main>
      <footer>
      <p>\(document.origin.isEmpty ? escaped("cachesim \(version)") : inline(document.origin))</p>
      </footer>

      """
    return WebFrame.text(
      title: document.title, version: version, body: body, data: data(of: document))
  }

  /// What the page's script reads: the document's data, and its charts by their identifiers.
  private static func data(of document: Document) -> JSON? {
    let charts = document.sections.flatMap(\.blocks).compactMap { block -> (String, JSON)? in
      guard case .figure(let figure) = block else { return nil }
      return figure.drawing.map { (id(of: figure), $0) }
    }
    guard !charts.isEmpty else { return document.data }
    let members = document.data?.members?.map { ($0.name, $0.value) } ?? []
    return .object(members + [("charts", .object(charts))])
  }

  /// The text with the five characters replaced that have a meaning in HTML, and with those shown
  /// that steer what shows them.
  package static func escaped(_ text: some StringProtocol) -> String {
    MarkupText.escaped(VisibleText.lines(String(text)))
  }

  static func inline(_ text: InlineText) -> String {
    text.runs.map { run in
      let words = escaped(run.text)
      let html =
        switch run.kind {
        case .plain: words
        case .code: "<code>\(words)</code>"
        case .link(let section): "<a href=\"#\(id(of: section))\">\(words)</a>"
        }
      return run.isStrong ? "<strong>\(html)</strong>" : html
    }.joined()
  }

  private static func id(of title: String) -> String { "section-" + Document.slug(title) }

  private static func html(_ block: Block) -> String {
    switch block {
    case .heading(let text): "<h3>\(inline(text))</h3>\n"
    case .paragraph(let text): "<p>\(inline(text))</p>\n"
    case .legend(let text): "<p class=\"legend\">\(inline(text))</p>\n"
    case .list(let items): list(items)
    case .note(let note, let title, let items):
      "<aside class=\"\(note.rawValue)\">\n<p><strong>\(escaped(title)):</strong></p>\n"
        + "\(list(items))</aside>\n"
    case .table(let table): html(table)
    case .figure(let figure): html(figure)
    case .command(let command): "<pre class=\"command\">\(escaped(command))</pre>\n"
    case .code(let lines, let name):
      "<pre role=\"region\" tabindex=\"0\" aria-label=\"\(escaped(name))\">"
        + "\(escaped(lines))</pre>\n"
    case .details(let summary, let blocks):
      "<details>\n<summary>\(inline(summary))</summary>\n"
        + blocks.map(html).joined() + "</details>\n"
    case .definitions(let definitions):
      "<dl>\n" + definitions.map(html).joined() + "</dl>\n"
    case .explorer(let id, let text):
      "<div id=\"\(escaped(id))\"></div>\n<noscript><p>\(inline(text))</p></noscript>\n"
    }
  }

  private static func list(_ items: [InlineText]) -> String {
    "<ul>\n" + items.map { "<li>\(inline($0))</li>\n" }.joined() + "</ul>\n"
  }

  private static func html(_ definition: Definition) -> String {
    "<dt id=\"\(anchor(of: definition.name))\">\(escaped(definition.title))</dt>"
      + "<dd><code>\(escaped(definition.name))</code>: \(inline(definition.text))</dd>\n"
  }

  /// Of a metric's definition; a screen's name may have blanks, which no id has.
  private static func anchor(of metric: String) -> String {
    escaped("define-" + metric.split(whereSeparator: \.isWhitespace).joined(separator: "-"))
  }

  private static func id(of figure: Figure) -> String { String(figure.file.prefix { $0 != "." }) }

  /// The place of a chart, which the page's script draws, with its caption; empty where there is
  /// nothing to draw.
  private static func html(_ figure: Figure) -> String {
    guard figure.drawing != nil else { return "" }
    let id = id(of: figure)
    let name = id.split(separator: "-").joined(separator: " ")
    let file = escaped(figure.file)
    return "<figure id=\"\(escaped(id))\">\n"
      + scrolling(
        "Chart: \(name)", hint: "The chart goes on to the right: scroll sideways.",
        "<noscript><p>With scripts the chart is drawn here. It is the picture "
          + "<a href=\"\(file)\">\(file)</a> in the folder of this page.</p></noscript>")
      + "<figcaption>\(escaped(figure.caption))</figcaption>\n</figure>\n"
  }

  // MARK: - Tables

  /// A table that scrolls where it is too wide.
  private static func html(_ table: ResultTable) -> String {
    let head = table.columns.map(html).joined()
    let body = table.rows.map { row in
      let cells = zip(row.cells, table.columns).enumerated().map { index, pair in
        html(pair.0, in: pair.1, isFirst: index == 0)
      }
      let series = row.series.map { " data-series=\"\(escaped($0))\"" } ?? ""
      return "<tr\(row.isBound ? " class=\"bound\"" : "")\(series)>\(cells.joined())</tr>\n"
    }
    let isOfWords = table.columns.allSatisfy { $0.alignment == .left }
    let attributes =
      (table.index.map { " data-table=\"\($0)\"" } ?? "") + (isOfWords ? " class=\"words\"" : "")
    return scrolling(
      "Table: \(table.name)", hint: "More columns are to the right: scroll sideways.",
      "<table\(attributes)>\n<thead><tr>\(head)</tr></thead>\n<tbody>\n"
        + "\(body.joined())</tbody>\n</table>")
  }

  private static func html(_ column: ResultTable.Column) -> String {
    guard let metric = column.metric else {
      let word = column.alignment == .left ? " class=\"word\"" : ""
      return "<th scope=\"col\"\(word)>\(escaped(column.title))</th>"
    }
    return "<th scope=\"col\" data-metric=\"\(escaped(metric))\"><a href=\"#"
      + "\(anchor(of: metric))\" title=\"\(escaped(column.explanation ?? ""))\">"
      + "\(escaped(column.title))</a></th>"
  }

  private static func html(
    _ cell: ResultTable.Cell, in column: ResultTable.Column, isFirst: Bool
  ) -> String {
    var text =
      switch cell.content {
      case .text(let text): inline(text)
      case .number(let number): escaped(number.text(column.unit))
      }
    if column.alignment == .right { text = Self.unbroken(text) }
    if isFirst { return "<th scope=\"row\">\(text)</th>" }
    if column.alignment == .left { return "<td class=\"word\">\(text)</td>" }
    let mark = cell.mark.map { " class=\"\($0.rawValue)\" title=\"\($0.rawValue) of its column\"" }
    return "<td\(mark ?? "")>\(text)</td>"
  }

  /// A number that breaks before a bracket only.
  private static func unbroken(_ text: String) -> String {
    let space = "\u{A0}"
    return text.replacing(" ", with: space).replacing("\(space)(", with: " (")
  }

  private static func scrolling(_ name: String, hint: String, _ html: String) -> String {
    "<div class=\"scroll\">\n<p class=\"more\" aria-hidden=\"true\">\(hint)</p>\n"
      + "<div class=\"wide\" role=\"region\" tabindex=\"0\" "
      + "aria-label=\"\(escaped(name))\">\(html)</div>\n</div>\n"
  }
}

/// The frame of every page: its head, its policy, its style, and its script.
///
/// The policy names the digests of the style and of the script, and allows nothing else: no
/// style in attributes, no other script, no other file.
enum WebFrame {
  /// A page as one file.
  /// - Parameters:
  ///   - body: the content between the tags of the body.
  ///   - data: what the script reads; nil: nothing.
  static func text(title: String, version: String, body: String, data: JSON?) -> String {
    // JSON that cannot end the element that it stands in.
    let data = data.map {
      "<script type=\"application/json\" id=\"data\">"
        + $0.dense.replacing("<", with: "\\u003c") + "</script>\n"
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="generator" content="cachesim \(HTMLRenderer.escaped(version))">
      <title>\(HTMLRenderer.escaped(title))</title>
      <style>\(style)</style>
      </head>
      <body>
      \(body)\(data ?? "")<script>\(script)</script>
      </body>
      </html>

      """
  }

  static let style = file("style", ".css").replacing(
    "/* chart colours */",
    with: ChartPalette.dark.map { "--c-\($0.light.dropFirst()): \($0.dark);" }
      .joined(separator: " "))

  /// Without comments and indentation, which readers of the page have no use for.
  static let script = ["page", "marks", "panels", "charts", "grid"].flatMap { name in
    file(name, ".js").split(separator: "\n").map { $0.drop { $0 == " " } }
  }.filter { !$0.hasPrefix("//") && !$0.hasPrefix("/*") && !$0.hasPrefix("*") }
    .joined(separator: "\n")

  private static let policy = [
    "default-src 'none'", "script-src 'sha256-\(SHA256.base64(of: script))'",
    "style-src 'sha256-\(SHA256.base64(of: style))'", "base-uri 'none'", "form-action 'none'",
  ].joined(separator: "; ")

  private static func file(_ name: String, _ ending: String) -> String {
    let files = EmbeddedFile.all(in: "Sources/CacheReports/Web", ending: ending)
    guard let file = files.first(where: { $0.name == name }) else {
      preconditionFailure("\(name)\(ending) is not embedded")
    }
    return String(decoding: file.bytes, as: UTF8.self)
  }
}
