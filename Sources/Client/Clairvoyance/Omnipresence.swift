internal import SimCore
internal import Workloads

/// The world in which content travels by itself: what the origin publishes is on the device at the
/// first instant with a network, whether the app runs or not; it takes no time and no room,
/// outlives every process, and needs no decoding.
struct Omnipresence {
  /// By resource: the newest version that there is.
  private var newest: [ResourceCopy?] = []
  /// By resource: the newest version that is on the device.
  private var delivered: [ResourceCopy?] = []
  /// What was published while there was no network.
  private var waiting: [ResourceIndex] = []

  /// What is on the device.
  func copy(of resource: ResourceIndex, for user: UInt16) -> ResourceCopy? {
    guard Int(resource) < delivered.count, var copy = delivered[Int(resource)] else { return nil }
    copy.user = user
    return copy
  }

  mutating func published(_ resource: ResourceIndex, _ copy: ResourceCopy, in world: inout World) {
    let missing = Int(resource) + 1 - newest.count
    if missing > 0 {
      newest.append(contentsOf: repeatElement(nil, count: missing))
      delivered.append(contentsOf: repeatElement(nil, count: missing))
    }
    newest[Int(resource)] = copy
    if world.isOnline { deliver(resource, in: &world) } else { waiting.append(resource) }
  }

  mutating func cameOnline(in world: inout World) {
    for resource in waiting { deliver(resource, in: &world) }
    waiting = []
  }

  private mutating func deliver(_ resource: ResourceIndex, in world: inout World) {
    delivered[Int(resource)] = newest[Int(resource)]
    guard world.isOnScreen(resource), let copy = copy(of: resource, for: world.user) else { return }
    world.show(resource, copy, from: .memory, after: .zero)
  }
}
