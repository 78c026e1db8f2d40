internal import SimCore
internal import Workloads

/// When each version of each resource was published, so that an outdated copy's age is known.
///
/// Grows with the versions, not with the requests.
struct PublicationHistory {
  private var instants: [[Instant]] = []

  /// Notes a version; versions of one resource come in order, from 1.
  mutating func note(_ resource: ResourceIndex, version: UInt32, at instant: Instant) {
    while instants.count <= Int(resource) { instants.append([]) }
    while instants[Int(resource)].count < Int(version) { instants[Int(resource)].append(instant) }
  }

  /// When the version after this one was published; nil while it is the newest.
  /// - Complexity: O(1).
  func outdated(_ resource: ResourceIndex, version: UInt32) -> Instant? {
    let versions = instants[Int(resource)]
    return Int(version) < versions.count ? versions[Int(version)] : nil
  }
}
