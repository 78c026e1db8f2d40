internal import CachePolicies
internal import SimCore

/// ARC by the paper's listing, with the lists T1, T2, B1, B2 as arrays.
struct ARCTwin: Twin {
  var queue: [CacheEntry] = []
  private var t1: [CacheEntry] = []
  private var t2: [CacheEntry] = []
  private var b1: [CacheEntry] = []
  private var b2: [CacheEntry] = []
  private var p = 0.0
  private var isInB1 = false
  private var isInB2 = false
  private let c: Int64
  init(capacity: Int64) { c = capacity }
  private func sum(_ list: [CacheEntry]) -> Int64 { list.reduce(0) { $0 + $1.size.count } }
  mutating func hit(at index: Int) {
    let entry = queue[index]
    deleted(entry.key)
    t2.append(entry)
  }
  mutating func admits(_ entry: CacheEntry) -> Bool {
    isInB1 = b1.contains { $0.key == entry.key }
    isInB2 = b2.contains { $0.key == entry.key }
    let (one, two) = (Double(sum(b1)), Double(sum(b2)))
    if isInB1 { p = min(p + max(two / one, 1), Double(c)) }
    if isInB2 { p = max(p - max(one / two, 1), 0) }
    b1.removeAll { $0.key == entry.key }
    b2.removeAll { $0.key == entry.key }
    return true
  }
  mutating func appended() {
    let entry = queue[queue.count - 1]
    if isInB1 || isInB2 { t2.append(entry) } else { t1.append(entry) }
  }
  mutating func victim(for entry: CacheEntry) -> Int? {
    if !isInB1 && !isInB2 {
      if sum(t1) + sum(b1) + entry.size.count > c {
        if b1.isEmpty { return place(of: (t1.isEmpty ? t2.removeFirst() : t1.removeFirst()).key) }
        b1.removeFirst()
      } else if sum(t1) + sum(t2) + sum(b1) + sum(b2) >= 2 * c, !b2.isEmpty {
        b2.removeFirst()
      }
    }
    let length = Double(sum(t1))
    let left: CacheEntry
    if !t1.isEmpty && (length > p || isInB2 && length == p || t2.isEmpty) {
      left = t1.removeFirst()
      b1.append(left)
    } else {
      left = t2.removeFirst()
      b2.append(left)
    }
    return place(of: left.key)
  }
  mutating func deleted(_ key: ObjectKey) {
    t1.removeAll { $0.key == key }
    t2.removeAll { $0.key == key }
  }
}
