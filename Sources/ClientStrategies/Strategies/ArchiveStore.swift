internal import CacheWorkloads
package import ClientSimulation
package import DeviceModels
internal import Measurement
package import SimCore

/// Flash as a data-model cache uses it: an archive for each screen's model, rewritten whole, and a
/// file for each picture, written once.
package struct ArchiveStore: Sendable {
  /// What a scenario can set.
  package struct Options: Settings {
    /// How models are encoded.
    package var codec = Codecs.archiver
    /// The most that all archives may take.
    package var archiveCapacity = Bytes.megabytes(20)
    /// The most that all pictures may take.
    package var mediaCapacity = Bytes.megabytes(50)
    /// How archives are laid down.
    package var engine: FlashEngineName = "file-per-entry"
    /// The policy that says which archive or picture leaves when there is no space.
    package var policy = PolicyName("lru")
    /// What becomes of them when something around the app changes.
    package var maintenance = StorageMaintenance()

    package init() {}
    package static let fields: [Field<Options>] = [
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
      Field(
        "housekeeping", \.maintenance,
        "What becomes of them after an upgrade, a logout, a shortage of space."),
    ]
  }

  let codec: Codec
  let archives: TierID
  let media: TierID

  init(_ options: Options, in simulation: inout DeviceSimulation) {
    codec = options.codec
    archives = simulation.addTier(
      TierPlan(
        "archives", on: .flash, policy: options.policy, capacity: options.archiveCapacity,
        engine: options.engine, codec: options.codec, maintenance: options.maintenance))
    media = simulation.addTier(
      TierPlan(
        "media", on: .flash, policy: options.policy, capacity: options.mediaCapacity,
        engine: "file-per-entry", maintenance: options.maintenance))
  }

  private func tier(of copy: ResourceCopy) -> TierID { copy.kind.isMain ? archives : media }

  /// Reads a copy: the time is that of opening, reading and decoding.
  mutating func read(
    _ resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> (copy: ResourceCopy, delay: TimeSpan)? {
    for tier in [archives, media] {
      guard let copy = simulation.lookup(resource, in: tier) else { continue }
      let delay = simulation.read(resource, from: tier)
      return (copy, delay + simulation.decode(copy, as: codec))
    }
    return nil
  }

  /// The version that lies there; nil when none does.
  func version(of resource: ResourceIndex, in simulation: borrowing DeviceSimulation) -> UInt32? {
    (simulation.peek(resource, in: archives) ?? simulation.peek(resource, in: media))?.version
  }

  /// Writes a copy, over an older one.
  mutating func write(
    _ copy: ResourceCopy, of resource: ResourceIndex, because cause: FlashCause,
    in simulation: inout DeviceSimulation
  ) {
    var copy = copy
    copy.writtenAt = simulation.now
    let size = simulation.storedSize(of: copy, as: codec)
    simulation.store(copy, of: resource, size: size, in: tier(of: copy), because: cause)
  }

  /// Deletes a copy.
  mutating func remove(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    for tier in [archives, media] { simulation.remove(resource, from: tier) }
  }

  /// Notes that the origin confirmed what lies there; it is remembered with the next write.
  mutating func confirm(
    _ resource: ResourceIndex, at instant: Instant, in simulation: inout DeviceSimulation
  ) {
    simulation.revise(resource, in: archives) { $0.confirmedAt = instant }
  }
}
