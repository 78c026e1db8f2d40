package import CacheWorkloads
package import ClientSimulation
package import ClientStrategies
internal import Measurement
internal import SimCore

/// Finds single opens of a strategy's run and tells what happened in them.
///
/// A strategy is run twice in the same world: once to find the opens, once to have them told. What
/// is told changes nothing in the second run.
package struct Narrator: Sendable {
  /// Makes the world from its beginning.
  private let world: @Sendable () throws(WorkloadError) -> (SimulationPlan, EventStream)

  /// Makes a narrator of the world that one seed of a scenario makes.
  package init(of scenario: Scenario, seed: UInt64) {
    self.init { () throws(WorkloadError) in try scenario.world(seed: seed) }
  }

  /// Makes a narrator of a world that is made from its beginning for each run.
  package init(
    of world: @escaping @Sendable () throws(WorkloadError) -> (SimulationPlan, EventStream)
  ) {
    self.world = world
  }

  /// What became of a search.
  package struct Found: Sendable {
    /// The opens that were asked for, in the order of the choice.
    package var opens: [Open]
    /// How many more there are.
    package var others: Int
    /// For a time in which there is none: the open that comes nearest.
    package var nearest: Open?
    /// How many opens there are at all.
    package var count: Int
  }

  /// Runs a strategy to find opens.
  /// - Parameter device: the only one that counts; nil: all.
  /// - Throws: `WorkloadError` when a trace cannot be read.
  package func find(
    _ choice: OpenChoice, device: UInt32? = nil, of strategy: AnyStrategy
  ) throws(WorkloadError) -> Found {
    let finder = try run(strategy, OpenFinder(choice, device: device))
    return Found(
      opens: finder.chosen, others: finder.others, nearest: finder.nearest, count: finder.count)
  }

  /// Runs a strategy to have opens told; those that are not in its run are left out.
  /// - Parameter partByPart: whether each part of a screen is told by itself, and not all at once.
  /// - Throws: `WorkloadError` when a trace cannot be read.
  package func tell(
    _ opens: [Open.ID], of strategy: AnyStrategy, partByPart: Bool = false
  ) throws(WorkloadError) -> [Telling] {
    let collector = StoryCollector(opens)
    let told = try run(strategy, collector, detailed: collector.devices)
    return opens.compactMap { id in
      told.story(of: id).map { Telling($0.open, $0.lines, partByPart: partByPart) }
    }
  }

  /// Runs a strategy from the beginning, under the eyes of an observer.
  func run<Reader: TraceObserver>(
    _ strategy: AnyStrategy, _ reader: Reader, detailed devices: Set<UInt32> = []
  ) throws(WorkloadError) -> Reader {
    var (plan, stream) = try world()
    plan.detailedDevices = devices
    var observer: any TraceObserver = reader
    try strategy.run(plan, stream, &observer)
    guard let read = observer as? Reader else { preconditionFailure("a reader stays itself") }
    return read
  }
}
