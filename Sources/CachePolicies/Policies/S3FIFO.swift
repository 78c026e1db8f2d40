package import SimCore

/// Three static queues: new entries pass through a small one and are soon evicted unless requested
/// again, the main one gives second chances, and the ghost queue holds what the small one evicted.
///
/// Yang, Zhang, Qiu, Yue, Rashmi: FIFO Queues are All You Need for Cache Eviction, SOSP 2023,
/// doi:10.1145/3600006.3613147.
package struct S3FIFO: EvictionPolicy, ~Copyable {
  package static let name = "s3-fifo"

  /// What a scenario can set.
  package struct Options: Settings {
    package enum Rule: String, WordSettingValue {
      case paper
      case libCacheSim2023 = "libcachesim-2023"
      /// libCacheSim's since October 2024.
      case libCacheSim = "libcachesim"
    }
    package var smallShare = 0.1
    package var ghostShare = 0.9
    package var threshold = 2
    package var rule = Rule.paper
    package init() {}
    package static let fields: [Field<Options>] = [
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

  package init(capacity: Bytes, options: Options, seed: UInt64) {
    queues = QuickDemotionQueues(
      small: capacity.share(options.smallShare), ghosts: capacity.share(options.ghostShare),
      capacity: capacity, threshold: UInt8(options.threshold),
      smallGoesFirst: options.rule == .paper)
    queues.fillsMainFirst = options.rule == .libCacheSim
    queues.staysWithSmall = options.rule == .libCacheSim
    queues.refusesLarge = options.rule != .paper
  }

  package mutating func hit(_ slot: Slot, in _: borrowing Residents) { queues.hit(slot) }
  package mutating func admits(_ incoming: CacheEntry) -> Bool { queues.admits(incoming) }
  package mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    queues.insert(slot, size: residents[slot].size.count)
  }
  package mutating func evict(toFit _: CacheEntry, from residents: borrowing Residents) -> Slot? {
    queues.evict(from: residents)
  }
  package mutating func evict(after slot: Slot, from residents: borrowing Residents) -> Slot? {
    queues.evict(after: slot, from: residents)
  }
  package mutating func remove(_ slot: Slot, in residents: borrowing Residents) {
    queues.remove(slot, size: residents[slot].size.count)
  }
  package func brokenInvariant(in residents: borrowing Residents) -> String? {
    queues.mismatch(with: residents)
  }
}
