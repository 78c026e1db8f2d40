internal import CachePolicies
internal import SimCore

/// What a cache does with a request.
struct Answer: Equatable {
  var isHit = false
  /// The victims, in order.
  var left: [CacheEntry] = []
}

/// A cache with a policy, implemented again in the simplest way: an array, searched from the front.
protocol Twin {
  init(capacity: Int64)
  /// The residents, in the policy's order.
  var queue: [CacheEntry] { get set }
  /// Called for each request before the lookup.
  mutating func requested(_ entry: CacheEntry)
  /// Called for a hit of the resident at a place.
  mutating func hit(at index: Int)
  /// Whether an object is admitted.
  mutating func admits(_ entry: CacheEntry) -> Bool
  /// Chooses a place; nil refuses the object.
  mutating func victim(for entry: CacheEntry) -> Int?
  /// Called when the resident at a place was evicted or removed.
  mutating func removed(at index: Int)
  /// Called before a resident is deleted.
  mutating func deleted(_ key: ObjectKey)
  /// Called when an entry was appended.
  mutating func appended()
  /// Chooses a victim that a hit or an insertion displaces although the cache is not full.
  mutating func surplus() -> Int?
}

extension Twin {
  mutating func requested(_ entry: CacheEntry) {}
  mutating func admits(_ entry: CacheEntry) -> Bool { true }
  mutating func removed(at index: Int) {}
  mutating func deleted(_ key: ObjectKey) {}
  mutating func appended() {}
  mutating func surplus() -> Int? { nil }

  var used: Int64 { bytes(queue.map(\.key)) }

  /// The place of a resident.
  func place(of key: ObjectKey) -> Int? { queue.firstIndex { $0.key == key } }

  /// The sum of some residents' sizes.
  func bytes(_ keys: [ObjectKey]) -> Int64 {
    queue.reduce(0) { $0 + (keys.contains($1.key) ? $1.size.count : 0) }
  }

  mutating func request(_ entry: CacheEntry, capacity: Bytes) -> Answer {
    var answer = Answer()
    requested(entry)
    if let index = place(of: entry.key) {
      answer.isHit = true
      hit(at: index)
    } else {
      if entry.size > capacity || !admits(entry) { return answer }
      while used + entry.size.count > capacity.count {
        guard let index = victim(for: entry) else { return answer }
        answer.left.append(queue.remove(at: index))
        removed(at: index)
      }
      queue.append(entry)
      appended()
    }
    while let index = surplus() {
      let left = queue.remove(at: index)
      if left.key != entry.key { answer.left.append(left) }
      removed(at: index)
    }
    return answer
  }

  mutating func remove(_ key: ObjectKey) -> Bool {
    guard let index = place(of: key) else { return false }
    deleted(key)
    queue.remove(at: index)
    removed(at: index)
    return true
  }
}
