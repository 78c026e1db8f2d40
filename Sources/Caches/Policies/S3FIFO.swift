public import SimCore

/// Three static queues: newcomers pass through a small one and are soon gone unless asked for
/// again, the main one gives second chances, and who leaves the small one is remembered.
///
/// Yang, Zhang, Qiu, Yue, Rashmi: FIFO Queues are All You Need for Cache Eviction, SOSP 2023,
/// doi:10.1145/3600006.3613147.
public struct S3FIFO: EvictionPolicy, ~Copyable {
  public static let name = "s3-fifo"

  /// What a scenario can set.
  public struct Options: Settings {
    /// Whose rule.
    public enum Rule: String, WordSettingValue {
      /// The paper's listing.
      case paper
      /// libCacheSim's first implementation.
      case libCacheSim2023 = "libcachesim-2023"
      /// libCacheSim's since October 2024.
      case libCacheSim = "libcachesim"
    }
    /// The small queue's share of the capacity.
    public var smallShare = 0.1
    /// The share of the capacity whose worth of departed newcomers is remembered.
    public var ghostShare = 0.9
    /// How many hits lift a newcomer into the main queue.
    public var threshold = 2
    /// Whose rule.
    public var rule = Rule.paper
    public init() {}
    public static let fields: [Field<Options>] = [
      Field(
        "smallShare", \.smallShare, in: 0...1,
        "The small queue's share of the capacity; a tenth, as the paper recommends."),
      Field(
        "ghostShare", \.ghostShare, in: 0...10,
        "The worth of departed newcomers that is remembered, as a share of the capacity; as much as"
          + " the main queue holds, as the paper says."),
      Field(
        "threshold", \.threshold, in: 1...3,
        "How many hits lift a newcomer into the main queue when its turn to leave has come; the"
          + " paper's listing asks for more than one."),
      Field(
        "rule", \.rule,
        "paper: evict from the small queue while it is as long as its share; libcachesim-2023: from"
          + " the main queue while it is longer than its share, and refuse what is not smaller than"
          + " the small queue; libcachesim: and fill the main queue first, once, at the start."),
    ]
  }

  private var queues: QuickDemotionQueues

  public init(capacity: Bytes, options: Options, seed: UInt64) {
    queues = QuickDemotionQueues(
      small: capacity.share(options.smallShare), ghosts: capacity.share(options.ghostShare),
      capacity: capacity, threshold: UInt8(options.threshold),
      smallGoesFirst: options.rule == .paper)
    queues.fillsMainFirst = options.rule == .libCacheSim
    queues.staysWithSmall = options.rule == .libCacheSim
    queues.refusesLarge = options.rule != .paper
  }

  public mutating func hit(_ slot: Slot, in _: borrowing Residents) { queues.hit(slot) }
  public mutating func admits(_ incoming: Entry) -> Bool { queues.admits(incoming) }
  public mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    queues.insert(slot, size: residents[slot].size.count)
  }
  public mutating func evict(toFit _: Entry, from residents: borrowing Residents) -> Slot? {
    queues.evict(from: residents)
  }
  public mutating func evict(after slot: Slot, from residents: borrowing Residents) -> Slot? {
    queues.evict(after: slot, from: residents)
  }
  public mutating func remove(_ slot: Slot, in residents: borrowing Residents) {
    queues.remove(slot, size: residents[slot].size.count)
  }
  public func brokenInvariant(in residents: borrowing Residents) -> String? {
    queues.mismatch(with: residents)
  }
}
