internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import HTTPCaching
internal import Results
internal import SimCore

/// What was simulated, for the head of tables and pages; where a varied value changes a fact, it
/// is told for each of them.
struct SimulatedFacts {
  let file: ScenarioFile
  let rows: [StrategyResult]
  let warmUp: RunResult.WarmUp?

  /// The facts, in the order of their importance.
  var phrases: [String] {
    let seeds = NumberText.counted(file.scenario.seeds.count, "seed")
    let counts = rows.map(\.pooled.views.opens)
    let (fewest, most) = (counts.min() ?? 0, counts.max() ?? 0)
    let opens =
      (most > fewest ? "\(NumberText.grouped(Int64(fewest))) to " : "")
      + NumberText.counted(most, "open")
    let facts = [
      "\(each { size($0) }) under \(seeds)",
      "workload \(each { $0.scenario.workload.label })",
      networks,
      each {
        $0.scenario.variance == .measured
          ? "networks and servers vary as measured" : "networks and servers do not vary"
      },
      each { Self.patience($0.scenario) }, each { Self.codecs($0.scenario) },
      each { Self.httpProfiles($0.scenario) }, "\(opens) for each strategy",
    ]
    return facts.filter { !$0.isEmpty } + (warmUp.map { [$0.sentence] } ?? [])
  }

  /// A fact of all variants, said once where they have the same.
  private func each(_ fact: (ScenarioFile.Variant) -> String) -> String {
    file.variants.map(fact).filter { !$0.isEmpty }.uniqued.joined(separator: " or ")
  }

  private func size(_ variant: ScenarioFile.Variant) -> String {
    let devices = rows.first { $0.varied == variant.value }?.pooled.devices
    let count = (devices?.count ?? 0) / variant.scenario.seeds.count
    let place = file.variants.firstIndex { $0.value == variant.value } ?? 0
    let leftOut = warmUp.flatMap { place < $0.spans.count ? $0.spans[place].seconds : nil } ?? 0
    let days = devices.map { $0.count > 0 ? $0.days / Double($0.count) : 0 } ?? 0
    let span = TimeSpan(rounding: days * 86_400 + leftOut)
    return "\(variant.scenario.devicesText(count)) for \(Display.length(span))"
  }

  private var networks: String {
    // A recording that cannot be read has ended the run before.
    let profiles = file.variants.flatMap { (try? $0.scenario.profilesInUse()) ?? [] }
    let names = profiles.filter { !$0.isOffline }.map(\.name).uniqued
    let schedule = each { variant in
      // A story that cannot be read has ended the run before, too.
      let scenario = variant.scenario
      let story = try? scenario.workload.product.story?.story()
      if story?.saysNetworks == true { return "networks of the story" }
      return scenario.hasOnlySchedulesOfGroups
        ? "network schedules of groups of people"
        : "network schedule \(scenario.networkSchedule.label)"
    }
    return "\(schedule) (\(names.joined(separator: ", ")))"
  }

  private static func patience(_ scenario: Scenario) -> String {
    guard let patience = scenario.patience else {
      return "patience is off: users wait for a blank screen as long as they stay"
    }
    return "users wait \(NumberText.short(patience.seconds)) s for a blank screen"
      + (scenario.variance == .measured ? ", by the median" : "")
  }

  /// By which HTTP client's rules URL caches go; empty: there is none.
  private static func httpProfiles(_ scenario: Scenario) -> String {
    let caches = scenario.strategies.compactMap { strategy -> String? in
      guard strategy.name == URLCache.name else { return nil }
      let profile = HTTPProfile.said(in: strategy.settings) ?? .rfc9111
      return "\(strategy.label): \(profile.name) (\(profile.confidence.rawValue))"
    }
    return caches.isEmpty
      ? "" : "HTTP caches by the rules of a client, \(caches.joined(separator: ", "))"
  }

  /// How models are stored: what the strategies share, and where one does otherwise.
  private static func codecs(_ scenario: Scenario) -> String {
    let shared = scenario.shared.codec.name
    let others = scenario.strategies.compactMap { strategy -> String? in
      strategy.ownCodec.flatMap { $0 == shared ? nil : "\(strategy.label): \($0)" }
    }
    let engines = scenario.strategies.compactMap {
      $0.product.storage?.engine(sharing: scenario.shared)?.name
    }.uniqued
    return "models stored as \(shared)"
      + (others.isEmpty ? "" : " (\(others.joined(separator: ", ")))")
      + (engines.count == 1 ? " in \(engines[0])" : "")
  }
}

extension Chosen where Product == AnyStrategy {
  /// How it encodes models where it does not as all strategies do.
  var ownCodec: String? { (settings["archiveStore"]?["codec"] ?? settings["codec"])?.string }
}
