internal import SimCore

/// First in, first out, but an entry requested meanwhile gets a second chance.
///
/// Corbató: A Paging Experiment with the Multics System, 1968. The hand's circle is a queue: an
/// entry that the hand spares goes to its end. With more bits an entry can be spared several times.
struct Clock: EvictionPolicy, ~Copyable {
  static let name = "clock"
  struct Options: Settings {
    var bits = 1
    static let fields: [Field<Options>] = [
      Field(
        "bits", \.bits, in: 1...7,
        "How many bits count the requests since the hand's last visit; 1: the classic clock.")
    ]
  }

  private let most: UInt8
  private var queue = IndexList()
  private var referenceCounts = Table<UInt8>()

  init(capacity: Bytes, options: Options, seed: UInt64) {
    most = UInt8(1 << options.bits - 1)
  }

  mutating func hit(_ slot: Slot, in _: borrowing Residents) {
    if referenceCounts[slot] < most { referenceCounts[slot] += 1 }
  }

  mutating func insert(_ slot: Slot, in _: borrowing Residents) {
    referenceCounts.put(0, at: slot, filling: 0)
    queue.append(slot)
  }

  mutating func evict(toFit _: CacheEntry, from _: borrowing Residents) -> Slot? {
    while referenceCounts[queue.first] > 0 {
      referenceCounts[queue.first] -= 1
      queue.moveToEnd(queue.first)
    }
    return queue.removeFirst()
  }

  mutating func remove(_ slot: Slot, in _: borrowing Residents) { queue.remove(slot) }

  func brokenInvariant(in residents: borrowing Residents) -> String? {
    queue.mismatch(with: residents)
  }
}
