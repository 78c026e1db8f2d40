public import SimCore

/// A small window of recency before a segmented main room: who leaves the window stays only if it
/// was asked for more often lately than who would have to leave for it.
///
/// Einziger, Friedman, Manes: TinyLFU: A Highly Efficient Cache Admission Policy, ACM Transactions
/// on Storage 13(4), 2017, doi:10.1145/3149371; constants of the authors' library, Caffeine. Ties
/// are for who is there. What is larger than the window goes before the main room at once.
public struct WTinyLFU: EvictionPolicy, ~Copyable {
  public static let name = "w-tinylfu"
  private static let window = 0
  private static let probation = 1
  private static let protected = 2
  /// How often a loser must have been asked for to win now and then all the same.
  private static let warmth = 6
  /// How often it wins: against requests that are made to collide in the sketch.
  private static let luck = 1.0 / 128

  /// What a scenario can set.
  public struct Options: Settings {
    /// The window's share of the capacity.
    public var windowShare = 0.01
    /// The protected segment's share of the main room.
    public var protectedShare = 0.8
    /// Whether popular losers win now and then.
    public var jitter = true
    public init() {}
    public static let fields: [Field<Options>] = [
      Field(
        "windowShare", \.windowShare, in: 0...1,
        "The window's share of the capacity; a hundredth, as the authors chose."),
      Field(
        "protectedShare", \.protectedShare, in: 0...1,
        "The share of the main room for who was asked for again there; 80 %, as the authors"
          + " chose."),
      Field(
        "jitter", \.jitter,
        "Whether one of 128 losers asked for six times wins all the same: the authors' defence"
          + " against made collisions."),
    ]
  }

  private let windowLimit: Int64
  private let protectedLimit: Int64
  private let hasJitter: Bool
  private var segments = SlotLists(count: 3)
  private var sketch = FrequencySketch()
  private var random: SeededGenerator
  /// Who has left the window for the object that is to come in.
  private var candidate = noSlot

  public init(capacity: Bytes, options: Options, seed: UInt64) {
    windowLimit = max(1, capacity.share(options.windowShare))
    protectedLimit = Bytes(capacity.count - windowLimit).share(options.protectedShare)
    hasJitter = options.jitter
    random = SeededGenerator(seed: seed, purpose: .policy)
  }

  public mutating func prepare(for access: Access) {
    sketch.record(access.key)
  }

  public mutating func admits(_ incoming: Entry) -> Bool {
    candidate = noSlot
    return true
  }

  public mutating func hit(_ slot: Slot, in residents: borrowing Residents) {
    let size = residents[slot].size.count
    if segments.list(of: slot) == Self.window {
      segments.move(slot, to: Self.window, size: size)
      return
    }
    segments.move(slot, to: Self.protected, size: size)
    while segments.bytes(of: Self.protected) > protectedLimit {
      let cooled = segments.first(of: Self.protected)
      segments.move(cooled, to: Self.probation, size: residents[cooled].size.count)
    }
  }

  public mutating func evict(toFit incoming: Entry, from residents: borrowing Residents) -> Slot? {
    let isLarge = incoming.size.count > windowLimit
    if !isLarge, candidate == noSlot { candidate = leaveWindow(for: incoming.size, residents) }
    guard let victim = firstOfMain else { return evict(segments.first(of: Self.window), residents) }
    if isLarge { return wins(incoming.key, victim, residents) ? evict(victim, residents) : nil }
    if candidate == noSlot || candidate == victim { return evict(victim, residents) }
    if wins(residents[candidate].key, victim, residents) { return evict(victim, residents) }
    defer { candidate = noSlot }
    return evict(candidate, residents)
  }

  public mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    sketch.reserve(residents.count)
    let size = residents[slot].size
    if size.count > windowLimit {
      segments.append(slot, to: Self.probation, size: size.count)
    } else {
      _ = leaveWindow(for: size, residents)
      segments.append(slot, to: Self.window, size: size.count)
    }
  }

  public mutating func remove(_ slot: Slot, in residents: borrowing Residents) {
    segments.remove(slot, size: residents[slot].size.count)
  }

  public func brokenInvariant(in residents: borrowing Residents) -> String? {
    if segments.bytes(of: Self.window) > windowLimit { return "the window is too long" }
    if segments.bytes(of: Self.protected) > protectedLimit { return "too much is protected" }
    return segments.mismatch(with: residents)
  }

  private var firstOfMain: Slot? {
    let first = segments.first(of: Self.probation)
    let slot = first == noSlot ? segments.first(of: Self.protected) : first
    return slot == noSlot ? nil : slot
  }

  /// Moves the oldest of the window to probation until something fits there; the last one moved.
  private mutating func leaveWindow(for size: Bytes, _ residents: borrowing Residents) -> Slot {
    var last = noSlot
    while segments.bytes(of: Self.window) > windowLimit - size.count {
      last = segments.first(of: Self.window)
      segments.move(last, to: Self.probation, size: residents[last].size.count)
    }
    return last
  }

  private mutating func wins(
    _ newcomer: ObjectKey, _ victim: Slot, _ residents: borrowing Residents
  ) -> Bool {
    let frequency = sketch.frequency(of: newcomer)
    if frequency > sketch.frequency(of: residents[victim].key) { return true }
    return hasJitter && frequency >= Self.warmth && random.chance(Self.luck)
  }

  private mutating func evict(_ slot: Slot, _ residents: borrowing Residents) -> Slot {
    segments.remove(slot, size: residents[slot].size.count)
    return slot
  }
}
