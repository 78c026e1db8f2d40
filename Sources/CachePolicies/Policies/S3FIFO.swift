internal import SimCore

/// Three static queues: new entries pass through a small one and are soon evicted unless requested
/// again, the main one gives second chances, and the ghost queue holds what the small one evicted.
///
/// Yang, Zhang, Qiu, Yue, Rashmi: FIFO Queues are All You Need for Cache Eviction, SOSP 2023,
/// doi:10.1145/3600006.3613147.
struct S3FIFO: EvictionPolicy, ~Copyable {
  static let name = "s3-fifo"
  struct Options: Settings {
    enum Rule: String, WordSettingValue {
      case paper
      case libCacheSim2023 = "libcachesim-2023"
      /// libCacheSim's since October 2024.
      case libCacheSim = "libcachesim"
    }
    var smallShare = 0.1
    var ghostShare = 0.9
    var threshold = 2
    var rule = Rule.paper
    static let fields: [Field<Options>] = [
      Field(
        "smallShare", \.smallShare, in: 0...1,
        "The small queue's share of the capacity; a tenth, as the paper recommends."),
      Field(
        "ghostShare", \.ghostShare, in: 0...10,
        "The bytes of ghost entries, as a share of the capacity; as much as the main queue holds,"
          + " as the paper says."),
      Field(
        "threshold", \.threshold, in: 1...3,
        "How many hits move an entry from the small queue into the main queue instead of evicting"
          + " it; the paper's listing asks for more than one."),
      Field(
        "rule", \.rule,
        "paper: evict from the small queue while it is as long as its share; libcachesim-2023: from"
          + " the main queue while it is longer than its share, and refuse what is not smaller than"
          + " the small queue; libcachesim: and fill the main queue first, once, at the start."),
    ]
  }

  private var queues: QuickDemotionQueues

  init(capacity: Bytes, options: Options, seed: UInt64) {
    queues = QuickDemotionQueues(
      small: capacity.share(options.smallShare), ghosts: capacity.share(options.ghostShare),
      capacity: capacity, threshold: UInt8(options.threshold),
      smallGoesFirst: options.rule == .paper)
    queues.fillsMainFirst = options.rule == .libCacheSim
    queues.staysWithSmall = options.rule == .libCacheSim
    queues.refusesLarge = options.rule != .paper
  }

  mutating func hit(_ slot: Slot, in _: borrowing Residents) { queues.hit(slot) }
  mutating func admits(_ incoming: CacheEntry) -> Bool { queues.admits(incoming) }
  mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    queues.insert(slot, size: residents[slot].size.count)
  }
  mutating func evict(toFit _: CacheEntry, from residents: borrowing Residents) -> Slot? {
    queues.evict(from: residents)
  }
  mutating func evict(after slot: Slot, from residents: borrowing Residents) -> Slot? {
    queues.evict(after: slot, from: residents)
  }
  mutating func remove(_ slot: Slot, in residents: borrowing Residents) {
    queues.remove(slot, size: residents[slot].size.count)
  }
  func brokenInvariant(in residents: borrowing Residents) -> String? {
    queues.mismatch(with: residents)
  }
}
