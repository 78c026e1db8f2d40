public import SimCore

/// Quick demotion and lazy promotion: newcomers pass through a small queue and leave it for good
/// unless asked for again; the main queue is a clock with two bits.
///
/// Yang, Qiu, Zhang, Yue, Rashmi: FIFO can be Better than LRU: the Power of Lazy Promotion and
/// Quick Demotion, HotOS 2023, doi:10.1145/3593856.3595887.
public struct QDLP: EvictionPolicy, ~Copyable {
  public static let name = "qd-lp"

  /// What a scenario can set.
  public struct Options: Settings {
    /// The small queue's share of the capacity.
    public var smallShare = 0.1
    /// The share of the capacity whose worth of departed newcomers is remembered.
    public var ghostShare = 0.9
    public init() {}
    public static let fields: [Field<Options>] = [
      Field(
        "smallShare", \.smallShare, in: 0...1,
        "The small queue's share of the capacity; a tenth, as the paper says."),
      Field(
        "ghostShare", \.ghostShare, in: 0...10,
        "The worth of departed newcomers that is remembered, as a share of the capacity; as much as"
          + " the main queue holds, as the paper says."),
    ]
  }

  private var queues: QuickDemotionQueues

  public init(capacity: Bytes, options: Options, seed: UInt64) {
    queues = QuickDemotionQueues(
      small: capacity.share(options.smallShare), ghosts: capacity.share(options.ghostShare),
      capacity: capacity, threshold: 1, smallGoesFirst: false)
  }

  public mutating func hit(_ slot: Slot, in _: borrowing Residents) { queues.hit(slot) }
  public mutating func admits(_ incoming: Entry) -> Bool { queues.admits(incoming) }
  public mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    queues.insert(slot, size: residents[slot].size.count)
  }
  public mutating func evict(toFit _: Entry, from residents: borrowing Residents) -> Slot? {
    queues.evict(from: residents)
  }
  public mutating func remove(_ slot: Slot, in residents: borrowing Residents) {
    queues.remove(slot, size: residents[slot].size.count)
  }
  public func brokenInvariant(in residents: borrowing Residents) -> String? {
    queues.mismatch(with: residents)
  }
}
