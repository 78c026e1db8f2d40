internal import CachePolicies
internal import SimCore

/// LRU-2 with a memory: the numbers of all requests for each key.
struct LRUKTwin: Twin {
  var queue: [CacheEntry] = []
  private var requests: [ObjectKey: [Int]] = [:]
  private var now = 0
  init(capacity: Int64) {}
  mutating func requested(_ entry: CacheEntry) {
    now += 1
    requests[entry.key, default: []].append(now)
  }
  mutating func hit(at index: Int) {}
  mutating func victim(for _: CacheEntry) -> Int? {
    queue.indices.min {
      let (left, right) = (last(queue[$0].key), last(queue[$1].key))
      return left.second < right.second || left.second == right.second && left.first < right.first
    }
  }
  private func last(_ key: ObjectKey) -> (second: Int, first: Int) {
    let all = requests[key, default: []]
    return (all.dropLast().last ?? 0, all.last ?? 0)
  }
  mutating func deleted(_ key: ObjectKey) { requests[key] = nil }
}
