internal import SimCore

/// Quick demotion and lazy promotion: new entries pass through a small queue and are evicted from
/// it unless requested again; the main queue is a clock with two bits.
///
/// Yang, Qiu, Zhang, Yue, Rashmi: FIFO can be Better than LRU: the Power of Lazy Promotion and
/// Quick Demotion, HotOS 2023, doi:10.1145/3593856.3595887.
struct QDLP: EvictionPolicy, ~Copyable {
  static let name = "qd-lp"
  struct Options: Settings {
    var smallShare = 0.1
    var ghostShare = 0.9
    static let fields: [Field<Options>] = [
      Field(
        "smallShare", \.smallShare, in: 0...1,
        "The small queue's share of the capacity; a tenth, as the paper says."),
      Field(
        "ghostShare", \.ghostShare, in: 0...10,
        "The bytes of ghost entries, as a share of the capacity; as much as the main queue holds,"
          + " as the paper says."),
    ]
  }

  private var queues: QuickDemotionQueues

  init(capacity: Bytes, options: Options, seed: UInt64) {
    queues = QuickDemotionQueues(
      small: capacity.share(options.smallShare), ghosts: capacity.share(options.ghostShare),
      capacity: capacity, threshold: 1, smallGoesFirst: false)
  }

  mutating func hit(_ slot: Slot, in _: borrowing Residents) { queues.hit(slot) }
  mutating func admits(_ incoming: CacheEntry) -> Bool { queues.admits(incoming) }
  mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    queues.insert(slot, size: residents[slot].size.count)
  }
  mutating func evict(toFit _: CacheEntry, from residents: borrowing Residents) -> Slot? {
    queues.evict(from: residents)
  }
  mutating func remove(_ slot: Slot, in residents: borrowing Residents) {
    queues.remove(slot, size: residents[slot].size.count)
  }
  func brokenInvariant(in residents: borrowing Residents) -> String? {
    queues.mismatch(with: residents)
  }
}
