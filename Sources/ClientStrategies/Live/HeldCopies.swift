package import CacheMetrics
package import CacheWorkloads
package import ClientSimulation
internal import DeviceModels
package import SimCore

/// What a real cache was given and may give back: the copies by what their bodies say, and the tier
/// in which the simulation counts them.
///
/// Which entries a real cache has only its answers tell. Here an entry counts as held from when it
/// was given until the cache has been asked for it and did not have it.
package struct HeldCopies {
  /// The tier, of unlimited capacity: the real cache's limits are its own.
  package let tier: TierID
  /// Where the real cache keeps its entries.
  package let medium: Medium
  private var copies: [ResourceBody.Identity: ResourceCopy] = [:]

  package init(
    on medium: Medium, maintenance: StorageMaintenance = StorageMaintenance(),
    in simulation: inout DeviceSimulation
  ) {
    self.medium = medium
    tier = simulation.addTier(
      TierPlan(
        medium == .memory ? "memory" : "disk", on: medium, policy: "unbounded",
        capacity: .unlimited, engine: .measured, maintenance: maintenance))
  }

  package static func identity(
    of resource: ResourceIndex, _ copy: ResourceCopy
  ) -> ResourceBody.Identity {
    ResourceBody.Identity(resource: resource, version: copy.version, user: copy.user)
  }

  /// The cache is given a copy.
  /// - Parameter isHeld: whether it counts as held from now on; otherwise when it is given back.
  package mutating func give(
    _ copy: ResourceCopy, of resource: ResourceIndex, isHeld: Bool = true,
    in simulation: inout DeviceSimulation
  ) {
    copies[Self.identity(of: resource, copy)] = copy
    if isHeld { hold(copy, of: resource, in: &simulation) }
  }

  /// The copy that a body says it is; nil: the cache was never given it.
  package func copy(of identity: ResourceBody.Identity) -> ResourceCopy? { copies[identity] }

  /// The cache gave a copy back, and what that took.
  package mutating func take(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) -> (source: Source, delay: TimeSpan) {
    if simulation.lookup(resource, in: tier)?.version != copy.version {
      hold(copy, of: resource, in: &simulation)
    }
    guard medium == .flash else { return (.memory, .zero) }
    let reading = simulation.read(resource, from: tier)
    return (.flash, reading + simulation.decode(copy, as: Codecs.json))
  }

  /// The cache was asked and has nothing of the resource.
  package mutating func miss(_ resource: ResourceIndex, in simulation: inout DeviceSimulation) {
    _ = simulation.lookup(resource, in: tier)
    simulation.remove(resource, from: tier)
  }

  /// The cache says that it has emptied itself.
  package mutating func removeAll(in simulation: inout DeviceSimulation) {
    simulation.removeAll(from: tier)
  }

  /// The origin confirmed the version that the cache has.
  package mutating func confirm(
    _ resource: ResourceIndex, at instant: Instant, in simulation: inout DeviceSimulation
  ) {
    simulation.revise(resource, in: tier) { $0.confirmedAt = instant }
    guard let copy = simulation.peek(resource, in: tier) else { return }
    copies[Self.identity(of: resource, copy)]?.confirmedAt = instant
  }

  private func hold(
    _ copy: ResourceCopy, of resource: ResourceIndex, in simulation: inout DeviceSimulation
  ) {
    let size = medium == .memory ? simulation.decodedSize(of: copy) : copy.size
    simulation.store(copy, of: resource, size: size, in: tier)
  }
}
