internal import SimCore

/// First in, first out, for objects of one size: no queue at all, only each object's insertion
/// number; the residents are the last `capacity` insertions.
/// - Complexity: O(1) for a request.
struct UnitSizeFIFO: UnitSizeCache, ~Copyable {
  /// What can be counted by numbers of 32 bits.
  static let capacities: ClosedRange<Int64> = 1...(1 << 31)

  private let capacity: UInt32
  /// The number of the last insertion; starts so large that number 0 counts as evicted.
  private var last: UInt32
  /// By key: the object's last insertion number; 0: never inserted.
  private var numbers = Table<UInt32>()

  /// An empty cache. - Precondition: the capacity is one of `capacities`.
  init(capacity: Int64) {
    precondition(Self.capacities.contains(capacity), "numbers of 32 bits are enough")
    self.capacity = UInt32(capacity)
    last = self.capacity
  }

  mutating func replay(_ block: borrowing RequestBlock, at range: Range<Int>) -> Int64 {
    let column = ContiguousArray(block.keys)
    let keys = column.span
    var misses: Int64 = 0
    for index in range {
      let key = keys[index]
      numbers.prefetch(keys.keyToPrefetch(at: index, in: range))
      numbers.reach(key, filling: 0)
      if last == .max { renumber() }
      // Without a branch: which requests miss is what the processor cannot foresee.
      let number = numbers[key]
      let miss: UInt32 = last &- number >= capacity ? 1 : 0
      misses += Int64(miss)
      last &+= miss
      numbers[key] = miss == 1 ? last : number
    }
    return misses
  }

  /// Gives the residents the smallest numbers, in their order. - Complexity: O(objects).
  private mutating func renumber() {
    let gone = last - capacity
    for index in 0..<numbers.count { numbers[index] -= min(numbers[index], gone) }
    last = capacity
  }
}

extension FIFO {
  static func makeUnitSizeReplay(capacity: Int64, options: NoSettings) -> AnyReplay? {
    UnitSizeFIFO.capacities.contains(capacity)
      ? UnitSizeReplay(UnitSizeFIFO(capacity: capacity)) : nil
  }
}

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
    let column = ContiguousArray(block.keys)
    let keys = column.span
    var misses: Int64 = 0
    for index in range {
      let key = keys[index]
      states.prefetch(keys.keyToPrefetch(at: index, in: range))
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
    let soon = hand + 8
    if soon < capacity { states.prefetch(circle[soon]) }
  }
}

extension Clock {
  static func makeUnitSizeReplay(capacity: Int64, options: Options) -> AnyReplay? {
    guard capacity > 0 else { return nil }
    let most = UInt8(1 << options.bits - 1)
    return UnitSizeReplay(UnitSizeClock(capacity: Int(capacity), most: most))
  }
}

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
    let column = ContiguousArray(block.keys)
    let keys = column.span
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
  static func makeUnitSizeReplay(capacity: Int64, options: NoSettings) -> AnyReplay? {
    capacity > 0 ? UnitSizeReplay(UnitSizeSIEVE(capacity: Int(capacity))) : nil
  }
}
