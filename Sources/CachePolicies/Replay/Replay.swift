package import SimCore

/// A replay under way whose policy is chosen when the program runs, fed part by part.
///
/// A box, one dynamic call for each part of a block and none for a request. It has one owner at a
/// time: parts of the same trace, one after the other.
public class AnyReplay {
  /// What was counted so far.
  public fileprivate(set) final var count = ReplayCount()
  /// How many entries there were since `takeOccupancy` was called; counted where copies expire.
  fileprivate final var occupancy = Occupancy()

  fileprivate init() {}

  /// Replays a part of a block. - Complexity: O(requests) and the policy's.
  package func run(_ block: borrowing RequestBlock, at range: Range<Int>) {}

  /// How many entries there were since the last call: where copies expire, else nothing.
  package final func takeOccupancy() -> Occupancy {
    defer { occupancy = Occupancy() }
    return occupancy
  }

  /// Replays a block. - Complexity: O(requests) and the policy's.
  package final func run(_ block: borrowing RequestBlock) { run(block, at: 0..<block.count) }
}

/// A replay with a store, which finds objects, counts bytes and lets them expire.
final class StoreReplay<Policy: EvictionPolicy & ~Copyable>: AnyReplay {
  private var store: CacheStore<Policy>

  init(_ store: consuming CacheStore<Policy>) {
    self.store = store
    super.init()
  }

  override func run(_ block: borrowing RequestBlock, at range: Range<Int>) {
    store.replay(block, at: range, count: &count, occupancy: &occupancy)
  }
}

/// A replay of objects of one size in a cache that keeps nothing but their order.
final class UnitSizeReplay<Cache: UnitSizeCache & ~Copyable>: AnyReplay {
  private var cache: Cache

  init(_ cache: consuming Cache) {
    self.cache = cache
    super.init()
  }

  override func run(_ block: borrowing RequestBlock, at range: Range<Int>) {
    let misses = cache.replay(block, at: range)
    count.requests += Int64(range.count)
    count.bytes += Int64(range.count)
    count.misses += misses
    count.missBytes += misses
  }
}

/// What a replay counted.
public struct ReplayCount: Hashable, Sendable {
  /// Requests replayed.
  public var requests: Int64 = 0
  /// The sum of their sizes.
  public var bytes: Int64 = 0
  /// Requests for objects that were not resident.
  public var misses: Int64 = 0
  /// The sum of those requests' sizes.
  public var missBytes: Int64 = 0

  /// Nothing counted.
  public init() {}

  /// The share of requests that missed; 0 without requests.
  public var missRatio: Double { requests == 0 ? 0 : Double(misses) / Double(requests) }
  /// The share of bytes that missed; 0 without requests.
  public var byteMissRatio: Double { bytes == 0 ? 0 : Double(missBytes) / Double(bytes) }

  /// Adds what another replay, or another part of one, counted.
  public static func += (left: inout ReplayCount, right: ReplayCount) {
    left.requests += right.requests
    left.bytes += right.bytes
    left.misses += right.misses
    left.missBytes += right.missBytes
  }

  /// What was counted since an earlier state of the same replay.
  public static func - (left: ReplayCount, right: ReplayCount) -> ReplayCount {
    var count = left
    count.requests -= right.requests
    count.bytes -= right.bytes
    count.misses -= right.misses
    count.missBytes -= right.missBytes
    return count
  }
}
