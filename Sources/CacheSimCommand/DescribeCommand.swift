internal import ArgumentParser
internal import Caches
internal import Client
internal import Experiments
internal import SimCore
internal import Workloads

/// Prints what a scenario can name, with its settings.
struct DescribeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe",
    abstract: "Prints a strategy, a policy, a workload and the like with its settings.",
    discussion: """
      EXAMPLE
        cachesim describe on-demand
      """)

  @Argument(help: "The name, as 'cachesim list' shows it.")
  var name: String

  func run() throws {
    let texts = [
      Self.text(of: name, in: AnyStrategy.catalog), Self.text(of: name, in: AnyWorkload.catalog),
      Self.text(of: name, in: AnyWeather.catalog), Self.text(of: name, in: AnyPolicy.catalog),
      Self.text(of: name, in: AnyAdmission.catalog), Self.text(of: name, in: TraceFormat.catalog),
    ].compactMap(\.self)
    guard texts.isEmpty else {
      Terminal.write(texts.joined(separator: "\n"))
      return
    }
    let names =
      AnyStrategy.catalog.names + AnyWorkload.catalog.names + AnyWeather.catalog.names
      + AnyPolicy.catalog.names + AnyAdmission.catalog.names + TraceFormat.catalog.names
    throw ValidationError("nothing is called '\(name)'\(Suggestion.hint(for: name, among: names))")
  }

  private static func text<Product>(of name: String, in catalog: Catalog<Product>) -> String? {
    guard let entry = catalog.entry(named: name) else { return nil }
    var text = "\(entry.name) (\(catalog.kind))\n  \(entry.summary)\n"
    if !entry.aliases.isEmpty {
      text += "  Also called: \(entry.aliases.joined(separator: ", "))\n"
    }
    guard !entry.settings.isEmpty else { return text + "\n  It has no settings.\n" }
    if !entry.presets.isEmpty {
      text += "\nPresets, to be chosen by \"preset\" among the settings\n"
      for preset in entry.presets { text += "  \(preset.name)\n      \(preset.summary)\n" }
    }
    text += "\nSettings\n"
    for setting in entry.settings {
      text += "  \(setting.name) = \(setting.defaultText)\n      \(setting.summary)\n"
    }
    return text
  }
}
