public import SimCore

/// One file for all entries, written whole at each commit and read whole for each entry.
public struct Archive: FlashEngine {
  /// The name by which a scenario asks for it.
  public static let name = "archive"

  private let timing: FlashTiming
  private var files: FileSystem
  private var sizes = EntrySizes()
  private var changed: FlashCause?

  /// Makes an empty store.
  public init(settings: FlashSettings) {
    timing = settings.timing
    files = FileSystem(settings)
  }

  /// The bytes of all entries, without what the engine adds.
  public var stored: Bytes { sizes.total }
  /// The size of an entry; nil: it is not there.
  public func size(of entry: ObjectKey) -> Bytes? { sizes[entry] }

  /// What reading an entry costs; nil: it is not there.
  public func read(_ entry: ObjectKey) -> FlashRead? {
    guard sizes[entry] != nil else { return nil }
    return FlashRead(bytes: stored, duration: timing.read(stored))
  }

  public mutating func advance(to instant: Instant) { files.now = instant }

  /// Adds an entry to the transaction.
  public mutating func put(_ entry: ObjectKey, bytes: Bytes, for cause: FlashCause) {
    sizes[entry] = bytes
    changed = cause
  }

  /// Adds the removal of an entry to the transaction.
  public mutating func delete(_ entry: ObjectKey) {
    guard sizes[entry] != nil else { return }
    sizes[entry] = nil
    changed = .delete
  }

  /// Writes the whole archive, for the cause of the last change.
  public mutating func commit() -> FlashWrite {
    var receipt = FlashWrite()
    if let cause = changed {
      files.write(stored, to: 0, for: cause, into: &receipt)
      changed = nil
    }
    return receipt
  }
}
