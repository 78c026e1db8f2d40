public import SimCore

/// The keeper of a room: says who leaves when there is no room, and nothing else.
///
/// The store counts hits and bytes and finds objects; a policy orders the residents by slot. Its
/// verbs are called in this order: a request for a resident is a `hit`; a request for another
/// object is told to `admits`, then `evict` is asked until there is room, then the object is
/// `insert`ed.
public protocol EvictionPolicy: ~Copyable, SendableMetatype {
  /// What a scenario can set.
  associatedtype Options: Settings = NoSettings
  /// Its name in scenarios.
  static var name: String { get }

  /// Makes the keeper of an empty room.
  /// - Parameters:
  ///   - capacity: the room's size.
  ///   - seed: for a policy that tosses coins.
  init(capacity: Bytes, options: Options, seed: UInt64)

  /// Hears that a resident was asked for.
  mutating func hit(_ slot: Slot, in residents: borrowing Residents)
  /// Whether an object that is not resident may come in; asked once, before any eviction.
  mutating func admits(_ incoming: Entry) -> Bool
  /// Chooses who leaves to make room for an object, and forgets the chosen one.
  mutating func evict(toFit incoming: Entry, from residents: borrowing Residents) -> Slot
  /// Hears that an object has come in.
  mutating func insert(_ slot: Slot, in residents: borrowing Residents)
  /// Hears that a resident has left without having been chosen: deleted, or expired.
  mutating func remove(_ slot: Slot, in residents: borrowing Residents)
  /// Answers a block of requests by the verbs, and adds to the count.
  ///
  /// A requirement so that its default is compiled for each policy: one dynamic call for a block,
  /// none for a request. A policy may answer faster, never otherwise.
  mutating func replay(
    _ block: borrowing RequestBlock, in residents: inout Residents, capacity: Bytes,
    count: inout ReplayCount)
  /// What is wrong with the policy's own order; nil when it holds each resident exactly once.
  func brokenInvariant(in residents: borrowing Residents) -> String?
}

extension EvictionPolicy where Self: ~Copyable {
  public mutating func admits(_ incoming: Entry) -> Bool { true }
}
