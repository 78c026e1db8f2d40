public import SimCore

/// The clairvoyant, of objects of one size: the room is a set of request numbers, those at which
/// its residents will be asked for again, and the largest one leaves.
///
/// The set is bits; above them a bit says whether a word of the row below is not empty, up to a
/// single word, so that the largest is found in one step a row. Residents that are never asked for
/// again are only counted: they leave first, whoever they are.
/// - Complexity: O(log₆₄ requests) for a request; a bit for each request of the trace.
struct UnitBelady: UnitRoom, ~Copyable {
  /// Never asked for again.
  private static let never = UInt32.max
  /// Not in the room.
  private static let absent = never - 1

  private let capacity: Int
  /// By key: the request that was announced when the object was asked for last, while it stays.
  private var announced = Table<UInt32>()
  private var future = BitLadder()
  private var count = 0
  private var hopeless = 0

  /// An empty room. - Precondition: it has a place.
  init(capacity: Int) {
    precondition(capacity > 0, "a room has a place")
    self.capacity = capacity
  }

  mutating func replay(_ block: borrowing RequestBlock, at range: Range<Int>) -> Int64 {
    let keys = block.keys.span
    let nextAccesses = block.nextAccesses.span
    var misses: Int64 = 0
    for index in range {
      let key = keys[index]
      announced.fetch(keys.ahead(of: index, in: range))
      let next = nextAccesses.isEmpty ? .max : nextAccesses[index]
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
      hopeless += 1
      return
    }
    announced[key] = UInt32(next)
    future.insert(Int(next))
  }

  @inline(__always)
  private mutating func evict() {
    if hopeless > 0 { hopeless -= 1 } else { future.removeLargest() }
  }
}

extension Belady {
  public static func makeUnitReplay(capacity: Int64, options: NoSettings) -> AnyReplay? {
    capacity > 0 ? UnitReplay(UnitBelady(capacity: Int(capacity))) : nil
  }
}
