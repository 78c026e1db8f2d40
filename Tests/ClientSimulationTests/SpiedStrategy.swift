internal import CacheMetrics
internal import CacheWorkloads
internal import DeviceModels
internal import SimCore

@testable internal import ClientSimulation
@testable internal import ClientStrategies

/// What a person saw: by screen, the versions of resources that were painted on it.
struct Sights {
  /// A version of a resource.
  struct Sight: Hashable {
    var resource: ResourceIndex
    var version: UInt32
  }

  /// By screen, in the order in which they were opened.
  private(set) var screens: [Set<Sight>] = []

  mutating func note(_ sight: Sight, on screen: UInt32) {
    open(screen)
    screens[Int(screen) - 1].insert(sight)
  }

  mutating func open(_ screen: UInt32) {
    while screens.count < Int(screen) { screens.append([]) }
  }

  /// Whether at each screen all was to be seen that the others show there.
  func include(_ others: Sights) -> Bool {
    zip(screens, others.screens).allSatisfy { $0.isSuperset(of: $1) }
  }
}

/// A strategy that is watched: every version on screen is noted at the next event.
struct Spied<S: Strategy>: Strategy {
  /// The strategy's options, and the box into which the spy writes.
  struct Options: Settings {
    var own = S.Options()
    var report = Report()
    static var fields: [Field<Options>] { [] }
  }

  /// Where a run's sights are left.
  final class Report: @unchecked Sendable {
    var sights = Sights()
  }

  static var name: String { S.name }
  static var summary: String { S.summary }

  private var own: S
  private let report: Report
  private var screen: UInt32?

  init(_ options: Options, in simulation: inout DeviceSimulation) {
    own = S(options.own, in: &simulation)
    report = options.report
  }

  mutating func react(to event: ClientEvent, in simulation: inout DeviceSimulation) {
    look(in: simulation)
    switch event {
    case .opened:
      screen = simulation.screenCount
      report.sights.open(simulation.screenCount)
    case .closed, .died: screen = nil
    default: break
    }
    own.react(to: event, in: &simulation)
    look(in: simulation)
  }

  private func look(in simulation: borrowing DeviceSimulation) {
    guard let screen else { return }
    // The stories' resources are 24 at most.
    for resource in ResourceIndex(0)..<32 {
      guard let version = simulation.paintedVersion(of: resource, on: screen) else {
        continue
      }
      report.sights.note(
        Sights.Sight(resource: resource, version: version), on: screen)
    }
  }
}

extension Spied: OracleStrategy where S: OracleStrategy {
  static func foresee(_ events: DeviceEvents) -> S.Foresight { S.foresee(events) }
  static func bound(of options: Options) -> OracleBound { S.bound(of: options.own) }

  init(_ options: Options, knowing foresight: S.Foresight, in simulation: inout DeviceSimulation) {
    own = S(options.own, knowing: foresight, in: &simulation)
    report = options.report
    // Of several lives the last one counts.
    report.sights = Sights()
  }

  func lesson(from simulation: borrowing DeviceSimulation) -> S.Foresight? {
    own.lesson(from: simulation)
  }
}

struct WatchedRun {
  var diary: Diary
  var sights: Sights

  /// Bodies received.
  var received: Int64 { diary.exchanges.reduce(0) { $0 + $1.payload.count } }
  var written: Int64 { diary.writes.reduce(0) { $0 + $1.bytes.count } }

  init<S: Strategy>(
    _ strategy: S.Type, _ options: S.Options = S.Options(), in plan: SimulationPlan,
    _ story: HandmadeStory
  ) throws {
    var spied = Spied<S>.Options()
    spied.own = options
    var observer: any TraceObserver = Diary()
    try simulate(
      Spied<S>.self, options: spied, in: plan, workload: .over(story), observer: &observer)
    guard let diary = observer as? Diary else { throw StoryError(problems: []) }
    self.diary = diary
    sights = spied.report.sights
  }

  init(
    bound: Clairvoyant.Aim, backgroundFetches: TimeSpan? = nil, in plan: SimulationPlan,
    _ story: HandmadeStory
  ) throws {
    var spied = Spied<Clairvoyant>.Options()
    spied.own.bound = bound
    spied.own.backgroundFetches = backgroundFetches
    var observer: any TraceObserver = Diary()
    try rehearse(
      Spied<Clairvoyant>.self, options: spied, in: plan, workload: .over(story),
      observer: &observer)
    guard let diary = observer as? Diary else { throw StoryError(problems: []) }
    self.diary = diary
    sights = spied.report.sights
  }
}
