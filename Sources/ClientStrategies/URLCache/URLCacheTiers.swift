internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
internal import HTTPCaching
internal import Measurement
internal import SimCore

/// Where the bytes of the engine's answers lie.
///
/// In a tier an answer's key is its resource; where several users share one cache, of each resource
/// one for each of them, as the requests of different users are all that `Vary` can tell apart.
extension URLCache {
  /// The key under which a user's answer is put.
  func key(
    of resource: ResourceIndex, by user: UInt16, in simulation: borrowing DeviceSimulation
  ) -> ObjectKey {
    let keys = keys(of: resource, in: simulation)
    return keys.count == 1
      ? keys.lowerBound : min(keys.lowerBound + ObjectKey(user), keys.upperBound - 1)
  }

  /// The keys that a resource's answers can have.
  func keys(of resource: ResourceIndex, in simulation: borrowing DeviceSimulation) -> Range<
    ObjectKey
  > {
    let count = indexes.count > 1 || options.vary != .chooses ? 1 : ObjectKey(simulation.plan.users)
    return resource * count..<(resource + 1) * count
  }

  /// The resource that a key is of.
  func resource(of key: ObjectKey, in simulation: borrowing DeviceSimulation) -> ResourceIndex {
    key / ObjectKey(keys(of: 0, in: simulation).count)
  }

  /// The key under which the answer lies that a decision found.
  func key(
    of decision: Decision, _ resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> ObjectKey? {
    guard let number = decision.stored else { return nil }
    return indexes[current].key(of: number, among: keys(of: resource, in: simulation))
  }

  /// Reads from RAM, else from flash, which brings the answer back to RAM.
  mutating func read(
    _ key: ObjectKey, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> (copy: ResourceCopy, source: Source, delay: TimeSpan)? {
    let inMemory = simulation.lookup(key, in: memory)
    forgetEvicted(from: memory, in: &simulation)
    if let inMemory {
      return (inMemory, .memory, simulation.decode(inMemory, as: Codecs.json))
    }
    let onDisk = simulation.lookup(key, in: disk)
    forgetEvicted(from: disk, in: &simulation)
    guard let copy = onDisk else { return nil }
    simulation.store(copy, of: key, size: copy.size, in: memory, resource: resource)
    forgetEvicted(from: memory, in: &simulation)
    let delay = simulation.read(key, from: disk) + simulation.decode(copy, as: Codecs.json)
    return (copy, .flash, delay)
  }

  /// Looks for what neither tier holds, so that their policies hear of the miss.
  mutating func miss(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    let key = key(of: resource, by: simulation.currentUser, in: simulation)
    guard indexes[current].number(at: key) == nil else { return }
    for tier in [memory, disk] {
      _ = simulation.lookup(key, in: tier)
      forgetEvicted(from: tier, in: &simulation)
    }
  }

  /// Puts an answer into both tiers; the engine forgets it if neither takes it.
  mutating func put(
    _ copy: ResourceCopy, _ number: UInt64, at key: ObjectKey, of resource: ResourceIndex,
    in simulation: inout DeviceSimulation
  ) {
    if options.whenFull == .empty { makeRoom(for: copy, at: key, in: &simulation) }
    indexes[current].hold(number, at: key)
    var isKept = simulation.store(copy, of: key, size: copy.size, in: memory, resource: resource)
    forgetEvicted(from: memory, in: &simulation)
    if simulation.store(
      copy, of: key, size: copy.size, in: disk, because: .store, resource: resource)
    {
      isKept = true
    }
    forgetEvicted(from: disk, in: &simulation)
    if !isKept { forget(key, in: current, in: simulation) }
  }

  /// Empties everything when the disk tier cannot take an answer.
  private mutating func makeRoom(
    for copy: ResourceCopy, at key: ObjectKey, in simulation: inout DeviceSimulation
  ) {
    let replaced = simulation.peek(key, in: disk)?.size ?? .zero
    guard copy.size <= options.usableDisk,
      simulation.used(in: disk) - replaced + copy.size > options.usableDisk
    else { return }
    simulation.removeAll(from: disk)
    simulation.removeAll(from: memory)
    for index in indexes.indices { indexes[index].removeAll() }
  }

  /// What has just left one tier and lies in no other leaves the engine too.
  private mutating func forgetEvicted(from tier: TierID, in simulation: inout DeviceSimulation) {
    let other = tier == memory ? disk : memory
    for entry in simulation.takeEvicted() {
      let owner = min(Int(entry.copy.user), indexes.count - 1)
      if owner == current {
        if simulation.peek(entry.key, in: other) == nil {
          forget(entry.key, in: owner, in: simulation)
        }
      } else {
        indexes[owner].isSuspect = true
      }
    }
  }

  func isInTiers(_ key: ObjectKey, in simulation: borrowing DeviceSimulation) -> Bool {
    simulation.peek(key, in: memory) != nil || simulation.peek(key, in: disk) != nil
  }

  mutating func removeFromTiers(_ key: ObjectKey, in simulation: inout DeviceSimulation) {
    simulation.remove(key, from: memory)
    simulation.remove(key, from: disk)
  }

  private mutating func forget(
    _ key: ObjectKey, in index: Int, in simulation: borrowing DeviceSimulation
  ) {
    let resource = resource(of: key, in: simulation)
    indexes[index].forget(key, at: request(for: resource, in: simulation).target)
  }

  /// Holds the engine to what the tiers still have.
  ///
  /// Nearly always all of it lies on disk, and nothing is lost with memory.
  mutating func reconcile(in simulation: borrowing DeviceSimulation) {
    if indexes.reduce(0, { $0 + $1.heldCount }) == simulation.count(in: disk) {
      for index in indexes.indices { indexes[index].isSuspect = false }
      return
    }
    indexes[current].isSuspect = false
    for key in indexes[current].heldKeys where !isInTiers(key, in: simulation) {
      forget(key, in: current, in: simulation)
    }
  }

  /// Another user takes the device.
  mutating func changeUser(to user: UInt16, in simulation: borrowing DeviceSimulation) {
    if options.maintenance.onLogout == .purge { indexes[current].removeAll() }
    guard indexes.count > 1 else { return }
    current = min(Int(user), indexes.count - 1)
    if indexes[current].isSuspect { reconcile(in: simulation) }
  }
}
