internal import Devices
internal import HTTPCaching
public import SimCore
public import Workloads

/// The HTTP cache: the RFC 9111 engine decides by the answers' own headers, tiers in RAM and on
/// flash hold the bytes.
///
/// The engine says whether an answer may be stored, and what to do with a request: use what is
/// stored, ask whether it still holds, or fetch. An answer is in the engine as long as one of the
/// tiers holds it: what both evict is forgotten, what the engine drops is removed.
public struct URLCache: ScreenStrategy {
  public static let name = "url-cache"
  public static let summary =
    "The HTTP cache by RFC 9111: expiry, validation, Vary and the request cache policies, in RAM "
    + "and on flash."

  /// A decision that led to the origin.
  struct Asked {
    var decision: Decision
    var at: Instant
  }

  let options: Options
  public var desk: RequestDesk
  let policies: [RequestPolicy]
  let memory: TierID
  let disk: TierID
  /// One for each person where the tiers keep them apart, else one.
  var shelves: [AnswerShelf]
  var shelf = 0
  private var requests: RequestBook
  private var patterns: AnswerPatterns
  /// By resource: the decision that its last fetch came of.
  private var asked: [Asked?] = []
  /// What the origin confirmed last, and when: it may be shown then, whatever its headers say.
  private var confirmation: (resource: ResourceIndex, at: Instant)?
  /// By resource: when `networkFirst` has waited long enough.
  private var deadlines: [ResourceIndex: Instant] = [:]

  /// What an answer's header takes in the database; an assumption: 1 kB of property list.
  private static let headerRow = Bytes.kilobytes(1)

  public init(_ options: Options, in world: inout World) {
    self.options = options
    desk = RequestDesk(Reading(), options.requests)
    policies = options.policiesByKind
    let isApart = options.housekeeping.perUser
    var plans = [
      TierPlan(
        "memory", on: .memory, policy: options.policy, capacity: options.memoryCapacity,
        housekeeping: options.housekeeping),
      TierPlan(
        "disk", on: .flash, policy: options.policy, capacity: options.usableDisk,
        engine: "rows-and-files", housekeeping: options.housekeeping),
    ]
    if !(isApart && world.plan.users > 1), options.vary == .chooses {
      for index in plans.indices { plans[index].keysPerResource = ObjectKey(world.plan.users) }
    }
    memory = world.addTier(plans[0])
    disk = world.addTier(plans[1])
    let start = world.plan.secondsAtStart
    shelves = Array(
      repeating: AnswerShelf(options.engineOptions(secondsAtStart: start)),
      count: isApart ? world.plan.users : 1)
    requests = RequestBook(
      policies.map { $0.enginePolicy(storesReloads: options.storesReloads) },
      users: world.plan.users)
    patterns = AnswerPatterns(secondsAtStart: start)
  }

  public var deliversRefreshes: Bool { options.deliver == .both }
}

// MARK: - Looking

extension URLCache {
  public mutating func find(_ resource: ResourceIndex, in world: inout World) -> Finding? {
    let request = request(for: resource, in: world)
    if let confirmation, confirmation.resource == resource, confirmation.at == world.now {
      return stored(resource, request, in: &world).map {
        Finding($0.copy, from: $0.source, after: $0.delay, use: .fresh)
      }
    }
    let decision = shelves[shelf].engine.decide(request, at: world.now)
    note(Asked(decision: decision, at: world.now), for: resource)
    world.explain(.decided(decision.reason, age: decision.age), of: resource)
    switch decision.action {
    case .useStored: return use(decision, resource, in: &world)
    case .useStaleWhileRevalidating:
      if world.isOnline { shelves[shelf].engine.beginRevalidation(of: request, by: decision) }
      return use(decision, resource, isStale: true, in: &world)
    case .validate:
      startWaiting(for: resource, in: &world)
      guard options.revalidates, let key = key(of: decision, resource, in: world),
        let copy = world.peek(key, in: memory) ?? world.peek(key, in: disk)
      else { return nil }
      // Read and decoded when the origin has confirmed it, and not at all when it has not.
      return Finding(copy, from: .revalidated, after: .zero, use: .unconfirmed)
    case .forward, .complete:
      startWaiting(for: resource, in: &world)
      if decision.stored == nil { miss(resource, in: &world) }
      return nil
    case .gatewayTimeout:
      miss(resource, in: &world)
      return nil
    }
  }

  /// What may be shown without asking.
  private mutating func use(
    _ decision: Decision, _ resource: ResourceIndex, isStale: Bool = false, in world: inout World
  ) -> Finding? {
    guard let key = key(of: decision, resource, in: world),
      let (copy, source, delay) = read(key, of: resource, in: &world)
    else { return nil }
    let isRefreshed = isStale || policy(of: resource, in: world) == .staleWhileRevalidate
    return Finding(copy, from: source, after: delay, use: isRefreshed ? .stale : .fresh)
  }

  public mutating func request(_ resource: ResourceIndex, in world: inout World) {
    // Who wants nothing but what is stored does not ask.
    guard policy(of: resource, in: world) != .cacheOnly else { return }
    ask(resource, for: .demand, in: &world)
  }

  public mutating func fallback(
    for resource: ResourceIndex, in world: inout World
  ) -> Finding? {
    let request = request(for: resource, in: world)
    if !policy(of: resource, in: world).fallsBackOnAnything {
      guard let asked = asked(for: resource),
        shelves[shelf].engine.standIn(for: request, after: asked.decision, at: world.now) != nil
      else { return nil }
    }
    return stored(resource, request, in: &world).map {
      Finding($0.copy, from: $0.source, after: $0.delay, use: .fresh)
    }
  }

  /// What is stored for a request, whatever its age.
  private mutating func stored(
    _ resource: ResourceIndex, _ request: HTTPRequest, in world: inout World
  ) -> (copy: ResourceCopy, source: Source, delay: TimeSpan)? {
    let decision = shelves[shelf].engine.decide(request.with(.storedOnly), at: world.now)
    return key(of: decision, resource, in: world).flatMap { read($0, of: resource, in: &world) }
  }

  mutating func request(
    for resource: ResourceIndex, in world: borrowing World
  ) -> HTTPRequest {
    requests.request(for: resource, of: world.kind(of: resource), by: world.currentUser)
  }

  private func policy(
    of resource: ResourceIndex, in world: borrowing World
  ) -> RequestPolicy { policies[Int(world.kind(of: resource).rawValue)] }

  private func asked(for resource: ResourceIndex) -> Asked? {
    Int(resource) < asked.count ? asked[Int(resource)] : nil
  }

  private mutating func note(_ new: Asked, for resource: ResourceIndex) {
    let missing = Int(resource) + 1 - asked.count
    if missing > 0 { asked.append(contentsOf: repeatElement(nil, count: missing)) }
    asked[Int(resource)] = new
  }
}

// MARK: - Taking in

extension URLCache {
  public mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in world: inout World
  ) {
    let request = request(for: resource, in: world)
    let asked = asked(for: resource) ?? decideAnew(request, in: world)
    let (pattern, stamp) = patterns.answer(
      copy, world.headers(of: copy), date: world.dateOfAnswer(for: resource))
    let outcome = shelves[shelf].engine.received(
      pattern, stamp, for: request, after: asked.decision, requestTime: asked.at,
      responseTime: world.now)
    // An answer that may not be stored leaves an older one as it is (RFC 9111 §5.2.2.5).
    guard let number = outcome.stored else {
      world.explain(.refused(outcome.reason), of: resource)
      return
    }
    let key = key(of: resource, by: world.currentUser, in: world)
    for gone in outcome.removed {
      guard let old = shelves[shelf].key(of: gone, among: keys(of: resource, in: world)) else {
        continue
      }
      shelves[shelf].release(old)
      if old != key { removeFromTiers(old, in: &world) }
    }
    put(copy, number, at: key, of: resource, in: &world)
  }

  public mutating func confirm(
    _ resource: ResourceIndex, at instant: Instant, in world: inout World
  ) {
    confirmation = (resource, instant)
    guard let asked = asked(for: resource),
      let key = key(of: asked.decision, resource, in: world),
      let copy = world.peek(key, in: memory) ?? world.peek(key, in: disk)
    else { return }
    let request = request(for: resource, in: world)
    let (pattern, stamp) = patterns.answer(
      copy, world.headers(of: copy), date: world.dateOfAnswer(for: resource))
    let outcome = shelves[shelf].engine.confirmed(
      by: pattern, stamp, for: request, after: asked.decision, requestTime: asked.at,
      responseTime: instant)
    guard outcome.stored != nil, options.confirmationRenews else { return }
    world.revise(key, in: memory) { $0.confirmedAt = instant }
    if world.revise(key, in: disk, { $0.confirmedAt = instant }) {
      world.writeRow(Self.headerRow, beside: key, in: disk, because: .index)
    }
  }

  private func decideAnew(_ request: HTTPRequest, in world: borrowing World) -> Asked {
    Asked(decision: shelves[shelf].engine.decide(request, at: world.now), at: world.now)
  }

  /// An edit went to its record's own address: what is stored there may not hold any more.
  public mutating func settled(
    _ edits: [PendingEdit], _ verdicts: [EditVerdict], in world: inout World
  ) {
    guard options.editsInvalidate else { return }
    for (edit, verdict) in zip(edits, verdicts) where verdict != .overruled {
      invalidate(edit.edit.record, in: &world)
    }
  }

  private mutating func invalidate(_ resource: ResourceIndex, in world: inout World) {
    let target = request(for: resource, in: world).target
    let change = HTTPRequest("PATCH", target)
    let outcome = shelves[shelf].engine.received(
      HTTPResponse(204), for: change,
      after: shelves[shelf].engine.decide(change, at: world.now), requestTime: world.now,
      responseTime: world.now)
    for item in outcome.removed {
      guard let key = shelves[shelf].key(of: item.stored, among: keys(of: resource, in: world))
      else { continue }
      shelves[shelf].release(key)
      removeFromTiers(key, in: &world)
    }
  }
}

// MARK: - Waiting

extension URLCache {
  public mutating func notice(_ event: ClientEvent, in world: inout World) {
    switch event {
    case .timer(let resource): stopWaiting(for: resource, in: &world)
    case .memoryWarning:
      world.removeAll(from: memory)
      reconcile(in: world)
    case .died, .purged:
      deadlines = [:]
      for index in shelves.indices { shelves[index].isSuspect = true }
      reconcile(in: world)
    case .switchedUser(let user): changeHands(to: user, in: world)
    default: break
    }
  }

  /// Sets the limit of the patience with the network; the timer's name is the resource.
  private mutating func startWaiting(for resource: ResourceIndex, in world: inout World) {
    guard let timeout = options.networkTimeout, world.isOnline,
      policy(of: resource, in: world) == .networkFirst
    else { return }
    deadlines[resource] = world.now + timeout
    world.wake(resource, after: timeout)
  }

  /// Shows what is stored; the fetch goes on, and what it brings is stored.
  private mutating func stopWaiting(for resource: ResourceIndex, in world: inout World) {
    guard let deadline = deadlines[resource], deadline <= world.now else { return }
    deadlines[resource] = nil
    guard world.isAwaited(resource), let finding = fallback(for: resource, in: &world) else {
      return
    }
    world.explain(.fallback, of: resource)
    world.show(resource, finding.copy, from: finding.source, after: finding.delay)
  }
}
