package import SimCore

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
    let keys = block.keys.span
    var misses: Int64 = 0
    for index in range {
      let key = keys[index]
      numbers.prefetch(keys.keyToPrefetch(at: index, in: range))
      numbers.reach(key, filling: 0)
      guard last - numbers[key] >= capacity else { continue }
      misses += 1
      if last == .max { renumber() }
      last += 1
      numbers[key] = last
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
  package static func makeUnitSizeReplay(capacity: Int64, options: NoSettings) -> AnyReplay? {
    UnitSizeFIFO.capacities.contains(capacity)
      ? UnitSizeReplay(UnitSizeFIFO(capacity: capacity)) : nil
  }
}
