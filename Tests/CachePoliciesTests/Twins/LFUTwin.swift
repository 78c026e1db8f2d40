internal import CachePolicies
internal import SimCore

/// Least frequently used: the array is in order of the last request; the first of the least wins.
struct LFUTwin: Twin {
  var queue: [CacheEntry] = []
  private var counts: [ObjectKey: Int] = [:]
  init(capacity: Int64) {}
  mutating func hit(at index: Int) {
    queue.append(queue.remove(at: index))
    counts[queue[queue.count - 1].key, default: 0] += 1
  }
  mutating func appended() { counts[queue[queue.count - 1].key] = 1 }
  mutating func victim(for _: CacheEntry) -> Int? {
    queue.indices.min { counts[queue[$0].key, default: 0] < counts[queue[$1].key, default: 0] }
  }
}
