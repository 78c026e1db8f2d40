internal import SimCore

/// The rule of libCacheSim (commit aa0fc40, and version 0.3.5).
///
/// One of its rules is left out: there a hit can push the object itself out of the queue while it
/// counts as resident, and its next request is a hit of nothing.
extension LIRS {
  /// A hit: members of the low set are demoted before the object joins it, and also for an object
  /// that is no longer in the stack and joins nothing.
  mutating func hitLikeLibCacheSim(_ slot: Slot, _ residents: borrowing Residents) {
    let entry = residents[slot]
    let size = entry.size.count
    asked = entry.key
    if isLow[slot] {
      recency.move(entry.key, to: Self.stack, size: size)
    } else if recency.list(of: entry.key) != nil {
      recency.move(entry.key, to: Self.stack, size: size)
      queue.remove(slot)
      makeRoom(for: size, residents)
      promote(slot, residents)
    } else {
      queue.moveToEnd(slot)
      makeRoom(for: size, residents)
      recency.append(entry.key, to: Self.stack, size: size)
    }
    prune(residents)
    asked = Self.noObject
  }

  mutating func makeRoom(for size: Int64, _ residents: borrowing Residents) {
    while lowBytes > 0, lowBytes + size > limit { demote(residents) }
  }

  /// While the queue has more bytes than it should, its front leaves, though not the object that
  /// was requested; then ghosts are dropped while all in the stack have too many bytes.
  mutating func evictLikeLibCacheSim(
    after slot: Slot, from residents: borrowing Residents
  ) -> Slot? {
    if residents.used.count - lowBytes > queueLimit, queue.first != slot {
      let victim = queue.removeFirst()
      addGhost(residents[victim])
      return victim
    }
    while recency.bytes(of: Self.stack) - ghostLimit > capacity, ghosts.count() > 0 {
      dropOldestGhost()
    }
    return nil
  }
}
