internal import Devices
internal import HTTPCaching
internal import SimCore
internal import Workloads

/// Where the bytes of the engine's answers lie.
///
/// In a tier an answer's key is its resource; where several people use one cache, of each resource
/// one for each of them, as the requests of different people are all that `Vary` can tell apart.
extension URLCache {
  /// The key under which a person's answer is put.
  func key(
    of resource: ResourceIndex, by user: UInt16, in world: borrowing World
  ) -> ObjectKey {
    let keys = keys(of: resource, in: world)
    return keys.count == 1
      ? keys.lowerBound : min(keys.lowerBound + ObjectKey(user), keys.upperBound - 1)
  }

  /// The keys that a resource's answers can have.
  func keys(of resource: ResourceIndex, in world: borrowing World) -> Range<ObjectKey> {
    let count = shelves.count > 1 || options.vary != .chooses ? 1 : ObjectKey(world.plan.users)
    return resource * count..<(resource + 1) * count
  }

  /// The resource that a key is of.
  func resource(of key: ObjectKey, in world: borrowing World) -> ResourceIndex {
    key / ObjectKey(keys(of: 0, in: world).count)
  }

  /// The key under which the answer lies that a decision found.
  func key(
    of decision: Decision, _ resource: ResourceIndex, in world: borrowing World
  ) -> ObjectKey? {
    guard let number = decision.stored else { return nil }
    return shelves[shelf].key(of: number, among: keys(of: resource, in: world))
  }

  /// Reads from RAM, else from flash, which brings the answer back to RAM.
  mutating func read(
    _ key: ObjectKey, of resource: ResourceIndex, in world: inout World
  ) -> (copy: ResourceCopy, source: Source, delay: TimeSpan)? {
    let inMemory = world.lookup(key, in: memory)
    forgetEvicted(from: memory, in: &world)
    if let inMemory {
      return (inMemory, .memory, world.decode(inMemory, as: Codecs.json))
    }
    let onDisk = world.lookup(key, in: disk)
    forgetEvicted(from: disk, in: &world)
    guard let copy = onDisk else { return nil }
    world.store(copy, of: key, size: copy.size, in: memory, resource: resource)
    forgetEvicted(from: memory, in: &world)
    let delay = world.read(key, from: disk) + world.decode(copy, as: Codecs.json)
    return (copy, .flash, delay)
  }

  /// Looks for what neither tier holds, so that their policies hear of the miss.
  mutating func miss(_ resource: ResourceIndex, in world: inout World) {
    let key = key(of: resource, by: world.currentUser, in: world)
    guard shelves[shelf].number(at: key) == nil else { return }
    for tier in [memory, disk] {
      _ = world.lookup(key, in: tier)
      forgetEvicted(from: tier, in: &world)
    }
  }

  /// Puts an answer into both tiers; the engine forgets it if neither has room.
  mutating func put(
    _ copy: ResourceCopy, _ number: UInt64, at key: ObjectKey, of resource: ResourceIndex,
    in world: inout World
  ) {
    if options.whenFull == .empty { makeRoom(for: copy, at: key, in: &world) }
    shelves[shelf].hold(number, at: key)
    var isKept = world.store(copy, of: key, size: copy.size, in: memory, resource: resource)
    forgetEvicted(from: memory, in: &world)
    if world.store(
      copy, of: key, size: copy.size, in: disk, because: .store, resource: resource)
    {
      isKept = true
    }
    forgetEvicted(from: disk, in: &world)
    if !isKept { forget(key, on: shelf, in: world) }
  }

  /// Empties everything when the disk tier has no room for an answer.
  private mutating func makeRoom(
    for copy: ResourceCopy, at key: ObjectKey, in world: inout World
  ) {
    let replaced = world.peek(key, in: disk)?.size ?? .zero
    guard copy.size <= options.usableDisk,
      world.used(in: disk) - replaced + copy.size > options.usableDisk
    else { return }
    world.removeAll(from: disk)
    world.removeAll(from: memory)
    for index in shelves.indices { shelves[index].removeAll() }
  }

  /// What has just left one tier and lies in no other leaves the engine too.
  private mutating func forgetEvicted(from tier: TierID, in world: inout World) {
    let other = tier == memory ? disk : memory
    for entry in world.takeEvicted() {
      let owner = min(Int(entry.copy.user), shelves.count - 1)
      if owner == shelf {
        if world.peek(entry.key, in: other) == nil { forget(entry.key, on: owner, in: world) }
      } else {
        shelves[owner].isSuspect = true
      }
    }
  }

  func isInTiers(_ key: ObjectKey, in world: borrowing World) -> Bool {
    world.peek(key, in: memory) != nil || world.peek(key, in: disk) != nil
  }

  mutating func removeFromTiers(_ key: ObjectKey, in world: inout World) {
    world.remove(key, from: memory)
    world.remove(key, from: disk)
  }

  private mutating func forget(_ key: ObjectKey, on shelf: Int, in world: borrowing World) {
    let resource = resource(of: key, in: world)
    shelves[shelf].forget(key, at: request(for: resource, in: world).target)
  }

  /// Holds the engine to what the tiers still have.
  ///
  /// Nearly always all of it lies on disk, and nothing is lost with memory.
  mutating func reconcile(in world: borrowing World) {
    if shelves.reduce(0, { $0 + $1.heldCount }) == world.count(in: disk) {
      for index in shelves.indices { shelves[index].isSuspect = false }
      return
    }
    shelves[shelf].isSuspect = false
    for key in shelves[shelf].heldKeys where !isInTiers(key, in: world) {
      forget(key, on: shelf, in: world)
    }
  }

  /// Another person takes the device.
  mutating func changeHands(to user: UInt16, in world: borrowing World) {
    if options.housekeeping.onLogout == .purge { shelves[shelf].removeAll() }
    guard shelves.count > 1 else { return }
    shelf = min(Int(user), shelves.count - 1)
    if shelves[shelf].isSuspect { reconcile(in: world) }
  }
}
