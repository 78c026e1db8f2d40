package import CacheWorkloads
package import ClientSimulation
package import ClientStrategies
package import DeviceModels
package import SimCore

/// A question with all that is needed to answer it: who does what, on which phones and networks,
/// and which strategies are compared.
package struct Scenario: Settings {
  /// The version of the form that scenarios have.
  package static let schemaVersion = 1

  /// Which version of the form this one has.
  package var schemaVersion = Scenario.schemaVersion
  /// What the reader of the report wants to know.
  package var question = ""
  /// The report's title; nil: the scenario's name.
  package var title: String?
  /// The seeds; each is one world in which all strategies are tried.
  package var seeds = [1]
  /// How many devices there are; each has its own user and weather.
  package var devices = 1
  /// How long the story is; a trace tells its own length.
  package var duration = TimeSpan.days(7)
  /// What people do and the origin publishes.
  package var workload = Chosen<AnyWorkload>.standard("timelines")
  /// When there is which network.
  package var weather = Chosen<AnyWeather>.standard("commuter")
  /// What goes wrong or changes around the app.
  package var incidents = Incidents()
  /// How connections are made and used.
  package var network = NetworkSettings()
  /// The phone.
  package var device = DeviceSettings()
  /// The origin.
  package var origin = OriginSettings()
  /// How long people wait for a blank screen; nil: as long as they stay on it.
  package var patience: TimeSpan?
  /// What is compared.
  package var strategies: [Chosen<AnyStrategy>] = []
  /// A setting that is tried with several values.
  package var vary: Variation?
  /// Networks that are tried in turn in place of the weather's mobile one, or of its only one.
  package var networks: [String]?
  /// The interval of the report's timeline.
  package var interval = TimeSpan.hours(1)
  /// What is expected of the results; no part of the hash, as it changes none.
  var expect = Thresholds()
  /// What is expected of strategies beside each other; no part of the hash either.
  var relations: [Relation] = []

  package init() {}
  package static let fields: [Field<Scenario>] = [
    Field("schemaVersion", \.schemaVersion, "The version of this form.") { version in
      version == Scenario.schemaVersion
        ? nil
        : "expected \(Scenario.schemaVersion), the version this program reads, found \(version)"
    },
    Field(
      "question", \.question, "What the reader of the report wants to know.", isRequired: true,
      check: { $0.isEmpty ? "expected a question, found an empty text" : nil }),
    Field("title", \.title, "The report's title; null: the scenario's name."),
    Field(
      "seeds", \.seeds, each: 0...Int.max, count: 1...10_000,
      "Each seed is one world in which all strategies are tried."
    ) { Set($0).count == $0.count ? nil : "a seed stands twice" },
    Field(
      "devices", \.devices, in: 1...1_000_000,
      "How many devices there are; each has its own user and weather."),
    Field(
      "duration", \.duration, in: .seconds(1)...(.days(3_650)),
      "How long the story is; a trace tells its own length."),
    Field(
      "workload", \.workload, "What people do and what the origin publishes.", isRequired: true),
    Field("weather", \.weather, "When there is which network."),
    Field(
      "incidents", \.incidents, "What goes wrong or changes around the app; nothing unless said."),
    Field("network", \.network, "How connections are made and used."),
    Field("device", \.device, "The phone."),
    Field("origin", \.origin, "The origin."),
    Field(
      "patience", \.patience, in: .zero...(.days(365)),
      "How long people wait for a blank screen before they close it; null: as long as they stay."),
    Field(
      "strategies", \.strategies, "What is compared, in the order of the report.",
      isRequired: true, check: wrong(with:)),
    Field("vary", \.vary, "A setting that is tried with several values; null: none."),
    Field(
      "networks", \.networks,
      "Networks tried in turn in place of the weather's mobile one, or of its only one; null: none."
    ) { $0.map(wrong(with:)) ?? nil },
    Field(
      "interval", \.interval, in: .seconds(1)...(.days(365)),
      "The interval of the report's timeline."),
    Field(
      "expect", \.expect,
      "What is expected of the results, by strategy and metric: a comparison, or an object of it "
        + "with a reason; a broken one ends the command with exit code 2."),
    Field(
      "relations", \.relations,
      "What is expected of strategies beside each other: STRATEGY.METRIC < STRATEGY.METRIC."),
  ]

  private static func wrong(with networks: [String]) -> String? {
    if networks.isEmpty { return "expected at least one network" }
    for name in networks where NetworkProfiles.named(name) == nil {
      let known = NetworkProfiles.all.map(\.name)
      return "unknown network '\(name)'\(Suggestion.hint(for: name, among: known))"
    }
    return Set(networks).count == networks.count ? nil : "a network stands twice"
  }

  private static func wrong(with strategies: [Chosen<AnyStrategy>]) -> String? {
    if strategies.isEmpty { return "expected at least one strategy" }
    var labels: Set<String> = []
    for strategy in strategies where !labels.insert(strategy.label).inserted {
      return "two strategies are called '\(strategy.label)': give one of them a \"label\""
    }
    return nil
  }
}
