internal import CacheMetrics
internal import CachePolicies
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import DeviceModels
internal import Experiments
internal import HTTPCaching
internal import SimCore

/// Measures what the program promises to be fast at, in one process, best of several rounds, and
/// prints tables in Markdown.
///
/// Figures of one run may be compared with each other; those of two runs only with care. Names of
/// scenarios as arguments measure the simulation of these alone.
@main
struct Benchmarks {
  static let rounds = 5

  static func main() throws {
    let names = CommandLine.arguments.dropFirst()
    try measureSimulation(of: Set(names))
    guard names.isEmpty else { return }
    measureReplay()
    measureTranslation()
    measureDecisions()
  }

  /// Events a second of the client simulation on bundled scenarios, with the networks, servers and
  /// readings that vary as measured, and on Twitter's with each at its mean too; the story is told
  /// beforehand. Events of the workload, the network and the device count.
  static func measureSimulation(of names: Set<String>) throws {
    table("scenario", "telling", "slowest strategy", "", "fastest strategy", "")
    for (name, bytes) in BundledScenarios.all where name != "access-log" && name != "capture" {
      guard names.isEmpty || names.contains(name) else { continue }
      let file = try ScenarioFile(bytes: bytes, file: "\(name).json", name: name)
      try measure(file.scenario, name)
      guard name == "twitter" else { continue }
      var constant = file.scenario
      constant.variance = .none
      try measure(constant, "twitter, variance none")
    }
  }

  private static func measure(_ scenario: Scenario, _ name: String) throws {
    func tell() throws -> [EventBlock] {
      let stream = try scenario.simulationInput(seed: 1).stream
      var blocks: [EventBlock] = []
      var block = EventBlock()
      while try stream.fill(&block) {
        blocks.append(block)
        block = EventBlock()
      }
      return blocks
    }
    let blocks = try tell()
    let told = blocks.reduce(0) { $0 + $1.events.count }
    let plan = try scenario.simulationInput(seed: 1).plan
    let telling = try best { _ = try tell() }
    var rates: [(name: String, millions: Double)] = []
    for strategy in scenario.strategies {
      var events = 0
      let seconds = try best {
        var observer: any TraceObserver = Aggregates(interval: scenario.interval)
        try strategy.product.run(plan, .over(ToldBlocks(blocks)), &observer)
        events = (observer as? Aggregates)?.devices.events ?? 0
      }
      rates.append((strategy.label, Double(events) / seconds / 1e6))
    }
    rates.sort { $0.millions < $1.millions }
    guard let slowest = rates.first, let fastest = rates.last else { return }
    row(
      name, text(Double(told) / telling / 1e6), slowest.name, text(slowest.millions), fastest.name,
      text(fastest.millions))
  }

  /// Requests a second of the replay engine: five million requests by Zipf's law with exponent 1
  /// over a million objects, at a hundredth of them.
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
    table("replay, Zipf 1.0, a million objects, capacity 1 %", "million requests a second")
    for policy in PolicyCatalog.all where policy.name != "unbounded" && !policy.needsNextAccess {
      var misses: Int64 = 0
      let seconds = best { misses = policy.replay([block], Bytes(10_000), 0).misses }
      let missed = misses * 100 / Int64(block.count)
      row("\(policy.name), \(missed) % missed", text(5 / seconds))
    }
  }

  /// Pages programmed a second by the flash translation layer, the drawing of addresses included.
  static func measureTranslation() {
    table("flash translation, 7 % spare, full, even writes", "million programs a second")
    for (blocks, units) in [(2_000, 128), (1_000, 1_024)] {
      let geometry = FlashGeometry(userBlocks: blocks, slack: 1.07, unitsPerBlock: units)
      for cleaning in [FlashCleaning.greedy, .fifo] {
        var trial = WriteAmplificationSimulation(geometry, cleaning: cleaning)
        trial.warmUp = 0
        trial.measured = 2
        var programs: Int64 = 0
        let seconds = best { programs = Int64(trial.run().count.programs) }
        let rate = text(Double(programs) / seconds / 1e6)
        row("\(blocks) blocks of \(units), \(cleaning.rawValue)", rate)
      }
    }
  }

  /// Decisions a second of the HTTP cache: ten thousand fresh answers, asked for in turn.
  static func measureDecisions() {
    var cache = HTTPCache()
    let requests = (0..<10_000).map { HTTPRequest("GET", TargetURI("https://a.example/\($0)")) }
    let headers = HeaderLines([
      HeaderLine("cache-control", "max-age=3600"), HeaderLine("etag", "\"one\""),
    ])
    for request in requests {
      let decision = cache.decide(request, at: .start)
      _ = cache.received(
        HTTPResponse(200, headers: headers, body: MessageBody(count: 1_000)), for: request,
        after: decision,
        requestTime: .start, responseTime: .start)
    }
    table("HTTP cache of 10,000 answers", "million decisions a second")
    let later = Instant.start + .seconds(60)
    var used = 0
    let seconds = best {
      for _ in 0..<100 {
        for request in requests where cache.decide(request, at: later).action == .useStored {
          used += 1
        }
      }
    }
    row("warm, \(used / rounds / 10_000) % from the store", text(1 / seconds))
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

  private static func table(_ head: String...) {
    print("\n| " + head.joined(separator: " | ") + " |")
    print("| --- |" + String(repeating: " ---: |", count: head.count - 1))
  }

  private static func row(_ cells: String...) {
    print("| " + cells.joined(separator: " | ") + " |")
  }

  private static func text(_ millions: Double) -> String {
    "\((millions * 100).rounded() / 100)"
  }
}

/// A story that was told before.
struct ToldBlocks: EventSource {
  private let blocks: [EventBlock]
  private var next = 0

  init(_ blocks: [EventBlock]) { self.blocks = blocks }

  mutating func fill(_ block: inout EventBlock) throws(InputError) -> Bool {
    guard next < blocks.count else { return false }
    block = blocks[next]
    next += 1
    return true
  }
}
