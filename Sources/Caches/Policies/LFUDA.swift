public import SimCore

/// Least frequently used with dynamic aging: a resident's worth is its count of requests plus the
/// room's age when it was last asked for, and the age is the worth of who left last.
///
/// Arlitt, Cherkasova, Dilley, Friedrich, Jin: Evaluating Content Management Techniques for Web
/// Proxy Caches, SIGMETRICS Performance Evaluation Review 27(4), 2000, doi:10.1145/346000.346003.
public struct LFUDA: EvictionPolicy, ~Copyable {
  public static let name = "lfuda"

  /// What a scenario can set.
  public struct Options: Settings {
    /// Whose rule.
    public var rule = PublishedRule.paper
    public init() {}
    public static let fields: [Field<Options>] = [
      Field(
        "rule", \.rule,
        "What a hit adds: paper: one, and the age anew; libcachesim: the age again, which is the"
          + " lowest worth in the room after somebody has left.")
    ]
  }

  private let rule: PublishedRule
  private var heap = SlotHeap<Turn<Int64>>()
  /// By slot: how often it was asked for.
  private var frequencies = Table<Int64>()
  private var age: Int64 = 0
  private var turn: Int64 = 0

  public init(capacity: Bytes, options: Options, seed: UInt64) { rule = options.rule }

  public mutating func hit(_ slot: Slot, in _: borrowing Residents) {
    turn += 1
    switch rule {
    case .paper:
      frequencies[slot] += 1
      heap.update(slot, Turn(value: frequencies[slot] + age, order: turn))
    case .libCacheSim:
      let worth = heap.priority(of: slot).value + age
      heap.update(slot, Turn(value: worth, order: turn))
    }
  }

  public mutating func insert(_ slot: Slot, in _: borrowing Residents) {
    turn += 1
    frequencies.put(1, at: slot, filling: 0)
    heap.insert(slot, Turn(value: 1 + age, order: turn))
  }

  public mutating func evict(toFit _: Entry, from _: borrowing Residents) -> Slot? {
    guard let victim = heap.first else { return nil }
    age = heap.priority(of: victim).value
    heap.remove(victim)
    if rule == .libCacheSim, let first = heap.first { age = heap.priority(of: first).value }
    return victim
  }

  public mutating func remove(_ slot: Slot, in _: borrowing Residents) { heap.remove(slot) }

  public func brokenInvariant(in residents: borrowing Residents) -> String? {
    heap.mismatch(with: residents)
  }
}
