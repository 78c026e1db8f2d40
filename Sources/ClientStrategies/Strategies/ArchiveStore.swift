internal import CacheMetrics
public import CacheWorkloads
public import ClientSimulation
public import DeviceModels
public import SimCore

/// Flash as a data-model cache uses it: an archive for each screen's model, rewritten whole, and a
/// file for each picture, written once.
public struct ArchiveStore: Sendable {
  /// What a scenario can set.
  public struct Options: Settings {
    public var codec: Codec?
    package var mainThreadShare: Double?
    public var archiveCapacity = Bytes.megabytes(20)
    public var mediaCapacity: Bytes?
    public var engine: FlashEngineName?
    public var policy = PolicyName("lru")
    public var maintenance = StorageMaintenance()

    public init() {}
    public static let fields: [Field<Options>] = [
      Field("codec", \.codec, "How models are encoded; null: as the scenario's shared.codec says."),
      Field(
        "mainThreadShare", \.mainThreadShare, in: 0...1,
        "The share of encoding and decoding that the main thread does; null: the device's."),
      Field(
        "archiveCapacity", \.archiveCapacity, in: .zero...(.gigabytes(1_000_000)),
        orUnlimited: true, "The most that all archives may take on flash."),
      Field(
        "mediaCapacity", \.mediaCapacity, in: .zero...(.gigabytes(1_000_000)), orUnlimited: true,
        "The most that all pictures may take on flash; null: the scenario's shared.mediaCapacity."),
      Field(
        "engine", \.engine,
        "How archives are laid down: a file for each screen, or one archive written whole; null: "
          + "the scenario's shared.engine, or else a file for each."),
      Field("policy", \.policy, "The eviction policy of both."),
      .maintenance(
        \.maintenance, "What becomes of them after an upgrade, a logout, a shortage of space."),
    ]

    /// Encodes as textbooks do: with `NSKeyedArchiver`, on the main thread.
    package mutating func encodeAsTextbooks() {
      codec = Codecs.archiver
      mainThreadShare = 1
    }
  }

  /// How models are encoded.
  public let codec: Codec
  private let mainThreadShare: Double?
  private let archives: TierID
  private let images: ImageCache

  /// Adds its tiers: archives and pictures.
  public init(_ options: Options, in simulation: inout DeviceSimulation) {
    codec = options.codec ?? simulation.shared.codec
    mainThreadShare = options.mainThreadShare
    archives = simulation.addTier(
      TierPlan(
        "archives", on: .flash, policy: options.policy, capacity: options.archiveCapacity,
        engine: simulation.shared.engineOfArchives(unless: options.engine), codec: codec,
        maintenance: options.maintenance))
    images = ImageCache(
      capacity: options.mediaCapacity ?? simulation.shared.mediaCapacity, policy: options.policy,
      maintenance: options.maintenance, in: &simulation)
  }

  /// Decodes a model; the answer is the time until it can be shown.
  public func decode(
    _ copy: ResourceCopy, in simulation: inout DeviceSimulation
  ) -> TimeSpan { simulation.decode(copy, as: codec, mainThreadShare: mainThreadShare) }

  /// Encodes a model that the user leaves.
  public func encode(_ copy: ResourceCopy, in simulation: inout DeviceSimulation) {
    simulation.encode(copy, as: codec, mainThreadShare: mainThreadShare)
  }

  /// Reads a copy: the time is that of opening, reading and decoding.
  public mutating func read(
    _ resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> (copy: ResourceCopy, delay: TimeSpan)? {
    guard let copy = simulation.lookup(resource, in: archives) else {
      return images.read(resource, in: &simulation)
    }
    let delay = simulation.read(resource, from: archives)
    return (copy, delay + decode(copy, in: &simulation))
  }

  /// The version that lies there; nil when none does.
  public func version(of resource: ResourceIndex, in simulation: borrowing DeviceSimulation)
    -> UInt32?
  {
    simulation.peek(resource, in: archives)?.version ?? images.version(of: resource, in: simulation)
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
