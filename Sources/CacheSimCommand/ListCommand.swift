internal import ArgumentParser
internal import CachePolicies
internal import CacheReports
internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import Experiments
internal import SimCore

/// Lists what a scenario can name and what a report can say.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract:
      "Lists scenarios, strategies, policies, admissions, workloads, networks, metrics and more.",
    discussion: """
      EXAMPLES
        cachesim list metrics
        cachesim list strategies --format csv
      """)

  /// What can be listed.
  enum Topic: String, CaseIterable, ExpressibleByArgument {
    case scenarios, strategies, policies, admissions, workloads, formats, weathers, networks,
      radios, devices, storage, metrics, charts, words
  }

  @Argument(help: "What to list.")
  var topic: Topic

  @OptionGroup var writing: FormatArguments

  func run() {
    Terminal.write(topic.listing.written(writing.format))
  }
}

extension ListCommand.Topic {
  /// The rows, in the order of their catalogue.
  var listing: Listing {
    switch self {
    case .scenarios:
      Listing(
        ["name", "question"], BundledScenarios.all.map { [$0.name, Self.question($0.bytes)] })
    case .strategies: Listing(of: AnyStrategy.catalog)
    case .workloads: Listing(of: AnyWorkload.catalog)
    case .formats: Listing.formats
    case .weathers: Listing(of: AnyWeather.catalog)
    case .policies:
      Listing(
        ["name", "summary", "source"],
        PolicyCatalog.all.map { [$0.name, $0.summary, $0.source] })
    case .admissions: Listing(of: AnyAdmission.catalog)
    case .networks: Listing.networks
    case .radios: Listing.radios
    case .devices: Listing.devices
    case .storage: Listing.storage
    case .metrics:
      Listing(
        ["name", "unit", "better", "definition"],
        MetricCatalog.all.map { [$0.name, $0.unit.rawValue, $0.better.rawValue, $0.definition] })
    case .words: Listing.words
    case .charts:
      Listing(["name", "caption"], Charts.all.map { [$0.name, $0.caption] })
    }
  }

  private static func question(_ bytes: [UInt8]) -> String {
    (try? JSON.parse(bytes))?["question"]?.string ?? ""
  }
}
