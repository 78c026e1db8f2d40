public import SimCore

/// The clairvoyant: who will be asked for again latest leaves first.
///
/// Belady: A Study of Replacement Algorithms for a Virtual-Storage Computer, 1966,
/// doi:10.1147/sj.52.0078. Fewest misses of all where every object comes in and all are of one
/// size; with sizes it is no bound. Needs the column of next requests.
public struct Belady: EvictionPolicy, ~Copyable {
  public static let name = "belady"
  public static var needsNextAccess: Bool { true }

  /// The latest next request first.
  private var heap = SlotHeap<Int64>()
  private var next = Int64.max

  public init(capacity: Bytes, options: NoSettings, seed: UInt64) {}

  public mutating func prepare(for access: Access) { next = access.nextAccess }
  public mutating func hit(_ slot: Slot, in _: borrowing Residents) { heap.update(slot, -next) }
  public mutating func insert(_ slot: Slot, in _: borrowing Residents) { heap.insert(slot, -next) }
  public mutating func remove(_ slot: Slot, in _: borrowing Residents) { heap.remove(slot) }

  public mutating func evict(toFit _: Entry, from _: borrowing Residents) -> Slot? {
    guard let victim = heap.first else { return nil }
    heap.remove(victim)
    return victim
  }

  public func brokenInvariant(in residents: borrowing Residents) -> String? {
    heap.mismatch(with: residents)
  }
}
