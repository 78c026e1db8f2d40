internal import CacheMetrics
package import CacheWorkloads
package import ClientSimulation
internal import DeviceModels
package import SimCore

/// An image library: decoded pictures in memory, pictures as they came on flash, in files of its
/// own or in an HTTP cache. The presets are libraries as they ship.
///
/// It holds pictures alone. What else a screen needs, texts and models, comes from the network each
/// time, or from archives as on-demand's, as `documents` says.
package struct ImageLoader: ScreenStrategy {
  package static let name = "image-loader"
  package static let summary =
    "An image library: decoded pictures in memory, files or an HTTP cache on flash, limits, sweeps "
    + "and expiry as libraries have them; texts come from the network each time."

  private let options: Options
  package var scheduler: RequestScheduler
  private var memory: BitmapMemory?
  private var encoded: EncodedMemory?
  private var files: PictureFiles?
  private var http: URLCache?
  private var documents: OnDemand?
  /// Pictures that are being fetched, where their number is limited, and those that wait for it.
  private var requested: Set<ResourceIndex> = []
  private var waiting: [ResourceIndex] = []
  /// When each picture was put under the key that requests had then, where keys have a lifetime.
  private var keyedAt: [ResourceIndex: Instant] = [:]
  /// The versions that were found in the HTTP cache when pictures were looked up last, which a
  /// request that is made again names.
  private var named: [ResourceIndex: UInt32] = [:]

  package init(_ options: Options, in simulation: inout DeviceSimulation) {
    self.options = options
    scheduler = RequestScheduler(options.read, options.requests)
    scheduler.refreshesPictures = options.hits == .refresh
    memory = BitmapMemory(options.memory, in: &simulation)
    encoded = EncodedMemory(options.encodedMemory, in: &simulation)
    if options.disk.store == .files {
      files = PictureFiles(options.disk, hits: options.hits, in: &simulation)
    }
    if options.disk.store == .http || options.hits == .refresh {
      http = URLCache(
        options.cache(on: simulation.plan.device), replaying: false, in: &simulation)
    }
    if options.documents == .archive { documents = OnDemand(options.archiving, in: &simulation) }
  }

  private func isPicture(
    _ resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> Bool { simulation.kind(of: resource).isPicture }
}

// MARK: - Looking

extension ImageLoader {
  package func version(
    of resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> UInt32? {
    guard isPicture(resource, in: simulation) else {
      return documents?.version(of: resource, in: simulation)
    }
    // A request through the HTTP cache names what lies there.
    guard options.hits != .refresh else { return named[resource] }
    if let end = endOfKey(of: resource, in: simulation), simulation.now >= end { return nil }
    return peek(resource, in: simulation)?.version
  }

  /// What it has of a picture, in memory or in files of its own; asking costs nothing.
  private func peek(
    _ resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> ResourceCopy? {
    memory?.peek(resource, in: simulation) ?? encoded?.peek(resource, in: simulation)
      ?? files?.peek(resource, in: simulation)
  }

  package mutating func find(
    _ resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> Finding? {
    guard isPicture(resource, in: simulation) else {
      return documents?.find(resource, in: &simulation)
    }
    // What is there stays where it is; that it is, is known from its key.
    let isLeftThere = scheduler.isLookingAhead && options.prefetchDestination != .memory
    if isLeftThere, version(of: resource, in: simulation) != nil,
      let copy = peek(resource, in: simulation)
    {
      return Finding(copy, from: .flash, after: .zero, use: .fresh)
    }
    if var own = findOwn(resource, in: &simulation) {
      if options.hits == .refresh {
        let answer = http?.find(resource, in: &simulation)
        own.use = answer?.use == .fresh ? .fresh : .stale
        own.condition = answer?.copy.version
        named[resource] = own.condition
      }
      return own
    }
    let finding = http?.find(resource, in: &simulation)
    named[resource] = finding?.condition
    guard let finding else { return nil }
    // What the origin has yet to confirm is not read and decoded before it has.
    if finding.use != .unconfirmed {
      noteKey(of: resource, in: simulation)
      if !isLeftThere { hold(finding.copy, of: resource, in: &simulation) }
      files?.keep(finding.copy, of: resource, in: &simulation)
    }
    return finding
  }

  /// Looks a picture up in memory and in the library's own files, as far as hits count.
  private mutating func findOwn(
    _ resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> Finding? {
    if let end = endOfKey(of: resource, in: simulation), simulation.now >= end {
      simulation.explain(.expired(at: end), of: resource)
      return nil
    }
    if options.hits.looksInMemory {
      if let copy = memory?.find(resource, in: &simulation) {
        files?.noteMemoryHit(on: resource, in: &simulation)
        if options.hits != .refresh { simulation.explain(.immutable, of: resource) }
        return Finding(copy, from: .memory, after: .zero, use: .fresh, isDecoded: true)
      }
      if let copy = encoded?.find(resource, in: &simulation) {
        memory?.keep(copy, of: resource, in: &simulation)
        return Finding(copy, from: .memory, after: .zero, use: .fresh)
      }
    }
    guard options.hits.looksOnDisk, let finding = files?.find(resource, in: &simulation) else {
      return nil
    }
    hold(finding.copy, of: resource, in: &simulation)
    return finding
  }

  /// Until when requests have the key under which a picture is stored; nil: for ever, or there is
  /// none.
  private func endOfKey(
    of resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> Instant? {
    guard let span = options.keyLifetime?.nanoseconds, let keyed = keyedAt[resource],
      peek(resource, in: simulation) != nil
    else { return nil }
    return Instant(nanoseconds: (keyed.nanoseconds / span + 1) * span)
  }

  /// A picture is put under the key that requests have now: it came, or was taken from the HTTP
  /// cache, whose keys do not change.
  private mutating func noteKey(
    of resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) {
    if options.keyLifetime != nil { keyedAt[resource] = simulation.now }
  }

  package mutating func fallback(
    for resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> Finding? {
    isPicture(resource, in: simulation) ? http?.fallback(for: resource, in: &simulation) : nil
  }
}

// MARK: - Taking in

extension ImageLoader {
  private mutating func hold(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    encoded?.keep(copy, of: resource, in: &simulation)
    memory?.keep(copy, of: resource, in: &simulation)
  }

  package mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    guard copy.kind.isPicture else {
      documents?.keep(copy, of: resource, in: &simulation)
      return
    }
    noteKey(of: resource, in: simulation)
    named[resource] = nil
    let isForLater = scheduler.isAhead(resource) && !simulation.isOnScreen(resource)
    if !(isForLater && options.prefetchDestination == .disk) {
      hold(copy, of: resource, in: &simulation)
    }
    http?.keep(copy, of: resource, in: &simulation)
    files?.keep(copy, of: resource, in: &simulation)
  }

  package mutating func confirm(
    _ resource: ResourceIndex, at instant: Instant, in simulation: inout DeviceSimulation
  ) {
    guard isPicture(resource, in: simulation) else {
      documents?.confirm(resource, at: instant, in: &simulation)
      return
    }
    http?.confirm(resource, at: instant, in: &simulation)
    files?.confirm(resource, at: instant, in: &simulation)
  }

  package mutating func leave(
    _ resource: ResourceIndex, showing copy: ResourceCopy, in simulation: inout DeviceSimulation
  ) {
    if !copy.kind.isPicture { documents?.leave(resource, showing: copy, in: &simulation) }
  }

  package mutating func settled(
    _ edits: [PendingEdit], _ verdicts: [EditVerdict], in simulation: inout DeviceSimulation
  ) { http?.settled(edits, verdicts, in: &simulation) }
}

// MARK: - Asking

extension ImageLoader {
  package mutating func react(to event: ClientEvent, in simulation: inout DeviceSimulation) {
    switch event {
    case .closed: waiting = []
    case .died:
      waiting = []
      requested = []
    default: break
    }
    follow(event, in: &simulation)
  }

  /// Fetches a picture when there are not too many under way.
  package mutating func request(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    if let most = options.concurrency, isPicture(resource, in: simulation),
      !requested.contains(resource)
    {
      guard requested.count < most else {
        if !waiting.contains(resource) { waiting.append(resource) }
        return
      }
      requested.insert(resource)
    }
    ask(resource, for: .demand, in: &simulation)
  }

  package mutating func ended(_ load: Load, in simulation: inout DeviceSimulation) {
    guard let most = options.concurrency else { return }
    requested.remove(load.resource)
    while requested.count < most, !waiting.isEmpty {
      let next = waiting.removeFirst()
      if simulation.isAwaited(next) { request(next, in: &simulation) }
    }
  }

  package mutating func notice(_ event: ClientEvent, in simulation: inout DeviceSimulation) {
    memory?.notice(event, in: &simulation)
    encoded?.notice(event, sharing: options.memory, in: &simulation)
    files?.notice(event, in: &simulation)
    http?.notice(event, in: &simulation)
    documents?.notice(event, in: &simulation)
  }
}

/// Pictures in memory as they came, beside the decoded ones.
private struct EncodedMemory {
  private let limit: Bytes
  private let tier: TierID

  init?(_ rule: CapacityRule, in simulation: inout DeviceSimulation) {
    limit = rule.limit(on: simulation.plan.device)
    guard limit > .zero else { return nil }
    tier = simulation.addTier(TierPlan("encoded", on: .memory, policy: "lru", capacity: limit))
  }

  func peek(
    _ resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> ResourceCopy? { simulation.peek(resource, in: tier) }

  func find(
    _ resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> ResourceCopy? { simulation.lookup(resource, in: tier) }

  func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) { simulation.store(copy, of: resource, size: copy.size, in: tier) }

  /// An event of the system leaves the share that it leaves of decoded pictures.
  func notice(
    _ event: ClientEvent, sharing memory: BitmapMemory.Options,
    in simulation: inout DeviceSimulation
  ) {
    guard let share = memory.share(leftBy: event), share < 1 else { return }
    let whole = memory.shareOf == .limit ? limit : simulation.used(in: tier)
    simulation.trim(tier, toCount: .max, cost: whole.share(share))
  }
}
