internal import SimCore

/// Subresources of which the origin publishes new versions at their own addresses, as a picture
/// that a user replaces. They are drawn apart from all else, so that nothing else moves with them.
struct PartChanges: Sendable {
  private var parts: [(resource: ResourceIndex, perDay: Double)] = []
  private var random: SeededGenerator

  init(seed: UInt64, device: UInt32) {
    random = SeededGenerator(seed: seed, purpose: .workload, entity: UInt64(device), attempt: 3)
  }

  /// Adds a subresource with so many new versions a day; nothing is drawn for one that has none.
  mutating func add(_ resource: ResourceIndex, perDay: Double) {
    if perDay > 0 { parts.append((resource, perDay)) }
  }

  mutating func draw(on day: WorkloadDay) -> [OriginChange] {
    var changes: [OriginChange] = []
    for part in parts {
      for _ in 0..<random.poisson(mean: part.perDay) {
        changes.append(OriginChange(at: day.at(hour: 24 * random.unit()), of: part.resource))
      }
    }
    return changes
  }
}

/// A new version of a resource that is otherwise as it was.
struct OriginChange {
  private let at: Instant
  private let resource: ResourceIndex

  init(at instant: Instant, of resource: ResourceIndex) {
    at = instant
    self.resource = resource
  }

  /// Publishes changes in order of time, as versions are numbered in the order of publication.
  static func publish(_ changes: [OriginChange], _ log: inout DeviceEventLog) {
    for change in changes.sorted(by: { ($0.at, $0.resource) < ($1.at, $1.resource) }) {
      log.update(change.resource, at: change.at)
    }
  }
}
