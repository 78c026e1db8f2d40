internal import CacheWorkloads
internal import ClientStrategies
package import HTTPCaching
package import SimCore

extension HTTPProfile {
  /// Whose rules the client of a capture has, as far as the capture names it.
  /// - Parameter log: the object named `log`.
  package static func ofCapture(_ log: JSON) -> HTTPProfile? {
    let client = HARClient(log)
    return ofCapture(browser: client.browser, agents: client.agents)
  }
}

extension ScenarioFile {
  /// The scenario with its URL caches by the rules of the client whose capture its workload is,
  /// where no profile and no preset is written.
  /// - Returns: the scenario, and a sentence on what was chosen; nil: nothing was.
  package func byCapturedClient() throws(SweepError) -> (file: ScenarioFile, sentence: String)? {
    guard scenario.workload.name == "trace",
      let path = scenario.workload.settings["path"]?.string,
      let format = try? TraceSource.format(of: path), format == .har,
      let log = try? HARFile(path: path).log, let profile = HTTPProfile.ofCapture(log)
    else { return nil }
    let written = tree["strategies"]?.elements ?? []
    let places = scenario.strategies.indices.filter { place in
      guard scenario.strategies[place].name == URLCache.name, place < written.count,
        AnyStrategy.catalog.resolve(written[place]["name"]?.string ?? URLCache.name)?.preset == nil
      else { return false }
      let settings = written[place]["settings"]
      return settings?["profile"] == nil && settings?["preset"] == nil
    }
    guard !places.isEmpty else { return nil }
    let changes = places.map { place in
      ScenarioChange(
        flag: "the client of \(path)", name: "strategies[\(place)].settings.profile",
        value: JSON(.string(profile.name)))
    }
    let labels = places.map { scenario.strategies[$0].label }.joined(separator: ", ")
    return (
      try changed(by: changes),
      "by the rules of \(profile.name), as the capture's client calls itself: \(labels); a "
        + "'profile' among its settings names another"
    )
  }
}
