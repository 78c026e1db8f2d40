internal import Devices
internal import SimCore
internal import Workloads

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
}

extension ScenarioFile {
  /// A digest of the scenario with all defaults filled in: two scenarios that mean the same have
  /// the same one; of a trace only the file's name counts, not where it lies.
  var hash: String {
    var scenario = scenario
    let path = scenario.workload.settings["path"]?.string ?? ""
    if let name = path.split(separator: "/").last {
      var settings = scenario.workload.settings.members ?? []
      settings.removeAll { $0.name == "path" }
      settings.append(JSON.Member("path", JSON(.string(String(name)))))
      scenario.workload.settings = JSON(.object(settings))
    }
    return Fingerprint(of: scenario.json.compact).text
  }
}
