internal import CacheMetrics
package import CacheWorkloads
package import ClientSimulation
internal import DeviceModels
internal import HTTPCaching
package import SimCore

/// The HTTP cache: the RFC 9111 engine decides by the answers' own headers, tiers in RAM and on
/// flash hold the bytes.
///
/// The engine says whether an answer may be stored, and what to do with a request: use what is
/// stored, ask whether it still holds, or fetch. The engine alone knows what is stored, and under
/// which key the tiers hold it: what both tiers have lost is discarded there, what the engine drops
/// is removed from them.
package struct URLCache: ScreenStrategy {
  package static let name = "url-cache"
  package static let summary =
    "The HTTP cache by RFC 9111: expiry, validation, Vary and the request cache policies, in RAM "
    + "and on flash."

  /// A decision that led to the origin.
  struct Asked {
    var decision: Decision
    var at: Instant
    var site: Site
    /// Where the request was recorded, with its answer.
    var recorded: RecordedReplay.Request?
  }

  let options: Options
  let switches: HTTPSwitches
  package var scheduler: RequestScheduler
  let policies: [RequestPolicy]
  let memory: TierID
  let disk: TierID
  /// One for each user where the tiers keep them apart, else one.
  var engines: [HTTPCache]
  var current = 0
  var partitions = CachePartitions()
  var others: OtherSitesTraffic
  private let requests: RequestTemplates
  private var patterns: ResponseHeaders
  /// What was recorded of each request, where the workload is a capture.
  var replay: RecordedReplay?
  /// By resource: the decision that its last fetch came of.
  var asked: [ResourceIndex: Asked] = [:]
  /// From how many on those are forgotten that nothing will come of any more.
  private var askedLimit = Self.fewAsked
  private static let fewAsked = 64
  /// How long a decision is known at least: a request beside the latest of its resource, which
  /// `isFetching` does not tell of, ends long before.
  private static let askedSpan = TimeSpan.hours(1)
  /// What the origin confirmed last, and when: it may be shown then, whatever its headers say.
  var confirmation: (resource: ResourceIndex, at: Instant, copy: ResourceCopy?)?

  /// What an answer's header takes in the database; an assumption: 1 kB of property list.
  static let headerRow = Bytes.kilobytes(1)

  package init(_ options: Options, in simulation: inout DeviceSimulation) {
    self.init(options, replaying: true, in: &simulation)
  }

  /// - Parameter isReplaying: whether recorded requests are met as they were recorded.
  init(_ options: Options, replaying isReplaying: Bool, in simulation: inout DeviceSimulation) {
    self.options = options
    replay = isReplaying ? RecordedReplay(options, simulation.plan) : nil
    if replay != nil { simulation.tellsRepeats = true }
    switches = options.switches
    scheduler = RequestScheduler(ReadSettings(), options.requests)
    scheduler.cancels = options.switches.endsLoads ? .everything : .nothing
    scheduler.refreshesForViews = false
    scheduler.storesErrors = true
    policies = options.policiesByKind
    let isApart = options.maintenance.perUser
    var plans = [
      TierPlan(
        "memory", on: .memory, policy: options.policy, capacity: options.memoryLimit,
        maintenance: options.maintenance),
      TierPlan(
        "disk", on: .flash, policy: options.policy, capacity: options.usableDisk,
        engine: options.engine, maintenance: options.maintenance),
    ]
    others = OtherSitesTraffic(
      options.otherSites, seed: simulation.plan.seed, device: simulation.device)
    let isShared = !(isApart && simulation.plan.users > 1) && options.switches.variants == .several
    for index in plans.indices {
      let users = isShared ? ObjectKey(simulation.plan.users) : 1
      plans[index].keysPerResource = users
      plans[index].namesKeys = options.partitioned || replay != nil
      plans[index].isSharedWithOthers = !others.isNothing
    }
    memory = simulation.addTier(plans[0])
    disk = simulation.addTier(plans[1])
    let start = simulation.plan.secondsAtStart
    var engine = options.engineOptions(secondsAtStart: start)
    if let replay { engine.switches = replay.client.ofStore }
    engines = Array(
      repeating: HTTPCache(engine), count: isApart ? simulation.plan.users : 1)
    requests = RequestTemplates(
      policies.map { $0.enginePolicy(storesReloads: options.storesReloads) },
      users: simulation.plan.users)
    patterns = ResponseHeaders(secondsAtStart: start, syntax: options.switches.syntax)
  }

  package var deliversRefreshes: Bool { options.deliver == .both }
}

// MARK: - Looking

extension URLCache {
  package mutating func find(_ resource: ResourceIndex, in simulation: inout DeviceSimulation)
    -> Finding?
  {
    admitOtherSites(in: &simulation)
    let site = currentSite(for: resource, in: simulation)
    if let confirmation, confirmation.resource == resource, confirmation.at == simulation.now {
      return shown(confirmation.copy, of: resource, for: site, in: &simulation)
    }
    replay?.take(resource, in: simulation)
    let request = request(for: resource, for: site, in: simulation)
    let now = clock(in: simulation)
    let decision = engines[current].decide(request, at: now)
    let made = concluded(decision, on: resource, in: simulation)
    if replay == nil || scheduler.isApart || !simulation.isFetching(resource) {
      note(
        Asked(decision: decision, at: now, site: site, recorded: made), for: resource,
        in: simulation)
    }
    if replay?.isInPageMemory ?? false,
      let finding = use(decision, on: request, resource, in: &simulation)
    {
      return finding
    }
    simulation.explain(.decided(decision.reason, age: decision.age), of: resource)
    switch decision.action {
    case .useStored: return use(decision, on: request, resource, in: &simulation)
    case .useStaleWhileRevalidating:
      if simulation.isOnline { engines[current].beginRevalidation(of: request, by: decision) }
      return use(decision, on: request, resource, isStale: true, in: &simulation)
    case .validate:
      startWaiting(for: resource, in: &simulation)
      guard let key = key(of: decision, on: request),
        let copy = simulation.peek(key, in: memory) ?? simulation.peek(key, in: disk)
      else { return nil }
      simulation.noteHit(on: key, in: disk)
      // Read and decoded when the origin has confirmed it, and not at all when it has not.
      return Finding(copy, from: .revalidated, after: .zero, use: .unconfirmed)
    case .forward, .complete:
      startWaiting(for: resource, in: &simulation)
      if decision.stored == nil { miss(resource, in: &simulation) }
      return nil
    case .gatewayTimeout:
      miss(resource, in: &simulation)
      return nil
    }
  }

  /// What the origin has confirmed just now.
  /// - Parameter copy: what it was asked about, where that may have left the store by the answer.
  private mutating func shown(
    _ copy: ResourceCopy?, of resource: ResourceIndex, for site: Site,
    in simulation: inout DeviceSimulation
  ) -> Finding? {
    let request = request(for: resource, for: site, in: simulation)
    let found =
      stored(resource, request, in: &simulation) ?? confirmed(resource, request, in: &simulation)
    if let found { return Finding(found.copy, from: found.source, after: found.delay, use: .fresh) }
    return copy.map { Finding($0, from: .revalidated, after: .zero, use: .fresh) }
  }

  /// What may be shown without asking.
  private mutating func use(
    _ decision: Decision, on request: HTTPRequest, _ resource: ResourceIndex, isStale: Bool = false,
    in simulation: inout DeviceSimulation
  ) -> Finding? {
    guard let key = key(of: decision, on: request),
      let (copy, source, delay) = read(key, of: resource, in: &simulation)
    else { return nil }
    let isRefreshed =
      isStale || policy(of: resource, in: simulation) == .reading(.staleWhileRevalidate)
    return Finding(copy, from: source, after: delay, use: isRefreshed ? .stale : .fresh)
  }

  package mutating func request(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    // A policy that wants nothing but what is stored does not ask.
    guard policy(of: resource, in: simulation) != .reading(.cacheOnly) else { return }
    ask(resource, for: .demand, in: &simulation)
  }

  /// Whatever is stored, as `reloadIgnoringLocalCacheData` does.
  package mutating func refresh(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    guard policy(of: resource, in: simulation) != .reading(.cacheOnly) else { return }
    ask(resource, for: .refresh, in: &simulation)
  }

  package mutating func fallback(
    for resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> Finding? {
    let request = request(for: resource, in: simulation)
    if !policy(of: resource, in: simulation).fallsBackOnAnything {
      guard let asked = asked[resource],
        engines[current].permitStale(
          for: request, after: asked.decision, at: clock(in: simulation)) != nil
      else { return nil }
    }
    return stored(resource, request, in: &simulation).map {
      Finding($0.copy, from: $0.source, after: $0.delay, use: .fresh)
    }
  }

  private mutating func stored(
    _ resource: ResourceIndex, _ request: HTTPRequest, in simulation: inout DeviceSimulation
  ) -> (copy: ResourceCopy, source: Source, delay: TimeSpan)? {
    let decision = engines[current].decide(
      request.with(.storedOnly), at: clock(in: simulation))
    return key(of: decision, on: request).flatMap { read($0, of: resource, in: &simulation) }
  }

  /// What the origin was asked about and has confirmed, though no request would find it by itself,
  /// as under `Vary: *`.
  private mutating func confirmed(
    _ resource: ResourceIndex, _ request: HTTPRequest, in simulation: inout DeviceSimulation
  ) -> (copy: ResourceCopy, source: Source, delay: TimeSpan)? {
    asked[resource].flatMap { key(of: $0.decision, on: request) }.flatMap {
      read($0, of: resource, in: &simulation)
    }
  }

  /// The request for a resource by the present user.
  /// - Parameter site: the top-level site that it is for; nil: the present one.
  mutating func request(
    for resource: ResourceIndex, for site: Site? = nil, in simulation: borrowing DeviceSimulation
  ) -> HTTPRequest {
    if let recorded = replay?.request(for: resource) { return recorded }
    let kind = simulation.kind(of: resource)
    var lines = simulation.requestLines(of: resource)
    let site = site ?? currentSite(for: resource, in: simulation)
    guard let navigation = simulation.plan.navigation, simulation.now >= navigation.from else {
      return requests.request(
        for: resource, of: kind, by: simulation.currentUser, in: site, asking: lines)
    }
    let isDocument = simulation.openScreen == resource
    if navigation.by == .reload, isDocument {
      lines = lines.filter { $0.name != "cache-control" }
      lines.append(RecordedField("cache-control", "max-age=0"))
    }
    let request = requests.request(
      for: resource, of: kind, by: simulation.currentUser, in: site, asking: lines)
    let policy = switches.policy(on: navigation.by, isDocument: isDocument)
    return policy == .useProtocol ? request : request.with(policy)
  }

  private func policy(
    of resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> RequestPolicy { policies[Int(simulation.kind(of: resource).rawValue)] }

  /// Notes a decision. What is neither on screen nor being fetched is decided on anew before it is
  /// asked for again, so that its last decision can go.
  private mutating func note(
    _ new: Asked, for resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) {
    if asked.count >= askedLimit {
      for old in asked.keys.sorted()
      where !simulation.isOnScreen(old) && !simulation.isFetching(old)
        && isLongAgo(asked[old], in: simulation)
      {
        asked[old] = nil
      }
      askedLimit = max(Self.fewAsked, 2 * asked.count)
    }
    asked[resource] = new
  }

  private func isLongAgo(_ decision: Asked?, in simulation: borrowing DeviceSimulation) -> Bool {
    guard let decision else { return true }
    return simulation.now - decision.at >= Self.askedSpan
  }
}

// MARK: - Taking in

extension URLCache {
  package mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    if let asked = asked[resource], let made = asked.recorded {
      return keep(copy, of: resource, asked, made, in: &simulation)
    }
    guard copy.method == .get else {
      let target = simulation.target(of: resource) ?? resource
      return invalidate(
        target, by: copy.method.rawValue, answered: Int(copy.status), in: &simulation)
    }
    admitOtherSites(in: &simulation)
    let site = asked[resource]?.site ?? currentSite(for: resource, in: simulation)
    let request = request(for: resource, for: site, in: simulation)
    guard request.method == "GET" else { return }
    let asked = asked[resource] ?? decideAnew(request, for: site, in: simulation)
    let (date, age) = simulation.dateOfAnswer(for: resource)
    let (pattern, stamp) = patterns.answer(
      copy, simulation.headers(of: copy), date: date, age: age)
    let key = key(of: resource, by: simulation.currentUser, for: site, in: &simulation)
    let outcome = engines[current].received(
      pattern, stamp, at: key, for: request, after: asked.decision, requestTime: asked.at,
      responseTime: simulation.now)
    // An answer that may not be stored leaves an older one as it is (RFC 9111 §5.2.2.5).
    guard outcome.stored != nil else {
      simulation.explain(.refused(outcome.reason), of: resource)
      for old in outcome.removed { removeFromTiers(old, in: &simulation) }
      return
    }
    for old in outcome.removed where old != key { removeFromTiers(old, in: &simulation) }
    put(copy, at: key, of: resource, in: &simulation)
  }

  package mutating func confirm(
    _ resource: ResourceIndex, at instant: Instant, in simulation: inout DeviceSimulation
  ) {
    if let asked = asked[resource], let made = asked.recorded {
      return confirm(resource, asked, made, in: &simulation)
    }
    confirmation = (resource, instant, nil)
    let request = request(for: resource, for: asked[resource]?.site, in: simulation)
    guard let asked = asked[resource], let key = key(of: asked.decision, on: request),
      let copy = simulation.peek(key, in: memory) ?? simulation.peek(key, in: disk)
    else { return }
    let (date, age) = simulation.dateOfAnswer(for: resource)
    let (pattern, stamp) = patterns.answer(
      copy, simulation.headers(of: copy), date: date, age: age)
    let outcome = engines[current].confirmed(
      by: pattern, stamp, for: request, after: asked.decision, requestTime: asked.at,
      responseTime: instant)
    guard outcome.stored != nil, switches.confirmationRenews else { return }
    simulation.revise(key, in: memory) { $0.confirmedAt = instant }
    if simulation.revise(key, in: disk, { $0.confirmedAt = instant }) {
      simulation.writeRow(Self.headerRow, beside: key, in: disk, because: .index)
    }
  }

  private func decideAnew(
    _ request: HTTPRequest, for site: Site, in simulation: borrowing DeviceSimulation
  ) -> Asked {
    Asked(
      decision: engines[current].decide(request, at: clock(in: simulation)),
      at: clock(in: simulation), site: site)
  }

  /// An edit went to its record's own address: what is stored there may not hold any more.
  package mutating func settled(
    _ edits: [PendingEdit], _ verdicts: [EditVerdict], in simulation: inout DeviceSimulation
  ) {
    guard options.editsInvalidate else { return }
    // A message is not sent to the record's address.
    for (edit, verdict) in zip(edits, verdicts)
    where verdict != .overruled && !edit.edit.field.isMessage {
      invalidate(edit.edit.record, by: "PATCH", answered: 204, in: &simulation)
    }
  }

  /// The origin answered a request that may have changed what GET brings from its address.
  private mutating func invalidate(
    _ resource: ResourceIndex, by method: String, answered status: Int,
    in simulation: inout DeviceSimulation
  ) {
    let target = request(for: resource, in: simulation).target
    let change = HTTPRequest(method, target)
    let outcome = engines[current].received(
      HTTPResponse(status), for: change,
      after: engines[current].decide(change, at: simulation.now),
      requestTime: simulation.now,
      responseTime: simulation.now)
    for key in outcome.removed.compactMap(\.place) { removeFromTiers(key, in: &simulation) }
  }
}

// MARK: - Waiting

extension URLCache {
  package mutating func notice(_ event: ClientEvent, in simulation: inout DeviceSimulation) {
    switch event {
    case .memoryWarning:
      simulation.removeAll(from: memory)
      discardLost(in: simulation)
    case .died, .purged: discardLost(in: simulation)
    case .switchedUser(let user): changeUser(to: user, in: simulation)
    default: break
    }
  }

  /// Gives the network its time where what is stored stands in for an answer that does not come.
  private mutating func startWaiting(
    for resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    guard simulation.isOnline, policy(of: resource, in: simulation) == .reading(.networkFirst)
    else { return }
    scheduler.limit(resource, to: options.networkTimeout, in: &simulation)
  }
}
