internal import CacheWorkloads
internal import ClientSimulation
internal import SimCore

/// What the origin of one device publishes, read from a scenario's events as virtual time passes:
/// the contents that the origin of a simulated strategy has at the same instant.
struct PublishedResources {
  struct Resource {
    var content: Content
    var parts: [ResourceIndex]
    var versions: [(version: UInt32, publishedAt: Instant)]
    var isRetired = false
  }

  private let stream: EventStream
  private let device: UInt32
  private(set) var addresses: ResourceAddresses
  private var block = EventBlock()
  private var place = 0
  private var isOver = false
  private(set) var all: [Resource?] = []

  init(
    _ stream: EventStream, device: UInt32, at addresses: ResourceAddresses
  ) throws(InputError) {
    self.stream = stream
    self.device = device
    self.addresses = addresses
    try findNext()
    guard !isOver else {
      throw InputError(
        .malformed, at: "device \(device)", "nothing happens on it: the workload has no such device"
      )
    }
  }

  subscript(resource: ResourceIndex) -> Resource? {
    Int(resource) < all.count ? all[Int(resource)] : nil
  }

  var next: WorkloadEvent? { isOver ? nil : block.events[place] }

  mutating func proceed() throws(InputError) {
    switch block.events[place].action {
    case .publish(let resource, let content): publish(resource, content)
    case .retire(let resource):
      if Int(resource) < all.count { all[Int(resource)]?.isRetired = true }
    default: break
    }
    place += 1
    try findNext()
  }

  private mutating func publish(_ resource: ResourceIndex, _ content: Content) {
    addresses.publish(resource, content)
    while all.count <= Int(resource) { all.append(nil) }
    var versions = all[Int(resource)]?.versions ?? []
    versions.removeAll { $0.version == content.version }
    versions.append((content.version, content.publishedAt))
    all[Int(resource)] = Resource(
      content: content, parts: Array(block.parts[content.parts.indices]), versions: versions)
  }

  private mutating func findNext() throws(InputError) {
    while !isOver {
      while place < block.events.count {
        if block.events[place].device == device { return }
        place += 1
      }
      block.removeAll()
      place = 0
      isOver = !(try stream.fill(&block))
    }
  }
}
