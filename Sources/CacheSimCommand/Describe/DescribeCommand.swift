internal import ArgumentParser
internal import CachePolicies
internal import CacheWorkloads
internal import ClientStrategies
internal import Experiments
internal import SimCore

/// Prints a strategy's page, or the settings of any other catalogue entry.
struct DescribeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe",
    abstract: "Prints a strategy's page, or the settings of anything else with a name.",
    discussion: """
      EXAMPLES
        cachesim describe on-demand
        cachesim describe pre-cache --format json
        cachesim describe on-demand --format markdown > Docs/Strategies/on-demand.md
      """)

  @Argument(help: "The name, as 'cachesim list' shows it.", completion: .described)
  var name: String

  @OptionGroup var writing: FormatArguments

  func run() throws {
    let found = [
      Self.find(name, in: AnyStrategy.catalog, page: StrategyPages.page),
      Self.find(name, in: AnyWorkload.catalog), Self.find(name, in: AnyNetworkSchedule.catalog),
      Self.find(name, in: AnyPolicy.catalog), Self.find(name, in: AnyAdmission.catalog),
      Self.find(name, in: TraceFormat.catalog), Self.find(name, in: StoryLine.catalog),
    ].compactMap(\.self)
    // Where a name is one entry's name and another one's alias, the name counts.
    let things = found.first?.name == name ? found.filter { $0.name == name } : found
    guard !things.isEmpty else { throw ValidationError(Self.unknown(name)) }
    let texts = things.map(\.json)
    Terminal.write(
      Self.settings(in: texts).written(
        writing.format, text: things.map(\.text).joined(separator: "\n"),
        json: texts.count == 1 ? texts[0] : JSON(.array(texts)),
        markdown: things.map(\.markdown).joined(separator: "\n")))
  }

  /// A row for each setting.
  private static func settings(in things: [JSON]) -> Listing {
    Listing(
      ["kind", "of", "name", "unit", "default", "summary"],
      of: things.flatMap { thing in
        (thing["settings"]?.elements ?? []).map { setting in
          let owner = [
            ("kind", thing["kind"] ?? JSON(.null)), ("of", thing["name"] ?? JSON(.null)),
          ]
          return .object(owner + (setting.members ?? []).map { ($0.name, $0.value) })
        }
      })
  }

  private static func find<Product>(
    _ name: String, in catalog: Catalog<Product>, page: (String) -> String? = { _ in nil }
  ) -> Description? {
    catalog.entry(named: name).map { Description($0, of: catalog.kind, page: page($0.name)) }
  }

  private static func unknown(_ name: String) -> String {
    let names =
      AnyStrategy.catalog.names + AnyWorkload.catalog.names + AnyNetworkSchedule.catalog.names
      + AnyPolicy.catalog.names + AnyAdmission.catalog.names + TraceFormat.catalog.names
    return "nothing is called '\(name)'\(Suggestion.hint(for: name, among: names))"
  }
}

/// The strategies' pages, as they stand in Docs/Strategies, carried inside the program.
enum StrategyPages {
  /// Names and texts.
  static let all: [(name: String, bytes: [UInt8])] = [
    // Written by `make generate`.
    ("network-only", PackageResources.network_only_md),
    ("on-demand", PackageResources.on_demand_md),
    ("memory-tier", PackageResources.memory_tier_md),
    ("dictionary", PackageResources.dictionary_md),
    ("ns-cache", PackageResources.ns_cache_md),
    ("download-manager", PackageResources.download_manager_md),
    ("url-cache", PackageResources.url_cache_md),
    ("pre-cache", PackageResources.pre_cache_md),
    ("clairvoyant", PackageResources.clairvoyant_md),
  ]

  /// The page of a strategy; nil when it has none.
  static func page(of name: String) -> String? {
    all.first { $0.name == name }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}

/// Prints the JSON Schema of scenarios.
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

  /// What there is a schema of.
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
