internal import CacheReports
internal import Results
internal import SimCore

/// The page of a library as it ships: what it is, how that is known, what its preset says and what
/// it leaves out.
struct LibraryPage {
  /// A setting that is not the strategy's default.
  struct Difference {
    var name: String
    var value: String
    var standard: String
  }

  let name: String
  let strategy: String
  let summary: String
  let library: ShippedLibrary
  /// What people call it.
  let aliases: [String]
  /// How much of its rules is known in which way.
  let evidence: String
  let lines: [SettingLine]
  let differences: [Difference]

  /// Nil: no library of the catalogue has that name.
  init?<Product>(_ name: String, in catalog: Catalog<Product>) {
    guard let (entry, preset) = catalog.resolve(name), preset != nil,
      let library = entry.libraries.first(where: { $0.preset == name })?.library
    else { return nil }
    self.name = name
    strategy = entry.name
    summary = entry.presets.first { $0.name == name }?.summary ?? ""
    self.library = library
    aliases = entry.libraryAliases.filter { $0.preset == name }.map(\.name)
    evidence = EvidencePage(preset: name)?.count ?? "0 rules"
    lines = entry.linesOf(.object(["preset": JSON(name)]))
    differences = zip(lines, entry.lines).compactMap { line, standard in
      line.defaultText == standard.defaultText
        ? nil : Difference(name: line.name, value: line.defaultText, standard: standard.defaultText)
    }
  }

  var facts: [(name: String, value: String)] {
    [
      ("strategy", strategy), ("library", library.name), ("platform", library.platform.rawValue),
      ("version", library.version), ("confidence", library.confidence.rawValue),
      ("evidence", evidence),
      ("sources", library.links.joined(separator: "; ")),
      ("not_modelled", library.notModelled.joined(separator: "; ")),
    ]
  }

  /// With a marked part for the settings.
  var markdown: String {
    var parts = [
      "# \(name)", summary,
      "It is a preset of the strategy `\(strategy)`, and its name stands for the strategy with "
        + "that preset: in a scenario, `{\"name\": \"\(name)\"}`, and behind `--strategies`.",
      "## Where it comes from",
      """
      - Library: \(library.name), \(platform)
      - Version: \(library.version)
      - Confidence: \(confidence)
      - Evidence: \(evidence); `cachesim describe \(name) --evidence` has each
      """,
      places.joined(separator: "\n\n"),
      "## What differs from the strategy's defaults", differenceTable,
    ]
    if !library.changes.isEmpty {
      parts += [
        "## What its users can change",
        library.changes.map { change in
          let values = change.values.map { "`\($0.compact)`" }.joined(separator: ", ")
          return "- `\(change.setting)`, in the library \(change.name); "
            + "`cachesim advise` tries \(values)"
        }.joined(separator: "\n"),
      ]
    }
    parts += [
      "## Not modelled",
      library.notModelled.isEmpty
        ? "Nothing that is known of."
        : library.notModelled.map { "- \($0)" }.joined(separator: "\n"),
      "## Settings, with the values of this library",
      "\(SettingsPart.beginning)\n\n\(SettingsPart.end)\n",
    ]
    return parts.joined(separator: "\n\n")
  }

  private var places: [String] {
    zip(library.sources, library.links).map { source, link in
      let lines = source.contains("://") ? nil : source.split(separator: ":").dropFirst().first
      return lines.map { $0.contains(",") ? "\(link) (lines \($0))" : link } ?? link
    }
  }

  private var platform: String {
    switch library.platform {
    case .apple: "for Apple's systems"
    case .android: "for Android"
    case .web: "for the web"
    case .anywhere: "cross-platform"
    }
  }

  private var confidence: String {
    switch library.confidence {
    case .measured: "measured: the library was run, and did what the preset does"
    case .read: "read: its source was read"
    case .assumed: "assumed: other people's words are all there is"
    }
  }

  private var differenceTable: String {
    guard !differences.isEmpty else { return "Nothing." }
    let rows: [[InlineText]] = differences.map {
      ["\(code: $0.name)", "\(code: $0.value)", "\(code: $0.standard)"]
    }
    return MarkdownRenderer.text(
      of: ResultTable("differences", columns: ["setting", "value", "default"], rows: rows))
  }
}
