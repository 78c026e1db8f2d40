internal import CachePolicies
internal import SimCore

/// S3-FIFO by the paper's listing: S, M and G as arrays, the oldest first.
struct S3FIFOTwin: Twin {
  var queue: [CacheEntry] = []
  private var s: [CacheEntry] = []
  private var m: [CacheEntry] = []
  private var g: [CacheEntry] = []
  private var hits: [ObjectKey: Int] = [:]
  private var isReturning = false
  /// Chosen by one run of the listing's loop, in order.
  private var chosen: [ObjectKey] = []
  private let capacity: Int64
  private let small: Int64
  private let ghost: Int64
  init(capacity: Int64) {
    self.capacity = capacity
    small = capacity / 10
    ghost = capacity * 9 / 10
  }
  private func sum(_ list: [CacheEntry]) -> Int64 { list.reduce(0) { $0 + $1.size.count } }
  mutating func hit(at index: Int) {
    hits[queue[index].key] = min(3, hits[queue[index].key, default: 0] + 1)
  }
  mutating func admits(_ entry: CacheEntry) -> Bool {
    isReturning = g.contains { $0.key == entry.key }
    g.removeAll { $0.key == entry.key }
    return true
  }
  mutating func appended() {
    let entry = queue[queue.count - 1]
    hits[entry.key] = 0
    if isReturning { m.append(entry) } else { s.append(entry) }
  }
  mutating func victim(for _: CacheEntry) -> Int? {
    if chosen.isEmpty {
      if !s.isEmpty && (sum(s) >= small || m.isEmpty) { evictS() } else { evictM() }
    }
    return place(of: chosen.removeFirst())
  }
  mutating func surplus() -> Int? { chosen.isEmpty ? nil : place(of: chosen.removeFirst()) }
  private mutating func evictS() {
    while !s.isEmpty {
      let t = s.removeFirst()
      if hits[t.key, default: 0] > 1 {
        hits[t.key] = 0
        m.append(t)
        while sum(m) > capacity - small { evictM() }
      } else {
        if t.size.count <= ghost {
          g.append(t)
          while sum(g) > ghost { g.removeFirst() }
        }
        chosen.append(t.key)
        return
      }
    }
    if chosen.isEmpty { evictM() }
  }
  private mutating func evictM() {
    while true {
      let t = m.removeFirst()
      guard let count = hits[t.key], count > 0 else {
        chosen.append(t.key)
        return
      }
      hits[t.key] = count - 1
      m.append(t)
    }
  }
  mutating func deleted(_ key: ObjectKey) {
    s.removeAll { $0.key == key }
    m.removeAll { $0.key == key }
  }
}
