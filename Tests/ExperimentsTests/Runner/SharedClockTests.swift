internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
internal import Measurement
internal import SimCore
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
    #expect(try Self.numbers(alone) == Self.numbers(shared))
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
    #expect(try wait(1, workers: 50) == 0)
    #expect(try wait(24, workers: 2) > 3 * wait(6, workers: 2))
    #expect(try wait(24, workers: 1) > wait(24, workers: 2))
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
    #expect(common[0] == common[1])
    #expect(!common[0].isEmpty)
    if workload != "menus" {
      let personal = try published("personal")
      #expect(personal[0] != personal[1])
    }
  }
}
