public import SimCore

/// A room whose policy is chosen when the program runs: a tier of the client simulation.
///
/// A box, one dynamic call for each verb; the fast road uses `CacheStore` itself.
public class AnyCacheStore {
  fileprivate init() {}

  /// The sum of the residents' sizes.
  public var used: Bytes { .zero }
  /// How many residents there are.
  public var count: Int { 0 }
  /// Asks for an object, whose policy hears of it, and tells who is pushed out by the hit.
  public func lookup(_ access: Access, onEvict: (Entry, Slot) -> Void) -> Slot? { nil }
  /// Asks for an object of which nothing else is known; who leaves for it is not told.
  public final func lookup(_ key: ObjectKey) -> Slot? { lookup(Access(key: key)) { _, _ in } }
  /// Looks where an object lies; the policy does not hear of it.
  public func peek(_ key: ObjectKey) -> Slot? { nil }
  /// Puts in an object that is not resident, and tells who left for it.
  public func insert(_ entry: Entry, onEvict: (Entry, Slot) -> Void) -> Slot? { nil }
  /// Lets the resident go whom the policy chooses, for a limit that is not the room's own.
  public func evict(toFit incoming: Entry) -> (entry: Entry, slot: Slot)? { nil }
  /// Takes an object out; the answer is the slot that it had.
  public func remove(_ key: ObjectKey) -> Slot? { nil }
  /// Empties the room; its policy starts anew.
  public func removeAll() {}
  /// What is wrong with the room; nil when its laws hold.
  public func brokenInvariant() -> String? { nil }
}

/// A room with a policy of one kind.
final class TypedCacheStore<Policy: EvictionPolicy & ~Copyable>: AnyCacheStore {
  private var store: CacheStore<Policy>
  private let make: () -> CacheStore<Policy>

  init(_ make: @escaping () -> CacheStore<Policy>) {
    self.make = make
    store = make()
  }

  override var used: Bytes { store.used }
  override var count: Int { store.count }
  override func lookup(_ access: Access, onEvict: (Entry, Slot) -> Void) -> Slot? {
    store.lookup(access, onEvict: onEvict)
  }
  override func peek(_ key: ObjectKey) -> Slot? { store.peek(key) }
  override func insert(_ entry: Entry, onEvict: (Entry, Slot) -> Void) -> Slot? {
    store.insert(entry, onEvict: onEvict)
  }
  override func evict(toFit incoming: Entry) -> (entry: Entry, slot: Slot)? {
    store.evict(toFit: incoming)
  }
  override func remove(_ key: ObjectKey) -> Slot? { store.remove(key) }
  override func removeAll() { store = make() }
  override func brokenInvariant() -> String? { store.brokenInvariant() }
}
