internal import SimCore

/// What is told of a thing that a scenario can name: its page, if it has one, and its settings.
struct Description {
  let kind: String
  let name: String
  let aliases: [String]
  let summary: String
  let lines: [SettingLine]
  let presets: [(name: String, summary: String)]
  /// The page in Markdown, with a marked part for the settings; nil: there is none.
  let page: String?

  init<Product>(_ entry: Catalog<Product>.Entry, of kind: String, page: String? = nil) {
    self.kind = kind
    name = entry.name
    aliases = entry.aliases
    summary = entry.summary
    lines = entry.lines
    presets = entry.presets
    self.page = page
  }

  /// The page with the settings as the catalogue has them; without a page its bare bones.
  var markdown: String {
    guard let page else {
      return "# \(name)\n\n\(summary)\n\n\(SettingsPart.markdown(of: self))\n"
    }
    return SettingsPart.filled(page, with: SettingsPart.markdown(of: self))
  }

  /// What a terminal shows.
  var text: String {
    var text = "\(name) (\(kind))\n"
    text += TerminalMarkdown.wrapped(summary, indent: "  ") + "\n"
    if !aliases.isEmpty { text += "  Also called: \(aliases.joined(separator: ", "))\n" }
    guard let page else { return text + "\n" + SettingsPart.text(of: self) }
    let parts = SettingsPart.around(page)
    // The title is the name that stands above.
    let before = parts.before.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    return [
      text, TerminalMarkdown.text(of: before.joined(separator: "\n")),
      SettingsPart.text(of: self), TerminalMarkdown.text(of: parts.after),
    ].joined(separator: "\n")
  }

  var json: JSON {
    .object([
      ("kind", JSON(.string(kind))), ("name", JSON(.string(name))),
      ("aliases", JSON(.array(aliases.map { JSON(.string($0)) }))),
      ("summary", JSON(.string(summary))),
      (
        "presets",
        JSON(
          .array(
            presets.map {
              .object([("name", JSON(.string($0.name))), ("summary", JSON(.string($0.summary)))])
            }))
      ),
      (
        "settings",
        JSON(
          .array(
            lines.map { line in
              .object([
                ("name", JSON(.string(line.name))), ("unit", JSON(.string(line.unit))),
                ("default", JSON(.string(line.defaultText))),
                ("summary", JSON(.string(line.summary))),
              ])
            }))
      ),
      ("page", page == nil ? JSON(.null) : JSON(.string(markdown))),
    ])
  }
}
