internal import CacheWorkloads
internal import DeviceModels
internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments

/// Recorded networks where a scenario names a network.
@Suite struct RecordedNetworkTests {
  private static func text(_ network: String, schedule: String = "always") -> String {
    let setting = schedule == "always" ? "profile" : "outside"
    return """
      {
        "question": "Who waits?", "devices": 2, "duration": "1d",
        "workload": {"name": "timelines", "settings": {"friends": 5}},
        "networkSchedule": {"name": "\(schedule)", "settings": {"\(setting)": \(network)}},
        "strategies": [{"name": "network-only"}, {"name": "on-demand"}]
      }
      """
  }

  private static func file(
    _ network: String, schedule: String = "always", path: String = "it.json"
  ) throws(InputError) -> ScenarioFile {
    try ScenarioFile(
      bytes: Array(text(network, schedule: schedule).utf8), file: path, name: "it")
  }

  private static func mistake(_ network: String) -> String {
    do throws(InputError) {
      _ = try file(network)
      return ""
    } catch {
      return error.lines.joined(separator: "\n")
    }
  }

  /// A folder with a recording `way.tsv`, which goes with the body.
  private static func with<Result>(
    _ recording: String, _ body: (_ folder: String) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "cachesim-recordings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(recording.utf8).write(to: folder.appending(path: "way.tsv"))
    return try body(folder.path)
  }

  @Test(arguments: ["always", "commuter"])
  func aRecordingStandsWhereANetworksNameStands(schedule: String) throws {
    let file = try Self.file(
      #"{"recorded": "norway_train_1", "start": "30s"}"#, schedule: schedule)
    let profile = try #require(
      try file.scenario.profiles().first { $0.name == "norway_train_1" })
    let recording = try #require(profile.recording)
    expect(recording.start, is: .at(.seconds(30)))
    expect(recording.down?.values.count == 232 && recording.up == nil)
    // 3G gives what was not recorded; the best rate is the bound.
    let base = try #require(NetworkProfiles.named("3g-nlc"))
    expect(profile.roundTrip == base.roundTrip && profile.up == base.up)
    expect(profile.access == .cellular3G && profile.isMetered)
    expect(Double(profile.down.bitsPerSecond) >= recording.down!.values.max()!)
  }

  @Test func aBundledRecordingsNameAloneIsEnough() throws {
    let named = try Self.file(#""norway_train_1""#).scenario.profiles()
    let said = try Self.file(#"{"recorded": "norway_train_1"}"#).scenario.profiles()
    expect(named, is: said)
    let other = try Self.file(#"{"recorded": "norway_train_1", "profile": "lte-wpt"}"#)
    try expect(other.scenario.profiles()[0].access, is: .cellular4G)
  }

  @Test func whatIsReadIsWrittenAgain() throws {
    for network in [
      #"{"recorded": "norway_bus_1", "start": "random"}"#, #""slow-4g""#,
      #"{"recorded": "norway_bus_1", "profile": "slow-4g"}"#,
    ] {
      let scenario = try Self.file(network, schedule: "commuter").scenario
      let again = try ScenarioFile(
        bytes: Array(scenario.json.text.utf8), file: "again.json", name: "it")
      expect(again.scenario.json.compact, is: scenario.json.compact)
      expect(again.hash, is: (try Self.file(network, schedule: "commuter")).hash)
    }
  }

  /// What is wrong with a network, and words of what is said of it.
  @Test(arguments: [
    (#""norway_train_2""#, "networkSchedule.settings.profile: unknown network 'norway_train_2'"),
    (
      "7",
      "expected the name of a network or an object with 'recorded' or 'preset', found the number 7"
    ),
    ("{}", "networkSchedule.settings.profile"),
    (#"{"recorded": ""}"#, "expected a name or a path"),
    (#"{"recorded": "norway_bus_1", "start": "soon"}"#, "profile.start: expected \"random\""),
    (#"{"recorded": "norway_bus_1", "start": "9999d"}"#, "a length of time up to 365d"),
    (#"{"recorded": "norway_bus_1", "profile": "offline"}"#, "expected a profile that delivers"),
    (#"{"recorded": "norway_bus_1", "profile": "3g-nlx"}"#, "did you mean '3g-nlc'?"),
    (#"{"recorded": "norway_bus_1", "begin": "1s"}"#, "begin"),
  ])
  func aMistakeIsToldWhereItStands(network: String, words: String) {
    let message = Self.mistake(network)
    expect(message.contains(words), "\(message)")
    expect(message.hasPrefix("it.json:4:"), "\(message)")
  }

  @Test func aFileIsFoundBesideTheScenario() throws {
    try Self.with("0 1\n5 2\n9 1\n") { folder in
      let file = try Self.file(#"{"recorded": "way.tsv"}"#, path: "\(folder)/it.json")
      let profile = try file.scenario.profiles()[0]
      expect(profile.name == "way" && profile.recording?.down?.values == [1e6, 2e6])
      expect(profile.down.bitsPerSecond, is: 2_000_000)
      try file.checkRecordings { _ in }
      // Elsewhere there is none.
      let lost = try Self.file(#"{"recorded": "way.tsv"}"#)
      let error = #expect(throws: InputError.self) { try lost.scenario.profiles() }
      expect(error?.reason, is: .missingFile)
      #expect(throws: InputError.self) { try lost.checkRecordings { _ in } }
    }
  }

  @Test func whatAFileSaysBelongsToEveryDigest() throws {
    func digests(_ recording: String) throws -> (hash: String, keys: [String]) {
      try Self.with(recording) { folder in
        let file = try Self.file(
          #"{"recorded": "way.tsv"}"#, schedule: "commuter", path: "\(folder)/it.json")
        var keys = SweepKeys()
        return (file.hash, keys.keys(of: file.scenario))
      }
    }
    let first = try digests("0 1\n5 2\n9 1\n")
    // Where the file lies does not count.
    try expect(digests("0 1\n5 2\n9 1\n") == first)
    let other = try digests("0 1\n5 3\n9 1\n")
    expect(other.hash != first.hash && Set(other.keys).isDisjoint(with: first.keys))
  }

  @Test func theScheduleVariesOverRecordingsToo() throws {
    let recorded = #"{"recorded": "norway_bus_10", "start": "random"}"#
    let text = Self.text(#""slow-4g""#).replacing(
      #""duration""#, with: #""networks": ["norway_bus_1", "wifi", \#(recorded)], "duration""#)
    let file = try ScenarioFile(bytes: Array(text.utf8), file: "it.json", name: "it")
    expect(file.variants.map(\.value).prefix(2), is: ["norway_bus_1", "wifi"])
    let names = try file.variants.map { try $0.scenario.profiles()[0].name }
    expect(names, is: ["norway_bus_1", "wifi", "norway_bus_10"])
    try expect(file.variants[2].scenario.profiles()[0].recording?.start, is: .random)
  }

  @Test func aScenarioMadeInSwiftHasRecordings() throws {
    var scenario = Scenario(question: "Who waits?", strategies: [.standard("on-demand")])
    scenario.networkSchedule = NetworkScheduleChoice(CommuterSchedule.self, named: "mine") {
      $0.outside = NetworkChoice(RecordedNetwork("norway_bus_1", start: .random))
      $0.home = "dsl"
    }
    let file = try ScenarioFile(name: "mine", scenario)
    try expect(
      file.scenario.profiles().map(\.name), is: ["dsl", "wifi", "norway_bus_1", "offline"])
    let written = try NetworkScheduleChoice(
      named: "always", settings: ["profile": .object([("recorded", "norway_bus_1")])])
    expect(written.product.networks, is: [NetworkChoice(RecordedNetwork("norway_bus_1"))])
    scenario.networkSchedule = NetworkScheduleChoice(CommuterSchedule.self, named: "mine") {
      $0.outside = NetworkChoice(RecordedNetwork("norway_bus_1", profile: "nothing"))
    }
    #expect(throws: InputError.self) { try ScenarioFile(name: "mine", scenario) }
  }
}
