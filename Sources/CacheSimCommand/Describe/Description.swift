internal import CacheReports
internal import Experiments
internal import Results
internal import SimCore

struct Description {
  let kind: String
  let name: String
  let summary: String
  let lines: [SettingLine]
  var aliases: [String] = []
  var presets: [(name: String, summary: String)] = []
  /// In Markdown, with a marked part for the settings; nil: it has none.
  var page: String?
  /// What else a list says of it, by column.
  var facts: [(name: String, value: String)] = []
  /// Those of a library that are not its strategy's defaults; nil: it is no library.
  var differences: [LibraryPage.Difference]?
  var listing: Listing?

  init(_ name: String, kind: String, summary: String = "", lines: [SettingLine] = []) {
    (self.name, self.kind, self.summary, self.lines) = (name, kind, summary, lines)
  }

  /// A thing without settings: a row of a list.
  init(row: [String], of listing: Listing, name: String, kind: String) {
    self.init(name, kind: kind)
    facts = zip(listing.columns, row).filter { $0.1 != name && !$0.1.isEmpty }.map { ($0, $1) }
  }

  init(_ listing: Listing, name: String) {
    let entries = NumberText.counted(listing.rowCount, "entry", plural: "entries")
    self.init(name, kind: "list", summary: "\(entries).")
    self.listing = listing
  }

  init<Product>(_ entry: Catalog<Product>.Entry, of kind: String, page: String? = nil) {
    self.init(
      entry.name, kind: kind, summary: entry.summary, lines: entry.lines.flatMap(\.unfolded))
    (aliases, presets, self.page) = (entry.aliases, entry.presets, page)
  }

  init(_ library: LibraryPage) {
    self.init(
      library.name, kind: "library", summary: library.summary,
      lines: library.lines.flatMap(\.unfolded))
    aliases = library.aliases
    page = library.markdown
    facts = library.facts
    differences = library.differences
  }

  /// The page with the settings of the catalogue; without a page only summary and settings.
  var markdown: String {
    guard let page else {
      let head = ["# \(name)"] + (summary.isEmpty ? [] : [summary])
      let facts = facts.map { "- \($0.name): \(MarkdownTable.plain($0.value))\n" }.joined()
      var parts = head + (facts.isEmpty ? [] : [facts])
      if let listing { parts.append(listing.written(.markdown).text) }
      if self.facts.isEmpty && listing == nil { parts.append(SettingsPart.markdown(of: self)) }
      let text = parts.joined(separator: "\n\n")
      return text.hasSuffix("\n") ? text : text + "\n"
    }
    return SettingsPart.filled(page, with: SettingsPart.markdown(of: self))
  }

  var text: String {
    var text = "\(name) (\(kind))\n"
    if !summary.isEmpty, page?.contains(summary) != true {
      text += WrappedText.paragraph(summary, "  ", "  ")
    }
    for fact in facts where page == nil {
      text += WrappedText.paragraph("\(fact.name): \(fact.value)", "  ", "      ")
    }
    if let listing { return text + "\n" + listing.text }
    if !facts.isEmpty && page == nil { return text }
    if !aliases.isEmpty { text += "  Also called: \(aliases.joined(separator: ", "))\n" }
    guard let page else { return text + "\n" + SettingsPart.text(of: self) }
    let parts = SettingsPart.around(page)
    // The title is the name in the first line.
    let before = parts.before.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    return [
      text, TerminalRenderer.text(of: PageMarkdown.blocks(of: before.joined(separator: "\n"))),
      SettingsPart.text(of: self), TerminalRenderer.text(of: PageMarkdown.blocks(of: parts.after)),
    ].joined(separator: "\n")
  }

  var json: JSON {
    let presets = presets.map { JSON.object(["name": JSON($0.name), "summary": JSON($0.summary)]) }
    let settings = lines.map { line in
      JSON.object([
        "name": JSON(line.name), "unit": JSON(line.unit), "default": JSON(line.defaultText),
        "summary": JSON(line.summary),
      ])
    }
    let differs = differences.map { differences in
      differences.map { each in
        JSON.object([
          "name": JSON(each.name), "value": JSON(each.value), "default": JSON(each.standard),
        ])
      }
    }
    let members: [(String, JSON)] = [
      ("kind", JSON(kind)), ("name", JSON(name)), ("aliases", JSON(aliases)),
      ("summary", JSON(summary)), ("presets", JSON(presets)), ("settings", JSON(settings)),
      ("page", page == nil ? JSON(.null) : JSON(markdown)),
    ]
    let known = ["kind", "name", "summary"]
    return .object(
      members + facts.filter { !known.contains($0.name) }.map { ($0.name, JSON($0.value)) }
        + (listing.map { [("entries", $0.objects)] } ?? [])
        + (differs.map { [("differs", JSON($0))] } ?? []))
  }
}

/// The part of a page that is written from the catalogue: the table of settings and the presets.
enum SettingsPart {
  static let beginning =
    "<!-- settings: written by `cachesim describe NAME --format markdown`, not by hand -->"
  static let end = "<!-- end of settings -->"

  /// What stands before and after the marked part; a page without marks stands before it.
  static func around(_ page: String) -> (before: String, after: String) {
    guard let start = page.firstRange(of: beginning),
      let stop = page[start.upperBound...].firstRange(of: end)
    else { return (page, "") }
    return (String(page[..<start.lowerBound]), String(page[stop.upperBound...]))
  }

  static func filled(_ page: String, with text: String) -> String {
    let parts = around(page)
    if parts.after.isEmpty { return page }
    return parts.before + beginning + "\n\n" + text + "\n\n" + end + parts.after
  }

  static func markdown(of thing: Description) -> String {
    guard !thing.lines.isEmpty else { return "It has no settings." }
    var lines = ["| setting | unit | default | meaning |", "|---|---|---|---|"]
    lines += thing.lines.map { line in
      let value = line.defaultText.isEmpty ? "" : "`\(line.defaultText)`"
      return "| `\(line.name)` | \(line.unit) | \(value) | "
        + line.summary.replacing("|", with: "\\|") + " |"
    }
    if !thing.presets.isEmpty {
      lines += ["", "Presets, to be chosen by `\"preset\"` among the settings:", ""]
      lines += thing.presets.map { "- `\($0.name)`: \($0.summary)" }
    }
    return lines.joined(separator: "\n")
  }

  static func text(of thing: Description) -> String {
    guard !thing.lines.isEmpty else { return "  It has no settings.\n" }
    var text = ""
    if !thing.presets.isEmpty {
      text += "Presets, to be chosen by \"preset\" among the settings\n"
      for preset in thing.presets {
        text += "  \(preset.name)\n"
        text += WrappedText.paragraph(preset.summary, "      ", "      ")
      }
      text += "\n"
    }
    text += "Settings, with their defaults and units\n"
    for line in thing.lines {
      let value = line.defaultText.isEmpty ? "" : " = \(line.defaultText)"
      text += WrappedText.paragraph("\(line.name)\(value)  (\(line.unit))", "  ", "      ")
      text += WrappedText.paragraph(line.summary, "      ", "      ")
    }
    return text
  }
}

/// The Markdown of the project's pages as blocks: headings, paragraphs, lists, tables, fences,
/// code, emphasis and links.
enum PageMarkdown {
  static func blocks(of page: String) -> [Block] {
    var blocks: [Block] = []
    var rest = page.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = rest.first {
      if line.hasPrefix("```") {
        rest.removeFirst()
        let lines = rest.prefix { !$0.hasPrefix("```") }
        rest = rest.dropFirst(lines.count + 1)
        blocks.append(.code(lines.joined(separator: "\n") + "\n", name: "example"))
      } else if line.hasPrefix("|") {
        let lines = rest.prefix { $0.hasPrefix("|") }
        rest = rest.dropFirst(lines.count)
        blocks.append(.table(table(lines.map(cells))))
      } else if line.hasPrefix("#") {
        rest.removeFirst()
        blocks.append(.heading(sentence(line.drop { $0 == "#" || $0 == " " })))
      } else if line.isEmpty || line.hasPrefix("<!--") {
        rest.removeFirst()
      } else {
        var words = String(rest.removeFirst())
        while let next = rest.first, !isBreak(next) { words += " " + rest.removeFirst() }
        guard line.hasPrefix("- ") else {
          blocks.append(.paragraph(sentence(words)))
          continue
        }
        let item = sentence(words.dropFirst(2))
        if case .list(let items)? = blocks.last {
          blocks[blocks.count - 1] = .list(items + [item])
        } else {
          blocks.append(.list([item]))
        }
      }
    }
    return blocks
  }

  /// Whether a line ends the paragraph before it.
  private static func isBreak(_ line: Substring) -> Bool {
    line.isEmpty || ["- ", "|", "#", "```", "<!--"].contains { line.hasPrefix($0) }
  }

  /// The second line is Markdown's rule.
  private static func table(_ lines: [[InlineText]]) -> ResultTable {
    ResultTable(
      "table", columns: (lines.first ?? []).map { $0.runs.map(\.text).joined() },
      rows: Array(lines.dropFirst(2)))
  }

  private static func cells(_ line: Substring) -> [InlineText] {
    var cells: [InlineText] = []
    var cell = ""
    var isEscaped = false
    for character in line.dropFirst() {
      if character == "|" && !isEscaped {
        cells.append(sentence(cell))
        cell = ""
      } else if character != "\\" || isEscaped {
        cell.append(character)
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return cells
  }

  /// A sentence with its code; of links and emphasis the words.
  private static func sentence(_ text: some StringProtocol) -> InlineText {
    var words = ""
    var isCode = false
    var rest = text.drop { $0 == " " }
    while let character = rest.popFirst() {
      if character == "`" { isCode.toggle() }
      if isCode || character != "*" && character != "[" && character != "]" {
        words.append(character)
      } else if character == "]", rest.first == "(" {
        rest = rest.drop { $0 != ")" }.dropFirst()
      }
    }
    while words.last == " " { words.removeLast() }
    return InlineText(markdown: words)
  }
}
