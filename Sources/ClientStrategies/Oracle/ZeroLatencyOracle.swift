internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import SimCore

/// A relaxation in which content travels by itself: what the origin publishes is on the device at
/// the first instant with a network, whether the app runs or not; it takes no time and no space,
/// outlives every process, and needs no decoding.
struct ZeroLatencyOracle {
  /// By resource: the newest version that is on the device.
  private var delivered = PagedMap<ResourceCopy?>(filling: nil)
  /// What was published while there was no network, and the newest version of each.
  private var waiting: [ResourceIndex] = []
  private var newest: [ResourceIndex: ResourceCopy] = [:]

  func copy(of resource: ResourceIndex, for user: UInt16) -> ResourceCopy? {
    guard var copy = delivered[resource] else { return nil }
    copy.user = user
    return copy
  }

  mutating func published(
    _ resource: ResourceIndex, _ copy: ResourceCopy, in simulation: inout DeviceSimulation
  ) {
    if simulation.isOnline {
      if newest[resource] != nil { newest[resource] = copy }
      deliver(resource, copy, in: &simulation)
    } else {
      newest[resource] = copy
      waiting.append(resource)
    }
  }

  mutating func cameOnline(in simulation: inout DeviceSimulation) {
    for resource in waiting {
      if let copy = newest[resource] { deliver(resource, copy, in: &simulation) }
    }
    waiting = []
    newest = [:]
  }

  private mutating func deliver(
    _ resource: ResourceIndex, _ copy: ResourceCopy, in simulation: inout DeviceSimulation
  ) {
    delivered[resource] = copy
    guard simulation.isOnScreen(resource),
      let own = self.copy(of: resource, for: simulation.currentUser)
    else { return }
    simulation.show(resource, own, from: .memory, after: .zero, isDecoded: true)
  }
}
