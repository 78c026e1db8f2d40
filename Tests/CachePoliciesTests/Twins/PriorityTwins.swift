internal import CachePolicies
internal import SimCore

/// Least frequently used: the array is in order of the last request; the first of the least wins.
struct LFUTwin: Twin {
  var queue: [CacheEntry] = []
  private var counts: [ObjectKey: Int] = [:]
  init(capacity: Int64) {}
  mutating func hit(at index: Int) {
    queue.append(queue.remove(at: index))
    counts[queue[queue.count - 1].key, default: 0] += 1
  }
  mutating func appended() { counts[queue[queue.count - 1].key] = 1 }
  mutating func victim(for _: CacheEntry) -> Int? {
    queue.indices.min { counts[queue[$0].key, default: 0] < counts[queue[$1].key, default: 0] }
  }
}

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

/// LRU-2 with a memory: the numbers of all requests for each key.
struct LRUKTwin: Twin {
  var queue: [CacheEntry] = []
  private var requests: [ObjectKey: [Int]] = [:]
  private var now = 0
  init(capacity: Int64) {}
  mutating func requested(_ entry: CacheEntry) {
    now += 1
    requests[entry.key, default: []].append(now)
  }
  mutating func hit(at index: Int) {}
  mutating func victim(for _: CacheEntry) -> Int? {
    queue.indices.min {
      let (left, right) = (last(queue[$0].key), last(queue[$1].key))
      return left.second < right.second || left.second == right.second && left.first < right.first
    }
  }
  private func last(_ key: ObjectKey) -> (second: Int, first: Int) {
    let all = requests[key, default: []]
    return (all.dropLast().last ?? 0, all.last ?? 0)
  }
  mutating func deleted(_ key: ObjectKey) { requests[key] = nil }
}

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
