internal import CacheSimKit
internal import Foundation
internal import Testing
internal import XCTest

/// Opens of a screen after nine in the evening.
private struct LateOpens: TraceMetric {
  static let name = "own_late_opens"
  static let unit = MetricUnit.count
  static let better = Better.neither
  static let definition = "Opens after 21 h, over all devices and seeds."

  private var count = 0

  mutating func observe(_ record: TraceRecord, device: UInt32) {
    guard case .closed(let view, _) = record.event else { return }
    let hour = view.openedAt.nanoseconds / TimeSpan.hours(1).nanoseconds % 24
    if hour >= 21 { count += 1 }
  }
  mutating func merge(_ other: LateOpens) { count += other.count }
  var value: Double? { Double(count) }
}

/// A tier with a policy of one's own; what fails is asked for twice more.
private struct AsksAgain: ScreenStrategy {
  static let name = "own-asks-again"
  static let summary = "A cache in memory, with two retries."

  var scheduler: RequestScheduler
  private let memory: TierID

  init(_ options: NoSettings, in simulation: inout DeviceSimulation) {
    var requests = RequestSettings()
    requests.retries.count = 2
    scheduler = RequestScheduler(ReadSettings(), requests)
    memory = simulation.addTier(
      TierPlan(
        "memory", on: .memory, policy: PolicyName(PolicyChoice(LastIn.self)),
        capacity: .megabytes(1)))
  }
  mutating func find(
    _ resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> Finding? {
    simulation.lookup(resource, in: memory).map {
      Finding($0, from: .memory, after: .zero, use: .fresh)
    }
  }
  mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    simulation.store(copy, of: resource, size: simulation.decodedSize(of: copy), in: memory)
  }
}

/// The newest entry leaves first.
private struct LastIn: EvictionPolicy, ~Copyable {
  static let name = "own-last-in"
  private var queue = IndexList()
  init(capacity: Bytes, options: NoSettings, seed: UInt64) {}
  mutating func hit(_ slot: Slot, in _: borrowing Residents) {}
  mutating func insert(_ slot: Slot, in _: borrowing Residents) { queue.append(slot) }
  mutating func remove(_ slot: Slot, in _: borrowing Residents) { queue.remove(slot) }
  mutating func evict(toFit _: CacheEntry, from _: borrowing Residents) -> Slot? {
    let victim = queue.last
    queue.remove(victim)
    return victim
  }
  func brokenInvariant(in residents: borrowing Residents) -> String? {
    queue.mismatch(with: residents)
  }
}

/// A page that is opened at ten in the evening.
private struct Evenings: WorkloadGenerator {
  static let name = "own-evenings"
  static let summary = "A page, opened each evening."
  static let headers = [CacheHeaders()]

  private var page: ResourceIndex?

  init(_ options: NoSettings, seed: UInt64, device: UInt32) {}
  mutating func begin(_ log: inout DeviceEventLog) {}
  mutating func generate(_ day: WorkloadDay, _ log: inout DeviceEventLog) {
    let page =
      page
      ?? log.publish(
        .document, size: .kilobytes(20), headers: 0, isFinal: true, at: day.at(hour: 5))
    self.page = page
    let evening = day.at(hour: 22)
    log.add(day.number == 0 ? .launch : .foreground, at: evening)
    log.view(page, from: evening + .seconds(1), for: .minutes(1))
    log.add(.background, at: evening + .minutes(2))
  }
}

/// A file that imports Foundation and both of the modules for tests has things of its own without a
/// qualified name.
@Suite struct FoundationTests {
  @Test func thingsOfOnesOwnStandBesideFoundation() async throws {
    var scenario = Scenario(
      question: "Does it run?", workload: WorkloadChoice(Evenings.self),
      strategies: [
        StrategyChoice(AsksAgain.self),
        StrategyChoice(MemoryTier.self) { $0.policy = PolicyName(PolicyChoice(LastIn.self)) },
      ], duration: .days(3))
    scenario.metrics = [LateOpens.self]
    let results = try await CacheSim.run(scenario)
    XCTAssertEqual(results.strategies, ["own-asks-again", "memory-tier"])
    #expect(results.value(of: LateOpens.name, for: "memory-tier") == 3)
    #expect(results.brokenLaws == [])
    let data = try #require(results.files["run.json"]?.data(using: .utf8))
    #expect(try JSONSerialization.jsonObject(with: data) is [String: Any])
  }
}
