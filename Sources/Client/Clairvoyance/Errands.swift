internal import SimCore
internal import Workloads

/// What is to be fetched, what is needed soonest first; of one instant, what was noted first.
struct Errands {
  private struct Errand {
    var due: Instant
    var resource: ResourceIndex
  }

  /// The soonest last.
  private var queue: [Errand] = []

  /// Notes a resource; it may stand more than once. - Complexity: O(n), of which a search O(log n).
  mutating func note(_ resource: ResourceIndex, due: Instant) {
    var low = 0
    var high = queue.count
    while low < high {
      let middle = (low + high) / 2
      if queue[middle].due >= due { low = middle + 1 } else { high = middle }
    }
    // Behind those of the same instant, which stand nearer to the end.
    while low > 0, queue[low - 1].due == due { low -= 1 }
    queue.insert(Errand(due: due, resource: resource), at: low)
  }

  /// Takes the soonest out. - Complexity: O(1).
  mutating func next() -> (due: Instant, resource: ResourceIndex)? {
    queue.popLast().map { ($0.due, $0.resource) }
  }

  /// Forgets all.
  mutating func removeAll() { queue.removeAll(keepingCapacity: true) }
}
