internal import CacheMetrics
internal import CacheReports
internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
internal import Results
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments

/// Devices on one clock.
@Suite struct SharedClockTests {
  private static func scenario(
    _ workload: String, _ origin: String, strategy: String = "on-demand", devices: Int = 5,
    more: String = ""
  ) throws -> Scenario {
    let text = """
      {"question": "?", "duration": "2d", "seeds": [3], "devices": \(devices),
       "workload": \(workload), "origin": \(origin), \(more)
       "networkSchedule": {"name": "commuter", "settings": {}},
       "strategies": [{"name": "\(strategy)", "settings": {}}]}
      """
    return try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x").scenario
  }

  private static func aggregates(_ scenario: Scenario) throws -> Aggregates {
    let wear = FlashWear(scenario.device.wear)
    var all = try CellRunner.simulate([0], 0, of: scenario, wear).aggregates[0]
    all.sort()
    return all
  }

  /// Every metric but those of the origin's load.
  private static func numbers(_ scenario: Scenario) throws -> [String] {
    let aggregates = try aggregates(scenario)
    return MetricCatalog.all.filter { !$0.name.hasPrefix("origin_") }
      .map { "\($0.name) \($0.text(of: $0.value(aggregates)))" }
  }

  private static let workloads = [
    #"{"name": "timelines"}"#, #"{"name": "news", "settings": {"pushesBreaking": true}}"#,
    #"{"name": "articles"}"#, #"{"name": "trace", "settings": {"path": "bundled:shop.log"}}"#,
  ]

  /// With more workers than there are requests nothing is different from devices that have nothing
  /// in common, whatever the order in which their requests are answered.
  @Test(arguments: workloads, ["on-demand", "pre-cache", "url-cache", "hybrid"])
  func anOriginThatIsNeverBusyChangesNothing(_ workload: String, _ strategy: String) throws {
    let alone = try Self.scenario(workload, "{}", strategy: strategy)
    let shared = try Self.scenario(
      workload, #"{"capacity": {"workers": 1000000}}"#, strategy: strategy)
    try expect(Self.numbers(alone), is: Self.numbers(shared))
  }

  /// Requests reach the origin in order of time: were one to come before another that it makes
  /// wait, the waits of one worker could not add up as they do one after the other.
  @Test func aBusyOriginMakesEverybodyWait() throws {
    func wait(_ devices: Int, workers: Int) throws -> Double {
      let scenario = try Self.scenario(
        #"{"name": "news", "settings": {"pushesBreaking": true}}"#,
        #"{"content": "common", "thinkTime": "200ms", "capacity": {"workers": \#(workers)}}"#,
        strategy: "pre-cache", devices: devices)
      return try #require(Self.aggregates(scenario).origin.waits.mean)
    }
    try expect(wait(1, workers: 50), is: 0)
    try expect(wait(24, workers: 2) > 3 * wait(6, workers: 2))
    try expect(wait(24, workers: 1) > wait(24, workers: 2))
  }

  /// Requests of all devices meet; how many cells run at once changes nothing of it.
  @Test func resultsAreTheSameAtAnyNumberOfJobs() async throws {
    let bytes = try #require(BundledScenarios.bytes(named: "push-stampede"))
    let short: [(String, JSON)] = [("seeds", [1, 2]), ("devices", 6)]
    let file = try ScenarioFile(bytes: bytes, file: "x.json", name: "x") { root in
      let kept = root.members?.filter { member in !short.contains { $0.0 == member.name } } ?? []
      return .object(kept.map { ($0.name, $0.value) } + short)
    }
    var texts: [[String]] = []
    for jobs in [1, 4] {
      let result = try await Runner.run(file, jobs: jobs, command: "").result
      expect(result.violations, is: [])
      expect(result.rows.allSatisfy { $0.pooled.origin.waits.mean ?? 0 > 0 })
      texts.append(ReportFile.all(of: result).map(\.text))
    }
    expect(texts[0], is: texts[1])
  }

  /// What all users have in common is published at the same instants, under the same numbers.
  @Test(arguments: ["timelines", "news", "articles", "menus", "check-ins", "sites"])
  func commonContentIsTheSame(_ workload: String) throws {
    func published(_ content: String) throws -> [[Instant]] {
      let scenario = try Self.scenario(
        #"{"name": "\#(workload)"}"#, #"{"content": "\#(content)"}"#, devices: 2)
      var instants: [[Instant]] = [[], []]
      try scenario.events(seed: 3).stream.forEachBlock { block in
        for event in block.events {
          if case .publish = event.action { instants[Int(event.device)].append(event.at) }
        }
      }
      return instants
    }
    let common = try published("common")
    expect(common[0], is: common[1])
    expect(!common[0].isEmpty)
    if workload != "menus" {
      let personal = try published("personal")
      expect(personal[0] != personal[1])
    }
  }
}

@Suite struct SeveralDevicesTests {
  private static func scenario(
    _ workload: String, _ strategies: String, count: Int = 2, more: String = ""
  ) throws -> Scenario {
    let text = """
      {"question": "?", "duration": "4d", "seeds": [3], "devices": 3, "workload": \(workload),
       "devicesOfPerson": {"count": \(count)}, "networkSchedule": {"name": "commuter"}, \(more)
       "strategies": [\(strategies)]}
      """
    return try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x").scenario
  }

  private static func aggregates(_ scenario: Scenario, _ strategy: Int = 0) throws -> Aggregates {
    let wear = FlashWear(scenario.device.wear)
    var all = try CellRunner.simulate([strategy], 0, of: scenario, wear).aggregates[0]
    all.sort()
    return all
  }

  /// What people do is the same, on whichever of their devices.
  @Test func aSessionIsOnOneOfThem() throws {
    func counts(_ count: Int) throws -> (opens: [UInt32: Int], edits: Int, devices: Int) {
      let scenario = try Self.scenario(
        #"{"name": "articles"}"#, #"{"name": "on-demand"}"#, count: count)
      var opens: [UInt32: Int] = [:]
      var (edits, ends) = (0, 0)
      try scenario.events(seed: 3).stream.forEachBlock { block in
        for event in block.events {
          switch event.action {
          case .open: opens[event.device / UInt32(count), default: 0] += 1
          case .edit: edits += 1
          case .end: ends += 1
          default: break
          }
        }
      }
      return (opens, edits, ends)
    }
    let (one, three) = (try counts(1), try counts(3))
    expect(one.opens, is: three.opens)
    expect(one.edits == three.edits && one.edits > 0)
    expect((one.devices, three.devices) == (3, 9))
  }

  /// Who asks for the list of what has changed learns of an edit sooner than who fetches records
  /// when they are opened.
  @Test func anEditReachesTheOtherDevice() throws {
    let scenario = try Self.scenario(
      #"{"name": "articles"}"#,
      #"{"name": "pre-cache", "settings": {"interval": "15m"}}, {"name": "on-demand"}"#)
    let polling = try Self.aggregates(scenario, 0)
    let onDemand = try Self.aggregates(scenario, 1)
    expect(polling.edits.stages[.seenElsewhere] > 0)
    expect(polling.edits.spreadAges.count, is: Int(polling.edits.stages[.seenElsewhere]))
    let late = onDemand.edits.spreadAges.value(at: .p50) ?? .infinity
    try expect(#require(polling.edits.spreadAges.value(at: .p50)) < late)
    let alone = try Self.aggregates(
      Self.scenario(#"{"name": "articles"}"#, #"{"name": "pre-cache"}"#, count: 1))
    expect(alone.edits.stages[.seenElsewhere], is: 0)
  }

  /// A day by hand, without variance, over Wi-Fi. Device 0 opens a note, marks it as read at 100 s
  /// and sends that at once. Device 1 of the same person opens its own stored copy at 400 s, which
  /// is stale: the answer tells it of the mark, 300 s and one fetch after the edit. Device 2 is
  /// somebody else's, and is told nothing.
  @Test func aHandWorkedDay() throws {
    let device = { (number: Int, lines: [String]) in
      ([
        """
        {"device": \(number), "event": "publish", "resource": "note", "kind": "document", \
        "size": "1 kB"}
        """
      ] + lines).joined(separator: "\n")
    }
    let open = { (at: String) in
      #"{"at": "00:\#(at)", "event": "open", "resource": "note", "for": "1m"}"#
    }
    let text = [
      #"{"event": "story", "version": 1, "title": "t", "complete": true, "networks": ["wifi"]}"#,
      device(
        0,
        [
          open("01:00"), #"{"at": "00:01:40", "event": "edit", "resource": "note"}"#,
          #"{"at": "00:30:00", "event": "end"}"#,
        ]),
      device(1, [open("01:10"), open("06:40"), #"{"at": "00:30:00", "event": "end"}"#]),
      device(2, [open("01:10"), open("06:40"), #"{"at": "00:30:00", "event": "end"}"#]),
    ].joined(separator: "\n")
    var scenario = try Self.scenario(
      #"{"name": "articles"}"#, #"{"name": "hybrid", "settings": {"staleAfter": "1m"}}"#,
      more: #""variance": "none","#)
    try scenario.play(Story(text: text, named: "t"))
    let aggregates = try Self.aggregates(scenario)
    expect(aggregates.edits.stages[.synced], is: 1)
    expect(aggregates.edits.stages[.seenElsewhere], is: 1)
    let age = try #require(aggregates.edits.spreadAges.value(at: .p50)) / 1e9
    expect(age > 300 && age < 302)
  }

  /// Both devices of a person count at 100 s, and neither has seen what the other did: increments
  /// add up, and who comes second overwrites them.
  @Test(arguments: [("merge", 0), ("last-received-wins", 1)])
  func countersOfTwoDevices(rule: String, conflicts: Int64) throws {
    let days = (0...1).map { number in
      """
      {"device": \(number), "event": "publish", "resource": "n", "kind": "document", "size": "1 kB"}
      {"at": "00:01:00", "event": "open", "resource": "n", "for": "1m"}
      {"at": "00:01:40", "event": "edit", "resource": "n", "field": "count", "value": \(number + 2)}
      {"at": "00:30:00", "event": "end"}
      """
    }
    let head =
      #"{"event": "story", "version": 1, "title": "t", "complete": true, "networks": ["wifi"]}"#
    var scenario = try Self.scenario(
      #"{"name": "articles"}"#, #"{"name": "hybrid"}"#,
      more: #""variance": "none", "origin": {"conflicts": "\#(rule)"},"#)
    try scenario.play(Story(text: ([head] + days).joined(separator: "\n"), named: "t"))
    let aggregates = try Self.aggregates(scenario)
    expect(aggregates.edits.stages[.synced], is: 2)
    expect(aggregates.edits.stages[.conflicted], is: conflicts)
  }
}
