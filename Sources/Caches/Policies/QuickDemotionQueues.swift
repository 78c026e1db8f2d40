internal import SimCore

/// A small queue for newcomers, a main queue with second chances, and a memory of those who left
/// the small one: what S3-FIFO and QD-LP have in common.
struct QuickDemotionQueues: ~Copyable {
  private static let small = 0
  private static let main = 1
  /// The most hits that are counted: two bits.
  private static let most: UInt8 = 3

  private let smallLimit: Int64
  private let mainLimit: Int64
  private let ghostLimit: Int64
  private let threshold: UInt8
  /// Whether the small queue is asked first who leaves, when it is as long as its share; else the
  /// main queue is, when it is longer than its share.
  private let smallGoesFirst: Bool
  /// Whether newcomers go into the main queue while the small one is full and nobody has left yet.
  var fillsMainFirst = false
  /// Whether a promotion is followed by another look at the small queue, whatever it made of the
  /// main one.
  var staysWithSmall = false
  /// Whether what is as large as the small queue's share is refused.
  var refusesLarge = false
  private var queues = SlotLists(count: 2)
  private var ghosts = Ghosts()
  /// By slot.
  private var hits = Table<UInt8>()
  /// Whether the object that comes in was remembered.
  private var isReturning = false
  private var hasEvicted = false
  /// Whether the small queue still owes a victim, having promoted others.
  private var isDemoting = false

  init(
    small: Int64, ghosts: Int64, capacity: Bytes, threshold: UInt8, smallGoesFirst: Bool
  ) {
    smallLimit = small
    mainLimit = capacity.count - small
    ghostLimit = ghosts
    self.threshold = threshold
    self.smallGoesFirst = smallGoesFirst
  }

  mutating func hit(_ slot: Slot) {
    if hits[slot] < Self.most { hits[slot] += 1 }
  }

  /// Whether an object may come in; if it was remembered, it is going to the main queue.
  mutating func admits(_ incoming: Entry) -> Bool {
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
    // A newcomer that fills the whole small queue is sent away itself, if such are refused.
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

  /// The paper's loop over the small queue: it ends with a newcomer who leaves; whoever the main
  /// queue loses to those promoted on the way leaves too.
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

  /// The oldest newcomer goes into the main queue, or leaves and is remembered.
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
    if ghosts.bytes() > ghostLimit { return "too much is remembered" }
    return queues.mismatch(with: residents)
  }
}
