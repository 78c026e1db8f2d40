internal import CacheReports
internal import ClientSimulation
internal import ClientStrategies
internal import Results
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments

/// Scenarios that are made in Swift, and not read from files.
@Suite struct ScenarioInSwiftTests {
  private static let scenario = Scenario(
    question: "Which one?", workload: .standard("menus"),
    strategies: [.standard("network-only"), .standard("on-demand")], seeds: [1, 2],
    duration: .days(1))

  @Test func itGivesWhatTheSameFileGives() async throws {
    let text = """
      {"question": "Which one?", "workload": {"name": "menus"}, "seeds": [1, 2], "duration": "1d",
       "strategies": [{"name": "network-only"}, {"name": "on-demand"}]}
      """
    let read = try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
    let made = try ScenarioFile(name: "x", Self.scenario)
    expect(made.hash, is: read.hash)
    let results = [
      try await Runner.run(made, jobs: 2, command: "").result,
      try await Runner.run(read, jobs: 1, command: "").result,
    ]
    let texts = results.map { ReportFile.run(of: $0).text }
    expect(texts[0], is: texts[1])
  }

  @Test func aStrategyOfOnesOwnStandsBesideTheOthers() async throws {
    var scenario = Self.scenario
    let own = Chosen<AnyStrategy>(
      name: "my-own", label: "mine", product: Chosen<AnyStrategy>.standard("dictionary").product,
      settings: .object([]))
    scenario.strategies.append(own)
    let file = try ScenarioFile(name: "x", scenario)
    let result = try await Runner.run(file, jobs: 2, command: "").result
    expect(result.rows.map(\.label), is: ["network-only", "on-demand", "mine"])
  }

  @Test func itsVariantsCanBeMadeInSwiftToo() async throws {
    let variants = [1, 2].map { devices in
      var scenario = Self.scenario
      scenario.devices = devices
      return (value: "\(devices)", scenario: scenario)
    }
    let file = try ScenarioFile(name: "x", varying: "devices", variants: variants)
    let result = try await Runner.run(file, jobs: 2, command: "").result
    expect(result.groups.map(\.varied), is: ["1", "2"])
    expect(result.variedSetting, is: "devices")
    var other = Self.scenario
    other.seeds = [7]
    let wrong = [variants[0], variants[0], (value: "other", scenario: other)]
    let error = #expect(throws: InputError.self) {
      try ScenarioFile(name: "x", varying: "devices", variants: wrong)
    }
    expect(
      error?.lines,
      is: [
        "two variants have the value '1'", "the variant 'other' has other strategies or seeds",
      ])
  }

  @Test func aVariationIsReadAsInAFile() throws {
    var scenario = Self.scenario
    var vary = Variation()
    vary.path = "devices"
    vary.values = [1, 3]
    scenario.vary = vary
    let file = try ScenarioFile(name: "x", scenario)
    expect(file.variants.map(\.scenario.devices), is: [1, 3])
  }

  @Test func itsMistakesAreThoseOfAFile() {
    var scenario = Self.scenario
    scenario.devices = 0
    scenario.strategies[0].label = "on-demand"
    scenario.device.backgroundTime = .zero - .seconds(1)
    let error = #expect(throws: InputError.self) { try ScenarioFile(name: "x", scenario) }
    let lines = error?.lines ?? []
    expect(lines.count, is: 3)
    for path in ["devices: ", "strategies: two strategies", "device.backgroundTime: "] {
      expect(lines.contains { $0.hasPrefix(path) }, "\(path)")
    }
  }

  @Test func whatIsExpectedIsEvaluated() async throws {
    var scenario = Self.scenario
    try scenario.expect("opens", of: "on-demand", "> 0", reason: "Menus are opened.")
    try scenario.expect("opens", of: "network-only", "< 0")
    try scenario.expect(relation: "on-demand.opens = network-only.opens")
    let result = try await Runner.run(
      ScenarioFile(name: "x", scenario), jobs: 2, command: ""
    ).result
    expect(result.assertions.map(\.holds), is: [true, false, true])
    expect(result.assertions.first?.reason, is: "Menus are opened.")
    let error = #expect(throws: InputError.self) {
      try scenario.expect("opend", of: "on-demand", "> 0")
    }
    expect(error?.lines.first?.contains("unknown metric 'opend'"), is: true)
    scenario.strategies.removeLast()
    let missing = scenario
    #expect(throws: InputError.self) { try ScenarioFile(name: "x", missing) }
  }
}
