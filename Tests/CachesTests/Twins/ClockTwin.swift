internal import Caches
internal import SimCore

/// Clock: an array with a bit for each; who has the bit goes to the end without it.
struct ClockTwin: Twin {
  var queue: [Entry] = []
  private var marked: Set<ObjectKey> = []
  init(capacity: Int64) {}
  mutating func hit(at index: Int) { marked.insert(queue[index].key) }
  mutating func victim(for _: Entry) -> Int? {
    while marked.remove(queue[0].key) != nil { queue.append(queue.removeFirst()) }
    return 0
  }
  mutating func deleted(_ key: ObjectKey) { marked.remove(key) }
}
