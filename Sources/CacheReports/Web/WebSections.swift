internal import SimCore

/// A page of sections, as sweeps and single commands write it: the template `sections.mustache`.
package struct WebSections: Sendable {
  /// A piece of a section.
  package enum Part: Sendable {
    /// Sentences with the little Markdown that reports use, as a list.
    case sentences([String])
    /// A paragraph in small letters.
    case legend(String)
    /// What speaks against taking the rest as it is.
    case caveats([String])
    /// A table of texts as they are; its first columns are words, so many.
    case table(name: String, columns: [String], rows: [[String]], textColumns: Int)
    /// A chart, left out where its picture is not at hand.
    case chart(ReportChart)
    case lines(String)
    case command(String)
    /// Computed cells to be explored; a page has one.
    case grid(PageGrid)
  }

  /// A section: its identifier in links, its heading, and its content in HTML.
  struct Section: Sendable {
    var id: String
    var title: String
    var html: String
  }

  package static let name = "report.html"

  let title: String
  let question: String
  let version: String
  var simulatedLead = "Simulated:"
  /// What the numbers are of, in short phrases.
  package var simulated: [String] = []
  /// Where it came from, a sentence.
  package var footer: String
  var sections: [Section] = []
  /// What the script reads; nil: nothing.
  var data: JSON?

  package init(title: String, question: String, version: String) {
    self.title = title
    self.question = question
    self.version = version
    footer = "cachesim \(MarkdownTable.plain(version))"
  }

  /// Adds a section; one without content is left out.
  package mutating func add(_ title: String, _ parts: [Part]) {
    let html = parts.map { part in
      switch part {
      case .sentences(let sentences): WebPart.list(sentences)
      case .legend(let text): WebPart.legend(text)
      case .caveats(let sentences): WebPart.caveats(sentences)
      case .table(let name, let columns, let rows, let textColumns):
        WebPart.table(name, columns: columns, rows: rows, textColumns: textColumns)
      case .chart(let chart): WebPart.figure(chart)
      case .lines(let text): WebPart.lines(title, text)
      case .command(let text): WebPart.command(text)
      case .grid(let grid): grid.html
      }
    }.joined()
    for case .grid(let grid) in parts where grid.isShown { data = .object([("grid", grid.json)]) }
    guard !html.isEmpty else { return }
    let id = ReportSection(title: title, []).id
    sections.append(Section(id: id, title: title, html: html))
  }

  package var text: String {
    WebFrame.text(
      title: title, version: version, body: WebFrame.render(Content(self), "sections"), data: data)
  }

  /// What the template shows; its names are those of the template.
  private struct Content {
    var title: String
    var question: String
    var simulatedLead: String
    var simulated: [String]
    var hasSimulated: Bool
    var footer: String
    var sections: [Section]

    init(_ page: WebSections) {
      title = page.title
      question = page.question
      simulatedLead = page.simulatedLead
      simulated = page.simulated
      hasSimulated = !page.simulated.isEmpty
      footer = InlineMarkdown.html(page.footer)
      sections = page.sections
    }
  }
}

/// Parts of pages in HTML.
enum WebPart {
  static func list(_ sentences: [String]) -> String {
    guard !sentences.isEmpty else { return "" }
    let items = sentences.map { "<li>\(InlineMarkdown.html($0))</li>\n" }
    return "<ul>\n\(items.joined())</ul>\n"
  }

  static func legend(_ text: String) -> String {
    "<p class=\"legend\">\(InlineMarkdown.html(text))</p>\n"
  }

  /// Caveats; empty where there are none.
  static func caveats(_ sentences: [String]) -> String {
    guard !sentences.isEmpty else { return "" }
    return
      "<aside class=\"caveats\">\n<p><strong>Caveats</strong></p>\n\(list(sentences))</aside>\n"
  }

  static func command(_ text: String) -> String {
    "<pre class=\"command\">\(InlineMarkdown.escaped(text))</pre>\n"
  }

  /// Lines that keep their form, and scroll where they are too long.
  static func lines(_ name: String, _ text: String) -> String {
    "<pre role=\"region\" tabindex=\"0\" aria-label=\"\(InlineMarkdown.escaped(name))\">"
      + "\(InlineMarkdown.escaped(text))</pre>\n"
  }

  /// A table that scrolls where it is too wide.
  /// - Parameters:
  ///   - name: what it is called to those who do not see it.
  ///   - textColumns: how many columns are words; the first ones.
  static func table(
    _ name: String, columns: [String], rows: [[String]], textColumns: Int = 1
  ) -> String {
    let head = columns.map { "<th scope=\"col\">\(InlineMarkdown.escaped($0))</th>" }.joined()
    let body = rows.map { row in
      let cells = row.enumerated().map { index, cell in
        let text = InlineMarkdown.escaped(
          index < textColumns ? cell : ResultTable.Cell(text: cell).webText)
        return index == 0 ? "<th scope=\"row\">\(text)</th>" : "<td>\(text)</td>"
      }
      return "<tr>\(cells.joined())</tr>\n"
    }
    return scrolling(
      "Table: \(name)", hint: "More columns are to the right: scroll sideways.",
      "<table>\n<thead><tr>\(head)</tr></thead>\n<tbody>\n\(body.joined())</tbody>\n</table>")
  }

  /// A chart with its caption; empty where its picture is not at hand.
  static func figure(_ chart: ReportChart) -> String {
    guard let svg = chart.picture else { return "" }
    let id = String(chart.file.prefix { $0 != "." })
    let name = id.split(separator: "-").joined(separator: " ")
    let picture = InlinePicture.html(of: svg, id: id, caption: chart.caption)
    guard !picture.isEmpty else { return "" }
    return "<figure id=\"\(InlineMarkdown.escaped(id))\">\n"
      + scrolling(
        "Chart: \(name)", hint: "The chart goes on to the right: scroll sideways.", picture)
      + "<figcaption>\(InlineMarkdown.escaped(chart.caption))</figcaption>\n</figure>\n"
  }

  private static func scrolling(_ name: String, hint: String, _ html: String) -> String {
    "<div class=\"scroll\">\n<p class=\"more\" aria-hidden=\"true\">\(hint)</p>\n"
      + "<div class=\"wide\" role=\"region\" tabindex=\"0\" "
      + "aria-label=\"\(InlineMarkdown.escaped(name))\">\(html)</div>\n</div>\n"
  }
}
