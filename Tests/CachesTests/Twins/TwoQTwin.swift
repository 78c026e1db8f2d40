internal import Caches
internal import SimCore

/// 2Q: the keys of both queues, the oldest first, and the entries of the ghosts.
struct TwoQTwin: Twin {
  var queue: [Entry] = []
  private var newcomers: [ObjectKey] = []
  private var regulars: [ObjectKey] = []
  private var ghosts: [Entry] = []
  private var isReturning = false
  private let capacity: Int64
  init(capacity: Int64) { self.capacity = capacity }
  mutating func hit(at index: Int) {
    let key = queue[index].key
    if regulars.contains(key) { regulars = regulars.filter { $0 != key } + [key] }
  }
  mutating func admits(_ entry: Entry) -> Bool {
    isReturning = ghosts.contains { $0.key == entry.key }
    ghosts.removeAll { $0.key == entry.key }
    return true
  }
  mutating func appended() {
    let key = queue[queue.count - 1].key
    if isReturning { regulars.append(key) } else { newcomers.append(key) }
  }
  mutating func victim(for _: Entry) -> Int? {
    if bytes(newcomers) <= capacity / 4, !regulars.isEmpty {
      return place(of: regulars.removeFirst())
    }
    let index = place(of: newcomers.removeFirst())
    if let index, queue[index].size.count <= capacity / 2 {
      ghosts.append(queue[index])
      while ghosts.reduce(0, { $0 + $1.size.count }) > capacity / 2 { ghosts.removeFirst() }
    }
    return index
  }
  mutating func deleted(_ key: ObjectKey) {
    newcomers.removeAll { $0 == key }
    regulars.removeAll { $0 == key }
  }
}
