internal import SimCore

/// Time-aware least recently used: LRU, and at each access what was not requested for longer than a
/// time leaves, as long as a number of bytes stays.
///
/// Grab's image cache on Android: 20 days, 20 MB of 100 MB (Grab Engineering, Reclaiming Terabytes:
/// Optimizing Android image caching with TLRU, 2026). As entries lie in the order of their last
/// requests, only the first has to be looked at. Not said there, and assumed: that an entry whose
/// time is over is hit once more if it is requested before another access, as in its ancestor
/// DiskLruCache, and that what is left is never below the number of bytes. Time comes with
/// lookups: what is stored without one counts from the lookup before.
struct TLRU: EvictionPolicy, ~Copyable {
  static let name = "tlru"
  struct Options: Settings {
    var timeToLive = TimeSpan.days(20)
    var floor = Bytes.megabytes(20)
    static let fields: [Field<Options>] = [
      Field(
        "timeToLive", \.timeToLive, in: .zero...(.days(3_650)),
        "How long after its last request an entry leaves; 20 days in Grab's app."),
      Field(
        "floor", \.floor, in: .zero...(.gigabytes(1_000_000)),
        "The bytes below which nothing leaves for its age, so that who comes back seldom finds "
          + "something; 20 MB in Grab's app."),
    ]
  }

  private let options: Options
  private var queue = IndexList()
  /// By slot: when it was requested last, in nanoseconds.
  private var times = Table<Int64>()
  private var now: Int64 = 0

  init(capacity: Bytes, options: Options, seed: UInt64) { self.options = options }

  func prefetchState(of slot: Slot) { queue.prefetch(slot) }
  mutating func prepare(for access: Access) { now = max(now, access.time) }

  mutating func hit(_ slot: Slot, in _: borrowing Residents) {
    queue.moveToEnd(slot)
    times[slot] = now
  }

  mutating func insert(_ slot: Slot, in _: borrowing Residents) {
    queue.append(slot)
    times.put(now, at: slot, filling: 0)
  }

  mutating func remove(_ slot: Slot, in _: borrowing Residents) { queue.remove(slot) }

  mutating func evict(toFit _: CacheEntry, from _: borrowing Residents) -> Slot? {
    queue.removeFirst()
  }

  mutating func evict(after slot: Slot, from residents: borrowing Residents) -> Slot? {
    let oldest = queue.first
    guard oldest != slot, now - times[oldest] > options.timeToLive.nanoseconds,
      residents.used - residents[oldest].size >= options.floor
    else { return nil }
    return queue.removeFirst()
  }

  func brokenInvariant(in residents: borrowing Residents) -> String? {
    queue.mismatch(with: residents)
  }
}
