public import SimCore

extension EvictionPolicy where Self: ~Copyable {
  /// Inlinable, as all that it calls for a request: so the loop is compiled for a policy of another
  /// module too, in that module.
  @inlinable
  public mutating func replay(
    _ block: borrowing RequestBlock, at range: Range<Int>, in residents: inout Residents,
    capacity: Bytes, count: inout ReplayCount
  ) {
    let keys = block.keys.span
    let sizes = block.sizes.span
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
