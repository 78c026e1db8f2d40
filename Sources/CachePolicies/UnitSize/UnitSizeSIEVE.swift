package import SimCore

/// SIEVE for objects of one size: exactly two queues.
///
/// The entries ahead of the hand, new ones last, and those that it has passed; when the first queue
/// is empty the hand has reached the newest resident, and the second takes its place.
/// - Complexity: O(1) amortised for a request.
struct UnitSizeSIEVE: UnitSizeCache, ~Copyable {
  private static let absent: UInt8 = 0
  private static let resident: UInt8 = 1
  private static let visited: UInt8 = 2

  private let capacity: Int
  /// By key.
  private var states = Table<UInt8>()
  private var ahead = KeyQueue()
  private var passed = KeyQueue()

  /// An empty cache. - Precondition: the capacity is positive.
  init(capacity: Int) {
    precondition(capacity > 0, "a cache holds at least one object")
    self.capacity = capacity
  }

  mutating func replay(_ block: borrowing RequestBlock, at range: Range<Int>) -> Int64 {
    let keys = block.keys.span
    var misses: Int64 = 0
    for index in range {
      let key = keys[index]
      states.prefetch(keys.keyToPrefetch(at: index, in: range))
      states.reach(key, filling: Self.absent)
      if states[key] != Self.absent {
        states[key] = Self.visited
        continue
      }
      misses += 1
      if ahead.count + passed.count == capacity { evict() }
      states[key] = Self.resident
      ahead.append(key)
    }
    return misses
  }

  @inline(__always)
  private mutating func evict() {
    while true {
      let key = ahead.removeFirst()
      states.prefetch(ahead.keyToPrefetch)
      let isVictim = states[key] == Self.resident
      states[key] = isVictim ? Self.absent : Self.resident
      if !isVictim { passed.append(key) }
      // At once, and not before the next eviction: entries inserted meanwhile come last.
      if ahead.count == 0 { swap(&ahead, &passed) }
      if isVictim { return }
    }
  }
}

extension SIEVE {
  package static func makeUnitSizeReplay(capacity: Int64, options: NoSettings) -> AnyReplay? {
    capacity > 0 ? UnitSizeReplay(UnitSizeSIEVE(capacity: Int(capacity))) : nil
  }
}
