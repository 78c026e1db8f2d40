internal import CachePolicies
internal import SimCore

/// First in, first out: the array is in order of coming in.
struct FIFOTwin: Twin {
  var queue: [CacheEntry] = []
  init(capacity: Int64) {}
  mutating func hit(at index: Int) {}
  mutating func victim(for _: CacheEntry) -> Int? { 0 }
}

/// Least recently used: the array is in order of the last request.
struct LRUTwin: Twin {
  var queue: [CacheEntry] = []
  init(capacity: Int64) {}
  mutating func hit(at index: Int) { queue.append(queue.remove(at: index)) }
  mutating func victim(for _: CacheEntry) -> Int? { 0 }
}

/// Most recently used: the last of the array.
struct MRUTwin: Twin {
  var queue: [CacheEntry] = []
  init(capacity: Int64) {}
  mutating func hit(at index: Int) { queue.append(queue.remove(at: index)) }
  mutating func victim(for _: CacheEntry) -> Int? { queue.count - 1 }
}

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

/// SIEVE: the array is in order of coming in, and the hand is a place in it.
struct SIEVETwin: Twin {
  var queue: [CacheEntry] = []
  private var marks: [Bool] = []
  private var hand = 0

  init(capacity: Int64) {}

  mutating func hit(at index: Int) { marks[index] = true }

  mutating func appended() { marks.append(false) }

  mutating func victim(for _: CacheEntry) -> Int? {
    while marks[hand] {
      marks[hand] = false
      hand = (hand + 1) % queue.count
    }
    return hand
  }

  mutating func removed(at index: Int) {
    marks.remove(at: index)
    if index < hand { hand -= 1 }
    if hand == queue.count { hand = 0 }
  }
}

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
