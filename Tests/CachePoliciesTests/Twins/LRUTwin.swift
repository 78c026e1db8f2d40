internal import CachePolicies

/// Least recently used: the array is in order of the last request.
struct LRUTwin: Twin {
  var queue: [CacheEntry] = []
  init(capacity: Int64) {}
  mutating func hit(at index: Int) { queue.append(queue.remove(at: index)) }
  mutating func victim(for _: CacheEntry) -> Int? { 0 }
}
