internal import Caches

/// Least recently used: the array is in order of the last request.
struct LRUTwin: Twin {
  var queue: [Entry] = []
  mutating func hit(at index: Int) { queue.append(queue.remove(at: index)) }
  mutating func victim() -> Int { 0 }
}
