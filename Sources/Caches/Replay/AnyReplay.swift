public import SimCore

/// A replay under way whose policy is chosen when the program runs, fed part by part.
///
/// A box, one dynamic call for each part of a block and none for a request. It has one owner at a
/// time: parts of the same trace, one after the other.
public class AnyReplay {
  /// What was counted so far.
  public fileprivate(set) final var count = ReplayCount()

  fileprivate init() {}

  /// Replays a part of a block. - Complexity: O(requests) and the policy's.
  public func run(_ block: borrowing RequestBlock, at range: Range<Int>) {}

  /// Replays a block. - Complexity: O(requests) and the policy's.
  public final func run(_ block: borrowing RequestBlock) { run(block, at: 0..<block.count) }
}

/// A replay with a store, which finds objects, counts bytes and lets them expire.
final class StoreReplay<Policy: EvictionPolicy & ~Copyable>: AnyReplay {
  private var store: CacheStore<Policy>

  init(_ store: consuming CacheStore<Policy>) {
    self.store = store
    super.init()
  }

  override func run(_ block: borrowing RequestBlock, at range: Range<Int>) {
    store.replay(block, at: range, count: &count)
  }
}

/// A replay of objects of one size in a room that keeps nothing but their order.
final class UnitReplay<Room: UnitRoom & ~Copyable>: AnyReplay {
  private var room: Room

  init(_ room: consuming Room) {
    self.room = room
    super.init()
  }

  override func run(_ block: borrowing RequestBlock, at range: Range<Int>) {
    let misses = room.replay(block, at: range)
    count.requests += Int64(range.count)
    count.bytes += Int64(range.count)
    count.misses += misses
    count.missBytes += misses
  }
}
