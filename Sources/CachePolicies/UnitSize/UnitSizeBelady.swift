internal import SimCore

/// Belady's MIN for objects of one size: the cache is a set of request numbers, those at which its
/// residents are requested next, and the largest one is the victim.
///
/// The set is bits; above them a bit says whether a word of the row below is not empty, up to a
/// single word, so that the largest is found in one step a row. Residents that are never
/// requested again are only counted: they are evicted first, in any order.
/// - Complexity: O(log₆₄ requests) for a request; a bit for each request of the trace.
struct UnitSizeBelady: UnitSizeCache, ~Copyable {
  private static let never = UInt32.max
  private static let absent = never - 1

  private let capacity: Int
  /// By key: the next request that was known at the object's last one, while it is resident.
  private var announced = Table<UInt32>()
  private var future = HierarchicalBitmap()
  private var count = 0
  private var neverRequested = 0

  /// An empty cache. - Precondition: the capacity is positive.
  init(capacity: Int) {
    precondition(capacity > 0, "a cache holds at least one object")
    self.capacity = capacity
  }

  mutating func replay(_ block: borrowing RequestBlock, at range: Range<Int>) -> Int64 {
    let column = ContiguousArray(block.keys)
    let keys = column.span
    let nextColumn = ContiguousArray(block.nextAccesses)
    let nextAccesses = nextColumn.span
    var misses: Int64 = 0
    for index in range {
      let key = keys[index]
      announced.prefetch(keys.keyToPrefetch(at: index, in: range))
      var next = Int64.max
      if !nextAccesses.isEmpty {
        next = nextAccesses[index]
        future.prefetch(nextAccesses[min(index + 8, range.upperBound - 1)])
      }
      announced.reach(key, filling: Self.absent)
      let place = announced[key]
      if place < Self.absent, future.remove(Int(place)) {
        admit(key, next)
        continue
      }
      misses += 1
      if count == capacity { evict() } else { count += 1 }
      admit(key, next)
    }
    return misses
  }

  @inline(__always)
  private mutating func admit(_ key: ObjectKey, _ next: Int64) {
    guard next >= 0, next < Int64(Self.absent) else {
      announced[key] = Self.never
      neverRequested += 1
      return
    }
    announced[key] = UInt32(next)
    future.insert(Int(next))
  }

  @inline(__always)
  private mutating func evict() {
    if neverRequested > 0 { neverRequested -= 1 } else { future.removeLargest() }
  }
}

extension Belady {
  static func makeUnitSizeReplay(capacity: Int64, options: NoSettings) -> AnyReplay? {
    capacity > 0 ? UnitSizeReplay(UnitSizeBelady(capacity: Int(capacity))) : nil
  }
}

/// A set of numbers as bits, with rows of bits above that tell which words are not empty.
/// - Complexity: O(log₆₄ largest) for every operation; memory for the largest number in bits.
struct HierarchicalBitmap: ~Copyable {
  private var bits = Table<UInt64>(count: 1, filling: 0)
  /// A bit for each word of `bits`.
  private var words = Table<UInt64>(count: 1, filling: 0)
  /// A bit for each word of `words`.
  private var groups = Table<UInt64>(count: 1, filling: 0)
  /// A bit for each word of `groups`; few enough words to be looked through.
  private var tops = Table<UInt64>(count: 1, filling: 0)

  /// Prefetches where a number would be, if it is not larger than all there ever were; a hint.
  @inline(__always)
  func prefetch(_ number: Int64) {
    bits.prefetch(min(Int(truncatingIfNeeded: number >> 6), bits.count))
  }

  /// Adds a number that is not in the set.
  @inline(__always)
  mutating func insert(_ number: Int) {
    if number >> 6 >= bits.count { reach(number) }
    bits[number >> 6] |= 1 << UInt64(number & 63)
    words[number >> 12] |= 1 << UInt64(number >> 6 & 63)
    groups[number >> 18] |= 1 << UInt64(number >> 12 & 63)
    tops[number >> 24] |= 1 << UInt64(number >> 18 & 63)
  }

  /// Removes a number; false when it is not in the set.
  @inline(__always)
  mutating func remove(_ number: Int) -> Bool {
    let mask: UInt64 = 1 << UInt64(number & 63)
    guard number >> 6 < bits.count, bits[number >> 6] & mask != 0 else { return false }
    bits[number >> 6] &= ~mask
    if bits[number >> 6] == 0 { empty(number) }
    return true
  }

  /// Removes the largest number. - Precondition: the set is not empty.
  mutating func removeLargest() {
    var top = tops.count - 1
    while tops[top] == 0 { top -= 1 }
    let group = top << 6 | Self.highest(tops[top])
    let word = group << 6 | Self.highest(groups[group])
    let place = word << 6 | Self.highest(words[word])
    _ = remove(place << 6 | Self.highest(bits[place]))
  }

  /// Clears the bits above a word that has become empty.
  private mutating func empty(_ number: Int) {
    words[number >> 12] &= ~(1 << UInt64(number >> 6 & 63))
    if words[number >> 12] != 0 { return }
    groups[number >> 18] &= ~(1 << UInt64(number >> 12 & 63))
    if groups[number >> 18] != 0 { return }
    tops[number >> 24] &= ~(1 << UInt64(number >> 18 & 63))
  }

  @inline(never)
  private mutating func reach(_ number: Int) {
    // A quarter of a million numbers at once: the rows above grow with the lowest.
    let last = number | (1 << 18 - 1)
    bits.reach(Slot(last >> 6), filling: 0)
    words.reach(Slot(last >> 12), filling: 0)
    groups.reach(Slot(last >> 18), filling: 0)
    tops.reach(Slot(last >> 24), filling: 0)
  }

  private static func highest(_ word: UInt64) -> Int { 63 - word.leadingZeroBitCount }
}
