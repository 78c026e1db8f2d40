internal import CacheMetrics
internal import CacheWorkloads
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import ClientSimulation

/// What holds whatever a strategy does.
@Suite struct SimulationRuleTests {
  /// Fetches and shows a screen's main resource, and never looks at what else the screen needs.
  private struct MainResourceOnly: Strategy {
    struct Options: Settings {
      static var fields: [Field<Options>] { [] }
    }

    static let name = "main-resource-only"
    static let summary = "Shows the main resource and none of its parts."

    init(_ options: Options, in simulation: inout DeviceSimulation) {}

    mutating func react(to event: ClientEvent, in simulation: inout DeviceSimulation) {
      switch event {
      case .opened(let resource): simulation.fetch(resource, for: .demand)
      case .loaded(let load):
        guard case .received(let copy) = load.outcome else { return }
        simulation.show(load.resource, copy, from: .network, after: .zero)
      default: break
      }
    }
  }

  @Test func partsAreNeededWhetherAStrategyShowsThemOrNot() throws {
    var story = HandmadeStory()
    story.publish(1, kind: .image)
    story.publish(2, kind: .image)
    story.publish(0, kind: .model, parts: [1, 2])
    story.at(0, .launch)
    story.visit(0, from: 1)
    story.at(20, .end)
    var observer: any TraceObserver = Diary()
    try simulate(
      MainResourceOnly.self, options: MainResourceOnly.Options(), in: .ideal(),
      workload: .over(story), observer: &observer)
    let diary = try #require(observer as? Diary)
    expect(diary.answers.map(\.source), is: [.network, .nothing, .nothing])
    expect(diary.visits[0].completeContent == nil)
  }

  /// The keys that tiers with a policy of chance hold in the end, tier by tier.
  private static func survivors(seed: UInt64, device: UInt32) -> [[ResourceIndex]] {
    var plan = SimulationPlan.ideal()
    plan.seed = seed
    var simulation = DeviceSimulation(plan: plan, device: device)
    let tiers = ["first", "second"].map { name in
      simulation.addTier(
        TierPlan(name, on: .memory, policy: "random", capacity: Bytes(10_000)))
    }
    let content = Content(version: 1, kind: .image, size: Bytes(1_000), publishedAt: .start)
    for resource in 0..<100 as Range<ResourceIndex> {
      let copy = ResourceCopy(of: content, at: .start)
      for tier in tiers { simulation.store(copy, of: resource, size: copy.size, in: tier) }
    }
    return tiers.map { simulation.keys(in: $0).sorted() }
  }

  @Test func chanceIsKeyedBySeedDeviceAndTier() {
    let own = Self.survivors(seed: 1, device: 1)
    expect(own, is: Self.survivors(seed: 1, device: 1))
    expect(own[0].count == 10 && own[0] != own[1])
    // The sum of seed and device is the same.
    expect(own != Self.survivors(seed: 2, device: 0))
  }
}
