internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
internal import HTTPCaching
internal import SimCore

/// Where the bytes of the engine's answers lie.
///
/// In a tier an answer's key is its resource; where several users share one cache, of each resource
/// one for each of them, as the requests of different users are all that `Vary` can tell apart.
/// Where the cache is partitioned, answers are numbered as they are first asked for.
extension URLCache {
  /// The key under which a user's answer is put.
  mutating func key(
    of resource: ResourceIndex, by user: UInt16, for site: Site,
    in simulation: inout DeviceSimulation
  ) -> ObjectKey {
    let users = variantsPerSite(in: simulation)
    let variant = users == 1 ? 0 : min(ObjectKey(user), users - 1)
    guard options.partitioned || replay != nil else { return resource * users + variant }
    return key(of: .init(resource: resource, site: site, user: variant), in: &simulation)
  }

  /// The number of an answer, which is named where it is a new one.
  mutating func key(
    of place: CachePartitions.Place, in simulation: inout DeviceSimulation
  ) -> ObjectKey {
    let (key, isNew) = partitions.key(of: place)
    if isNew {
      for tier in [memory, disk] { simulation.nameKey(key, of: place.resource, in: tier) }
    }
    return key
  }

  /// How many answers of a resource one site's partition can have.
  private func variantsPerSite(in simulation: borrowing DeviceSimulation) -> ObjectKey {
    engines.count > 1 || switches.variants != .several ? 1 : ObjectKey(simulation.plan.users)
  }

  private func place(
    of key: ObjectKey, in simulation: borrowing DeviceSimulation
  ) -> (resource: ResourceIndex, site: Site) {
    guard options.partitioned || replay != nil else {
      return (key / variantsPerSite(in: simulation), 0)
    }
    return (partitions[key].resource, partitions[key].site)
  }

  /// The site that a request is made for at this instant: that of the open screen's main resource,
  /// or the resource's own.
  func currentSite(for resource: ResourceIndex, in simulation: borrowing DeviceSimulation) -> Site {
    guard options.partitioned else { return 0 }
    return Site(simulation.host(of: simulation.openScreen ?? resource)) + 1
  }

  /// The key under which the answer lies that a decision found.
  func key(of decision: Decision, on request: HTTPRequest) -> ObjectKey? {
    engines[current].place(of: decision, at: request.target)
  }

  /// Reads from RAM, else from flash, which brings the answer back to RAM.
  mutating func read(
    _ key: ObjectKey, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> (copy: ResourceCopy, source: Source, delay: TimeSpan)? {
    let inMemory = simulation.lookup(key, in: memory)
    discardEvicted(from: memory, in: &simulation)
    if let inMemory { return (inMemory, .memory, simulation.decode(inMemory, as: Codecs.json)) }
    let onDisk = simulation.lookup(key, in: disk)
    discardEvicted(from: disk, in: &simulation)
    guard let copy = onDisk else { return nil }
    let owner = place(of: key, in: simulation).resource
    simulation.store(copy, of: key, size: copy.size, in: memory, resource: owner)
    discardEvicted(from: memory, in: &simulation)
    let delay = simulation.read(key, from: disk) + simulation.decode(copy, as: Codecs.json)
    return (copy, .flash, delay)
  }

  /// Looks for what neither tier holds, so that their policies hear of the miss.
  mutating func miss(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    let site = currentSite(for: resource, in: simulation)
    let key = key(of: resource, by: simulation.currentUser, for: site, in: &simulation)
    let target = request(for: resource, for: site, in: simulation).target
    guard !engines[current].holds(key, at: replay?.target(of: key) ?? target) else { return }
    for tier in [memory, disk] {
      _ = simulation.lookup(key, in: tier)
      discardEvicted(from: tier, in: &simulation)
    }
  }

  /// Puts an answer into both tiers; the engine discards it if neither takes it.
  mutating func put(
    _ copy: ResourceCopy, at key: ObjectKey, of resource: ResourceIndex,
    in simulation: inout DeviceSimulation
  ) {
    if options.whenFull == .empty { freeSpace(for: copy, at: key, in: &simulation) }
    var isKept = simulation.store(copy, of: key, size: copy.size, in: memory, resource: resource)
    discardEvicted(from: memory, in: &simulation)
    if simulation.store(
      copy, of: key, size: copy.size, in: disk, because: .store, resource: resource)
    {
      isKept = true
    }
    discardEvicted(from: disk, in: &simulation)
    if !isKept { discard(key, of: simulation.currentUser, in: simulation) }
  }

  /// Empties everything when the disk tier cannot take an answer, which the engine has already.
  private mutating func freeSpace(
    for copy: ResourceCopy, at key: ObjectKey, in simulation: inout DeviceSimulation
  ) {
    let replaced = simulation.peek(key, in: disk)?.size ?? .zero
    guard copy.size <= options.usableDisk,
      simulation.cost(in: disk) - replaced + copy.size > options.usableDisk
    else { return }
    let current = current
    emptyTiers(in: &simulation) { $0 != current || $1 != key }
  }

  mutating func emptyTiers(
    in simulation: inout DeviceSimulation, _ isLost: (_ engine: Int, _ key: ObjectKey) -> Bool
  ) {
    simulation.removeAll(from: disk)
    simulation.removeAll(from: memory)
    for index in engines.indices { engines[index].discard { isLost(index, $0) } }
  }

  /// What has just left one tier and lies in no other leaves the engine too.
  mutating func discardEvicted(from tier: TierID, in simulation: inout DeviceSimulation) {
    let other = tier == memory ? disk : memory
    for entry in simulation.takeEvicted()
    where simulation.peek(entry.key, in: other, of: entry.copy.user) == nil {
      discard(entry.key, of: entry.copy.user, in: simulation)
    }
  }

  mutating func removeFromTiers(_ key: ObjectKey, in simulation: inout DeviceSimulation) {
    simulation.remove(key, from: memory)
    simulation.remove(key, from: disk)
  }

  private mutating func discard(
    _ key: ObjectKey, of user: UInt16, in simulation: borrowing DeviceSimulation
  ) {
    let (resource, site) = place(of: key, in: simulation)
    let target =
      replay?.target(of: key) ?? request(for: resource, for: site, in: simulation).target
    engines[min(Int(user), engines.count - 1)].discard(key, at: target)
  }

  /// Takes out of the engines what the tiers have lost: by the end of the process, by the system.
  /// - Complexity: O(what is stored).
  mutating func discardLost(in simulation: borrowing DeviceSimulation) {
    for index in engines.indices {
      let user = engines.count > 1 ? UInt16(index) : simulation.currentUser
      engines[index].discard { key in
        simulation.peek(key, in: memory, of: user) == nil
          && simulation.peek(key, in: disk, of: user) == nil
      }
    }
  }

  mutating func changeUser(to user: UInt16, in simulation: borrowing DeviceSimulation) {
    if options.maintenance.onLogout == .purge { engines[current].removeAll() }
    if engines.count > 1 { current = min(Int(user), engines.count - 1) }
  }
}
