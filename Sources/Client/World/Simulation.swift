internal import Devices
internal import SimCore
public import Workloads

/// Replays a workload against one strategy, device by device, and writes the visitors' book.
///
/// Events of the workload and of the device happen in order of time; of one instant, what the
/// device had under way happens before what the workload brings. Devices may be interleaved: each
/// has a world of its own, and memory grows with the devices and their resources, not with the
/// length of the workload.
/// - Throws: `WorkloadError` when the workload cannot be read on.
public func simulate<S: Strategy>(
  _ strategy: S.Type, options: S.Options, in plan: WorldPlan, workload source: EventStream,
  observer: inout any Observer
) throws(WorkloadError) {
  var sessions: [Session<S>?] = []
  var block = EventBlock()
  while try source.fill(&block) {
    for event in block.events {
      let index = Int(event.device)
      while sessions.count <= index { sessions.append(nil) }
      let session: Session<S>
      if let known = sessions[index] {
        session = known
      } else {
        session = Session(plan: plan, device: event.device) { S(options, in: &$0) }
        sessions[index] = session
      }
      session.proceed(to: event, parts: block.parts)
      if case .end = event.action {
        session.end()
        sessions[index] = nil
        session.turnPage(&observer)
      } else if session.isPageFull {
        session.turnPage(&observer)
      }
    }
    block.removeAll()
  }
}

/// A device and the strategy that lives on it: a box, so that devices can be interleaved.
final class Session<S: Strategy> {
  private(set) var world: World
  private(set) var strategy: S

  /// How many observations make a page.
  private static var pageSize: Int { 256 }

  init(plan: WorldPlan, device: UInt32, moveIn: (inout World) -> S) {
    world = World(plan: plan, device: device)
    strategy = moveIn(&world)
  }

  var isPageFull: Bool { world.page.count >= Self.pageSize }

  func turnPage(_ observer: inout any Observer) {
    if world.story != nil, let lines = world.story?.takeLines(), !lines.isEmpty {
      observer.observe(story: lines, device: world.device)
    }
    observer.observe(world.page, device: world.device)
    world.page.removeAll(keepingCapacity: true)
  }

  /// Lets time pass until the event, and the event happen.
  func proceed(to event: WorkloadEvent, parts: [ResourceIndex]) {
    Self.pass(to: event.at, &world, &strategy)
    world.eventCount += 1
    world.apply(event.action, parts: parts)
    Self.react(&world, &strategy)
  }

  func end() {
    world.abandonExchanges(telling: false)
    world.summarize()
  }

  /// Does all that the device has under way up to an instant.
  private static func pass(to instant: Instant, _ world: inout World, _ strategy: inout S) {
    if instant < world.now { world.laws.clockWentBack = true }
    while true {
      let network = world.network.nextInstant
      let agenda = world.agenda.nextInstant
      let next = min(network, agenda)
      guard next <= instant, next != .distantFuture else { break }
      if next < world.now { world.laws.clockWentBack = true }
      world.now = next
      if agenda <= network {
        guard let (_, item) = world.agenda.next() else { break }
        world.eventCount += 1
        world.handle(item)
      } else if let (_, event) = world.network.next() {
        world.eventCount += 1
        world.handle(event)
      }
      react(&world, &strategy)
    }
    world.now = max(world.now, instant)
  }

  /// Lets the strategy react to all that has happened at this instant.
  private static func react(_ world: inout World, _ strategy: inout S) {
    var index = 0
    while index < world.pending.count {
      switch world.pending[index] {
      case .event(let event): strategy.react(to: event, in: &world)
      case .death(let ending): world.die(ending)
      case .changeOfHands(let user): world.changeHands(to: user)
      }
      index += 1
    }
    world.pending.removeAll(keepingCapacity: true)
  }
}

extension World {
  /// Writes what can be said of the device only at its end.
  mutating func summarize() {
    let backedUp = tiers.filter {
      $0.medium == .flash && $0.housekeeping.directory == .documents
    }.reduce(Bytes.zero) { $0 + $1.used }
    for _ in 0..<laws.pendingEdits { page.append(.edit(.pending, age: .zero, at: now)) }
    let violations = laws.violations
    assert(violations.isEmpty, "conservation: \(violations)")
    page.append(
      .finished(
        DeviceSummary(
          device: device, at: now, events: eventCount, peakMemory: memory.peak,
          peakFlash: peakFlash, flashInUse: flashInUse, radio: network.radioEnergy(until: now),
          peakOutbox: peakOutbox, backedUp: backedUp,
          prefetched: prefetch.use,
          violations: violations)))
  }
}
