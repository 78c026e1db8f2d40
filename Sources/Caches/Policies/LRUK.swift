public import SimCore

/// Least recently used by the K-th last request: who was asked for K times longest ago leaves
/// first, and before those everybody who was not asked for so often.
///
/// O'Neil, O'Neil, Weikum: The LRU-K Page Replacement Algorithm for Database Disk Buffering, SIGMOD
/// 1993, doi:10.1145/170035.170081. Without the paper's correlated reference period; who leaves is
/// remembered for ever, or not at all.
public struct LRUK: EvictionPolicy, ~Copyable {
  public static let name = "lru-k"

  /// What a scenario can set.
  public struct Options: Settings {
    /// Which of the last requests counts.
    public var k = 2
    /// Whether who has left is remembered.
    public var remembers = true
    public init() {}
    public static let fields: [Field<Options>] = [
      Field(
        "k", \.k, in: 1...16, "Which of the last requests counts; the second, as in the paper."),
      Field(
        "remembers", \.remembers,
        "Whether requests for who has left count; the paper keeps them for a while."),
    ]
  }

  private let k: Int
  private let remembers: Bool
  /// By key, K places each: the numbers of its last requests, the last one first; 0 for none.
  private var history = Table<Int64>()
  private var heap = SlotHeap<Turn<Int64>>()
  private var now: Int64 = 0

  public init(capacity: Bytes, options: Options, seed: UInt64) {
    k = options.k
    remembers = options.remembers
  }

  public func expect(_ key: ObjectKey) { history.fetch(Int(key) * k) }

  public mutating func prepare(for access: Access) {
    now += 1
    let start = Int(access.key) * k
    while history.count < start + k { history.append(0) }
    for place in stride(from: start + k - 1, to: start, by: -1) {
      history[place] = history[place - 1]
    }
    history[start] = now
  }

  public mutating func hit(_ slot: Slot, in residents: borrowing Residents) {
    heap.update(slot, turn(of: residents[slot].key))
  }

  public mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    heap.insert(slot, turn(of: residents[slot].key))
  }

  public mutating func evict(toFit _: Entry, from residents: borrowing Residents) -> Slot? {
    guard let victim = heap.first else { return nil }
    heap.remove(victim)
    if !remembers { forget(residents[victim].key) }
    return victim
  }

  public mutating func remove(_ slot: Slot, in residents: borrowing Residents) {
    heap.remove(slot)
    forget(residents[slot].key)
  }

  public func brokenInvariant(in residents: borrowing Residents) -> String? {
    heap.mismatch(with: residents)
  }

  /// The K-th last request, and among equals the last one.
  private func turn(of key: ObjectKey) -> Turn<Int64> {
    let start = Int(key) * k
    if start >= history.count { return Turn(value: 0, order: 0) }
    return Turn(value: history[start + k - 1], order: history[start])
  }

  private mutating func forget(_ key: ObjectKey) {
    let start = Int(key) * k
    if start >= history.count { return }
    for place in start..<(start + k) { history[place] = 0 }
  }
}
