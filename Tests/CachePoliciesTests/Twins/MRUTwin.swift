internal import CachePolicies
internal import SimCore

/// Most recently used: the last of the array.
struct MRUTwin: Twin {
  var queue: [CacheEntry] = []
  init(capacity: Int64) {}
  mutating func hit(at index: Int) { queue.append(queue.remove(at: index)) }
  mutating func victim(for _: CacheEntry) -> Int? { queue.count - 1 }
}
