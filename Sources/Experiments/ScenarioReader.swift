internal import CacheWorkloads
internal import DeviceModels
package import SimCore

/// A scenario that was read, with its text for later errors, once for each value that is varied.
package struct ScenarioFile: Sendable {
  /// What reports and folders are called: the file's name without its ending.
  package let name: String
  /// The scenario as written, without a variation.
  package let scenario: Scenario
  /// The text as a tree, from which the same scenario is read with other values.
  let tree: JSON
  /// The scenario with each value of its variation in turn; one without a value if none varies.
  package let variants: [Variant]

  /// A scenario with one value of its variation.
  package struct Variant: Sendable {
    /// The value as reports name it; nil: nothing varies.
    package var value: String?
    /// The scenario with that value.
    package var scenario: Scenario
  }
}

/// What is wrong with a scenario: all mistakes at once, as lines `file:line:column: path: message`.
package struct ScenarioError: Error, Hashable, Sendable {
  /// A line for each mistake, in order of their place.
  package var lines: [String]
}

extension ScenarioFile {
  /// Reads a scenario.
  /// - Parameters:
  ///   - bytes: its text: JSON, in which comments are accepted.
  ///   - file: how error lines name it.
  ///   - name: what reports are called.
  ///   - override: a change of the tree before it is read, such as a trace's path.
  /// - Throws: all mistakes at once.
  package init(
    bytes: [UInt8], file: String, name: String, override: (JSON) -> JSON = { $0 }
  ) throws(ScenarioError) {
    let root: JSON
    do {
      root = override(try JSON.parse(bytes))
    } catch {
      let (line, column) = Problems.place(of: error.offset, in: bytes)
      throw ScenarioError(lines: ["\(file):\(line):\(column): \(error.message)"])
    }
    var problems = Problems()
    let scenario = Scenario.read(root, path: "", &problems)
    guard let scenario, problems.isEmpty else {
      throw ScenarioError(lines: problems.lines(file: file, bytes: bytes))
    }
    self.name = name
    self.scenario = scenario
    tree = root
    scenario.noteUnknownNetworks(in: root, &problems)
    guard problems.isEmpty else {
      throw ScenarioError(lines: problems.lines(file: file, bytes: bytes))
    }
    if scenario.networks != nil && scenario.vary != nil {
      problems.note(
        at: root["networks"]?.offset ?? 0, path: "networks",
        "expected 'vary' or 'networks', found both: a run varies one setting")
      throw ScenarioError(lines: problems.lines(file: file, bytes: bytes))
    }
    scenario.noteUnknownExpectations(&problems)
    guard problems.isEmpty else {
      throw ScenarioError(lines: problems.lines(file: file, bytes: bytes))
    }
    guard let vary = scenario.variation else {
      variants = [Variant(value: nil, scenario: scenario)]
      return
    }
    var variants: [Variant] = []
    for value in vary.values {
      guard let tree = vary.apply(value, to: scenario.namingItsWeather(root)) else {
        let place = root["vary"]?["path"]?.offset ?? 0
        problems.note(
          at: place, path: "vary.path", "the path '\(vary.path)' leads to no setting")
        break
      }
      if let varied = Scenario.read(tree, path: "", &problems) {
        varied.noteUnknownNetworks(in: tree, &problems)
        variants.append(Variant(value: Variation.text(of: value), scenario: varied))
      }
    }
    guard problems.isEmpty else {
      throw ScenarioError(lines: problems.lines(file: file, bytes: bytes))
    }
    self.variants = variants
  }
}

extension Scenario {
  /// Notes the networks that the weather names and nobody knows, each where it stands.
  func noteUnknownNetworks(in root: JSON, _ problems: inout Problems) {
    let unknown = Set(weather.product.profiles.filter { NetworkProfiles.named($0) == nil })
    guard !unknown.isEmpty, let settings = root["weather"]?["settings"] else { return }
    Self.note(unknown, in: settings, path: "weather.settings", &problems)
  }

  private static func note(
    _ unknown: Set<String>, in json: JSON, path: String, _ problems: inout Problems
  ) {
    for member in json.members ?? [] {
      note(unknown, in: member.value, path: "\(path).\(member.name)", &problems)
    }
    guard let name = json.string, unknown.contains(name) else { return }
    let hint = Suggestion.hint(for: name, among: NetworkProfiles.all.map(\.name))
    problems.note(at: json.offset, path: path, "unknown network '\(name)'\(hint)")
  }

  /// What is varied: the setting asked for, or the weather's network.
  var variation: Variation? {
    guard let networks else { return vary }
    var variation = Variation()
    variation.path = "weather.settings.\(weather.product.mobileNetworkPath)"
    variation.values = networks.map { JSON(.string($0)) }
    return variation
  }

  /// The tree with a weather that has a name: one who writes none gets the standard one.
  func namingItsWeather(_ root: JSON) -> JSON {
    guard root["weather"] == nil, let members = root.members else { return root }
    let named = JSON.object([("name", JSON(.string(weather.name)))])
    return JSON(.object(members + [JSON.Member("weather", named)]), offset: root.offset)
  }
}
