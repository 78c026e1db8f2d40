internal import SimCore
internal import Workloads

/// What no screen has shown since it was closed, in the order in which its time is over.
struct UnusedEntries {
  private var list: [(resource: ResourceIndex, until: Instant)] = []
  private var first = 0
  /// By resource: when the time of its last use is over.
  private var latest: [ResourceIndex: Instant] = [:]

  /// Notes that a screen with these was closed; times are given in order.
  mutating func note(_ resources: [ResourceIndex], until instant: Instant) {
    for resource in resources {
      list.append((resource, instant))
      latest[resource] = instant
    }
  }

  /// Those whose time is over, and that were not used since. - Complexity: O(1) each, amortised.
  mutating func take(at now: Instant) -> [ResourceIndex] {
    var over: [ResourceIndex] = []
    while first < list.count, list[first].until <= now {
      let (resource, until) = list[first]
      first += 1
      guard latest[resource] == until else { continue }
      latest[resource] = nil
      over.append(resource)
    }
    if first > list.count / 2 {
      list.removeFirst(first)
      first = 0
    }
    return over
  }
}
