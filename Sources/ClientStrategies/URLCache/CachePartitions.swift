internal import CacheWorkloads
internal import SimCore

/// A top-level site: 1 for the first host of a device; 0 where the cache is not partitioned.
typealias Site = UInt32

/// The keys of a partitioned cache's answers, numbered as they are first asked for.
///
/// Tables of keys are dense. A resource that had a key for each top-level site there could be would
/// use up the numbers that a key has; those of pairs that were ever asked for are as many as the
/// cache has met.
struct CachePartitions: Sendable {
  /// An answer that a key stands for.
  struct Place: Hashable, Sendable {
    var resource: ResourceIndex
    var site: Site
    /// Among the users whose answers are told apart; 0: they are not.
    var user: ObjectKey
  }

  private var keys: [Place: ObjectKey] = [:]
  /// By key.
  private var places: [Place] = []

  /// The key of an answer; a new one is the next number.
  /// - Complexity: O(1).
  mutating func key(of place: Place) -> (key: ObjectKey, isNew: Bool) {
    if let key = keys[place] { return (key, false) }
    let key = ObjectKey(places.count)
    places.append(place)
    keys[place] = key
    return (key, true)
  }

  /// What a key stands for. - Complexity: O(1).
  subscript(key: ObjectKey) -> Place { places[Int(key)] }
}
