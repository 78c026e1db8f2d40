internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import SimCore

/// Fetches records ahead into a record store, and sends edits from an outbox: what strategies that
/// fetch ahead have in common. What a screen shows is theirs.
///
/// It polls the list of records by a schedule, in front and by background fetches, and whenever a
/// network or a charger comes; chooses what is worth fetching; and fetches so many at once.
struct Prefetcher {
  /// What is fetched ahead, and when.
  struct Plan {
    /// How often to poll; nil: by no schedule.
    var interval: TimeSpan? = .hours(1)
    /// How many records are fetched ahead, the likeliest first; nil: all. Lists do not count.
    var count: Int?
    var order = PrefetchOrder.recency
    var includesLists = true
    /// Whether screens have no other way to what they show, so that in front their user waits for
    /// it, and it is fetched in Low Data Mode too.
    var isOnlyWay = false
    /// Whether records beyond the count are purged; otherwise only retention purges.
    var purgesOthers = true
    let settings: AheadSettings

    init(settings: AheadSettings) { self.settings = settings }
  }

  private let plan: Plan
  var store: RecordStore
  private var outbox: Outbox
  /// The records of the last list that are still to be fetched, the next one last.
  private var queue: [ResourceIndex] = []
  /// By user, where users are kept apart: when the list was last fetched. It lies with the
  /// records and goes with them.
  private var lastPolls: [UInt16: Instant] = [:]
  /// By user, where users are kept apart: how often each record was opened.
  private var openings: [UInt16: [ResourceIndex: Int]] = [:]
  /// By user: whether the next poll need not wait until the interval is over.
  private var isDue: [UInt16: Bool] = [:]
  private var user: UInt16 = 0
  private var isPolling = false
  /// When the transfers that are held back go at the latest; nil: none is.
  private var heldUntil: Instant?

  /// The timer that polls while the app is in front.
  private let pollTimer: TimerID
  /// The timer after which unsent edits are tried again.
  private let retryTimer: TimerID

  init(_ plan: Plan, _ store: RecordStore, in simulation: inout DeviceSimulation) {
    self.plan = plan
    self.store = store
    self.store.kinds = plan.settings.kinds
    outbox = Outbox(plan.settings.outbox)
    pollTimer = simulation.makeTimer()
    retryTimer = simulation.makeTimer()
    if let interval = plan.interval, polls { simulation.requestBackgroundFetches(every: interval) }
  }

  /// Reacts to all that is not about the open screen.
  /// - Returns: the records that became readable by it.
  mutating func react(
    to event: ClientEvent, in simulation: inout DeviceSimulation
  ) -> [ResourceIndex] {
    switch event {
    case .manifest(let manifest): choose(from: manifest, in: &simulation)
    case .loaded(let load):
      let finished = store.take(load, in: &simulation)
      // It has woken the radio, for a screen or not.
      if heldUntil != nil { return finished + resume(in: &simulation) }
      fetchNext(in: &simulation)
      return finished
    case .edited(let edit) where edit.edit.field.isMessage: simulation.send([edit])
    case .sent(let edits, let verdicts) where edits.contains { $0.edit.field.isMessage }:
      simulation.conclude(edits, verdicts)
    case .edited(let edit):
      outbox.add(edit, in: &simulation)
      store.write(edit.edit, in: &simulation)
      sendEdits(in: &simulation)
    case .sent(let edits, let verdicts):
      outbox.settle(edits, verdicts, in: &simulation)
      if verdicts != nil {
        sendEdits(in: &simulation)
      } else {
        simulation.wake(retryTimer, after: outbox.retryWait)
      }
    case .timer(retryTimer): sendEdits(in: &simulation)
    case .timer(store.rewritingTimer): return finishRewritten(in: &simulation)
    case .timer(pollTimer), .foregrounded, .backgroundFetch, .charging(true),
      .connectivity(isOnline: true), .changedNetwork:
      return resume(in: &simulation)
    case .launched: store.removeDrafts(in: &simulation)
    case .died:
      stop()
      outbox.forgetUnderWay()
    case .purged where plan.settings.maintenance.directory(by: simulation.shared) == .caches:
      lastPolls = [:]
      outbox.loseAll(in: &simulation)
    case .upgraded where plan.settings.maintenance.onUpgrade == .purge: lastPolls = [:]
    case .switchedUser(let user): change(to: user, in: &simulation)
    default: break
    }
    return []
  }

  /// The app works and may have a network: sends what waits, and polls.
  /// - Returns: the records that became readable.
  mutating func resume(in simulation: inout DeviceSimulation) -> [ResourceIndex] {
    sendEdits(in: &simulation)
    let finished = finishRewritten(in: &simulation)
    poll(in: &simulation)
    return finished
  }

  /// The next poll need not wait until the interval is over.
  mutating func expire() { isDue[user] = true }

  /// The same, if the last poll was longer ago than this; nil: it never was.
  mutating func expire(olderThan age: TimeSpan?, at now: Instant) {
    if let age, let last = lastPolls[user], now - last > age { expire() }
  }

  mutating func noteOpening(of resource: ResourceIndex) {
    if plan.order == .history { openings[user, default: [:]][resource, default: 0] += 1 }
  }

  private mutating func finishRewritten(
    in simulation: inout DeviceSimulation
  ) -> [ResourceIndex] {
    let finished = store.finish(in: &simulation)
    fetchNext(in: &simulation)
    return finished
  }

  private mutating func stop() {
    queue = []
    isPolling = false
    store.forgetUnfinished()
  }

  /// Another user uses the app: what is there for them may be old, or nothing.
  private mutating func change(to user: UInt16, in simulation: inout DeviceSimulation) {
    stop()
    let maintenance = plan.settings.maintenance
    if maintenance.onLogout == .purge {
      lastPolls[self.user] = nil
      openings[self.user] = nil
    }
    if maintenance.perUser { self.user = user }
    store.removeDrafts(in: &simulation)
    poll(in: &simulation)
  }
}

// MARK: - Holding back

extension Prefetcher {
  /// Whether what can wait goes now: nothing is held back, the radio is awake anyway, or the
  /// deadline of what came first is over. Else it waits, and all goes together then.
  private mutating func mayTransfer(in simulation: inout DeviceSimulation) -> Bool {
    guard let deadline = plan.settings.deadline else { return true }
    let isDue = heldUntil.map { $0 <= simulation.now } ?? false
    if isDue || simulation.isRadioAwake {
      heldUntil = nil
      return true
    }
    if heldUntil == nil {
      heldUntil = simulation.now + deadline
      simulation.requestWork(after: deadline)
    }
    return false
  }

  /// The user waits for it: what is held back goes with the next poll.
  mutating func release(at now: Instant) {
    if plan.settings.deadline != nil { heldUntil = now }
  }

  private mutating func sendEdits(in simulation: inout DeviceSimulation) {
    guard simulation.canFetch, outbox.hasUnsent, mayTransfer(in: &simulation) else { return }
    outbox.send(in: &simulation)
  }
}

// MARK: - Polling and choosing

extension Prefetcher {
  private var polls: Bool { plan.includesLists || plan.count != 0 }

  private func mayFetchAhead(in simulation: borrowing DeviceSimulation) -> Bool {
    polls && simulation.canFetch
      && (!simulation.isConstrained || plan.isOnlyWay && simulation.isInFront)
      && !(plan.settings.onlyUnmetered.isAll && simulation.isMetered)
      && !(plan.settings.onlyCharging && !simulation.isCharging)
  }

  private mutating func poll(in simulation: inout DeviceSimulation) {
    guard mayFetchAhead(in: simulation), !isPolling else { return }
    let interval = plan.interval ?? .distantFuture - .start
    let lastPoll = lastPolls[user]
    if isDue[user] != true, let lastPoll, simulation.now - lastPoll < interval {
      wakeForPoll(after: simulation.now - lastPoll, in: &simulation)
      fetchNext(in: &simulation)
      return
    }
    // Nothing can be shown before the first list has come.
    guard lastPoll == nil || mayTransfer(in: &simulation) else { return }
    isPolling = true
    simulation.fetchManifest(plan.settings.lists, since: lastPoll)
  }

  /// Has the list polled again while the app is in front.
  /// - Parameter age: how long ago it was polled last.
  private func wakeForPoll(after age: TimeSpan, in simulation: inout DeviceSimulation) {
    guard let interval = plan.interval, simulation.isInFront else { return }
    simulation.wake(pollTimer, after: interval - age)
  }

  private mutating func choose(
    from manifest: Manifest?, in simulation: inout DeviceSimulation
  ) {
    isPolling = false
    guard let manifest else { return }
    lastPolls[user] = simulation.now
    isDue[user] = nil
    outbox.pull(manifest.fields, in: &simulation)
    wakeForPoll(after: .zero, in: &simulation)
    // Newest first; of one instant, the higher index was published later.
    let newest = manifest.entries.sorted {
      ($0.publishedAt, $0.resource) > ($1.publishedAt, $1.resource)
    }.filter {
      plan.settings.retention.keeps($0, fields: outbox.fields(of: $0.resource), at: simulation.now)
    }
    var wanted = newest
    wanted.removeAll { !store.kinds.includes($0.resource, in: simulation) }
    wanted = likeliest(of: wanted)
    var kept = BitSet((plan.purgesOthers ? wanted : newest).lazy.map(\.resource))
    if !plan.purgesOthers, plan.settings.retention.keepsFavourites {
      // The list need not have a line for them any more.
      kept.formUnion(outbox.records(withAny: .favourite))
    }
    store.retain(kept, in: &simulation)
    store.retryParts()
    queue = wanted.filter { !store.holds($0.resource, version: $0.version, in: simulation) }
      .map(\.resource).reversed()
    fetchNext(in: &simulation)
  }

  /// The lists, and the likeliest so many of the records that they lead to.
  private func likeliest(of newest: [ManifestEntry]) -> [ManifestEntry] {
    let ordered = plan.order.sort(newest, openings: openings[user] ?? [:])
    var left = plan.count ?? .max
    return ordered.filter { entry in
      if entry.isList { return plan.includesLists }
      left -= 1
      return left >= 0
    }
  }

  /// Where the next record stands that need not wait for another network.
  private func nextInQueue(in simulation: borrowing DeviceSimulation) -> Int? {
    var place = queue.count - 1
    while place >= 0, store.kinds.defers(queue[place], in: simulation) { place -= 1 }
    return place < 0 ? nil : place
  }

  private mutating func fetchNext(in simulation: inout DeviceSimulation) {
    let mayBegin = simulation.permitsTransfers && mayFetchAhead(in: simulation)
    guard mayBegin, nextInQueue(in: simulation) != nil || store.lacksParts(in: simulation),
      mayTransfer(in: &simulation)
    else { return }
    while store.unfinishedCount < plan.settings.concurrency, mayFetchAhead(in: simulation) {
      guard let place = nextInQueue(in: simulation) else {
        guard store.lacksParts(in: simulation) else { return }
        store.fetchParts(in: &simulation)
        continue
      }
      let resource = queue.remove(at: place)
      store.begin(resource)
      simulation.fetch(
        resource, for: .prefetch, unless: store.version(of: resource, in: simulation),
        asking: plan.settings.lists)
    }
  }
}

/// Which records are the likeliest to be opened next, and so the first to be fetched ahead.
package enum PrefetchOrder: String, WordSettingValue {
  /// The newest, lists among them.
  case recency
  /// The highest on the lists that lead to them, after the lists; then the newest.
  case rank
  /// Those that this user opened most often, after the lists; then the newest.
  case history

  /// Puts the likeliest first.
  /// - Parameter newest: the newest first.
  func sort(
    _ newest: [ManifestEntry], openings: [ResourceIndex: Int]
  ) -> [ManifestEntry] {
    if self == .recency { return newest }
    func key(_ entry: ManifestEntry) -> Int {
      if entry.isList { return .min }
      return self == .rank ? entry.rank ?? .max : -(openings[entry.resource] ?? 0)
    }
    // Of equal keys the newest first.
    return newest.enumerated().map { (key: key($0.element), place: $0.offset, entry: $0.element) }
      .sorted { ($0.key, $0.place) < ($1.key, $1.place) }.map(\.entry)
  }
}
