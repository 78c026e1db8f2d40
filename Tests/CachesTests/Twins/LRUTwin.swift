internal import Caches

/// Least recently used: the array is in order of the last request.
struct LRUTwin: Twin {
  var queue: [Entry] = []
  init(capacity: Int64) {}
  mutating func hit(at index: Int) { queue.append(queue.remove(at: index)) }
  mutating func victim(for _: Entry) -> Int? { 0 }
}
