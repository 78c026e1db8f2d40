internal import CacheMetrics
internal import CacheReports
internal import CacheWorkloads
internal import ClientStrategies
internal import DeviceModels
internal import Foundation
internal import Results
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments

/// A scenario written as a story, and played, gives the same results byte for byte.
@Suite struct ScenarioStoryTests {
  private static func file(_ bytes: [UInt8], _ changes: [(String, JSON)]) throws -> ScenarioFile {
    try ScenarioFile(bytes: bytes, file: "scenario.json", name: "scenario") { root in
      let kept = root.members?.filter { member in !changes.contains { $0.0 == member.name } } ?? []
      return .object(kept.map { ($0.name, $0.value) } + changes)
    }
  }

  /// The CSV files and the rows of run.json.
  private static func results(_ file: ScenarioFile) async throws -> [(String, String)] {
    let result = try await Runner.run(file, jobs: 2, command: "").result
    let files = ReportFile.all(of: result).filter { $0.name.hasSuffix(".csv") }
    let run = try #require(ReportFile.all(of: result).first { $0.name == "run.json" })
    let rows = try JSON.parse(Array(run.text.utf8))["rows"]?.text ?? ""
    return files.map { ($0.name, $0.text) } + [("rows", rows)]
  }

  private static func write(
    _ file: ScenarioFile, seed: UInt64, isComplete: Bool = true
  ) throws -> URL {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    var text = ""
    try ScenarioStory.write(
      file.variants[0].scenario, title: "t", seed: seed, device: nil, isComplete: isComplete
    ) { text += $0 }
    try Data(text.utf8).write(to: url)
    return url
  }

  private static func playing(_ url: URL) -> JSON {
    .object([("name", "story"), ("settings", .object([("path", JSON(.string(url.path)))]))])
  }

  /// All events of a device for a day, or five where a release comes in between, incidents and
  /// networks among them.
  @Test(arguments: Cases.some(BundledScenarios.all.map(\.name), oneIn: 8))
  func eachEventOfABundledScenarioSurvivesItsStory(name: String) throws {
    let bytes = try #require(BundledScenarios.bytes(named: name))
    let scenario = try Self.file(
      bytes, [("devices", 1), ("duration", name == "upgrade" ? "5d" : "1d")])
    let url = try Self.write(scenario, seed: 5)
    defer { try? FileManager.default.removeItem(at: url) }
    let story = try StoryFile(path: url.path).story()
    let opened = story.opened()
    let (workload, stream) = try scenario.scenario.events(seed: 5)
    let networks = try scenario.scenario.indexedNetworks()
    let first = try Self.digest(of: stream, workload.headers, networks)
    let choices = story.networks.map(\.choice)
    try expect(first, is: Self.digest(of: opened.stream, opened.headers, choices))
  }

  /// A digest of all that events say, of their parts and of their headers.
  private static func digest(
    of stream: EventStream, _ all: [CacheHeaders], _ networks: [NetworkChoice]
  ) throws -> String {
    var text = ""
    try stream.forEachBlock { block in
      for event in block.events {
        guard case .publish(let resource, var content) = event.action else {
          // A schedule may have one network under two numbers.
          var what = "\(event.action)"
          if case .network(let index) = event.action { what = networks[Int(index)].name }
          text += "\(event.at) \(event.device) \(what)\n"
          continue
        }
        let parts = block.parts[content.parts.indices]
        let headers = all[Int(content.headers)]
        // Items without a record are numbered as they come.
        let items = content.items.items(in: block.parts).map { item in
          "\(item.id < ListItem.firstWithoutRecord ? item.id : 0) \(item.version) \(item.size)"
        }
        (content.parts, content.items, content.headers) = (.none, .none, 0)
        text += "\(event.at) \(event.device) \(resource) \(content) \(parts) \(items) "
        text += "\(headers)\n"
      }
    }
    return Fingerprint(of: text).text
  }

  @Test func aNetworkScheduleIsAFileOfItsOwn() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(
      """
      {"at": "08:00", "event": "network", "network": "lte-wpt"}
      {"at": "09:00", "event": "network", "network": "wifi"}
      """.utf8
    ).write(to: url)
    let bytes = try #require(BundledScenarios.bytes(named: "menus"))
    func changes(repeats: Bool) throws -> [String] {
      let settings = JSON.object([
        ("path", JSON(.string(url.path))), ("repeats", JSON(.bool(repeats))),
      ])
      let file = try Self.file(
        bytes,
        [
          ("networkSchedule", .object([("name", "story"), ("settings", settings)])),
          ("devices", 1), ("duration", "2d"),
        ])
      let networks = try file.scenario.indexedNetworks()
      expect(networks, is: ["wifi", "lte-wpt"])
      var changes: [String] = []
      try file.scenario.events(seed: 1).stream.forEachBlock { block in
        for event in block.events {
          guard case .network(let index) = event.action else { continue }
          changes.append("\(StoryTime.text(of: event.at)) \(networks[Int(index)].name)")
        }
      }
      return changes
    }
    let day = ["00:00:00 wifi", "08:00:00 lte-wpt", "09:00:00 wifi"]
    try expect(changes(repeats: false), is: day)
    // The end is the third day's first instant.
    let twice = day + day.map { "2d \($0)" } + ["3d 00:00:00 wifi"]
    try expect(changes(repeats: true), is: twice)
    try Data("{\"event\": \"launch\"}".utf8).write(to: url)
    #expect(throws: InputError.self) { try changes(repeats: true) }
  }

  /// A day of two devices under the second seed; five days where a release comes in between.
  @Test(arguments: ["upgrade", "shared-device", "memory-pressure", "delta-sync", "capture"])
  func aBundledScenarioSurvivesItsStory(name: String) async throws {
    let bytes = try #require(BundledScenarios.bytes(named: name))
    let short: [(String, JSON)] = [
      ("seeds", [2]), ("devices", 2), ("duration", name == "upgrade" ? "5d" : "1d"),
      ("expect", .object([])), ("relations", []),
    ]
    // A story tells versions, and not what the origin once answered each request.
    let told: [(String, JSON)] = [
      (
        "workload",
        .object([
          ("name", "trace"),
          (
            "settings",
            .object([
              ("path", "bundled:shop.har"), ("reading", .object([("answers", "versions")])),
            ])
          ),
        ])
      )
    ]
    let scenario = try Self.file(bytes, short + (name == "capture" ? told : []))
    let url = try Self.write(scenario, seed: 2)
    defer { try? FileManager.default.removeItem(at: url) }
    let story = try Self.file(bytes, short + [("workload", Self.playing(url))])
    let first = try await Self.results(scenario)
    let second = try await Self.results(story)
    for ((name, text), (_, other)) in zip(first, second) { expect(text, is: other, "\(name)") }
  }

  /// A capture with requests of other methods, one of them before what GET brings is known.
  @Test func otherMethodsSurviveTheirStory() async throws {
    let entries = [("POST", 0, 1), ("GET", 0, 2), ("GET", 1, 3), ("PUT", 1, 4), ("GET", 1, 5)].map {
      method, path, second in
      """
      {"startedDateTime": "2020-01-01T00:00:0\(second)Z", "time": 10,
       "request": {"method": "\(method)", "url": "http://host/\(path)", "bodySize": \(second)00},
       "response": {"status": 200, "headers": [{"name": "Cache-Control", "value": "max-age=60"}],
         "content": {"mimeType": "application/json", "size": 900}, "bodySize": 900}}
      """
    }
    let har = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).har")
    defer { try? FileManager.default.removeItem(at: har) }
    try Data("{\"log\": {\"entries\": [\(entries.joined(separator: ","))]}}".utf8).write(to: har)
    let bytes = try #require(BundledScenarios.bytes(named: "capture"))
    let short: [(String, JSON)] = [("seeds", [1]), ("reactions", .object([("refreshing", 0)]))]
    let scenario = try Self.file(
      bytes,
      short + [
        (
          "workload",
          .object([
            ("name", "trace"), ("settings", .object([("path", JSON(.string(har.path)))])),
          ])
        )
      ])
    let url = try Self.write(scenario, seed: 1)
    defer { try? FileManager.default.removeItem(at: url) }
    let story = try Self.file(bytes, short + [("workload", Self.playing(url))])
    let first = try await Self.results(scenario)
    let second = try await Self.results(story)
    for ((name, text), (_, other)) in zip(first, second) { expect(text, is: other, "\(name)") }
    let rows = try await Runner.run(scenario, jobs: 2, command: "").result.rows
    let requests = try rows.map { row in
      try #require(MetricCatalog.metric(named: "network_requests")).value(row.pooled)
    }
    // The dictionary sends both changes and fetches each resource once; the HTTP cache fetches
    // again what was changed.
    expect(requests[0] == 5 && requests[1] == 4 && requests[4] == 5)
  }

  /// A story without networks and incidents gets those of the scenario that plays it.
  @Test func aStoryOfUsersAloneGetsTheScenariosNetworks() async throws {
    let bytes = try #require(BundledScenarios.bytes(named: "memory-pressure"))
    let short: [(String, JSON)] = [
      ("seeds", [3]), ("devices", 1), ("duration", "2d"), ("networks", ["slow-4g", "wifi"]),
    ]
    let scenario = try Self.file(bytes, short)
    expect(ScenarioStory.variesNetworks(scenario))
    let url = try Self.write(scenario, seed: 3, isComplete: false)
    defer { try? FileManager.default.removeItem(at: url) }
    let story = try Self.file(bytes, short + [("workload", Self.playing(url))])
    let first = try await Self.results(scenario)
    let second = try await Self.results(story)
    expect(first.map(\.1), is: second.map(\.1))
  }

  @Test func whatIsWrongInAStoryEndsTheRunWithItsPlace() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    let bytes = try #require(BundledScenarios.bytes(named: "menus"))
    func problem(_ text: String) throws -> InputError? {
      try Data(text.utf8).write(to: url)
      let file = try Self.file(bytes, [("workload", Self.playing(url))])
      do {
        try file.checkRecordings { _ in }
        return nil
      } catch let error as InputError {
        return error
      }
    }
    let wrong = try problem("{\"event\": \"launch\"}\n{\"event\": \"lunch\"}\n")
    expect(wrong?.place, is: "\(url.path):2:11")
    let network = try problem("{\"event\": \"network\", \"network\": \"wiffi\"}\n")
    expect(network?.place, is: "\(url.path):1")
    expect(network?.message.contains("did you mean 'wifi'"), is: true)
    try expect(problem("{\"event\": \"launch\"}\n") == nil)
    try FileManager.default.removeItem(at: url)
    let file = try Self.file(bytes, [("workload", Self.playing(url))])
    #expect(throws: InputError.self) { try file.checkRecordings { _ in } }
  }

  /// What strategies write for a story differs by what they do, and not by how they lay it down.
  @Test func aStorysStrategiesShareAnEngine() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    try Data("{\"event\": \"launch\"}\n".utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let tree = ScenarioStory.scenario(playing: try StoryFile(path: url.path).story(), at: url.path)
    let scenario = try Self.file(Array(tree.text.utf8), []).scenario
    let engines = scenario.strategies.compactMap {
      $0.product.storage?.engine(sharing: scenario.shared)?.name
    }
    expect(engines.count == 3 && Set(engines).count == 1)
  }

  /// Each page's day runs in the world that it is worked out for, and one wait is that of the page.
  @Test func thePagesDaysRunInTheTextbooksWorld() async throws {
    let folder = URL(filePath: #filePath).appending(path: "../../../../Docs/Strategies/Days")
      .standardizedFileURL
    let bytes = Array(try Data(contentsOf: folder.appending(path: "textbook.json")))
    let days = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".jsonl")
    }.sorted()
    expect(days.count >= 9)
    for day in days {
      let path = folder.appending(path: day)
      let file = try Self.file(bytes, [("workload", Self.playing(path))])
      let outcome = try await Runner.run(file, jobs: 2, command: "")
      expect(outcome.result.violations, is: [], "\(day)")
      expect(outcome.result.rows.allSatisfy { $0.pooled.views.opens > 0 }, "\(day)")
    }
    let file = try Self.file(
      bytes, [("workload", Self.playing(folder.appending(path: "network-only.jsonl")))])
    let names = Explainer(of: file.scenario, seed: 1)
    let found = try names.find(.worst(.latency, 3), of: file.scenario.strategies[0].product)
    expect(
      found.views.map { $0.view.firstContent?.nanoseconds }, is: [nil, 844_339_394, 244_339_394])
    let explained = try names.explain([found.views[1].id], of: file.scenario.strategies[0].product)
    expect(explained.first?.name, is: "timeline")
    expect(explained.first?.lines.first?.what, is: "timeline opens")
  }
}
