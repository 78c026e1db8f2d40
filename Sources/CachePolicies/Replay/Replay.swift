public import SimCore

/// A replay under way whose policy is chosen when the program runs, fed part by part.
///
/// A box, one dynamic call for each part of a block and none for a request. It has one owner at a
/// time: parts of the same trace, one after the other.
public class AnyReplay {
  package fileprivate(set) final var count = ReplayCount()
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
  package static func += (left: inout ReplayCount, right: ReplayCount) {
    left.requests += right.requests
    left.bytes += right.bytes
    left.misses += right.misses
    left.missBytes += right.missBytes
  }

  /// What was counted since an earlier state of the same replay.
  package static func - (left: ReplayCount, right: ReplayCount) -> ReplayCount {
    var count = left
    count.requests -= right.requests
    count.bytes -= right.bytes
    count.misses -= right.misses
    count.missBytes -= right.missBytes
    return count
  }
}

extension EvictionPolicy where Self: ~Copyable {
  /// Inlinable, as all that it calls for a request: so the loop is compiled for a policy of another
  /// module too, in that module.
  @inlinable
  public mutating func replay(
    _ block: borrowing RequestBlock, at range: Range<Int>, in residents: inout Residents,
    capacity: Bytes, count: inout ReplayCount
  ) {
    let keyColumn = ContiguousArray(block.keys)
    let keys = keyColumn.span
    let sizeColumn = ContiguousArray(block.sizes)
    let sizes = sizeColumn.span
    var missCount = ReplayCount()
    var bytes = Int64(0)
    for index in range {
      let size = sizes.isEmpty ? 1 : sizes[index]
      bytes += size
      let soon = keys.keyToPrefetch(at: index, in: range)
      residents.prefetch(soon)
      prefetch(soon)
      let slot = residents.slotToPrefetch(of: keys.keyAhead(of: index, in: range))
      residents.prefetchState(of: slot)
      prefetchState(of: slot)
      prepare(for: block.access(at: index))
      if let slot = residents.slot(of: keys[index]) {
        hitAndEvict(slot, in: &residents) { _, _ in }
      } else {
        missCount.misses += 1
        missCount.missBytes += size
        let entry = CacheEntry(key: keys[index], size: Bytes(size))
        _ = store(entry, in: &residents, capacity: capacity) { _, _ in }
      }
    }
    count.requests += Int64(range.count)
    count.bytes += bytes
    count.misses += missCount.misses
    count.missBytes += missCount.missBytes
  }

  /// Reports a hit to the policy, and evicts the entries that it displaces.
  @inlinable @inline(__always)
  mutating func hitAndEvict(
    _ slot: Slot, in residents: inout Residents, onEvict: (CacheEntry, Slot) -> Void
  ) {
    hit(slot, in: residents)
    while let victim = evict(after: slot, from: residents) {
      precondition(victim != slot, "a hit does not evict the entry that was hit")
      onEvict(residents.remove(victim), victim)
    }
  }

  /// Inserts a missed object: not stored when larger than the capacity or refused; else victims are
  /// evicted until it fits.
  @inlinable @inline(__always)
  mutating func store(
    _ entry: CacheEntry, in residents: inout Residents, capacity: Bytes,
    onEvict: (CacheEntry, Slot) -> Void
  ) -> Slot? {
    guard entry.size <= capacity, admits(entry) else { return nil }
    while residents.used.count > capacity.count - entry.size.count {
      guard let victim = evict(toFit: entry, from: residents) else { return nil }
      onEvict(residents.remove(victim), victim)
    }
    let slot = residents.insert(entry)
    insert(slot, in: residents)
    var isRefused = false
    while let victim = evict(after: slot, from: residents) {
      let left = residents.remove(victim)
      if victim == slot { isRefused = true } else { onEvict(left, victim) }
    }
    return isRefused ? nil : slot
  }
}

extension RequestBlock {
  /// A request of the block; what the trace does not say has its default.
  ///
  /// It is inlined into the loops that use it, so that a column that the policy ignores costs
  /// nothing.
  /// - Precondition: the index is below `count`.
  @inlinable @inline(__always)
  func access(at index: Int) -> Access {
    Access(
      key: keys[index], size: index < sizes.count ? sizes[index] : 1,
      time: index < times.count ? times[index] : 0,
      nextAccess: index < nextAccesses.count ? nextAccesses[index] : .max,
      timeToLive: index < timesToLive.count ? timesToLive[index] : 0,
      cost: index < costs.count ? costs[index] : 1)
  }
}

extension Span<ObjectKey> {
  /// How many requests ahead keys are prefetched.
  ///
  /// Measured with LRU, FIFO, SLRU, LRU-K and LIRS on ten million requests by Zipf's law for a
  /// million objects, on two shared cores: 8, 16, 24 and 40 are alike within the noise; without,
  /// LRU takes a third longer, LRU-K a quarter and LIRS half as long again.
  @inlinable static var prefetchDistance: Int { 24 }

  /// The key of the request `prefetchDistance` places ahead, near the end of a range its last one:
  /// its table entry can be prefetched in the meantime.
  @inlinable @inline(__always)
  func keyToPrefetch(at index: Int, in range: Range<Int>) -> ObjectKey {
    self[min(index + Self.prefetchDistance, range.upperBound - 1)]
  }

  /// The key of the request a third as far ahead: its table entry has arrived, and what the entry
  /// leads to can be prefetched.
  @inlinable @inline(__always)
  func keyAhead(of index: Int, in range: Range<Int>) -> ObjectKey {
    self[min(index + Self.prefetchDistance / 3, range.upperBound - 1)]
  }
}
