internal import CacheMetrics
internal import CacheWorkloads
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import ClientSimulation

/// Readings from flash: their tail, and what a process pays once.
struct FlashReadingTests {
  /// A device with a tier of four resources.
  private struct House: ~Copyable {
    var simulation: DeviceSimulation
    let tier: TierID

    init(
      _ variance: Variance, engine: FlashEngineName = "file-per-entry", device: UInt32 = 0,
      _ change: (inout SimulationPlan) -> Void = { _ in }
    ) {
      var plan = SimulationPlan.ideal()
      plan.variance = variance
      plan.device = DeviceSettings()
      change(&plan)
      simulation = DeviceSimulation(plan: plan, device: device)
      tier = simulation.addTier(
        TierPlan(
          "disk", on: .flash, policy: "lru", capacity: .megabytes(10), engine: engine))
      let content = Content(version: 1, kind: .image, size: Bytes(370), publishedAt: .start)
      for resource in 0..<4 as Range<ResourceIndex> {
        simulation.store(
          ResourceCopy(of: content, at: .start), of: resource, size: content.size, in: tier)
      }
    }

    mutating func read(_ resource: ResourceIndex) -> Double {
      simulation.read(resource, from: tier).milliseconds
    }
  }

  @Test func readingsHaveATailAndKeepTheirMean() {
    var house = House(.measured)
    let times = (0..<20_000).map { _ in house.read(0) }.sorted()
    let mean = times.reduce(0, +) / 20_000
    // The standard error of the mean is 0.4 %.
    expect(abs(mean / 0.350 - 1) < 0.016, "\(mean)")
    // e^(2.326 · 0.5 − 0.125) = 2.824, and a median of e^(−0.125) = 0.8825.
    expect(abs(times[19_800] / 0.350 / 2.824 - 1) < 0.05)
    expect(abs(times[10_000] / 0.350 / 0.8825 - 1) < 0.02)
    expect(Set(times).count > 19_000)
  }

  @Test func withoutVarianceReadingsAreConstant() {
    var house = House(.none)
    expect(Set((0..<100).map { _ in house.read(0) }), is: [0.350])
    var still = House(.measured) { $0.device.flash.timing.readSigma = 0 }
    expect(Set((0..<100).map { _ in still.read(0) }), is: [0.350])
  }

  @Test func aReadingDependsOnItsResourceAndItsNumberAlone() {
    var one = House(.measured)
    var other = House(.measured)
    let own = (0..<10).map { _ in one.read(2) }
    // Other resources in between, and another engine's tier.
    let mixed = (0..<10).map { _ in
      _ = other.read(1)
      _ = other.read(3)
      return other.read(2)
    }
    expect(own, is: mixed)
    var device = House(.measured, device: 1)
    expect(own != (0..<10).map { _ in device.read(2) })
  }

  @Test func aDatabaseIsOpenedOnceInAProcess() {
    var house = House(.none, engine: "sqlite-wal")
    // A file and a page, 0.3 ms of work four times slower; then a page and a query.
    let first = house.read(0)
    let second = house.read(1)
    expect(abs(second - (0.150 + 4 * 0.004)) < 1e-9)
    expect(abs(first - second - (0.350 + 4 * 0.300)) < 1e-9)
    house.simulation.apply(.crash, parts: [])
    house.simulation.apply(.launch, parts: [])
    expect(abs(house.read(0) - first) < 1e-9 && abs(house.read(0) - second) < 1e-9)
    var free = House(.none, engine: "sqlite-wal") { $0.device.flash.reading = .none }
    expect(free.read(0), is: 0.150)
  }
}
