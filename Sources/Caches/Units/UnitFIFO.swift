public import SimCore

/// First in, first out, of objects of one size: no queue at all, only the number of each object's
/// coming in; the last so many to come in are the residents.
/// - Complexity: O(1) for a request.
struct UnitFIFO: UnitRoom, ~Copyable {
  /// What can be counted by numbers of 32 bits.
  static let capacities: ClosedRange<Int64> = 1...(1 << 31)

  private let capacity: UInt32
  /// The number of the last to come in; so large at the start that 0 is long gone.
  private var last: UInt32
  /// By key: the number with which the object came in last; 0: never.
  private var numbers = Table<UInt32>()

  /// An empty room. - Precondition: the capacity is one of `capacities`.
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
      numbers.fetch(keys.ahead(of: index, in: range))
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
  public static func makeUnitReplay(capacity: Int64, options: NoSettings) -> AnyReplay? {
    UnitFIFO.capacities.contains(capacity) ? UnitReplay(UnitFIFO(capacity: capacity)) : nil
  }
}
