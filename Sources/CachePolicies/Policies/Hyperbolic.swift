internal import SimCore

/// Of a few residents sampled at random, the one with the fewest requests for its time in the cache
/// is evicted.
///
/// Blankstein, Sen, Freedman: Hyperbolic Caching: Flexible Caching for Web Applications, USENIX ATC
/// 2017. Time is counted in requests; priority is per byte and multiplied by cost.
struct Hyperbolic: EvictionPolicy, ~Copyable {
  static let name = "hyperbolic"
  struct Options: Settings {
    var sample = 64
    static let fields: [Field<Options>] = [
      Field(
        "sample", \.sample, in: 1...4_096,
        "How many residents are sampled, with replacement; 64, as in the paper.")
    ]
  }

  /// The state of a resident.
  private struct Record: BitwiseCopyable {
    var count = 0.0
    var cost = 1.0
    var start: Int64 = 0
  }

  private let sample: Int
  private var bag = SampledSlots()
  /// By slot.
  private var records = Table<Record>()
  private var generator: SeededGenerator
  private var now: Int64 = 0
  private var cost = 1.0

  init(capacity: Bytes, options: Options, seed: UInt64) {
    sample = options.sample
    generator = SeededGenerator(seed: seed, purpose: .policy)
  }

  mutating func prepare(for access: Access) {
    now += 1
    cost = access.cost
  }

  mutating func hit(_ slot: Slot, in _: borrowing Residents) {
    records[slot].count += 1
    records[slot].cost = cost
  }

  mutating func insert(_ slot: Slot, in _: borrowing Residents) {
    bag.insert(slot)
    records.put(Record(count: 1, cost: cost, start: now), at: slot, filling: Record())
  }

  mutating func evict(toFit _: CacheEntry, from residents: borrowing Residents) -> Slot? {
    var victim = noSlot
    var least = Double.infinity
    for _ in 0..<sample {
      let slot = bag[generator.index(below: bag.count)]
      let priority = priority(slot, residents)
      if priority < least || victim == noSlot { (victim, least) = (slot, priority) }
    }
    bag.remove(victim)
    return victim
  }

  mutating func remove(_ slot: Slot, in _: borrowing Residents) { bag.remove(slot) }

  func brokenInvariant(in residents: borrowing Residents) -> String? {
    bag.mismatch(with: residents)
  }

  private func priority(_ slot: Slot, _ residents: borrowing Residents) -> Double {
    let record = records[slot]
    let size = Double(max(1, residents[slot].size.count))
    return record.count * record.cost / (Double(max(1, now - record.start)) * size)
  }
}
