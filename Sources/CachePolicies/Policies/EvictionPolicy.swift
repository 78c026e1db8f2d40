public import SimCore

/// An eviction policy: chooses victims when the cache is full, and nothing else.
///
/// The store counts hits and bytes and finds objects; a policy orders the residents by slot. Its
/// verbs come in this order. Each request calls `prepare`. A request for a resident calls `hit`,
/// then `evict(after:)` until it is nil. A miss of an object not larger than the capacity calls
/// `admits`, `evict(toFit:)` until the new entry fits, `insert`, and `evict(after:)` until it is
/// nil. A policy that orders by recency or age needs four of them and no more.
public protocol EvictionPolicy: ~Copyable, SendableMetatype {
  associatedtype Options: Settings = NoSettings
  static var name: String { get }
  /// Whether it needs each request's next access, which only a trace can tell.
  static var needsNextAccess: Bool { get }

  /// Makes the policy of an empty cache.
  /// - Parameter seed: for a policy that draws random numbers.
  init(capacity: Bytes, options: Options, seed: UInt64)

  /// Prefetches the policy's state of an object that will be requested soon.
  ///
  /// A hint some requests ahead, which changes nothing and may be left out; for policies that keep
  /// more by key than the processor's cache holds. Default: nothing.
  func prefetch(_ key: ObjectKey)
  /// Prefetches the policy's state of a resident that will be requested soon.
  ///
  /// A hint some requests ahead, as the other; it may leave meanwhile. Default: nothing.
  func prefetchState(of slot: Slot)
  /// Called for each request before the lookup: for sketches, clocks, next accesses.
  ///
  /// Default: nothing.
  mutating func prepare(for access: Access)
  mutating func hit(_ slot: Slot, in residents: borrowing Residents)
  /// Whether a missed object is admitted; called once, before any eviction.
  ///
  /// A policy with ghost entries looks them up here, not in `prepare`: other objects may have been
  /// requested while this one was fetched. Default: yes.
  mutating func admits(_ incoming: CacheEntry) -> Bool
  /// Chooses a victim to free space for a new entry, and removes it from the policy's order.
  ///
  /// The store repeats the call until the new entry fits. Nil refuses the new entry, because all
  /// residents have a higher priority; earlier victims stay evicted.
  mutating func evict(toFit incoming: CacheEntry, from residents: borrowing Residents) -> Slot?
  mutating func insert(_ slot: Slot, in residents: borrowing Residents)
  /// Chooses and removes a victim that a hit or an insertion displaces although the cache is not
  /// full: the overflow of a segment. Nil: none, or no further one.
  ///
  /// It may be the entry that was just inserted, which then is refused; it is never the one that
  /// was hit. Default: none.
  mutating func evict(after slot: Slot, from residents: borrowing Residents) -> Slot?
  /// Called when a resident was removed without being a victim: deleted, or expired.
  mutating func remove(_ slot: Slot, in residents: borrowing Residents)
  /// Replays a part of a block by the verbs, and adds to the count.
  ///
  /// A requirement so that its default is compiled for each policy: one dynamic call for a block,
  /// none for a request. An override may be faster, and must count the same.
  mutating func replay(
    _ block: borrowing RequestBlock, at range: Range<Int>, in residents: inout Residents,
    capacity: Bytes, count: inout ReplayCount)
  /// A unit-size cache that replays whole blocks with this policy, with the same result as the
  /// verbs and faster; nil: there is none for these options.
  ///
  /// It keeps the order and nothing else: no slots, no sizes, no filter, no expiry. Default: nil.
  /// - Parameter capacity: how many objects it holds.
  static func makeUnitSizeReplay(capacity: Int64, options: Options) -> AnyReplay?
  /// What is wrong with the policy's own order; nil when it holds each resident exactly once.
  func brokenInvariant(in residents: borrowing Residents) -> String?
}

extension EvictionPolicy where Self: ~Copyable {
  @inlinable
  public static var needsNextAccess: Bool { false }
  @inlinable
  public func prefetch(_ key: ObjectKey) {}
  @inlinable
  public func prefetchState(of slot: Slot) {}
  @inlinable
  public mutating func prepare(for access: Access) {}
  @inlinable
  public mutating func admits(_ incoming: CacheEntry) -> Bool { true }
  @inlinable
  public mutating func evict(after slot: Slot, from residents: borrowing Residents) -> Slot? {
    nil
  }
  public static func makeUnitSizeReplay(capacity: Int64, options: Options) -> AnyReplay? { nil }
}

/// Which of two forms a policy follows where the field's C simulator differs from the paper.
package enum PublishedRule: String, WordSettingValue {
  /// What the authors printed.
  case paper
  /// What libCacheSim does; for comparing counts with it.
  case libCacheSim = "libcachesim"
}

/// A priority, and for equal priorities the order in which they were given.
struct SequencedPriority<Value: Comparable & BitwiseCopyable>: Comparable, BitwiseCopyable {
  var value: Value
  var order: Int64

  static func < (left: SequencedPriority, right: SequencedPriority) -> Bool {
    left.value < right.value || left.value == right.value && left.order < right.order
  }
}

extension Bytes {
  /// A share of a capacity, rounded down; all of one without a limit.
  func share(_ share: Double) -> Int64 {
    let part = Double(count) * share
    return self == .unlimited || part >= 9.2e18 ? .max : Int64(part)
  }
}
