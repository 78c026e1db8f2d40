public import SimCore

/// First in, first out, but who was asked for meanwhile gets another round: second chance.
///
/// Corbató: A Paging Experiment with the Multics System, 1968. The hand's circle is a queue: who is
/// passed over goes to its end. With more bits a resident can earn several rounds.
public struct Clock: EvictionPolicy, ~Copyable {
  public static let name = "clock"

  /// What a scenario can set.
  public struct Options: Settings {
    /// How many bits count the requests since the hand's last visit.
    public var bits = 1
    public init() {}
    public static let fields: [Field<Options>] = [
      Field(
        "bits", \.bits, in: 1...7,
        "How many bits count the requests since the hand's last visit; 1: the classic clock.")
    ]
  }

  private let most: UInt8
  private var queue = SlotList()
  /// By slot: the rounds it has earned.
  private var rounds = Table<UInt8>()

  public init(capacity: Bytes, options: Options, seed: UInt64) {
    most = UInt8(1 << options.bits - 1)
  }

  public mutating func hit(_ slot: Slot, in _: borrowing Residents) {
    if rounds[slot] < most { rounds[slot] += 1 }
  }

  public mutating func insert(_ slot: Slot, in _: borrowing Residents) {
    rounds.put(0, at: slot, filling: 0)
    queue.append(slot)
  }

  public mutating func evict(toFit _: Entry, from _: borrowing Residents) -> Slot? {
    while rounds[queue.first] > 0 {
      rounds[queue.first] -= 1
      queue.moveToEnd(queue.first)
    }
    return queue.removeFirst()
  }

  public mutating func remove(_ slot: Slot, in _: borrowing Residents) { queue.remove(slot) }

  public func brokenInvariant(in residents: borrowing Residents) -> String? {
    queue.mismatch(with: residents)
  }
}
