public import Devices
public import SimCore
internal import Workloads

/// Flash as a data-model cache uses it: an archive for each screen's model, rewritten whole, and a
/// file for each picture, written once.
public struct ModelShelf: Sendable {
  /// What a scenario can set.
  public struct Options: Settings {
    /// How models are encoded.
    public var codec = Codecs.archiver
    /// The most that all archives may take.
    public var archiveCapacity = Bytes.megabytes(20)
    /// The most that all pictures may take.
    public var mediaCapacity = Bytes.megabytes(50)
    /// How archives are laid down.
    public var engine: FlashEngineName = "file-per-entry"
    /// Who says which archive or picture leaves when there is no room.
    public var policy = PolicyName("lru")
    /// What becomes of them when the world around the app changes.
    public var housekeeping = Housekeeping()

    public init() {}
    public static let fields: [Field<Options>] = [
      Field("codec", \.codec, "How models are encoded; NSKeyedArchiver, as the textbook does."),
      Field("archiveCapacity", \.archiveCapacity, "The most that all archives may take on flash."),
      Field("mediaCapacity", \.mediaCapacity, "The most that all pictures may take on flash."),
      Field(
        "engine", \.engine,
        "How archives are laid down: a file for each screen, or one archive written whole."),
      Field("policy", \.policy, "The eviction policy of both."),
      Field(
        "housekeeping", \.housekeeping,
        "What becomes of them after an upgrade, a logout, a shortage of space."),
    ]
  }

  let codec: Codec
  let archives: TierID
  let media: TierID

  init(_ options: Options, in world: inout World) {
    codec = options.codec
    archives = world.addTier(
      TierPlan(
        "archives", on: .flash, policy: options.policy, capacity: options.archiveCapacity,
        engine: options.engine, codec: options.codec, housekeeping: options.housekeeping))
    media = world.addTier(
      TierPlan(
        "media", on: .flash, policy: options.policy, capacity: options.mediaCapacity,
        engine: "file-per-entry", housekeeping: options.housekeeping))
  }

  private func tier(of copy: ResourceCopy) -> TierID { copy.kind.isMain ? archives : media }

  /// Reads a copy: the time is that of opening, reading and decoding.
  mutating func read(
    _ resource: ResourceIndex, in world: inout World
  ) -> (copy: ResourceCopy, delay: TimeSpan)? {
    for tier in [archives, media] {
      guard let copy = world.lookup(resource, in: tier) else { continue }
      let delay = world.read(resource, from: tier)
      return (copy, delay + world.decode(copy, as: codec))
    }
    return nil
  }

  /// The version that lies there; nil when none does.
  func version(of resource: ResourceIndex, in world: borrowing World) -> UInt32? {
    (world.peek(resource, in: archives) ?? world.peek(resource, in: media))?.version
  }

  /// Writes a copy, over an older one.
  mutating func write(
    _ copy: ResourceCopy, of resource: ResourceIndex, because cause: FlashCause,
    in world: inout World
  ) {
    var copy = copy
    copy.writtenAt = world.now
    let size = world.storedSize(of: copy, as: codec)
    world.store(copy, of: resource, size: size, in: tier(of: copy), because: cause)
  }

  /// Deletes a copy.
  mutating func remove(_ resource: ResourceIndex, in world: inout World) {
    for tier in [archives, media] { world.remove(resource, from: tier) }
  }

  /// Notes that the origin confirmed what lies there; it is remembered with the next write.
  mutating func confirm(_ resource: ResourceIndex, at instant: Instant, in world: inout World) {
    world.revise(resource, in: archives) { $0.confirmedAt = instant }
  }
}
