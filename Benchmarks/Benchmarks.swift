internal import Caches
internal import Client
internal import Devices
internal import Experiments
internal import Reports
internal import SimCore
internal import Workloads

/// Measures what the program promises to be fast at, in one process, best of several rounds.
///
/// Figures of one run may be compared with each other; those of two runs only with care.
@main
struct Benchmarks {
  static let rounds = 5

  static func main() throws {
    try measureSimulation()
    measureReplay()
  }

  /// Events a second of the client simulation on the bundled Twitter scenario, the story told
  /// beforehand, and of telling it.
  static func measureSimulation() throws {
    guard let bytes = BundledScenarios.bytes(named: "twitter") else { return }
    let file = try ScenarioFile(bytes: bytes, file: "twitter.json", name: "twitter")
    let scenario = file.scenario
    func tell() throws -> (blocks: [EventBlock], headers: [CacheHeaders]) {
      let story = try scenario.workload.product.open(scenario.devices, scenario.duration, 1)
      let stream = scenario.weather.product.wrap(story.stream, 1)
      var blocks: [EventBlock] = []
      var block = EventBlock()
      while try stream.fill(&block) {
        blocks.append(block)
        block = EventBlock()
      }
      return (blocks, story.headers)
    }
    let (blocks, headers) = try tell()
    let told = blocks.reduce(0) { $0 + $1.events.count }
    print("Client simulation, Twitter scenario: million events per second and core")
    let telling = try best { _ = try tell() }
    row("telling the story", Double(told) / telling / 1e6)
    let profiles = scenario.weather.product.profiles.compactMap(NetworkProfiles.named)
    let plan = WorldPlan(seed: 1, profiles: profiles, headers: headers)
    for strategy in scenario.strategies {
      var events = 0
      let seconds = try best {
        var observer: any Observer = Book(interval: scenario.interval)
        try strategy.product.run(plan, .over(ToldBlocks(blocks)), &observer)
        events = (observer as? Book)?.devices.events ?? 0
      }
      row(strategy.label, Double(events) / seconds / 1e6)
    }
  }

  /// Requests a second of the fast road: five million requests by Zipf's law with exponent 1 over a
  /// million objects, at a hundredth of them.
  static func measureReplay() {
    let objects = 1_000_000
    var generator = SeededGenerator(seed: 1, purpose: .workload)
    var sums: [Double] = []
    var sum = 0.0
    for rank in 1...objects {
      sum += 1 / Double(rank)
      sums.append(sum)
    }
    var keys: [Int: ObjectKey] = [:]
    var block = RequestBlock()
    for _ in 0..<5_000_000 {
      let point = generator.unit() * sum
      var (low, high) = (0, objects - 1)
      while low < high {
        let middle = (low + high) / 2
        if sums[middle] > point { high = middle } else { low = middle + 1 }
      }
      let fresh = ObjectKey(keys.count)
      let key = keys[low, default: fresh]
      if key == fresh { keys[low] = fresh }
      block.keys.append(key)
    }
    print("\nReplay, Zipf 1.0, a million objects, capacity 1 %: million requests per second")
    for policy in PolicyCatalog.all where policy.name != "unbounded" {
      var misses: Int64 = 0
      let seconds = best { misses = policy.replay([block], Bytes(10_000), 0).misses }
      row("\(policy.name), \(misses * 100 / Int64(block.count)) % missed", 5 / seconds)
    }
  }

  private static func best(_ body: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    var least = Double.infinity
    for _ in 0..<rounds {
      let time = try clock.measure(body)
      let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
      least = min(least, seconds)
    }
    return least
  }

  private static func row(_ name: String, _ millions: Double) {
    let rounded = (millions * 100).rounded() / 100
    print("  " + name + String(repeating: " ", count: max(1, 28 - name.count)) + "\(rounded)")
  }
}

/// A story that was told before.
struct ToldBlocks: EventSource {
  private let blocks: [EventBlock]
  private var next = 0

  init(_ blocks: [EventBlock]) { self.blocks = blocks }

  mutating func fill(_ block: inout EventBlock) throws(WorkloadError) -> Bool {
    guard next < blocks.count else { return false }
    block = blocks[next]
    next += 1
    return true
  }
}
