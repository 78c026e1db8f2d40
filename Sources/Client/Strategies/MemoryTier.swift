internal import Devices
public import SimCore
public import Workloads

/// On-demand behind a RAM tier: archives go to RAM, leave to flash when RAM is full, and are
/// flushed on memory warning, background and termination. What a crash finds unwritten is lost.
public struct MemoryTier: ScreenStrategy {
  public static let name = "memory-tier"
  public static let summary =
    "On-demand behind a RAM tier of archived data; entries reach flash only when RAM is full, on "
    + "memory warning, in background and at termination."

  private let options: Options
  private let memory: TierID
  /// What came from flash while `countsFlashHits` is off: in RAM, and no limit sees it.
  private let uncounted: TierID
  private var shelf: ModelShelf
  public var desk: RequestDesk

  private static let flushTimer: UInt32 = 1

  public init(_ options: Options, in world: inout World) {
    self.options = options
    desk = RequestDesk(options.read, options.requests)
    memory = world.addTier(
      TierPlan(
        "memory", on: .memory, policy: options.policy, capacity: options.capacity,
        codec: options.shelf.codec, housekeeping: options.shelf.housekeeping,
        countLimit: options.countLimit))
    uncounted = world.addTier(
      TierPlan(
        "uncounted", on: .memory, policy: "unbounded", capacity: .unlimited,
        codec: options.shelf.codec, housekeeping: options.shelf.housekeeping))
    shelf = ModelShelf(options.shelf, in: &world)
  }

  public func version(of resource: ResourceIndex, in world: borrowing World) -> UInt32? {
    (world.peek(resource, in: memory) ?? world.peek(resource, in: uncounted))?.version
      ?? shelf.version(of: resource, in: world)
  }

  public mutating func find(_ resource: ResourceIndex, in world: inout World) -> Finding? {
    if let copy = recall(resource, in: &world) {
      let delay = world.decode(copy, as: shelf.codec)
      return Finding(copy, from: .memory, after: delay, use: use(of: copy, resource, in: &world))
    }
    guard let (copy, delay) = shelf.read(resource, in: &world) else { return nil }
    put(copy, of: resource, isDirty: false, in: &world)
    return Finding(copy, from: .flash, after: delay, use: use(of: copy, resource, in: &world))
  }

  /// Looks in RAM; the policy hears of it unless reads do not count.
  private mutating func recall(_ resource: ResourceIndex, in world: inout World) -> ResourceCopy? {
    guard options.readsCount else {
      return world.peek(resource, in: memory) ?? world.peek(resource, in: uncounted)
    }
    let found = world.lookup(resource, in: memory)
    writeEvicted(in: &world)
    return found ?? world.lookup(resource, in: uncounted)
  }

  private func use(
    of copy: ResourceCopy, _ resource: ResourceIndex, in world: inout World
  ) -> Finding.Use {
    options.measuredFrom.judge(copy, of: resource, after: options.staleAfter, in: &world)
  }

  public mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in world: inout World
  ) {
    if world.isPart(resource, copy) {
      put(copy, of: resource, isDirty: true, in: &world)
    } else {
      world.explain(.keptWhenLeft, of: resource)
    }
  }

  public mutating func confirm(
    _ resource: ResourceIndex, at instant: Instant, in world: inout World
  ) {
    for tier in [memory, uncounted] {
      world.revise(resource, in: tier) { $0.confirmedAt = instant }
    }
    shelf.confirm(resource, at: instant, in: &world)
  }

  /// A model is encoded anew as its screen disappears; what RAM holds already is not made dirty by
  /// writing the same again.
  public mutating func leave(
    _ resource: ResourceIndex, showing copy: ResourceCopy, in world: inout World
  ) {
    world.encode(copy, as: shelf.codec)
    let isKnown =
      (world.peek(resource, in: memory)?.version
        ?? shelf.version(of: resource, in: world)) == copy.version
    put(copy, of: resource, isDirty: !isKnown, isRead: false, in: &world)
  }

  public mutating func notice(_ event: ClientEvent, in world: inout World) {
    switch event {
    case .launched, .foregrounded: wakeForFlush(in: &world)
    case .timer(Self.flushTimer):
      flush(in: &world)
      if world.isInFront { wakeForFlush(in: &world) }
    case .backgrounded, .terminating: flush(in: &world)
    case .memoryWarning:
      flush(in: &world)
      empty(in: &world)
    default: break
    }
  }

  private func wakeForFlush(in world: inout World) {
    if let interval = options.flushInterval { world.wake(Self.flushTimer, after: interval) }
  }
}

// MARK: - Writing

extension MemoryTier {
  /// Puts a copy into RAM; dirty entries that must leave are written to flash.
  /// - Parameter isRead: it has just been read from flash, or came with a fetch.
  private mutating func put(
    _ copy: ResourceCopy, of resource: ResourceIndex, isDirty: Bool, isRead: Bool = true,
    in world: inout World
  ) {
    var copy = copy
    let size = world.storedSize(of: copy, as: shelf.codec)
    if isRead && !isDirty && !options.countsFlashHits {
      world.store(copy, of: resource, size: size, in: uncounted)
      return
    }
    world.remove(resource, from: uncounted)
    var isDirty = isDirty || world.isDirty(resource, in: memory)
    if isDirty { copy.writtenAt = world.now }
    if isDirty && options.writes == .through {
      shelf.write(copy, of: resource, because: .archive, in: &world)
      isDirty = false
    }
    let isKept = world.store(copy, of: resource, size: size, in: memory, isDirty: isDirty)
    if !isKept && isDirty { shelf.write(copy, of: resource, because: .eviction, in: &world) }
    writeEvicted(in: &world)
  }

  /// Writes the dirty ones of those that have just left RAM.
  private mutating func writeEvicted(in world: inout World) {
    for entry in world.takeEvicted() where entry.isDirty {
      shelf.write(entry.copy, of: entry.key, because: .eviction, in: &world)
    }
  }

  private mutating func flush(in world: inout World) {
    let dirty = world.takeDirty(from: memory)
    guard options.flushes == .everything else {
      for entry in dirty { shelf.write(entry.copy, of: entry.key, because: .flush, in: &world) }
      return
    }
    // Each file is deleted and written again, whether anything changed or not.
    for tier in [memory, uncounted] {
      for key in world.keys(in: tier) {
        guard let copy = world.peek(key, in: tier) else { continue }
        if shelf.version(of: key, in: world) == copy.version {
          world.noteRewrite(of: world.storedSize(of: copy, as: shelf.codec))
        }
        shelf.remove(key, in: &world)
        shelf.write(copy, of: key, because: .flush, in: &world)
      }
    }
    empty(in: &world)
  }

  private func empty(in world: inout World) {
    world.removeAll(from: memory)
    world.removeAll(from: uncounted)
  }
}
