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

/// At which addresses the resources of a device are served, and what drivers are told of them.
///
/// A resource has the path and the query of its own address, where the workload gives it one; else
/// what the scenario's `origin.addresses` make of its number; else `/KIND/NUMBER`. Where another
/// resource has that address with the same method, the host stands before it, as a path's first
/// part. An address that is given stays.
struct ResourceAddresses {
  private struct Place {
    var method: HTTPMethod
    var resource: ResourceIndex
  }

  private let origins: ResourceOrigins
  private let patterns: [KindAddress]
  private var addresses: [String] = []
  private var places: [String: [Place]] = [:]

  init(_ plan: SimulationPlan, device: UInt32) {
    origins = plan.origins(device)
    patterns = plan.origin.addresses
  }

  subscript(resource: ResourceIndex) -> String? {
    guard Int(resource) < addresses.count, !addresses[Int(resource)].isEmpty else { return nil }
    return addresses[Int(resource)]
  }

  func resource(at target: String, _ method: String) -> ResourceIndex? {
    let found = places[target] ?? places[Self.encoded(target)] ?? []
    let place =
      found.first { $0.method.rawValue == method } ?? found.first { $0.method == .get }
      ?? found.first
    return place?.resource
  }

  mutating func publish(_ resource: ResourceIndex, _ content: Content) {
    guard self[resource] == nil else { return }
    while addresses.count <= Int(resource) { addresses.append("") }
    let plain = ResourcePath.path(of: resource, "\(content.kind)")
    let address = candidates(resource, content).first { candidate in
      !(places[candidate] ?? []).contains { $0.method == content.method }
    }
    addresses[Int(resource)] = address ?? plain
    places[address ?? plain, default: []].append(
      Place(method: content.method, resource: resource))
  }

  private func candidates(_ resource: ResourceIndex, _ content: Content) -> [String] {
    if let own = origins.address(of: resource) {
      let (host, path) = Self.parts(of: own)
      return [path] + (host.isEmpty ? [] : ["/\(host)\(path)"])
    }
    guard let pattern = patterns.first(where: { $0.kind == content.kind }) else { return [] }
    return [Self.encoded(pattern.path.replacing(KindAddress.place, with: "\(resource)"))]
  }

  private static func parts(of address: String) -> (host: Substring, path: String) {
    let address = address.prefix { $0 != "#" }
    guard !address.hasPrefix("/"), let scheme = address.firstRange(of: "://") else {
      return ("", encoded(address))
    }
    let rest = address[scheme.upperBound...]
    let host = rest.prefix { $0 != "/" && $0 != "?" }
    let path = rest[host.endIndex...]
    return (host, encoded(path.hasPrefix("/") ? path : "/" + path))
  }

  static func path(of address: String) -> String { parts(of: address).path }

  private static let signs = Set("-._~:/?[]@!$&'()*+,;=%".utf8)

  /// An address as clients send it: what may not stand in it (RFC 3986, section 2) is in percents.
  static func encoded(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        bytes.append(byte)
      default:
        if signs.contains(byte) {
          bytes.append(byte)
        } else {
          let digits = String(byte, radix: 16, uppercase: true)
          bytes += Array((byte < 16 ? "%0" : "%").utf8) + Array(digits.utf8)
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
