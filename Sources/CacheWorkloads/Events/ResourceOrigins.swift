/// Where the resources of one device come from, as far as its workload says it: their addresses,
/// and the answers of a capture that brought their versions.
package struct ResourceOrigins: Sendable {
  /// By resource: an address, which is a path or a URL; nil: it has none of its own.
  package internal(set) var addresses: [String?] = []
  package internal(set) var capture: String?
  /// By resource and version: the places of the capture's entries with its whole body.
  var entries: [[[Int]]] = []

  package init() {}

  package func address(of resource: ResourceIndex) -> String? {
    Int(resource) < addresses.count ? addresses[Int(resource)] : nil
  }

  /// The places of the capture's entries with the whole body of a version, in order of time.
  package func entries(of resource: ResourceIndex, version: UInt32) -> [Int] {
    guard Int(resource) < entries.count, version > 0,
      Int(version) <= entries[Int(resource)].count
    else { return [] }
    return entries[Int(resource)][Int(version) - 1]
  }
}

extension StoryNames {
  /// Names that are addresses: a path, or a URL.
  func origins(on device: UInt32) -> ResourceOrigins {
    var origins = ResourceOrigins()
    guard Int(device) < resources.count else { return origins }
    origins.addresses = resources[Int(device)].map { name in
      ["/", "http://", "https://"].contains { name.hasPrefix($0) } ? name : nil
    }
    return origins
  }
}
