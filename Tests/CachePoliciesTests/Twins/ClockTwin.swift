internal import CachePolicies
internal import SimCore

/// Clock: an array with a bit for each entry; an entry whose bit is set moves to the end without
/// it.
struct ClockTwin: Twin {
  var queue: [CacheEntry] = []
  private var marked: Set<ObjectKey> = []
  init(capacity: Int64) {}
  mutating func hit(at index: Int) { marked.insert(queue[index].key) }
  mutating func victim(for _: CacheEntry) -> Int? {
    while marked.remove(queue[0].key) != nil { queue.append(queue.removeFirst()) }
    return 0
  }
  mutating func deleted(_ key: ObjectKey) { marked.remove(key) }
}
