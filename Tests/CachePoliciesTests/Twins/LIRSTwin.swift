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
  /// The ghost that is being inserted again.
  private var returning: ObjectKey?
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
  mutating func admits(_ entry: CacheEntry) -> Bool {
    if s.contains(entry.key) {
      returning = entry.key
      ghosts.removeAll { $0.key == entry.key }
    }
    return true
  }
  mutating func appended() {
    let entry = queue[queue.count - 1]
    s = s.filter { $0 != entry.key } + [entry.key]
    if entry.key == returning || bytes(low) + entry.size.count <= limit {
      returning = nil
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
  /// Also what is returning: `returning` says that it had a ghost.
  private mutating func prune() {
    while let bottom = s.first, !low.contains(bottom) {
      s.removeFirst()
      ghosts.removeAll { $0.key == bottom }
    }
  }
}

/// LIRS as libCacheSim has it: the same arrays, by the words of its rule.
struct LibCacheSimLIRSTwin: Twin {
  var queue: [CacheEntry] = []
  /// The stack with the sizes, its bottom first.
  private var s: [CacheEntry] = []
  private var q: [ObjectKey] = []
  private var low: [ObjectKey] = []
  /// Who has left and is in the stack, the first to leave first.
  private var ghosts: [ObjectKey] = []
  /// The object that is asked for, until the next one is.
  private var asked: ObjectKey?
  private let capacity: Int64
  private let high: Int64
  private var limit: Int64 { capacity - high }
  init(capacity: Int64) {
    self.capacity = capacity
    high = max(1, capacity / 100)
  }
  private func isStacked(_ key: ObjectKey) -> Bool { s.contains { $0.key == key } }
  private mutating func stack(_ entry: CacheEntry) {
    s.removeAll { $0.key == entry.key }
    s.append(entry)
  }
  mutating func requested(_ entry: CacheEntry) { asked = entry.key }
  mutating func hit(at index: Int) {
    let entry = queue[index]
    if low.contains(entry.key) {
      stack(entry)
    } else if isStacked(entry.key) {
      stack(entry)
      q.removeAll { $0 == entry.key }
      enterLow(entry)
    } else {
      q = q.filter { $0 != entry.key } + [entry.key]
      makeRoom(for: entry)
      stack(entry)
    }
    prune()
  }
  mutating func admits(_ entry: CacheEntry) -> Bool {
    if entry.size.count > limit { return false }
    guard ghosts.contains(entry.key) else { return entry.size.count <= high }
    ghosts.removeAll { $0 == entry.key }
    stack(entry)
    return true
  }
  mutating func appended() {
    let entry = queue[queue.count - 1]
    if isStacked(entry.key) {
      enterLow(entry)
    } else {
      stack(entry)
      if bytes(low) + entry.size.count <= limit {
        low.append(entry.key)
      } else {
        q.append(entry.key)
      }
    }
    prune()
  }
  mutating func victim(for _: CacheEntry) -> Int? {
    if q.isEmpty { demote() }
    return leave()
  }
  mutating func surplus() -> Int? {
    if bytes(q) > high, q.first != asked { return leave() }
    while s.reduce(0, { $0 + $1.size.count }) > 2 * capacity, !ghosts.isEmpty {
      let forgotten = ghosts.removeFirst()
      s.removeAll { $0.key == forgotten }
    }
    return nil
  }
  mutating func deleted(_ key: ObjectKey) {
    asked = nil
    s.removeAll { $0.key == key }
    q.removeAll { $0 == key }
    let wasLow = low.contains(key)
    low.removeAll { $0 == key }
    if wasLow { prune() }
  }
  private mutating func leave() -> Int? {
    let key = q.removeFirst()
    if isStacked(key) { ghosts.append(key) }
    return place(of: key)
  }
  private mutating func enterLow(_ entry: CacheEntry) {
    makeRoom(for: entry)
    low.append(entry.key)
  }
  private mutating func makeRoom(for entry: CacheEntry) {
    while !low.isEmpty, bytes(low) + entry.size.count > limit { demote() }
  }
  private mutating func demote() {
    prune()
    let key = s.removeFirst().key
    low.removeAll { $0 == key }
    q.append(key)
    prune()
  }
  private mutating func prune() {
    while let bottom = s.first, !low.contains(bottom.key), bottom.key != asked {
      s.removeFirst()
      ghosts.removeAll { $0 == bottom.key }
    }
  }
}
