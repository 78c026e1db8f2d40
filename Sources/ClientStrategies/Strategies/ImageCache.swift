internal import CacheMetrics
public import CacheWorkloads
public import ClientSimulation
public import DeviceModels
public import SimCore

/// Pictures on flash: a file for each, written once, as it came.
public struct ImageCache: Sendable {
  private let tier: TierID

  /// Adds its tier.
  /// - Parameters:
  ///   - capacity: the most that all pictures may take.
  ///   - policy: which picture is evicted when there is no space.
  ///   - maintenance: what becomes of them when something around the app changes.
  public init(
    capacity: Bytes, policy: PolicyName, maintenance: StorageMaintenance = StorageMaintenance(),
    in simulation: inout DeviceSimulation
  ) {
    tier = simulation.addTier(
      TierPlan(
        "media", on: .flash, policy: policy, capacity: capacity, engine: "file-per-entry",
        maintenance: maintenance))
  }

  /// Reads a picture; the delay is that of opening and reading. It is decoded off the main thread.
  public func read(
    _ resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> (copy: ResourceCopy, delay: TimeSpan)? {
    guard let copy = simulation.lookup(resource, in: tier) else { return nil }
    return (copy, simulation.read(resource, from: tier))
  }

  /// The version that lies there; nil when none does. Asking costs nothing.
  public func version(
    of resource: ResourceIndex, in simulation: borrowing DeviceSimulation
  ) -> UInt32? { simulation.version(of: resource, in: tier) }

  /// Writes a picture.
  public func write(
    _ copy: ResourceCopy, of resource: ResourceIndex, because cause: FlashCause,
    in simulation: inout DeviceSimulation
  ) {
    var copy = copy
    copy.writtenAt = simulation.now
    simulation.store(copy, of: resource, size: copy.size, in: tier, because: cause)
  }

  /// Deletes a picture.
  public func remove(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    simulation.remove(resource, from: tier)
  }

  package func retain(
    _ wanted: BitSet, andPartsIn records: TierID, in simulation: inout DeviceSimulation
  ) {
    for resource in simulation.keys(in: tier, outside: wanted, andPartsIn: records) {
      simulation.remove(resource, from: tier)
    }
  }
}
