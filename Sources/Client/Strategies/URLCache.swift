internal import Devices
internal import HTTPCaching
public import SimCore
public import Workloads

/// The HTTP cache: freshness and validation by the answers' own headers, in RAM and on flash.
public struct URLCache: ScreenStrategy {
  /// What a scenario can set.
  public struct Options: Settings {
    /// The most that the memory tier may hold.
    public var memoryCapacity = Bytes.mebibytes(4)
    /// The most that the disk tier may hold.
    public var diskCapacity = Bytes.mebibytes(20)
    /// The largest answer that is stored, as a share of the disk tier's capacity.
    public var largestShare = 0.05
    /// The eviction policy of both tiers.
    public var policy = PolicyName("lru")
    /// What becomes of the answers when the world around the app changes.
    public var housekeeping = Housekeeping()
    /// Whether a stale answer is shown when the origin cannot be reached.
    public var servesStaleWhenOffline = false

    public init() {}
    public static let fields: [Field<Options>] = [
      Field(
        "memoryCapacity", \.memoryCapacity,
        "The most that the memory tier may hold; URLCache's documented default."),
      Field(
        "diskCapacity", \.diskCapacity,
        "The most that the disk tier may hold; URLCache's documented default."),
      Field(
        "largestShare", \.largestShare, in: 0...1,
        "The largest answer that is stored, as a share of the disk capacity, or without a disk "
          + "of the memory capacity; 5 % by Apple's documentation."),
      Field("policy", \.policy, "The eviction policy of both tiers."),
      Field(
        "housekeeping", \.housekeeping,
        "What becomes of the answers after a logout or a shortage of space; bodies are kept as "
          + "they came, so that an upgrade does not matter."),
      Field(
        "servesStaleWhenOffline", \.servesStaleWhenOffline,
        "Whether a stale answer is shown when the origin cannot be reached (RFC 9111 §4.2.4 "
          + "allows it)."),
    ]
  }

  public static let name = "url-cache"
  public static let summary =
    "The HTTP cache: expiry and validation by max-age, Expires, ETag and Last-Modified, in RAM and "
    + "on flash."

  private let options: Options
  private let memory: TierID
  private let disk: TierID
  private let largest: Bytes
  /// What the origin confirmed last, and when: it may be shown then, whatever its headers say.
  private var confirmation: (resource: ResourceIndex, at: Instant)?

  /// What an answer's header takes in the database; an assumption: 1 kB of property list.
  private static let headerRow = Bytes.kilobytes(1)

  public init(_ options: Options, in world: inout World) {
    self.options = options
    memory = world.addTier(
      TierPlan(
        "memory", on: .memory, policy: options.policy, capacity: options.memoryCapacity,
        housekeeping: options.housekeeping))
    disk = world.addTier(
      TierPlan(
        "disk", on: .flash, policy: options.policy, capacity: options.diskCapacity,
        engine: "rows-and-files", housekeeping: options.housekeeping))
    let room = options.diskCapacity > .zero ? options.diskCapacity : options.memoryCapacity
    largest = Bytes(rounding: Double(room.count) * options.largestShare)
  }

  public mutating func find(_ resource: ResourceIndex, in world: inout World) -> Finding? {
    let stored = world.peek(resource, in: memory) ?? world.peek(resource, in: disk)
    let isConfirmed = confirmation?.resource == resource && confirmation?.at == world.now
    if let stored, !isConfirmed, !isFresh(stored, in: world) {
      // Read and decoded when the origin has confirmed it, and not at all when it has not.
      return Finding(stored, from: .revalidated, after: .zero, use: .unconfirmed)
    }
    guard let (copy, source, delay) = read(resource, in: &world) else { return nil }
    return Finding(copy, from: source, after: delay, use: .fresh)
  }

  private func isFresh(_ copy: ResourceCopy, in world: borrowing World) -> Bool {
    Freshness.isFresh(Self.fields(of: copy, in: world), age: world.now - copy.confirmedAt)
  }

  public mutating func fallback(
    for resource: ResourceIndex, in world: inout World
  ) -> Finding? {
    guard options.servesStaleWhenOffline, let (copy, source, delay) = read(resource, in: &world)
    else { return nil }
    return Finding(copy, from: source, after: delay, use: .fresh)
  }

  public mutating func keep(
    _ copy: ResourceCopy, of resource: ResourceIndex, in world: inout World
  ) {
    guard Freshness.isWorthStoring(Self.fields(of: copy, in: world)), copy.size <= largest else {
      // An answer that may not be stored leaves an older one as it is (RFC 9111 §5.2.2.5).
      return
    }
    world.store(copy, of: resource, size: copy.size, in: memory)
    world.store(copy, of: resource, size: copy.size, in: disk, because: .store)
  }

  public mutating func confirm(
    _ resource: ResourceIndex, at instant: Instant, in world: inout World
  ) {
    confirmation = (resource, instant)
    world.revise(resource, in: memory) { $0.confirmedAt = instant }
    if world.revise(resource, in: disk, { $0.confirmedAt = instant }) {
      world.writeRow(Self.headerRow, beside: resource, in: disk, because: .index)
    }
  }

  public mutating func notice(_ event: ClientEvent, in world: inout World) {
    if case .memoryWarning = event { world.removeAll(from: memory) }
  }

  /// Reads from RAM, else from flash, which brings the answer back to RAM.
  private func read(
    _ resource: ResourceIndex, in world: inout World
  ) -> (ResourceCopy, Source, TimeSpan)? {
    if let copy = world.lookup(resource, in: memory) {
      return (copy, .memory, world.decode(copy, as: Codecs.json))
    }
    guard let copy = world.lookup(resource, in: disk) else { return nil }
    world.store(copy, of: resource, size: copy.size, in: memory)
    let delay = world.read(resource, from: disk) + world.decode(copy, as: Codecs.json)
    return (copy, .flash, delay)
  }

  private static func fields(
    of copy: ResourceCopy, in world: borrowing World
  ) -> FreshnessFields {
    let headers = world.headers(of: copy)
    return FreshnessFields(
      noStore: headers.noStore, noCache: headers.noCache, maxAge: headers.maxAge,
      expiresAfter: headers.expiresAfter,
      unmodifiedFor: headers.hasLastModified ? copy.fetchedAt - copy.publishedAt : nil,
      hasValidator: headers.hasEntityTag || headers.hasLastModified)
  }
}
