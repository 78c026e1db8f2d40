internal import SimCore

/// Clock for objects of one size: a circular buffer of keys and a hand.
/// - Complexity: O(1) amortised for a request.
struct UnitSizeClock: UnitSizeCache, ~Copyable {
  private static let absent: UInt8 = 0
  private static let resident: UInt8 = 1

  private let capacity: Int
  /// The state of an object with a full counter.
  private let most: UInt8
  /// By key: 0 when absent, else one more than its reference count.
  private var states = Table<UInt8>()
  private var circle = Table<ObjectKey>()
  private var hand = 0

  /// An empty cache. - Precondition: the capacity is positive.
  init(capacity: Int, most: UInt8) {
    precondition(capacity > 0 && most < .max, "a cache holds at least one object")
    self.capacity = capacity
    self.most = most + 1
  }

  mutating func replay(_ block: borrowing RequestBlock, at range: Range<Int>) -> Int64 {
    let keys = block.keys.span
    var misses: Int64 = 0
    for index in range {
      let key = keys[index]
      states.reach(key, filling: Self.absent)
      let state = states[key]
      if state != Self.absent {
        if state < most { states[key] = state + 1 }
        continue
      }
      misses += 1
      insert(key)
    }
    return misses
  }

  @inline(__always)
  private mutating func insert(_ key: ObjectKey) {
    if circle.count < capacity {
      circle.append(key)
    } else {
      while states[circle[hand]] > Self.resident {
        states[circle[hand]] -= 1
        turn()
      }
      states[circle[hand]] = Self.absent
      circle[hand] = key
      turn()
    }
    states[key] = Self.resident
  }

  @inline(__always)
  private mutating func turn() {
    hand += 1
    if hand == capacity { hand = 0 }
  }
}

extension Clock {
  package static func makeUnitSizeReplay(capacity: Int64, options: Options) -> AnyReplay? {
    guard capacity > 0 else { return nil }
    let most = UInt8(1 << options.bits - 1)
    return UnitSizeReplay(UnitSizeClock(capacity: Int(capacity), most: most))
  }
}
