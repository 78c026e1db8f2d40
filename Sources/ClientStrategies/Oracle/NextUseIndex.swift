internal import CacheWorkloads
internal import SimCore

/// When each resource will be needed next, beside a screen or as one.
struct NextUseIndex {
  private let dues: [[Foreknowledge.Due]]
  /// By resource: how many of its dues are over.
  private var past: [Int]
  /// By resource: the screens whose contents list it as a part.
  private var mains: [[ResourceIndex]] = []

  init(_ foresight: Foreknowledge) {
    dues = foresight.dues
    past = Array(repeating: 0, count: dues.count)
  }

  /// Notes that a screen's content lists a part.
  mutating func note(_ part: ResourceIndex, of main: ResourceIndex) {
    while mains.count <= Int(part) { mains.append([]) }
    // A screen's versions mostly have the same parts, and come one after another.
    if mains[Int(part)].last != main, !mains[Int(part)].contains(main) {
      mains[Int(part)].append(main)
    }
  }

  /// When a user needs a resource next; nil: never again.
  /// - Complexity: O(screens that list it), amortised over the dues of each.
  mutating func next(_ resource: ResourceIndex, for user: UInt16, at now: Instant) -> Instant? {
    var next = nextOpen(of: resource, for: user, at: now)
    guard Int(resource) < mains.count else { return next }
    for main in mains[Int(resource)] {
      guard let open = nextOpen(of: main, for: user, at: now) else { continue }
      next = next.map { min($0, open) } ?? open
    }
    return next
  }

  private mutating func nextOpen(
    of resource: ResourceIndex, for user: UInt16, at now: Instant
  ) -> Instant? {
    let index = Int(resource)
    guard index < dues.count else { return nil }
    while past[index] < dues[index].count, dues[index][past[index]].at < now { past[index] += 1 }
    return dues[index][past[index]...].first { $0.user == user }?.at
  }
}

/// What is to be fetched, what is needed soonest first; of one instant, what was noted first.
struct PrefetchQueue {
  private struct Item {
    var due: Instant
    var resource: ResourceIndex
  }

  /// The soonest last.
  private var queue: [Item] = []

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
    queue.insert(Item(due: due, resource: resource), at: low)
  }

  /// Takes the soonest out. - Complexity: O(1).
  mutating func next() -> (due: Instant, resource: ResourceIndex)? {
    queue.popLast().map { ($0.due, $0.resource) }
  }

  mutating func removeAll() { queue.removeAll(keepingCapacity: true) }
}
