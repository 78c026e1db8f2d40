internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
internal import SimCore

extension Scenario {
  /// The network profiles that the weather's events index.
  var profiles: [NetworkProfile] {
    weather.product.profiles.map { name in
      guard let profile = NetworkProfiles.named(name) else {
        preconditionFailure("a weather's networks are checked when a scenario is read")
      }
      return profile
    }
  }

  /// The world that a seed makes, from its beginning: every strategy is tried in one like it.
  /// - Throws: `WorkloadError` when a trace cannot be read.
  func world(seed: UInt64) throws(WorkloadError) -> (plan: SimulationPlan, stream: EventStream) {
    let story = try workload.product.open(devices, duration, seed)
    let stream = weather.product.wrap(incidents.wrap(story.stream, seed: seed), seed)
    var plan = SimulationPlan(
      seed: seed, profiles: profiles, headers: story.headers, network: network, device: device,
      origin: origin, users: incidents.users, patience: patience)
    if let start = story.secondsAtStart { plan.secondsAtStart = start }
    return (plan, stream)
  }
}

extension ScenarioFile {
  /// A digest of the scenario with all defaults filled in: two scenarios that mean the same have
  /// the same one; of a trace only the file's name counts, not where it lies. What is expected of
  /// the results does not count, as it changes none of them.
  package var hash: String {
    var scenario = scenario
    let path = scenario.workload.settings["path"]?.string ?? ""
    if let name = path.split(separator: "/").last {
      var settings = scenario.workload.settings.members ?? []
      settings.removeAll { $0.name == "path" }
      settings.append(JSON.Member("path", JSON(.string(String(name)))))
      scenario.workload.settings = JSON(.object(settings))
    }
    let judged = ["expect", "relations"]
    let members = scenario.json.members?.filter { !judged.contains($0.name) } ?? []
    return Fingerprint(of: JSON(.object(members)).compact).text
  }
}
