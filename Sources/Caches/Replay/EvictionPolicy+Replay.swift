public import SimCore

extension EvictionPolicy where Self: ~Copyable {
  public mutating func replay(
    _ block: borrowing RequestBlock, in residents: inout Residents, capacity: Bytes,
    count: inout ReplayCount
  ) {
    let keys = block.keys.span
    let sizes = block.sizes.span
    var missCount = ReplayCount()
    var bytes = Int64(0)
    for index in keys.indices {
      let size = sizes.isEmpty ? 1 : sizes[index]
      bytes += size
      if let slot = residents.slot(of: keys[index]) {
        hit(slot, in: residents)
      } else {
        missCount.misses += 1
        missCount.missBytes += size
        let entry = Entry(key: keys[index], size: Bytes(size))
        _ = store(entry, in: &residents, capacity: capacity) { _, _ in }
      }
    }
    count.requests += Int64(keys.count)
    count.bytes += bytes
    count.misses += missCount.misses
    count.missBytes += missCount.missBytes
  }

  /// The rule of every room: who is too large or refused stays outside; else residents leave until
  /// there is room, and then the object comes in.
  mutating func store(
    _ entry: Entry, in residents: inout Residents, capacity: Bytes,
    onEvict: (Entry, Slot) -> Void
  ) -> Slot? {
    guard entry.size <= capacity, admits(entry) else { return nil }
    while residents.used.count > capacity.count - entry.size.count {
      let victim = evict(toFit: entry, from: residents)
      onEvict(residents.remove(victim), victim)
    }
    let slot = residents.insert(entry)
    insert(slot, in: residents)
    return slot
  }
}
