internal import CacheMetrics
internal import CacheWorkloads
internal import DeviceModels
internal import SimCore

@testable internal import ClientSimulation

/// Decisions, yes or no, in the order in which they are asked for; all sequences can be had in
/// turn.
final class Script: @unchecked Sendable {
  private var answers: [Bool] = []
  private var asked = 0

  /// The next decision; what was never decided is a no.
  func decide() -> Bool {
    if asked == answers.count { answers.append(false) }
    defer { asked += 1 }
    return answers[asked]
  }

  /// Begins the next sequence. Decisions that the last run did not come to are forgotten.
  /// - Returns: false when all have been tried.
  func advance() -> Bool {
    answers.removeSubrange(asked...)
    asked = 0
    while let last = answers.popLast() {
      if !last {
        answers.append(true)
        return true
      }
    }
    return false
  }

  /// Begins with answers that are drawn, each a yes with a probability; those beyond them are no.
  func draw(_ count: Int, yes: Double, with random: inout SeededGenerator) {
    answers = (0..<count).map { _ in random.chance(yes) }
    asked = 0
  }
}

/// Does whatever a script decides: at each instant at which it could fetch something new, whether;
/// at each copy that comes, whether to write it. It hears what the origin publishes, keeps what it
/// has in RAM, and shows whatever it has and whatever comes.
struct Scripted: Strategy {
  struct Options: Settings {
    var script = Script()
    static var fields: [Field<Options>] { [] }
  }

  static let name = "scripted"
  static let summary = "Does whatever a script decides."

  private let script: Script
  private let tier: TierID
  private var newest: [UInt32] = []
  private var memory: [ResourceIndex: ResourceCopy] = [:]
  private var decidedAt: [Instant?] = []

  init(_ options: Options, in simulation: inout DeviceSimulation) {
    script = options.script
    simulation.grantForesight()
    // Nobody is shown what was fetched for somebody else.
    var maintenance = StorageMaintenance.documents
    maintenance.perUser = true
    maintenance.onLogout = .keep
    tier = simulation.addTier(
      TierPlan(
        "scripted", on: .flash, policy: "unbounded", capacity: .unlimited,
        maintenance: maintenance))
  }

  mutating func react(to event: ClientEvent, in simulation: inout DeviceSimulation) {
    switch event {
    case .published(let resource, let copy):
      while newest.count <= Int(resource) {
        newest.append(0)
        decidedAt.append(nil)
      }
      newest[Int(resource)] = copy.version
    case .opened(let resource), .needed(let resource): show(resource, in: &simulation)
    case .loaded(let load):
      guard case .received(let copy) = load.outcome else { return }
      memory[load.resource] = copy
      if script.decide() {
        simulation.store(copy, of: load.resource, size: copy.size, in: tier)
      }
      if simulation.isOnScreen(load.resource) {
        simulation.show(load.resource, copy, from: .network, after: .zero)
      }
    case .died, .switchedUser: memory = [:]
    default: break
    }
    for resource in newest.indices { consider(ResourceIndex(resource), in: &simulation) }
  }

  private mutating func show(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    guard let copy = memory[resource] ?? simulation.lookup(resource, in: tier) else { return }
    simulation.show(resource, copy, from: .memory, after: .zero)
  }

  /// Decides once at each instant whether to fetch what it has not.
  private mutating func consider(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    let held = memory[resource] ?? simulation.peek(resource, in: tier)
    let version = newest[Int(resource)]
    guard simulation.canFetch, version > 0, held?.version != version,
      !simulation.isFetching(resource),
      decidedAt[Int(resource)] != simulation.now
    else { return }
    decidedAt[Int(resource)] = simulation.now
    if script.decide() { simulation.fetch(resource, for: .prefetch) }
  }
}
