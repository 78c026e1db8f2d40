internal import SimCore

/// A small queue for new entries, a main queue with second chances, and ghosts of what the small
/// one evicted: what S3-FIFO and QD-LP have in common.
struct QuickDemotionQueues: ~Copyable {
  private static let small = 0
  private static let main = 1
  /// The most hits that are counted: two bits.
  private static let most: UInt8 = 3

  private let smallLimit: Int64
  private let mainLimit: Int64
  private let ghostLimit: Int64
  private let threshold: UInt8
  /// Whether victims come from the small queue when it is as long as its share; else they come from
  /// the main queue when that is longer than its share.
  private let smallGoesFirst: Bool
  /// Whether new entries go into the main queue while the small one is full, before any eviction.
  var fillsMainFirst = false
  /// Whether eviction goes on with the small queue after a promotion, however long the main queue
  /// has become.
  var staysWithSmall = false
  /// Whether an object as large as the small queue's share is refused.
  var refusesLarge = false
  private var queues = IndexLists(count: 2)
  private var ghosts = GhostEntries()
  /// By slot.
  private var hits = Table<UInt8>()
  /// Whether the new entry had a ghost.
  private var isReturning = false
  private var hasEvicted = false
  /// Whether the small queue still has to yield a victim, having promoted entries.
  private var isDemoting = false

  init(small: Int64, ghosts: Int64, capacity: Bytes, threshold: UInt8, smallGoesFirst: Bool) {
    smallLimit = small
    mainLimit = capacity.count - small
    ghostLimit = ghosts
    self.threshold = threshold
    self.smallGoesFirst = smallGoesFirst
  }

  mutating func hit(_ slot: Slot) {
    if hits[slot] < Self.most { hits[slot] += 1 }
  }

  /// Whether an object is admitted; if it had a ghost, it is inserted into the main queue.
  mutating func admits(_ incoming: CacheEntry) -> Bool {
    isReturning = ghosts.remove(incoming.key) != nil
    return !refusesLarge || incoming.size.count <= smallLimit
  }

  mutating func insert(_ slot: Slot, size: Int64) {
    hits.put(0, at: slot, filling: 0)
    let isFilling = fillsMainFirst && !hasEvicted && queues.bytes(of: Self.small) >= smallLimit
    queues.append(slot, to: isReturning || isFilling ? Self.main : Self.small, size: size)
  }

  mutating func evict(after slot: Slot, from residents: borrowing Residents) -> Slot? {
    if isDemoting { return goOnDemoting(residents, sparing: slot) }
    // A new entry that fills the whole small queue is evicted itself, if such are refused.
    guard refusesLarge, queues.list(of: slot) == Self.small else { return nil }
    let size = residents[slot].size.count
    guard size >= smallLimit, queues.last(of: Self.small) == slot, hits[slot] == 0 else {
      return nil
    }
    queues.remove(slot, size: size)
    return slot
  }

  mutating func evict(from residents: borrowing Residents) -> Slot? {
    hasEvicted = true
    if smallGoesFirst {
      isDemoting = isDemoting || isSmallNext
      if isDemoting, let victim = goOnDemoting(residents, sparing: noSlot) { return victim }
      return queues.count(of: Self.main) == 0 ? nil : evictFromMain(residents)
    }
    while queues.count(of: Self.small) + queues.count(of: Self.main) > 0 {
      guard isSmallNext else { return evictFromMain(residents) }
      repeat {
        if let victim = demote(residents) { return victim }
      } while staysWithSmall && queues.count(of: Self.small) > 0
    }
    return nil
  }

  /// The paper's loop over the small queue: it ends when that yields a victim; what the main queue
  /// evicts for entries promoted on the way are victims too.
  private mutating func goOnDemoting(
    _ residents: borrowing Residents, sparing spared: Slot
  ) -> Slot? {
    while true {
      if queues.bytes(of: Self.main) > mainLimit, queues.first(of: Self.main) != spared {
        return evictFromMain(residents)
      }
      let first = queues.first(of: Self.small)
      if first == noSlot || first == spared { break }
      if let victim = demote(residents) {
        isDemoting = false
        return victim
      }
    }
    isDemoting = false
    return nil
  }

  private var isSmallNext: Bool {
    if queues.count(of: Self.small) == 0 { return false }
    if smallGoesFirst {
      return queues.bytes(of: Self.small) >= smallLimit || queues.count(of: Self.main) == 0
    }
    return queues.bytes(of: Self.main) <= mainLimit
  }

  /// Promotes the oldest entry of the small queue, or evicts it and adds a ghost.
  private mutating func demote(_ residents: borrowing Residents) -> Slot? {
    let slot = queues.first(of: Self.small)
    let entry = residents[slot]
    if hits[slot] >= threshold {
      hits[slot] = 0
      queues.move(slot, to: Self.main, size: entry.size.count)
      return nil
    }
    queues.remove(slot, size: entry.size.count)
    ghosts.append(entry, limit: ghostLimit)
    return slot
  }

  private mutating func evictFromMain(_ residents: borrowing Residents) -> Slot {
    var slot = queues.first(of: Self.main)
    while hits[slot] > 0 {
      hits[slot] -= 1
      queues.move(slot, to: Self.main, size: residents[slot].size.count)
      slot = queues.first(of: Self.main)
    }
    queues.remove(slot, size: residents[slot].size.count)
    return slot
  }

  mutating func remove(_ slot: Slot, size: Int64) { queues.remove(slot, size: size) }

  func mismatch(with residents: borrowing Residents) -> String? {
    if ghosts.bytes() > ghostLimit { return "the ghosts are above their limit" }
    return queues.mismatch(with: residents)
  }
}
