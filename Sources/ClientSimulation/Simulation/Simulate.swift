package import CacheMetrics
package import CacheWorkloads
internal import DeviceModels
public import SimCore

/// A strategy's simulation of a workload that comes block by block: takes the next block, and what
/// happens is observed. Several can take each block of one workload, so that it is read once.
package typealias BlockSimulation = (EventBlock, inout any TraceObserver) -> Void

/// Begins the simulation of a strategy.
///
/// Events of the workload and of the device happen in order of time; of one instant, what the
/// device had under way happens before what the workload brings. Devices may be interleaved: each
/// has a simulation of its own, and memory grows with the devices and their resources, not with the
/// length of the workload. Where devices have something in common, they run on one clock.
package func beginSimulation<S: Strategy>(
  of strategy: S.Type, _ options: S.Options, in plan: SimulationPlan
) -> BlockSimulation {
  let makeSession = { device, common in
    Session(plan: plan, device: device, common: common) { S(options, in: &$0) }
  }
  if let common = SharedOrigin(plan) {
    let sessions = SharedSessionTable<S>(
      common, devices: plan.devices, idle: plan.idleDevices, makeSession)
    return { block, observer in sessions.take(block, &observer) }
  }
  let sessions = SessionTable<S>(makeSession)
  return { block, observer in sessions.take(block, &observer) }
}

/// Simulates a strategy with a workload; see `beginSimulation`.
/// - Throws: `InputError` when the workload cannot be read on.
package func simulate<S: Strategy>(
  _ strategy: S.Type, options: S.Options, in plan: SimulationPlan, workload source: EventStream,
  observer: inout any TraceObserver
) throws(InputError) {
  let simulation = beginSimulation(of: strategy, options, in: plan)
  try source.forEachBlock { simulation($0, &observer) }
}

/// The devices that a strategy runs on, by number: those whose workload has not ended.
private final class SessionTable<S: Strategy> {
  private let makeSession: (UInt32, SharedOrigin?) -> Session<S>
  private var sessions: [Session<S>?] = []
  /// The device of the last event, which the next event mostly is of too.
  private var lastDevice: UInt32?
  private var lastSession: Session<S>?

  init(_ makeSession: @escaping (UInt32, SharedOrigin?) -> Session<S>) {
    self.makeSession = makeSession
  }

  func take(_ block: EventBlock, _ observer: inout any TraceObserver) {
    for event in block.events {
      let session = session(of: event.device)
      session.proceed(to: event, parts: block.parts)
      if case .end = event.action {
        session.end()
        sessions[Int(event.device)] = nil
        (lastDevice, lastSession) = (nil, nil)
        session.turnPage(&observer)
      } else if session.isPageFull {
        session.turnPage(&observer)
      }
    }
    lastSession?.releaseParts()
  }

  private func session(of device: UInt32) -> Session<S> {
    if device == lastDevice, let lastSession { return lastSession }
    lastSession?.releaseParts()
    let index = Int(device)
    while sessions.count <= index { sessions.append(nil) }
    let session = sessions[index] ?? makeSession(device, nil)
    sessions[index] = session
    (lastDevice, lastSession) = (device, session)
    return session
  }
}

/// A device and the strategy that runs on it: a box, so that devices can be interleaved.
///
/// Access to it is not checked when the program runs, which took each event a few per cent: neither
/// of the two knows the box.
final class Session<S: Strategy> {
  @exclusivity(unchecked) private(set) var simulation: DeviceSimulation
  @exclusivity(unchecked) private(set) var strategy: S
  /// A request that has reached what devices have in common, and waits for its turn.
  @exclusivity(unchecked) private var held: NetworkEvent?

  init(
    plan: SimulationPlan, device: UInt32, common: SharedOrigin? = nil,
    makeStrategy: (inout DeviceSimulation) -> S
  ) {
    simulation = DeviceSimulation(plan: plan, device: device, common: common)
    strategy = makeStrategy(&simulation)
  }

  var isPageFull: Bool { simulation.trace.isPageFull }

  func turnPage(_ observer: inout any TraceObserver) {
    guard !simulation.trace.page.isEmpty else { return }
    observer.observe(simulation.trace.page, device: simulation.device)
    simulation.trace.removePage()
  }

  /// Takes memory for a page from one of several devices that run in turns, or gives it back.
  func exchangePage(with page: inout [TraceRecord]) { simulation.trace.exchangePage(with: &page) }

  /// Whether a request waits for its turn, since the present instant.
  var isHeld: Bool { held != nil }
  var now: Instant { simulation.now }

  /// Lets time pass until the event, and the event happen.
  func proceed(to event: WorkloadEvent, parts: [ResourceIndex]) {
    // Says something of the workload; nothing happens on the device.
    if case .retire(let resource) = event.action { return simulation.retire(resource) }
    if pass(to: event.at) { happen(event.action, parts: parts) }
  }

  /// Lets time pass until an instant.
  /// - Parameter limit: nothing happens after it.
  /// - Returns: whether the instant has come; false: time has passed up to the limit, or up to a
  ///   request that is held.
  func pass(to instant: Instant, until limit: Instant = .distantFuture) -> Bool {
    Self.pass(to: instant, until: limit, holding: &held, &simulation, &strategy)
  }

  /// Lets an event of the workload happen at the present instant.
  func happen(_ action: Action, parts: [ResourceIndex]) {
    simulation.laws.events += 1
    simulation.apply(action, parts: parts)
    Self.react(&simulation, &strategy)
  }

  /// Keeps nothing of the parts of the last events, whose memory is used again.
  func releaseParts() { simulation.origin.releaseParts() }

  /// The workload will not name a resource again.
  func retire(_ resource: ResourceIndex) { simulation.retire(resource) }

  /// Has the request answered that was held.
  func release() {
    guard let event = held else { return }
    held = nil
    simulation.laws.events += 1
    simulation.handle(event)
    Self.react(&simulation, &strategy)
  }

  func end() {
    strategy.finish(in: &simulation)
    simulation.abandonExchanges(telling: false)
    simulation.summarize()
  }

  private static func pass(
    to instant: Instant, until limit: Instant, holding held: inout NetworkEvent?,
    _ simulation: inout DeviceSimulation, _ strategy: inout S
  ) -> Bool {
    if instant < simulation.now { simulation.laws.clockWentBack = true }
    while true {
      let network = simulation.client.nextInstant
      let agenda = simulation.agenda.nextInstant
      let next = min(network, agenda)
      if simulation.client.hasLeft, min(next, instant) > simulation.now {
        simulation.cancelLeftRequests()
        react(&simulation, &strategy)
        continue
      }
      if min(next, instant) > limit { return false }
      simulation.beginMeasuring(before: min(next, instant))
      guard next <= instant, next != .distantFuture else { break }
      if next < simulation.now { simulation.laws.clockWentBack = true }
      simulation.now = next
      if agenda <= network {
        guard let item = simulation.agenda.next() else { break }
        simulation.laws.events += 1
        simulation.handle(item)
      } else if let event = simulation.client.nextEvent() {
        if case .reached = event, simulation.common != nil {
          held = event
          return false
        }
        simulation.laws.events += 1
        simulation.handle(event)
      }
      react(&simulation, &strategy)
    }
    simulation.now = max(simulation.now, instant)
    return true
  }

  /// Lets the strategy react to all that has happened at this instant.
  private static func react(_ simulation: inout DeviceSimulation, _ strategy: inout S) {
    var index = 0
    while index < simulation.agenda.reactions.count {
      switch simulation.agenda.reactions[index] {
      case .event(let event):
        simulation.noteBeginning(of: event)
        strategy.react(to: event, in: &simulation)
      case .need(let parts):
        for part in parts where simulation.need(part) {
          strategy.react(to: .needed(part), in: &simulation)
        }
      case .processEnd(let ending): simulation.endProcess(ending)
      case .userChange(let user): simulation.changeUser(to: user)
      }
      index += 1
    }
    simulation.agenda.removeReactions()
  }
}

extension DeviceSimulation {
  mutating func apply(_ action: Action, parts block: [ResourceIndex]) {
    switch action {
    case .publish(let resource, let content): publish(resource, content, parts: block)
    case .open(let resource):
      comeToFront()
      close()
      begin(resource)
    case .need(let resource): needPart(resource)
    case .scroll(let resource, let rows): scroll(resource, by: Int(rows))
    case .close(let resource):
      if user.intended == resource { endView() }
      if screens.main == resource { close() }
    case .refresh(let resource): pullToRefresh(resource)
    case .push(let resource): sendPush(about: resource)
    case .edit(let edit): make(edit)
    case .network(let index): change(to: plan.profiles[Int(index)])
    case .charging(let isCharging): charge(isCharging)
    case .launch:
      endProcess(.restarted)
      comeToFront()
    case .foreground: comeToFront()
    case .background: leaveFront()
    case .terminate: terminate()
    case .crash: endProcess(.crashed)
    case .memoryWarning(let level): warn(level)
    case .upgrade(let schema): upgrade(to: schema)
    case .spaceShortage: runOutOfSpace()
    case .editElsewhere(let edit): changeElsewhere(edit)
    case .switchUser(let user):
      close()
      agenda.append(.userChange(user))
    case .end: endWorkload()
    case .retire: break
    }
  }

  /// Records what can be said of the device only at its end.
  mutating func summarize() {
    for _ in 0..<laws.pendingEdits - measuring.earlierEdits {
      record(.edit(.pending, age: .zero))
    }
    let violations = laws.violations
    assert(laws.simulationViolations.isEmpty, "conservation: \(violations)")
    // A device whose workload ends in the warm-up has nothing that is measured.
    beginMeasuring(before: now, isOver: true)
    var summary = DeviceSummary(
      device: device, at: now, events: laws.events - measuring.events, peakMemory: memory.peak,
      peakFlash: storage.peakFlash, flashInUse: storage.flashInUse,
      radio: client.radioEnergy(until: now) - measuring.radio, peakOutbox: edits.peakOutbox,
      backedUp: storage.backedUp, prefetched: receipts.prefetched,
      unshown: receipts.unshown, violations: violations)
    summary.radioSinceLastView = measuring.radioToTell(of: client.radioEnergy(until: now))
    summary.lastView = measuring.lastView
    if reachabilityLog == nil { summary.memoryLimit = plan.device.memory.limit }
    summary.measuredFrom = measuring.start
    summary.overshoot = storage.overshoot
    summary.returns = measuring.returns
    if trace.collectsDetail {
      for stretch in client.radioStretches(until: now) {
        detail(
          .radio(
            state: stretch.state, watts: stretch.watts, from: stretch.begin,
            takes: stretch.end - stretch.begin))
      }
    }
    record(.finished(summary))
  }

  /// Begins to measure when time is about to pass the end of the warm-up: totals are counted from
  /// there, and peaks begin with what is in use. Nothing else of the simulation changes.
  ///
  /// A body that came before is not counted as received, so that it is neither shown nor wasted.
  mutating func beginMeasuring(before next: Instant, isOver: Bool = false) {
    guard !measuring.hasBegun, isOver || next >= plan.measuredFrom else { return }
    measuring.hasBegun = true
    guard plan.measuredFrom > .start else { return }
    now = max(now, min(plan.measuredFrom, next))
    measuring.start = now
    measuring.events = laws.events
    measuring.radio = client.radioEnergy(until: now)
    measuring.earlierEdits = laws.pendingEdits
    memory.beginPeak(with: app.state == .ended ? .zero : memory.used)
    storage.beginPeak()
    edits.beginPeak()
    receipts = ReceiptLedger()
    if !isOver { record(.measuringBegan(isScreenOpen: screens.isOpen)) }
  }
}

/// Since when a device is measured, and what its totals were then.
struct Measuring {
  var hasBegun = false
  var start = Instant.start
  var events = 0
  var radio = RadioEnergy()
  /// Edits made before, of which nothing has become yet.
  var earlierEdits = 0
  /// Microjoules for the app's traffic, of the warm-up too, that closed screens have told of.
  private var toldRadio: Int64 = 0
  /// When the last closed screen appeared.
  private(set) var lastView = Instant.start
  /// Screens opened since that showed what the device had shown before.
  private(set) var returns = ReturnCounts()

  mutating func note(_ view: ScreenView) {
    lastView = view.openedAt
    if hasBegun, view.openedAt >= start { returns.add(view) }
  }

  /// The microjoules for the app's traffic of which nothing was told before.
  mutating func radioToTell(of energy: RadioEnergy) -> Int64 {
    let traffic = RadioAggregate.traffic(of: energy)
    defer { toldRadio = traffic }
    return traffic - toldRadio
  }
}

/// A caching strategy: reacts to one event with effects on the simulation, and returns before the
/// next.
///
/// Sans-I/O: it never waits, and it knows only what the simulation's verbs tell it. What a screen
/// needs is registered by the simulation, so that no ratio depends on a strategy's code: a strategy
/// is told of it (`opened`, `needed`), and may show something or not.
public protocol Strategy: SendableMetatype {
  associatedtype Options: Settings
  static var name: String { get }
  static var summary: String { get }
  init(_ options: Options, in simulation: inout DeviceSimulation)
  mutating func react(to event: ClientEvent, in simulation: inout DeviceSimulation)
  /// Notes that the device's workload is over; nothing can be done any more.
  mutating func finish(in simulation: inout DeviceSimulation)
}

extension Strategy {
  public mutating func finish(in simulation: inout DeviceSimulation) {}
}
