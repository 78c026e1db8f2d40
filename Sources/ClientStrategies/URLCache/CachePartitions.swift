internal import CacheWorkloads
internal import SimCore

/// A top-level site: 1 for the first host of a device; 0 where the cache is not partitioned.
typealias Site = UInt32

/// Which of a resource's keys belong to which top-level site, in a partitioned cache.
///
/// A resource has keys for so many sites and no more, as tables of keys are dense; each further
/// site takes the place of one of them, whose answer is lost.
struct CachePartitions: Sendable {
  /// How many sites a resource has keys for.
  let placesPerResource: ObjectKey
  private var places: [UInt64: ObjectKey] = [:]
  /// By resource: its sites, in the order of their places.
  private var sites: [ResourceIndex: [Site]] = [:]
  /// By resource: how many sites it has had.
  private var counts: [ResourceIndex: ObjectKey] = [:]

  /// How many sites that is.
  static let limit: ObjectKey = 64

  init(isPartitioned: Bool) { placesPerResource = isPartitioned ? Self.limit : 1 }

  private static func pair(_ site: Site, _ resource: ResourceIndex) -> UInt64 {
    UInt64(site) << 32 | UInt64(resource)
  }

  /// The place among a resource's keys that belongs to a site, and whose it was before.
  /// - Complexity: O(1).
  mutating func place(
    of site: Site, _ resource: ResourceIndex
  ) -> (place: ObjectKey, former: Site?) {
    guard placesPerResource > 1 else { return (0, nil) }
    if let place = places[Self.pair(site, resource)] { return (place, nil) }
    let count = counts[resource] ?? 0
    counts[resource] = count + 1
    let place = count % placesPerResource
    places[Self.pair(site, resource)] = place
    guard count >= placesPerResource, let former = sites[resource]?[Int(place)] else {
      sites[resource, default: []].append(site)
      return (place, nil)
    }
    places[Self.pair(former, resource)] = nil
    sites[resource]?[Int(place)] = site
    return (place, former)
  }

  /// The site that a place among a resource's keys belongs to.
  func site(at place: ObjectKey, _ resource: ResourceIndex) -> Site {
    guard placesPerResource > 1, let own = sites[resource], Int(place) < own.count else { return 0 }
    return own[Int(place)]
  }
}
