internal import CachePolicies
internal import SimCore

/// LFU with dynamic aging: the array is in order of the last request.
struct LFUDATwin: Twin {
  var queue: [CacheEntry] = []
  private var counts: [ObjectKey: Int] = [:]
  private var worths: [ObjectKey: Int] = [:]
  private var age = 0
  init(capacity: Int64) {}
  mutating func hit(at index: Int) {
    queue.append(queue.remove(at: index))
    count(counts[queue[queue.count - 1].key, default: 0] + 1)
  }
  mutating func appended() { count(1) }
  private mutating func count(_ count: Int) {
    counts[queue[queue.count - 1].key] = count
    worths[queue[queue.count - 1].key] = count + age
  }
  mutating func victim(for _: CacheEntry) -> Int? {
    let index = queue.indices.min {
      worths[queue[$0].key, default: 0] < worths[queue[$1].key, default: 0]
    }
    if let index { age = worths[queue[index].key, default: 0] }
    return index
  }
}
