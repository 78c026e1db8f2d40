internal import CachePolicies
internal import SimCore

/// Two segments, a fifth and four fifths: the keys of each, the oldest first.
struct SLRUTwin: Twin {
  var queue: [CacheEntry] = []
  private var probation: [ObjectKey] = []
  private var protected: [ObjectKey] = []
  private let limit: Int64
  init(capacity: Int64) { limit = capacity * 4 / 5 }
  mutating func hit(at index: Int) {
    let entry = queue[index]
    if probation.contains(entry.key), entry.size.count > limit {
      probation = probation.filter { $0 != entry.key } + [entry.key]
      return
    }
    deleted(entry.key)
    protected.append(entry.key)
    while bytes(protected) > limit { probation.append(protected.removeFirst()) }
  }
  mutating func appended() { probation.append(queue[queue.count - 1].key) }
  mutating func victim(for _: CacheEntry) -> Int? {
    place(of: probation.isEmpty ? protected.removeFirst() : probation.removeFirst())
  }
  mutating func deleted(_ key: ObjectKey) {
    probation.removeAll { $0 == key }
    protected.removeAll { $0 == key }
  }
}
