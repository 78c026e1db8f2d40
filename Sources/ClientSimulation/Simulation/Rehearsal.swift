package import CacheMetrics
package import CacheWorkloads
package import SimCore

/// A strategy that knows what will happen, because it has run through the device's events before.
///
/// The simulation lets it run through them as often as it likes, each time with what the last run
/// has taught it; only the last run is observed. It is no choice for an app, but a bound to measure
/// the others by.
package protocol OracleStrategy: Strategy {
  /// What it knows before a run.
  associatedtype Foresight: Sendable
  /// What can be known before the first run: what users will do.
  static func foresee(_ events: DeviceEvents) -> Foresight
  /// Adds the tiers that it needs, knowing something.
  init(_ options: Options, knowing foresight: Foresight, in simulation: inout DeviceSimulation)
  /// What the run that is over has taught; nil: there is nothing to be done better.
  func lesson(from simulation: borrowing DeviceSimulation) -> Foresight?
  static func bound(of options: Options) -> OracleBound
}

/// All that happens to one device, from the first event to the last.
package struct DeviceEvents: Sendable {
  /// The events in order.
  package private(set) var events: [WorkloadEvent] = []
  /// The parts and items that their contents refer to.
  package private(set) var parts: [ResourceIndex] = []

  init() {}

  mutating func append(_ event: WorkloadEvent, parts block: [ResourceIndex]) {
    var event = event
    if case .publish(let resource, var content) = event.action {
      let start = UInt32(parts.count)
      parts.append(contentsOf: block[content.parts.indices])
      content.parts = PartsRange(start: start, count: content.parts.count)
      content.items = ItemsRange(copying: content.items, from: block, to: &parts)
      event.action = .publish(resource, content)
    }
    events.append(event)
  }
}

/// Begins the simulation of a strategy that knows the future.
///
/// Each device's events are stored until they end, and then run through until the strategy has
/// nothing to do better. Memory grows with the events of the devices that have not yet ended, and
/// with the longest trace of one device, which is held until it is known to be the last.
package func beginRehearsal<S: OracleStrategy>(
  of strategy: S.Type, _ options: S.Options, in plan: SimulationPlan
) -> BlockSimulation {
  var devices: [DeviceEvents?] = []
  return { block, observer in
    for event in block.events {
      let index = Int(event.device)
      while devices.count <= index { devices.append(nil) }
      if devices[index] == nil { devices[index] = DeviceEvents() }
      devices[index]?.append(event, parts: block.parts)
      guard case .end = event.action, let events = devices[index] else { continue }
      devices[index] = nil
      run(strategy, options, through: events, on: event.device, in: plan, &observer)
    }
  }
}

/// Simulates a strategy that knows the future with a workload; see `beginRehearsal`.
/// - Throws: `InputError` when the workload cannot be read on.
package func rehearse<S: OracleStrategy>(
  _ strategy: S.Type, options: S.Options, in plan: SimulationPlan, workload source: EventStream,
  observer: inout any TraceObserver
) throws(InputError) {
  let simulation = beginRehearsal(of: strategy, options, in: plan)
  try source.forEachBlock { simulation($0, &observer) }
}

/// Runs through a device's events until there is nothing more to learn, and has the last run
/// observed.
private func run<S: OracleStrategy>(
  _ strategy: S.Type, _ options: S.Options, through device: DeviceEvents, on number: UInt32,
  in plan: SimulationPlan, _ observer: inout any TraceObserver
) {
  var foresight = S.foresee(device)
  while true {
    let session = Session(plan: plan, device: number) {
      S(options, knowing: foresight, in: &$0)
    }
    for event in device.events { session.proceed(to: event, parts: device.parts) }
    session.end()
    guard let lesson = session.strategy.lesson(from: session.simulation) else {
      session.turnPage(&observer)
      return
    }
    foresight = lesson
  }
}
