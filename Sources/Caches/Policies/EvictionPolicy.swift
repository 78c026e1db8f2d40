public import SimCore

/// The keeper of a room: says who leaves when there is no room, and nothing else.
///
/// The store counts hits and bytes and finds objects; a policy orders the residents by slot. Its
/// verbs come in this order. Each request is told to `prepare`. One for a resident is a `hit`, and
/// `evict(after:)` is asked until it is nil. For another object that fits into the room at all
/// come `admits`, `evict(toFit:)` until there is room, `insert`, and `evict(after:)` until it is
/// nil. A policy that orders by recency or age needs four of them and no more.
public protocol EvictionPolicy: ~Copyable, SendableMetatype {
  /// What a scenario can set.
  associatedtype Options: Settings = NoSettings
  /// Its name in scenarios.
  static var name: String { get }
  /// Whether it must be told when each object is asked for again, which only a trace can do.
  static var needsNextAccess: Bool { get }

  /// Makes the keeper of an empty room.
  /// - Parameters:
  ///   - capacity: the room's size.
  ///   - seed: for a policy that tosses coins.
  init(capacity: Bytes, options: Options, seed: UInt64)

  /// Has fetched from memory what is known of an object that will be asked for in a moment.
  ///
  /// A hint some requests ahead, which changes nothing and may be left out; for policies that keep
  /// more by key than the processor's cache holds. Default: nothing.
  func expect(_ key: ObjectKey)
  /// Hears of each request before the store looks: for sketches, clocks, the future.
  ///
  /// Default: nothing.
  mutating func prepare(for access: Access)
  /// Hears that a resident was asked for.
  mutating func hit(_ slot: Slot, in residents: borrowing Residents)
  /// Whether an object that is not resident may come in; asked once, before any eviction.
  ///
  /// A policy that remembers who has left asks its memory here, not in `prepare`: other objects may
  /// have been asked for while this one was fetched. Default: yes.
  mutating func admits(_ incoming: Entry) -> Bool
  /// Chooses who leaves to make room for an object, and forgets the chosen one.
  ///
  /// The store asks again until there is room. Nil refuses the object, because all residents are
  /// worth more; those chosen before are gone.
  mutating func evict(toFit incoming: Entry, from residents: borrowing Residents) -> Slot?
  /// Hears that an object has come in.
  mutating func insert(_ slot: Slot, in residents: borrowing Residents)
  /// Chooses and forgets who leaves because of a hit or an insertion, though nobody needs room:
  /// what a segment pushes out when another has come into it. Nil: nobody, or nobody else.
  ///
  /// It may be the object that has just come in, which then is refused; it is never the one that
  /// was hit. Default: nobody.
  mutating func evict(after slot: Slot, from residents: borrowing Residents) -> Slot?
  /// Hears that a resident has left without having been chosen: deleted, or expired.
  mutating func remove(_ slot: Slot, in residents: borrowing Residents)
  /// Answers a part of a block of requests by the verbs, and adds to the count.
  ///
  /// A requirement so that its default is compiled for each policy: one dynamic call for a block,
  /// none for a request. A policy may answer faster, never otherwise.
  mutating func replay(
    _ block: borrowing RequestBlock, at range: Range<Int>, in residents: inout Residents,
    capacity: Bytes, count: inout ReplayCount)
  /// A room for objects of one size that answers whole blocks with this policy, faster than the
  /// verbs can and never otherwise; nil: there is none for these options.
  ///
  /// It keeps the order and nothing else: no slots, no sizes, no filter, no expiry. Default: nil.
  /// - Parameter capacity: how many objects it holds.
  static func makeUnitReplay(capacity: Int64, options: Options) -> AnyReplay?
  /// What is wrong with the policy's own order; nil when it holds each resident exactly once.
  func brokenInvariant(in residents: borrowing Residents) -> String?
}

extension EvictionPolicy where Self: ~Copyable {
  public static var needsNextAccess: Bool { false }
  public func expect(_ key: ObjectKey) {}
  public mutating func prepare(for access: Access) {}
  public mutating func admits(_ incoming: Entry) -> Bool { true }
  public mutating func evict(after slot: Slot, from residents: borrowing Residents) -> Slot? {
    nil
  }
  public static func makeUnitReplay(capacity: Int64, options: Options) -> AnyReplay? { nil }
}
