public import SimCore

/// Two queues: newcomers pass through a short queue, and only who is asked for after having left
/// it comes into the long one, which is ordered by recency.
///
/// Johnson, Shasha: 2Q: A Low Overhead High Performance Buffer Management Replacement Algorithm,
/// VLDB 1994; its full version.
public struct TwoQ: EvictionPolicy, ~Copyable {
  public static let name = "2q"
  private static let newcomers = 0
  private static let regulars = 1

  /// What a scenario can set.
  public struct Options: Settings {
    /// The newcomers' share of the capacity.
    public var newcomerShare = 0.25
    /// The share of the capacity whose worth of departed newcomers is remembered.
    public var ghostShare = 0.5
    /// Whose rule.
    public var rule = PublishedRule.paper
    public init() {}
    public static let fields: [Field<Options>] = [
      Field(
        "newcomerShare", \.newcomerShare, in: 0...1,
        "The newcomers' share of the capacity; a quarter, as the paper recommends."),
      Field(
        "ghostShare", \.ghostShare, in: 0...10,
        "The worth of departed newcomers that is remembered, as a share of the capacity; a half, as"
          + " the paper recommends."),
      Field(
        "rule", \.rule,
        "paper, or libcachesim, which refuses what is larger than the newcomers' share."),
    ]
  }

  private let rule: PublishedRule
  private let newcomerLimit: Int64
  private let ghostLimit: Int64
  private var queues = SlotLists(count: 2)
  private var ghosts = Ghosts()
  /// Whether the object that comes in was remembered.
  private var isReturning = false

  public init(capacity: Bytes, options: Options, seed: UInt64) {
    rule = options.rule
    newcomerLimit = capacity.share(options.newcomerShare)
    ghostLimit = capacity.share(options.ghostShare)
  }

  public func expect(_ key: ObjectKey) { ghosts.expect(key) }

  public mutating func hit(_ slot: Slot, in residents: borrowing Residents) {
    if queues.list(of: slot) == Self.regulars {
      queues.move(slot, to: Self.regulars, size: residents[slot].size.count)
    }
  }

  public mutating func admits(_ incoming: Entry) -> Bool {
    isReturning = ghosts.remove(incoming.key) != nil
    return rule == .paper || incoming.size.count <= newcomerLimit
  }

  public mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    let queue = isReturning ? Self.regulars : Self.newcomers
    queues.append(slot, to: queue, size: residents[slot].size.count)
  }

  public mutating func evict(toFit _: Entry, from residents: borrowing Residents) -> Slot? {
    let isCrowded = queues.bytes(of: Self.newcomers) > newcomerLimit
    let queue = isCrowded || queues.count(of: Self.regulars) == 0 ? Self.newcomers : Self.regulars
    let victim = queues.first(of: queue)
    guard victim != noSlot else { return nil }
    let entry = residents[victim]
    queues.remove(victim, size: entry.size.count)
    if queue == Self.newcomers { ghosts.append(entry, limit: ghostLimit) }
    return victim
  }

  public mutating func remove(_ slot: Slot, in residents: borrowing Residents) {
    queues.remove(slot, size: residents[slot].size.count)
  }

  public func brokenInvariant(in residents: borrowing Residents) -> String? {
    if ghosts.bytes() > ghostLimit { return "too much is remembered" }
    return queues.mismatch(with: residents)
  }
}
