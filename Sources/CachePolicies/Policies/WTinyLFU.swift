internal import SimCore

/// A small LRU window before a segmented main region: an entry evicted from the window stays only
/// if it was requested more often recently than the main region's victim.
///
/// Einziger, Friedman, Manes: TinyLFU: A Highly Efficient Cache Admission Policy, ACM Transactions
/// on Storage 13(4), 2017, doi:10.1145/3149371; constants of the authors' library, Caffeine. Ties
/// reject the candidate. An object larger than the window is a candidate at once.
struct WTinyLFU: EvictionPolicy, ~Copyable {
  static let name = "w-tinylfu"
  private static let window = 0
  private static let probation = 1
  private static let protected = 2
  /// The frequency from which a rejected candidate may be admitted at random.
  private static let jitterFrequency = 6
  /// The probability of that: a defence against requests that are made to collide in the sketch.
  private static let jitterProbability = 1.0 / 128
  struct Options: Settings {
    var windowShare = 0.01
    var protectedShare = 0.8
    var jitter = true
    static let fields: [Field<Options>] = [
      Field(
        "windowShare", \.windowShare, in: 0...1,
        "The window's share of the capacity; a hundredth, as the authors chose."),
      Field(
        "protectedShare", \.protectedShare, in: 0...1,
        "The protected segment's share of the main region; 80 %, as the authors chose."),
      Field(
        "jitter", \.jitter,
        "Whether one of 128 rejected candidates requested six times is admitted all the same: the"
          + " authors' defence against deliberate collisions."),
    ]
  }

  private let windowLimit: Int64
  private let protectedLimit: Int64
  private let hasJitter: Bool
  private var segments = IndexLists(count: 3)
  private var sketch = FrequencySketch()
  private var random: SeededGenerator
  /// The entry that left the window for the new entry.
  private var candidate = noSlot

  init(capacity: Bytes, options: Options, seed: UInt64) {
    windowLimit = max(1, capacity.share(options.windowShare))
    protectedLimit = Bytes(capacity.count - windowLimit).share(options.protectedShare)
    hasJitter = options.jitter
    random = SeededGenerator(seed: seed, purpose: .policy)
  }

  mutating func prepare(for access: Access) { sketch.record(access.key) }

  mutating func admits(_ incoming: CacheEntry) -> Bool {
    candidate = noSlot
    return true
  }

  func prefetchState(of slot: Slot) { segments.prefetch(slot) }

  mutating func hit(_ slot: Slot, in residents: borrowing Residents) {
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

  mutating func evict(toFit incoming: CacheEntry, from residents: borrowing Residents) -> Slot? {
    let isLarge = incoming.size.count > windowLimit
    if !isLarge, candidate == noSlot { candidate = leaveWindow(for: incoming.size, residents) }
    guard let victim = firstOfMain else { return evict(segments.first(of: Self.window), residents) }
    if isLarge { return wins(incoming.key, victim, residents) ? evict(victim, residents) : nil }
    if candidate == noSlot || candidate == victim { return evict(victim, residents) }
    if wins(residents[candidate].key, victim, residents) { return evict(victim, residents) }
    defer { candidate = noSlot }
    return evict(candidate, residents)
  }

  mutating func insert(_ slot: Slot, in residents: borrowing Residents) {
    sketch.reserve(residents.count)
    let size = residents[slot].size
    if size.count > windowLimit {
      segments.append(slot, to: Self.probation, size: size.count)
    } else {
      _ = leaveWindow(for: size, residents)
      segments.append(slot, to: Self.window, size: size.count)
    }
  }

  mutating func remove(_ slot: Slot, in residents: borrowing Residents) {
    segments.remove(slot, size: residents[slot].size.count)
  }

  func brokenInvariant(in residents: borrowing Residents) -> String? {
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
    _ candidate: ObjectKey, _ victim: Slot, _ residents: borrowing Residents
  ) -> Bool {
    let frequency = sketch.frequency(of: candidate)
    if frequency > sketch.frequency(of: residents[victim].key) { return true }
    return hasJitter && frequency >= Self.jitterFrequency && random.chance(Self.jitterProbability)
  }

  private mutating func evict(_ slot: Slot, _ residents: borrowing Residents) -> Slot {
    let segment = segments.remove(slot, size: residents[slot].size.count)
    let (next, second) = segments.nextTwo(of: segment)
    residents.prefetch(next: next, second: second)
    return slot
  }
}
