public import CacheWorkloads
public import ClientSimulation
public import DeviceModels
internal import Measurement
public import SimCore

/// Flash as a data-model cache uses it: an archive for each screen's model, rewritten whole, and a
/// file for each picture, written once.
public struct ArchiveStore: Sendable {
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
    /// The policy that says which archive or picture leaves when there is no space.
    public var policy = PolicyName("lru")
    /// What becomes of them when something around the app changes.
    public var maintenance = StorageMaintenance()

    public init() {}
    public static let fields: [Field<Options>] = [
      Field("codec", \.codec, "How models are encoded; NSKeyedArchiver, as the textbook does."),
      Field(
        "archiveCapacity", \.archiveCapacity, in: .zero...(.gigabytes(1_000_000)),
        orUnlimited: true, "The most that all archives may take on flash."),
      Field(
        "mediaCapacity", \.mediaCapacity, in: .zero...(.gigabytes(1_000_000)), orUnlimited: true,
        "The most that all pictures may take on flash."),
      Field(
        "engine", \.engine,
        "How archives are laid down: a file for each screen, or one archive written whole."),
      Field("policy", \.policy, "The eviction policy of both."),
      .maintenance(
        \.maintenance, "What becomes of them after an upgrade, a logout, a shortage of space."),
    ]
  }

  /// How models are encoded.
  public let codec: Codec
  private let archives: TierID
  private let images: ImageCache

  /// Adds its tiers: archives and pictures.
  public init(_ options: Options, in simulation: inout DeviceSimulation) {
    codec = options.codec
    archives = simulation.addTier(
      TierPlan(
        "archives", on: .flash, policy: options.policy, capacity: options.archiveCapacity,
        engine: options.engine, codec: options.codec, maintenance: options.maintenance))
    images = ImageCache(
      capacity: options.mediaCapacity, policy: options.policy, maintenance: options.maintenance,
      in: &simulation)
  }

  /// Reads a copy: the time is that of opening, reading and decoding.
  public mutating func read(
    _ resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> (copy: ResourceCopy, delay: TimeSpan)? {
    guard let copy = simulation.lookup(resource, in: archives) else {
      return images.read(resource, in: &simulation)
    }
    let delay = simulation.read(resource, from: archives)
    return (copy, delay + simulation.decode(copy, as: codec))
  }

  /// The version that lies there; nil when none does.
  public func version(of resource: ResourceIndex, in simulation: borrowing DeviceSimulation)
    -> UInt32?
  {
    simulation.peek(resource, in: archives)?.version
      ?? images.version(of: resource, in: simulation)
  }

  /// Writes a copy, over an older one.
  public mutating func write(
    _ copy: ResourceCopy, of resource: ResourceIndex, because cause: FlashCause,
    in simulation: inout DeviceSimulation
  ) {
    guard copy.kind.isMain else {
      images.write(copy, of: resource, because: cause, in: &simulation)
      return
    }
    var copy = copy
    copy.writtenAt = simulation.now
    let size = simulation.storedSize(of: copy, as: codec)
    simulation.store(copy, of: resource, size: size, in: archives, because: cause)
  }

  /// Deletes a copy.
  public mutating func remove(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    simulation.remove(resource, from: archives)
    images.remove(resource, in: &simulation)
  }

  /// Notes that the origin confirmed what lies there; it is remembered with the next write.
  public mutating func confirm(
    _ resource: ResourceIndex, at instant: Instant, in simulation: inout DeviceSimulation
  ) {
    simulation.revise(resource, in: archives) { $0.confirmedAt = instant }
  }
}
