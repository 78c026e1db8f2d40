internal import Devices
public import SimCore
public import Workloads

/// On-demand behind a RAM tier: archives go to RAM, leave to flash when RAM is full, and are
/// flushed on memory warning, background and termination. What a crash finds unwritten is lost.
public struct MemoryTier: ScreenStrategy {
  /// What a scenario can set.
  public struct Options: Settings {
    /// From which age on a model is fetched again.
    public var staleAfter: TimeSpan? = .minutes(15)
    /// What that age is measured from.
    public var measuredFrom = StalenessClock.fetch
    /// The most that the RAM tier may hold.
    public var capacity = Bytes.megabytes(10)
    /// Who says which entry leaves RAM when it is full.
    public var policy = PolicyName("lru")
    /// Where archives and pictures lie on flash.
    public var shelf = ModelShelf.Options()

    public init() {}
    public static let fields: [Field<Options>] = [
      Field(
        "staleAfter", \.staleAfter,
        "Age from which a model is fetched again behind the screen; null: never."),
      Field(
        "measuredFrom", \.measuredFrom,
        "What the age is measured from: the fetch, or the last write."),
      Field("capacity", \.capacity, "The most that the RAM tier may hold, in encoded bytes."),
      Field("policy", \.policy, "The eviction policy of the RAM tier."),
      Field("shelf", \.shelf, "Where archives and pictures lie on flash."),
    ]
  }

  public static let name = "memory-tier"
  public static let summary =
    "On-demand behind a RAM tier of archived data; entries reach flash only when RAM is full, on "
    + "memory warning, in background and at termination."

  private let options: Options
  private let memory: TierID
  private var shelf: ModelShelf

  public init(_ options: Options, in world: inout World) {
    self.options = options
    memory = world.addTier(
      TierPlan(
        "memory", on: .memory, policy: options.policy, capacity: options.capacity,
        codec: options.shelf.codec, housekeeping: options.shelf.housekeeping))
    shelf = ModelShelf(options.shelf, in: &world)
  }

  public mutating func find(_ resource: ResourceIndex, in world: inout World) -> Finding? {
    let found = world.lookup(resource, in: memory)
    writeEvicted(in: &world)
    if let copy = found {
      let delay = world.decode(copy, as: shelf.codec)
      return Finding(copy, from: .memory, after: delay, use: use(of: copy, in: world))
    }
    guard let (copy, delay) = shelf.read(resource, in: &world) else { return nil }
    put(copy, of: resource, isDirty: false, in: &world)
    return Finding(copy, from: .flash, after: delay, use: use(of: copy, in: world))
  }

  private func use(of copy: ResourceCopy, in world: borrowing World) -> Finding.Use {
    let isStale = options.measuredFrom.isStale(copy, after: options.staleAfter, at: world.now)
    return isStale ? .stale : .fresh
  }

  public mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in world: inout World
  ) {
    if world.isPart(resource, copy) { put(copy, of: resource, isDirty: true, in: &world) }
  }

  public mutating func confirm(
    _ resource: ResourceIndex, at instant: Instant, in world: inout World
  ) {
    world.revise(resource, in: memory) { $0.confirmedAt = instant }
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
    put(copy, of: resource, isDirty: !isKnown, in: &world)
  }

  public mutating func notice(_ event: ClientEvent, in world: inout World) {
    switch event {
    case .backgrounded, .terminating: flush(in: &world)
    case .memoryWarning:
      flush(in: &world)
      world.removeAll(from: memory)
    default: break
    }
  }

  /// Puts a copy into RAM; what must leave for it is written to flash when it is dirty.
  private mutating func put(
    _ copy: ResourceCopy, of resource: ResourceIndex, isDirty: Bool, in world: inout World
  ) {
    var copy = copy
    let wasDirty = world.isDirty(resource, in: memory)
    if isDirty { copy.writtenAt = world.now }
    let size = world.storedSize(of: copy, as: shelf.codec)
    let isKept = world.store(
      copy, of: resource, size: size, in: memory, isDirty: isDirty || wasDirty)
    if !isKept && isDirty { shelf.write(copy, of: resource, because: .eviction, in: &world) }
    writeEvicted(in: &world)
  }

  private mutating func writeEvicted(in world: inout World) {
    for entry in world.takeEvicted() where entry.isDirty {
      shelf.write(entry.copy, of: entry.key, because: .eviction, in: &world)
    }
  }

  private mutating func flush(in world: inout World) {
    for entry in world.takeDirty(from: memory) {
      shelf.write(entry.copy, of: entry.key, because: .flush, in: &world)
    }
  }
}
