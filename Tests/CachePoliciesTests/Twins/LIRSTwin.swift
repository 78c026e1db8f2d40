internal import CachePolicies
internal import SimCore

/// LIRS: the stack S as an array of keys, its bottom first, and the queue Q.
struct LIRSTwin: Twin {
  var queue: [CacheEntry] = []
  private var s: [ObjectKey] = []
  private var q: [ObjectKey] = []
  private var low: [ObjectKey] = []
  /// Who has left and is in the stack, the first to leave first.
  private var ghosts: [CacheEntry] = []
  private let capacity: Int64
  private var limit: Int64 { capacity - max(1, capacity / 100) }
  init(capacity: Int64) { self.capacity = capacity }
  mutating func hit(at index: Int) {
    let key = queue[index].key
    let wasInStack = s.contains(key)
    s = s.filter { $0 != key } + [key]
    if !low.contains(key) {
      q.removeAll { $0 == key }
      if wasInStack { promote(key) } else { q.append(key) }
    }
    prune()
  }
  mutating func appended() {
    let entry = queue[queue.count - 1]
    let wasInStack = s.contains(entry.key)
    s = s.filter { $0 != entry.key } + [entry.key]
    ghosts.removeAll { $0.key == entry.key }
    if wasInStack || bytes(low) + entry.size.count <= limit {
      promote(entry.key)
    } else {
      q.append(entry.key)
    }
    prune()
  }
  mutating func victim(for _: CacheEntry) -> Int? {
    if q.isEmpty { demote() }
    let index = place(of: q.removeFirst())
    if let index, s.contains(queue[index].key) {
      ghosts.append(queue[index])
      while ghosts.reduce(0, { $0 + $1.size.count }) > capacity {
        let forgotten = ghosts.removeFirst().key
        s.removeAll { $0 == forgotten }
      }
    }
    return index
  }
  mutating func deleted(_ key: ObjectKey) {
    s.removeAll { $0 == key }
    q.removeAll { $0 == key }
    low.removeAll { $0 == key }
    prune()
  }
  private mutating func promote(_ key: ObjectKey) {
    low.append(key)
    while bytes(low) > limit { demote() }
  }
  private mutating func demote() {
    prune()
    let key = s.removeFirst()
    low.removeAll { $0 == key }
    q.append(key)
    prune()
  }
  private mutating func prune() {
    while let bottom = s.first, !low.contains(bottom) {
      s.removeFirst()
      ghosts.removeAll { $0.key == bottom }
    }
  }
}
