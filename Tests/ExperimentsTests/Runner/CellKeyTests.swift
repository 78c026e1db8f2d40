internal import CacheMetrics
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments

/// The name of a cell says all that its numbers depend on.
@Suite struct CellKeyTests {
  /// A day of one person, as small as they come.
  private static let text = """
    {"question": "?", "duration": "1d", "seeds": [3], "devices": 1,
     "workload": {"name": "timelines", "settings": {
       "friends": 3, "postsPerHour": 1, "postsOnPage": 3, "use": {"sessionsPerDay": 2}}},
     "networkSchedule": {"name": "commuter", "settings": {}},
     "strategies": [{"name": "url-cache", "settings": {}}]}
    """

  private static func key(_ scenario: Scenario) throws -> String {
    var keys = CellKeys(build: "a")
    let start = try scenario.measuringStart() ?? .start
    let named = keys.world(of: scenario, from: start)
    let world = try #require(named)
    return try #require(
      CellKeys.key(scenario.strategies[0], seed: scenario.seeds[0], in: world))
  }

  private static func numbers(_ scenario: Scenario) throws -> [UInt8] {
    let wear = FlashWear(scenario.device.wear)
    let start = try scenario.measuringStart() ?? .start
    let aggregates = try CellRunner.simulate([0], 0, of: scenario, wear, from: start).aggregates[0]
    return try aggregates.stored() + Array("\(wear.amplification)".utf8)
  }

  /// Values that a setting can have, from its bounds or its schema.
  private static func values(_ line: SettingLine, _ subject: SettingSubject) -> [JSON] {
    if let bounds = line.bounds {
      let values = SettingTry.within(bounds, of: line.name)
      return bounds.isList ? values.map { JSON(.array([$0])) } : values
    }
    let schema = subject.schema(of: line.name)
    return schema?["enum"]?.elements ?? (schema?["type"] == "boolean" ? [true, false] : [])
  }

  /// Each setting of a scenario, of its workload, its networks and its strategies with another
  /// value: another name, or the same numbers.
  @Test(
    arguments: SettingSubject.all.filter { subject in
      ["scenario", "workload ", "network schedule ", "strategy "].contains {
        subject.name.hasPrefix($0)
      } && !["workload trace", "workload story", "network schedule story"].contains(subject.name)
    })
  func whatMovesANumberMovesTheKey(_ subject: SettingSubject) throws {
    let root = try JSON.parse(Array(Self.text.utf8))
    let kind = subject.name.split(separator: " ").dropLast().joined(separator: " ")
    let name = subject.name.split(separator: " ").last.map(String.init) ?? ""
    func scenario(_ settings: JSON) throws -> Scenario? {
      var tree = settings
      if !kind.isEmpty {
        let choice = JSON.object([("name", JSON(name)), ("settings", settings)])
        var variation = Variation()
        let places = ["workload": "workload", "network schedule": "networkSchedule"]
        variation.path = places[kind] ?? "strategies[0]"
        tree = try #require(variation.apply(choice, to: root))
      }
      var problems = Problems()
      let read = Scenario.read(whole: tree, &problems)
      return problems.isEmpty ? read : nil
    }
    let base = try #require(try scenario(subject.base))
    let key = try Self.key(base)
    var (tried, moved) = (0, 0)
    for line in subject.lines {
      for value in Self.values(line, subject) {
        guard let settings = try? subject.settings(line.name, value),
          let changed = try scenario(settings), changed.json != base.json
        else { continue }
        tried += 1
        if try Self.key(changed) != key {
          moved += 1
        } else {
          try expect(
            Self.numbers(changed), is: Self.numbers(base), "\(line.name): \(value.compact)")
        }
      }
    }
    expect(moved > 0 || tried == 0)
  }

  @Test func startSeedAndBuildCount() throws {
    let file = try ScenarioFile(bytes: Array(Self.text.utf8), file: "x.json", name: "x")
    var keys = CellKeys(build: "a")
    var (other, later) = (CellKeys(build: "b"), CellKeys(build: "a", version: .max))
    let worlds = [
      keys.world(of: file.scenario, from: .start),
      keys.world(of: file.scenario, from: .start + .hours(1)),
      other.world(of: file.scenario, from: .start), later.world(of: file.scenario, from: .start),
    ].compactMap(\.self)
    expect(Set(worlds).count, is: 4)
    let strategy = file.scenario.strategies[0]
    let names = [1, 2].map { CellKeys.key(strategy, seed: $0, in: worlds[0]) }
    expect(names[0] != names[1] && names[0]?.utf8.count == 32)
  }
}
