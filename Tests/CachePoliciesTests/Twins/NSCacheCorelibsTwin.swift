internal import CachePolicies
internal import SimCore

/// NSCache on Linux: an array in order of cost, a new entry before those of its cost.
///
/// The class inserts first and trims then; the new entry may be the one that is trimmed.
struct NSCacheCorelibsTwin: Twin {
  var queue: [CacheEntry] = []
  private var sorted: [CacheEntry] = []
  init(capacity: Int64) {}
  mutating func hit(at index: Int) {}
  mutating func appended() {
    let entry = queue[queue.count - 1]
    sorted.insert(entry, at: sorted.firstIndex { $0.size >= entry.size } ?? sorted.count)
  }
  mutating func victim(for entry: CacheEntry) -> Int? {
    if sorted.first.map({ $0.size >= entry.size }) ?? true { return nil }
    return place(of: sorted.removeFirst().key)
  }
  mutating func deleted(_ key: ObjectKey) { sorted.removeAll { $0.key == key } }
}
