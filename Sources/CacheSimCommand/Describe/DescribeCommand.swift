internal import ArgumentParser
internal import CachePolicies
internal import CacheWorkloads
internal import ClientStrategies
internal import Experiments
internal import SimCore

/// Prints what a scenario can name: a strategy's page, and the settings of everything.
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
      Self.find(name, in: AnyWorkload.catalog), Self.find(name, in: AnyWeather.catalog),
      Self.find(name, in: AnyPolicy.catalog), Self.find(name, in: AnyAdmission.catalog),
      Self.find(name, in: TraceFormat.catalog),
    ].compactMap(\.self)
    // Where the first is called so, what is only also called so is not meant.
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
          let whose = [
            ("kind", thing["kind"] ?? JSON(.null)), ("of", thing["name"] ?? JSON(.null)),
          ]
          return .object(whose + (setting.members ?? []).map { ($0.name, $0.value) })
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
      AnyStrategy.catalog.names + AnyWorkload.catalog.names + AnyWeather.catalog.names
      + AnyPolicy.catalog.names + AnyAdmission.catalog.names + TraceFormat.catalog.names
    return "nothing is called '\(name)'\(Suggestion.hint(for: name, among: names))"
  }
}
