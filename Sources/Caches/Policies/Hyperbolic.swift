public import SimCore

/// Of a few residents drawn at random, the one leaves that was asked for least often for the time
/// that it has been there.
///
/// Blankstein, Sen, Freedman: Hyperbolic Caching: Flexible Caching for Web Applications, USENIX ATC
/// 2017. Time is counted in requests; worth is counted for each byte and multiplied by cost.
public struct Hyperbolic: EvictionPolicy, ~Copyable {
  public static let name = "hyperbolic"

  /// What a scenario can set.
  public struct Options: Settings {
    /// How many residents are drawn.
    public var sample = 64
    public init() {}
    public static let fields: [Field<Options>] = [
      Field(
        "sample", \.sample, in: 1...4_096,
        "How many residents are drawn, some perhaps twice; 64, as in the paper.")
    ]
  }

  /// What is known of a resident.
  private struct Record: BitwiseCopyable {
    var count = 0.0
    var cost = 1.0
    var start: Int64 = 0
  }

  private let sample: Int
  private var bag = SlotBag()
  /// By slot.
  private var records = Table<Record>()
  private var generator: SeededGenerator
  private var now: Int64 = 0
  private var cost = 1.0

  public init(capacity: Bytes, options: Options, seed: UInt64) {
    sample = options.sample
    generator = SeededGenerator(seed: seed, purpose: .policy)
  }

  public mutating func prepare(for access: Access) {
    now += 1
    cost = access.cost
  }

  public mutating func hit(_ slot: Slot, in _: borrowing Residents) {
    records[slot].count += 1
    records[slot].cost = cost
  }

  public mutating func insert(_ slot: Slot, in _: borrowing Residents) {
    bag.insert(slot)
    records.put(Record(count: 1, cost: cost, start: now), at: slot, filling: Record())
  }

  public mutating func evict(toFit _: Entry, from residents: borrowing Residents) -> Slot? {
    var victim = noSlot
    var least = Double.infinity
    for _ in 0..<sample {
      let slot = bag[generator.index(below: bag.count)]
      let worth = worth(slot, residents)
      if worth < least || victim == noSlot { (victim, least) = (slot, worth) }
    }
    bag.remove(victim)
    return victim
  }

  public mutating func remove(_ slot: Slot, in _: borrowing Residents) { bag.remove(slot) }

  public func brokenInvariant(in residents: borrowing Residents) -> String? {
    bag.mismatch(with: residents)
  }

  private func worth(_ slot: Slot, _ residents: borrowing Residents) -> Double {
    let record = records[slot]
    let size = Double(max(1, residents[slot].size.count))
    return record.count * record.cost / (Double(max(1, now - record.start)) * size)
  }
}
