internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
internal import SimCore

/// Fetches ahead what will be shown, what is needed soonest first, and keeps it.
///
/// For `bytes`, everything that came is written to flash at once, so that nothing is fetched twice.
/// For `flash`, what is shown in a process of the app is fetched in that process, and only what
/// cannot be is written. Copies in RAM are the strategy's own and counted nowhere.
struct PrefetchOracle {
  let options: Clairvoyant.Options
  let foresight: Foreknowledge
  private(set) var run = RunRecord()

  /// The densest, so that no strategy's entries are smaller.
  private static let codec = Codecs.plist
  /// How long after a failure it asks again; 1 s as `requests.retries.base`, an assumption.
  private static let backoff = Backoff(initial: .seconds(1), factor: 1, maximum: .seconds(1))

  private let tier: TierID
  /// The timer after which it asks again for what failed.
  let retryTimer: TimerID
  private var nextUses: NextUseIndex
  private var queue = PrefetchQueue()
  private var underWay = 0
  /// What failed, and is to be asked for again a while later.
  private var failed: [ResourceIndex] = []
  /// By resource: the origin's version, and the one that was asked for last.
  private var newest: [ResourceCopy?] = []
  private var asked: [UInt32] = []
  private var memory: [Holding: ResourceCopy] = [:]
  private var isOnScreen = false

  private struct Holding: Hashable {
    var user: UInt16
    var resource: ResourceIndex
  }

  init(
    _ options: Clairvoyant.Options, _ foresight: Foreknowledge,
    in simulation: inout DeviceSimulation
  ) {
    self.options = options
    self.foresight = foresight
    nextUses = NextUseIndex(foresight)
    // What lies here outlives everything: bodies as they came, apart for each user, in documents.
    var maintenance = StorageMaintenance.documents
    maintenance.perUser = true
    maintenance.onLogout = .keep
    retryTimer = simulation.makeTimer()
    tier = simulation.addTier(
      TierPlan(
        "foresight", on: .flash, policy: "unbounded", capacity: .unlimited,
        maintenance: maintenance))
    if let mean = options.backgroundFetches { simulation.requestBackgroundFetches(every: mean) }
  }

  // MARK: - What is at hand

  func held(_ resource: ResourceIndex, in simulation: borrowing DeviceSimulation) -> ResourceCopy? {
    memory[Holding(user: simulation.currentUser, resource: resource)]
      ?? simulation.peek(resource, in: tier)
  }

  /// The copy for a screen; nil: wait for a newer one.
  mutating func find(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) -> Finding? {
    noteNeed(of: resource, in: simulation)
    guard let copy = held(resource, in: simulation) else { return nil }
    let isNewest = copy.version == newest[Int(resource)]?.version
    let need = ScreenNeed(screen: simulation.screenCount, resource: resource)
    guard
      isNewest || !simulation.isOnline || foresight.hopeless.contains(need)
        || !isWanted(resource, in: simulation)
    else { return nil }
    return finding(of: resource, in: &simulation)
  }

  /// What is at hand, whatever its age.
  mutating func finding(of resource: ResourceIndex, in simulation: inout DeviceSimulation)
    -> Finding?
  {
    let holding = Holding(user: simulation.currentUser, resource: resource)
    if let copy = memory[holding] {
      return Finding(copy, from: .memory, after: .zero, use: .fresh, isDecoded: true)
    }
    guard let copy = simulation.lookup(resource, in: tier) else { return nil }
    memory[holding] = copy
    let delay = simulation.read(resource, from: tier) + simulation.decode(copy, as: Self.codec)
    return Finding(copy, from: .flash, after: delay, use: .fresh)
  }

  mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    let piece = UserVersion(user: simulation.currentUser, resource: resource, version: copy.version)
    run.received.insert(piece)
    if asked[Int(resource)] != copy.version {
      let expected = UserVersion(
        user: simulation.currentUser, resource: resource, version: asked[Int(resource)])
      run.surprises.append(RunRecord.Surprise(asked: expected, came: piece))
    }
    memory[Holding(user: simulation.currentUser, resource: resource)] = copy
    guard writesAll || foresight.written.contains(piece) else { return }
    let size = simulation.storedSize(of: copy, as: Self.codec)
    simulation.store(copy, of: resource, size: size, in: tier, because: .store)
    run.written.insert(piece)
  }

  private var writesAll: Bool { options.bound == .bytes || foresight.isFirst }
}

// MARK: - Fetching ahead

extension PrefetchOracle {
  /// Whether the origin has something that is worth fetching.
  private func isWanted(_ resource: ResourceIndex, in simulation: borrowing DeviceSimulation)
    -> Bool
  {
    guard Int(resource) < newest.count, let copy = newest[Int(resource)] else { return false }
    if held(resource, in: simulation)?.version == copy.version { return false }
    let piece = UserVersion(user: simulation.currentUser, resource: resource, version: copy.version)
    if options.bound == .flash, !foresight.isFirst {
      let use = UserVersionUse(process: simulation.reachability?.endedProcesses ?? 0, piece: piece)
      return foresight.uses.contains(use) || foresight.written.contains(piece)
    }
    return !foresight.unseen.contains(piece)
  }

  /// Asks for what a screen waits for.
  mutating func request(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    if isWanted(resource, in: simulation) { begin(resource, for: .demand, in: &simulation) }
  }

  private mutating func begin(
    _ resource: ResourceIndex, for purpose: Purpose, in simulation: inout DeviceSimulation
  ) {
    if !simulation.isFetching(resource) {
      underWay += 1
      asked[Int(resource)] = newest[Int(resource)]?.version ?? 0
    }
    simulation.fetch(resource, for: purpose)
  }

  private mutating func note(_ resource: ResourceIndex, in simulation: borrowing DeviceSimulation) {
    guard isWanted(resource, in: simulation) else { return }
    if let due = due(resource, in: simulation) { queue.note(resource, due: due) }
  }

  private mutating func due(_ resource: ResourceIndex, in simulation: borrowing DeviceSimulation)
    -> Instant?
  {
    if simulation.isAwaited(resource) { return simulation.now }
    return nextUses.next(resource, for: simulation.currentUser, at: simulation.now)
  }

  /// Fetches what is needed soonest, so many at once.
  mutating func fetchAhead(in simulation: inout DeviceSimulation) {
    while underWay < options.atOnce, simulation.canFetch, let item = queue.next() {
      let resource = item.resource
      guard isWanted(resource, in: simulation), !simulation.isFetching(resource),
        let due = due(resource, in: simulation)
      else { continue }
      if due > item.due {
        queue.note(resource, due: due)
      } else {
        begin(resource, for: simulation.isAwaited(resource) ? .demand : .prefetch, in: &simulation)
      }
    }
  }

  /// Notes anew all that is to be fetched: the app has a new process, or a new user.
  mutating func noteAll(in simulation: borrowing DeviceSimulation) {
    queue.removeAll()
    failed.removeAll(keepingCapacity: true)
    for resource in newest.indices { note(ResourceIndex(resource), in: simulation) }
  }

  mutating func ended(_ load: Load, in simulation: inout DeviceSimulation) {
    underWay -= 1
    if case .failed = load.outcome, simulation.canFetch {
      // An origin that refuses at once would be asked again at once, for ever.
      failed.append(load.resource)
      simulation.wake(retryTimer, after: Self.backoff.wait(after: 1))
    } else {
      note(load.resource, in: simulation)
    }
    fetchAhead(in: &simulation)
  }

  /// Asks again for what failed, and goes on with the rest.
  mutating func tryAgain(in simulation: inout DeviceSimulation) {
    for resource in failed { note(resource, in: simulation) }
    failed.removeAll(keepingCapacity: true)
    fetchAhead(in: &simulation)
  }

  mutating func published(
    _ resource: ResourceIndex, _ copy: ResourceCopy, in simulation: inout DeviceSimulation
  ) {
    let missing = Int(resource) + 1 - newest.count
    if missing > 0 {
      newest.append(contentsOf: repeatElement(nil, count: missing))
      asked.append(contentsOf: repeatElement(0, count: missing))
    }
    newest[Int(resource)] = copy
    run.notePublished(copy, of: resource, at: simulation.now)
    note(resource, in: simulation)
    for part in copy.parts {
      nextUses.note(part, of: resource)
      note(part, in: simulation)
    }
    fetchAhead(in: &simulation)
  }
}

// MARK: - What came of it

extension PrefetchOracle {
  mutating func opened(in simulation: borrowing DeviceSimulation) {
    isOnScreen = true
    run.visits.append(
      RunRecord.Visit(
        screen: simulation.screenCount, user: simulation.currentUser,
        process: simulation.reachability?.endedProcesses ?? 0))
  }

  private mutating func noteNeed(
    of resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) {
    guard isOnScreen, let last = run.visits.indices.last,
      !run.visits[last].needs.contains(resource)
    else { return }
    run.visits[last].needs.append(resource)
  }

  /// The screen is gone: what was on it?
  mutating func closed(in simulation: borrowing DeviceSimulation) {
    guard isOnScreen, let last = run.visits.indices.last else { return }
    isOnScreen = false
    run.visits[last].closedAt = simulation.now
    let visit = run.visits[last]
    for resource in visit.needs {
      let version: UInt32
      if let painted = simulation.paintedVersion(of: resource, on: visit.screen) {
        version = painted
      } else if let old = held(resource, in: simulation)?.version {
        let need = ScreenNeed(screen: visit.screen, resource: resource)
        // Once that is known and it still was not shown, what is at hand came too late, too.
        guard !foresight.hopeless.contains(need) else { continue }
        run.unanswered.insert(need)
        version = old
      } else {
        continue
      }
      run.visits[last].pieces.append(
        UserVersion(user: visit.user, resource: resource, version: version))
    }
  }

  /// The process is gone, with all that was in RAM.
  mutating func died(in simulation: borrowing DeviceSimulation) {
    closed(in: simulation)
    memory = [:]
    underWay = 0
  }
}
