public import SimCore

extension EvictionPolicy where Self: ~Copyable {
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
      let soon = keys.ahead(of: index, in: range)
      residents.expect(soon)
      expect(soon)
      prepare(for: block.access(at: index))
      if let slot = residents.slot(of: keys[index]) {
        hitAndEvict(slot, in: &residents) { _, _ in }
      } else {
        missCount.misses += 1
        missCount.missBytes += size
        let entry = Entry(key: keys[index], size: Bytes(size))
        _ = store(entry, in: &residents, capacity: capacity) { _, _ in }
      }
    }
    count.requests += Int64(range.count)
    count.bytes += bytes
    count.misses += missCount.misses
    count.missBytes += missCount.missBytes
  }

  /// Tells of a hit, and lets those go whom it pushes out.
  @inline(__always)
  mutating func hitAndEvict(
    _ slot: Slot, in residents: inout Residents, onEvict: (Entry, Slot) -> Void
  ) {
    hit(slot, in: residents)
    while let victim = evict(after: slot, from: residents) {
      precondition(victim != slot, "a hit does not push out what was asked for")
      onEvict(residents.remove(victim), victim)
    }
  }

  /// The rule of every room: who is too large or refused stays outside; else residents leave until
  /// there is room, and then the object comes in.
  @inline(__always)
  mutating func store(
    _ entry: Entry, in residents: inout Residents, capacity: Bytes,
    onEvict: (Entry, Slot) -> Void
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
