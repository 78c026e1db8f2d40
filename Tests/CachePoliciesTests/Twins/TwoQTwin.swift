internal import CachePolicies
internal import SimCore

/// 2Q: the keys of both queues, the oldest first, and the entries of the ghosts.
struct TwoQTwin: Twin {
  var queue: [CacheEntry] = []
  private var inQueue: [ObjectKey] = []
  private var mainQueue: [ObjectKey] = []
  private var ghosts: [CacheEntry] = []
  private var isReturning = false
  private let capacity: Int64
  init(capacity: Int64) { self.capacity = capacity }
  mutating func hit(at index: Int) {
    let key = queue[index].key
    if mainQueue.contains(key) { mainQueue = mainQueue.filter { $0 != key } + [key] }
  }
  mutating func admits(_ entry: CacheEntry) -> Bool {
    isReturning = ghosts.contains { $0.key == entry.key }
    ghosts.removeAll { $0.key == entry.key }
    return true
  }
  mutating func appended() {
    let key = queue[queue.count - 1].key
    if isReturning { mainQueue.append(key) } else { inQueue.append(key) }
  }
  mutating func victim(for _: CacheEntry) -> Int? {
    if bytes(inQueue) <= capacity / 4, !mainQueue.isEmpty {
      return place(of: mainQueue.removeFirst())
    }
    let index = place(of: inQueue.removeFirst())
    if let index, queue[index].size.count <= capacity / 2 {
      ghosts.append(queue[index])
      while ghosts.reduce(0, { $0 + $1.size.count }) > capacity / 2 { ghosts.removeFirst() }
    }
    return index
  }
  mutating func deleted(_ key: ObjectKey) {
    inQueue.removeAll { $0 == key }
    mainQueue.removeAll { $0 == key }
  }
}
