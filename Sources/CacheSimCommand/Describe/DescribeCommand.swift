internal import ArgumentParser
internal import CachePolicies
internal import CacheWorkloads
internal import ClientStrategies
internal import Experiments
internal import Results
internal import SimCore

struct DescribeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe",
    abstract:
      "Prints a strategy's or a library's page, the settings of a part of a scenario, any list's "
      + "entry, a column of tables or a word of the field.",
    discussion: """
      EXAMPLES
        cachesim describe on-demand
        cachesim describe kingfisher                a library as it ships
        cachesim describe kingfisher --evidence     how each of its rules is known
        cachesim describe pre-cache --format json
        cachesim describe lte                       what else a list names
        cachesim describe device.memory             a part of a scenario
        cachesim describe "app.screens[].headers"   the members of a list
        cachesim describe from cache                a column of a result's table
        cachesim describe TTL                       a word of the field
        cachesim describe on-demand --format markdown > Docs/Strategies/on-demand.md
      """)

  @Argument(
    help: ArgumentHelp("The name, as 'cachesim list' shows it.", valueName: "name"),
    completion: .described)
  var words: [String]

  @Flag(help: "Of a library's preset: each rule, the lines that say so, and what it decides.")
  var evidence = false

  @OptionGroup(title: "What is printed") var writing: FormatArguments

  private var name: String { words.joined(separator: " ") }

  func run() throws {
    if evidence { return try writeEvidence() }
    let things = DescribedThings.named(name)
    guard !things.isEmpty else {
      throw ValidationError(
        "nothing is called '\(name)'"
          + Suggestion.hintOfSeveral(for: name, among: DescribedThings.nearNames(to: name)))
    }
    let texts = things.map(\.json)
    Terminal.write(
      Self.settings(in: texts).written(
        writing.format, text: things.map(\.text).joined(separator: "\n"),
        json: texts.count == 1 ? texts[0] : JSON(texts),
        markdown: things.map(\.markdown).joined(separator: "\n")))
  }

  private func writeEvidence() throws {
    let presets = LibraryFile.all.flatMap { $0.file.presets.map(\.name) }
    let meant = presets.contains(name) ? [name] : AnyStrategy.catalog.presets(called: name)
    let pages = meant.compactMap { EvidencePage(preset: $0) }
    guard let page = pages.first, pages.count == 1 else {
      let hint = AnyStrategy.catalog.hint(for: name, among: presets)
      throw ValidationError("--evidence: expected a library's preset, found '\(name)'\(hint)")
    }
    Terminal.write(
      page.listing.written(writing.format, document: page.document, json: page.json))
  }

  /// A row for each setting; for what has none, one for the thing itself.
  private static func settings(in things: [JSON]) -> Listing {
    Listing(
      ["kind", "of", "name", "unit", "default", "summary"],
      of: things.flatMap { thing -> [JSON] in
        let owner = [
          ("kind", thing["kind"] ?? JSON(.null)), ("of", thing["name"] ?? JSON(.null)),
        ]
        let settings = thing["settings"]?.elements ?? []
        let entries = (thing["entries"]?.elements ?? []).map { entry in
          let members = entry.members ?? []
          let facts = members.dropFirst().map { "\($0.name): \($0.value.string ?? "")" }
          return JSON.object([
            "name": members.first?.value ?? JSON(.null),
            "summary": JSON(facts.joined(separator: "; ")),
          ])
        }
        let inner = settings + entries
        if inner.isEmpty { return [.object(owner + [("summary", thing["summary"] ?? "")])] }
        return inner.map { .object(owner + ($0.members ?? []).map { ($0.name, $0.value) }) }
      })
  }
}

/// Everything that `cachesim describe` knows by a name: entries of catalogues, rows of lists,
/// lists, and the parts of a scenario.
enum DescribedThings {
  static func named(_ name: String) -> [Description] {
    let entries = libraries(named: name) + entries(named: name)
    // A scenario may be called as the strategy is that it asks about.
    let isStrategy = entries.contains { $0.kind == AnyStrategy.catalog.kind }
    let rows = rows(named: name).filter { !isStrategy || $0.kind != "scenario" }
    let list = ListCommand.Topic(called: name).map {
      Description($0.listing(.shown), name: $0.rawValue)
    }
    let things =
      entries + rows + parts(named: name) + (list.map { [$0] } ?? []) + Description.headed(name)
    // What has settings says more than its name.
    return things.isEmpty ? FieldWord.named(name).map { Description($0) } : things
  }

  /// Among them the settings of the entry that a path such as on-demand.staleAftr begins with.
  static func nearNames(to name: String) -> [String] {
    let owner = String(name.prefix { $0 != "." })
    let settings = name.contains(".") ? entries(named: owner) : []
    return names + settings.flatMap { thing in thing.lines.map { "\(thing.name).\($0.name)" } }
  }

  static var names: [String] {
    AnyStrategy.catalog.names + AnyStrategy.catalog.libraryNames
      + AnyStrategy.catalog.libraryAliases.map(\.name) + AnyWorkload.catalog.names
      + AnyNetworkSchedule.catalog.names
      + AnyPolicy.catalog.names + AnyAdmission.catalog.names + TraceFormat.catalog.names
      + StoryLine.catalog.names + Description.headlines.map(\.title)
      + FieldWord.all.flatMap { [$0.name] + $0.aliases }
      + ListCommand.Topic.allCases.map(\.rawValue)
      + listed.flatMap(\.names) + scenarioLines.map(\.name)
  }

  // MARK: Entries of catalogues

  /// The library of that name, or those that people call so.
  private static func libraries(named name: String) -> [Description] {
    let catalog = AnyStrategy.catalog
    let names = catalog.libraryNames.contains(name) ? [name] : catalog.presets(called: name)
    return names.compactMap { LibraryPage($0, in: catalog).map { Description($0) } }
  }

  private static func entries(named name: String) -> [Description] {
    let found = [
      find(name, in: AnyStrategy.catalog, page: StrategyPages.page),
      find(name, in: AnyWorkload.catalog), find(name, in: AnyNetworkSchedule.catalog),
      find(name, in: AnyPolicy.catalog), find(name, in: AnyAdmission.catalog),
      find(name, in: TraceFormat.catalog), find(name, in: StoryLine.catalog),
    ].compactMap(\.self)
    // Where a name is one entry's name and another one's alias, the name counts.
    let things = found.first?.name == name ? found.filter { $0.name == name } : found
    if !things.isEmpty { return things }
    // A setting of an entry, such as on-demand.staleAfter.
    guard let dot = name.firstIndex(of: ".") else { return [] }
    let inner = String(name[name.index(after: dot)...])
    return entries(named: String(name[..<dot])).compactMap { thing in
      let lines = chosen(inner, from: thing.lines)
      return lines.isEmpty
        ? nil
        : Description(
          "\(thing.name).\(inner)", kind: "setting of the \(thing.kind) \(thing.name)",
          summary: "", lines: lines)
    }
  }

  private static func find<Product>(
    _ name: String, in catalog: Catalog<Product>, page: (String) -> String? = { _ in nil }
  ) -> Description? {
    catalog.entry(named: name).map { Description($0, of: catalog.kind, page: page($0.name)) }
  }

  /// A setting, and those within it; the members of a list are named with or without its brackets,
  /// and an index in them.
  private static func chosen(_ path: String, from lines: [SettingLine]) -> [SettingLine] {
    let path = path.replacing(#/\[[0-9]*\]/#, with: "")
    return lines.filter { line in
      let name = line.name.replacing("[]", with: "")
      return name == path || name.hasPrefix("\(path).")
    }
  }

  // MARK: Lists and their rows

  /// What has no settings of its own.
  private static let listed = [
    ListCommand.Topic.scenarios, .populations, .linkSpreads, .networks, .radios, .devices, .storage,
    .engines, .metrics, .charts, .libraryTerms, .httpProfiles,
  ].map { topic in (topic: topic, names: topic.listing(.shown).rows.map { $0[topic.nameColumn] }) }

  private static func rows(named name: String) -> [Description] {
    listed.filter { $0.names.contains(name) }.flatMap { topic, _ -> [Description] in
      let listing = topic.listing(.shown)
      return listing.rows.filter { $0[topic.nameColumn] == name }.map {
        Description(row: $0, of: listing, name: name, kind: topic.singular)
      }
    }
  }

  // MARK: Parts of a scenario

  private static let scenarioLines = Scenario().lines.flatMap(\.unfolded).map(readable)

  private static func parts(named name: String) -> [Description] {
    if name == "scenario" || name == "scenarios" {
      let fields = scenarioLines.filter { !$0.name.contains(".") }
      return [
        Description(
          "scenario", kind: "file",
          summary: "The members of a scenario; 'cachesim describe NAME' "
            + "tells what is within one of them.", lines: fields)
      ]
    }
    // Singular and plural mean the same where only one of them is a part.
    for word in [name, name + "s", String(name.dropLast())] where !word.isEmpty {
      let found = chosen(word, from: scenarioLines)
      if !found.isEmpty {
        return [Description(word, kind: "part of a scenario", summary: "", lines: found)]
      }
      if ListCommand.Topic(called: name) != nil { break }
    }
    return []
  }

  /// A line whose default fits a line: of a choice its name.
  private static func readable(_ line: SettingLine) -> SettingLine {
    var line = line
    if line.defaultText.count > 60, let json = try? JSON.parse(Array(line.defaultText.utf8)) {
      line.defaultText = json["name"]?.string.map { "\"\($0)\" and its defaults" } ?? "…"
    }
    return line
  }
}

extension ListCommand.Topic {
  fileprivate var nameColumn: Int { self == .libraryTerms ? 1 : 0 }
}

/// As they stand in Docs/Strategies, carried inside the program.
enum StrategyPages {
  static let all = EmbeddedFile.all(in: "Docs/Strategies", ending: ".md")

  static func page(of name: String) -> String? {
    all.first { $0.name == name }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of scenarios, or of a story's lines, for editors.",
    discussion: """
      EXAMPLES
        cachesim schema > scenario.schema.json
        Then begin a scenario with: "$schema": "./scenario.schema.json"
        cachesim schema story > story.schema.json
      """)

  enum Subject: String, ExpressibleByArgument, CaseIterable {
    case scenario, story
  }

  @Argument(help: "Of what: scenario or story.")
  var subject = Subject.scenario

  func run() {
    let schema =
      switch subject {
      case .scenario: ScenarioSchema.json
      case .story: StoryLine.schema
      }
    Terminal.write(schema.text + "\n")
  }
}
