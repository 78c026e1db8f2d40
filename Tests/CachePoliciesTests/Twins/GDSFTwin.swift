internal import CachePolicies
internal import SimCore

/// Greedy-dual size with frequency: the array is in order of the last request.
struct GDSFTwin: Twin {
  var queue: [CacheEntry] = []
  private var counts: [ObjectKey: Double] = [:]
  private var worths: [ObjectKey: Double] = [:]
  private var age = 0.0
  init(capacity: Int64) {}
  mutating func hit(at index: Int) {
    queue.append(queue.remove(at: index))
    count(counts[queue[queue.count - 1].key, default: 0] + 1)
  }
  mutating func appended() { count(1) }
  private mutating func count(_ count: Double) {
    let entry = queue[queue.count - 1]
    counts[entry.key] = count
    worths[entry.key] = age + count * 1e6 / Double(entry.size.count)
  }
  mutating func victim(for _: CacheEntry) -> Int? {
    let index = queue.indices.min {
      worths[queue[$0].key, default: 0] < worths[queue[$1].key, default: 0]
    }
    if let index { age = worths[queue[index].key, default: 0] }
    return index
  }
}
