public import SimCore

/// A way to keep entries on flash, and what each change costs.
///
/// Changes are gathered and paid together by `commit()`: one transaction where the engine has
/// transactions. Entries are dense numbers that index tables.
public protocol FlashEngine: Sendable {
  /// The name by which a scenario asks for it.
  static var name: String { get }

  /// Makes an empty store.
  init(settings: FlashSettings)

  /// The bytes of all entries, without what the engine adds.
  var stored: Bytes { get }

  /// The size of an entry; nil: it is not there.
  func size(of entry: ObjectKey) -> Bytes?

  /// What reading an entry costs; nil: it is not there.
  func read(_ entry: ObjectKey) -> FlashRead?

  /// Tells what time it is for the next commit: files that are written again soon may reach the
  /// device once.
  mutating func advance(to instant: Instant)

  /// Adds an entry to the transaction, in place of one of the same number.
  mutating func put(_ entry: ObjectKey, bytes: Bytes, for cause: FlashCause)

  /// Adds the removal of an entry to the transaction; of none that is not there.
  mutating func delete(_ entry: ObjectKey)

  /// Writes what was gathered. Nothing gathered costs nothing.
  mutating func commit() -> FlashWrite

  /// Ends the use of the store in good order, as an app does when it is closed.
  mutating func close() -> FlashWrite
}

extension FlashEngine {
  /// Writes one entry as a transaction of its own.
  public mutating func write(
    _ entry: ObjectKey, bytes: Bytes, for cause: FlashCause
  ) -> FlashWrite {
    put(entry, bytes: bytes, for: cause)
    return commit()
  }

  /// Removes one entry as a transaction of its own.
  public mutating func remove(_ entry: ObjectKey) -> FlashWrite {
    delete(entry)
    return commit()
  }

  /// Most engines need not know the time.
  public mutating func advance(to instant: Instant) {}

  /// Writes what was gathered; most engines have nothing to tidy up.
  public mutating func close() -> FlashWrite { commit() }
}
