internal import SimCore

/// S3-FIFO for objects of one size: three rings of keys and one word for each object.
///
/// The same rules as `QuickDemotionQueues`, where they are explained. A ghost whose object is
/// inserted again leaves a gap in the ghost ring, which is skipped when it reaches the front.
/// - Complexity: O(1) amortised for a request.
struct UnitSizeS3FIFO: UnitSizeCache, ~Copyable {
  /// Where an object is: the upper two bits of its word; below them are a resident's hits, or the
  /// number of a ghost.
  private static let small: UInt32 = 1 << 30
  private static let main: UInt32 = 2 << 30
  private static let ghost: UInt32 = 3 << 30
  private static let place: UInt32 = 3 << 30
  private static let rest: UInt32 = small - 1
  /// The most hits that are counted: two bits.
  private static let mostHits: UInt32 = 3
  /// Capacities for which ghost numbers are unambiguous and each queue holds at least one entry.
  static let capacities: ClosedRange<Int64> = 20...(1 << 27)

  private let capacity: Int
  private let smallLimit: Int
  private let mainLimit: Int
  private let ghostLimit: Int
  private let threshold: UInt32
  private let isPaper: Bool
  private let fillsMainFirst: Bool
  /// By key.
  private var words = Table<UInt32>()
  private var smallQueue = KeyQueue()
  private var mainQueue = KeyQueue()
  private var ghosts = KeyQueue()
  private var ghostCount = 0
  private var hasEvicted = false
  /// Whether the small queue still has to yield a victim, having promoted entries.
  private var isDemoting = false

  /// An empty cache; nil when a queue would be too short for the rules to be these.
  init?(capacity: Int64, options: S3FIFO.Options) {
    let small = Bytes(capacity).share(options.smallShare)
    let ghosts = Bytes(capacity).share(options.ghostShare)
    guard Self.capacities.contains(capacity), small >= 2, capacity - small >= 2, ghosts >= 1,
      ghosts <= Self.capacities.upperBound
    else { return nil }
    self.capacity = Int(capacity)
    smallLimit = Int(small)
    mainLimit = Int(capacity - small)
    ghostLimit = Int(ghosts)
    threshold = UInt32(options.threshold)
    isPaper = options.rule == .paper
    fillsMainFirst = options.rule == .libCacheSim
  }

  mutating func replay(_ block: borrowing RequestBlock, at range: Range<Int>) -> Int64 {
    let column = ContiguousArray(block.keys)
    let keys = column.span
    var misses: Int64 = 0
    for index in range {
      let key = keys[index]
      words.prefetch(keys.keyToPrefetch(at: index, in: range))
      words.reach(key, filling: 0)
      let word = words[key]
      let place = word & Self.place
      if place == Self.small || place == Self.main {
        if word & Self.rest < Self.mostHits { words[key] = word + 1 }
      } else {
        misses += 1
        let isReturning = place == Self.ghost
        if isReturning {
          words[key] = 0
          ghostCount -= 1
        }
        admit(key, isReturning: isReturning)
      }
    }
    return misses
  }

  private mutating func admit(_ key: ObjectKey, isReturning: Bool) {
    if smallQueue.count + mainQueue.count == capacity { evict() }
    let isFilling = fillsMainFirst && !hasEvicted && smallQueue.count >= smallLimit
    if isReturning || isFilling {
      words[key] = Self.main
      mainQueue.append(key)
    } else {
      words[key] = Self.small
      smallQueue.append(key)
    }
    if isDemoting { goOnDemoting(sparing: key) }
  }

  private mutating func evict() {
    hasEvicted = true
    guard isPaper else {
      while mainQueue.count <= mainLimit, smallQueue.count > 0 {
        // libCacheSim's later rule stays with the small queue after a promotion.
        repeat {
          if demote() { return }
        } while fillsMainFirst && smallQueue.count > 0
      }
      evictFromMain()
      return
    }
    isDemoting = smallQueue.count >= smallLimit || mainQueue.count == 0
    if isDemoting, demoteOnce(sparing: nil) { return }
    evictFromMain()
  }

  /// Continues until the small queue has yielded its victim; the main queue evicts its excess.
  private mutating func goOnDemoting(sparing spared: ObjectKey) {
    while isDemoting, demoteOnce(sparing: spared) {}
  }

  /// One eviction of the paper's loop over the small queue; false when there is none.
  private mutating func demoteOnce(sparing spared: ObjectKey?) -> Bool {
    while true {
      if mainQueue.count > mainLimit, mainQueue.first != spared {
        evictFromMain()
        return true
      }
      if smallQueue.count == 0 || smallQueue.first == spared {
        isDemoting = false
        return false
      }
      if demote() {
        isDemoting = false
        return true
      }
    }
  }

  /// Promotes the oldest entry of the small queue, or evicts it and adds a ghost: then true.
  private mutating func demote() -> Bool {
    let key = smallQueue.removeFirst()
    words.prefetch(smallQueue.keyToPrefetch)
    if words[key] & Self.rest >= threshold {
      words[key] = Self.main
      mainQueue.append(key)
      return false
    }
    addGhost(key)
    return true
  }

  private mutating func evictFromMain() {
    while true {
      let key = mainQueue.removeFirst()
      words.prefetch(mainQueue.keyToPrefetch)
      let word = words[key]
      if word & Self.rest == 0 {
        words[key] = 0
        return
      }
      words[key] = word - 1
      mainQueue.append(key)
    }
  }

  private mutating func addGhost(_ key: ObjectKey) {
    while ghostCount >= ghostLimit { dropFirstGhost() }
    // Many gaps and few ghosts: the numbers of the first and the last stay near each other.
    while ghosts.count >= 2 * ghostLimit + 16 { closeGaps() }
    words[key] = Self.ghost | number(ghosts.end)
    ghosts.append(key)
    ghostCount += 1
  }

  private func number(_ count: Int) -> UInt32 { UInt32(truncatingIfNeeded: count) & Self.rest }

  private func isGhost(_ key: ObjectKey, _ count: Int) -> Bool {
    words[key] == Self.ghost | number(count)
  }

  private mutating func dropFirstGhost() {
    let count = ghosts.start
    let key = ghosts.removeFirst()
    words.prefetch(ghosts.keyToPrefetch)
    guard isGhost(key, count) else { return }
    words[key] = 0
    ghostCount -= 1
  }

  /// Writes the ghosts anew behind the ring's end. - Complexity: O(ghosts and gaps).
  private mutating func closeGaps() {
    for _ in 0..<ghosts.count {
      let count = ghosts.start
      let key = ghosts.removeFirst()
      guard isGhost(key, count) else { continue }
      words[key] = Self.ghost | number(ghosts.end)
      ghosts.append(key)
    }
  }
}

extension S3FIFO {
  static func makeUnitSizeReplay(capacity: Int64, options: Options) -> AnyReplay? {
    guard let cache = UnitSizeS3FIFO(capacity: capacity, options: options) else { return nil }
    return UnitSizeReplay(cache)
  }
}
