public import SimCore

/// A file for each entry: what an archive per view and most image caches do.
public struct FilePerEntry: FlashEngine {
  /// The name by which a scenario asks for it.
  public static let name = "file-per-entry"

  private let timing: FlashTiming
  private var files: FileSystem
  private var sizes = EntrySizes()
  private var gathered: [Change] = []

  /// A file that is to be written, or, without bytes, to be removed.
  private struct Change {
    var entry: ObjectKey
    var bytes: Bytes?
    var cause: FlashCause
  }

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
    sizes[entry].map { FlashRead(bytes: $0, duration: timing.read($0)) }
  }

  public mutating func advance(to instant: Instant) { files.now = instant }

  /// Adds an entry to the transaction.
  public mutating func put(_ entry: ObjectKey, bytes: Bytes, for cause: FlashCause) {
    sizes[entry] = bytes
    gathered.append(Change(entry: entry, bytes: bytes, cause: cause))
  }

  /// Adds the removal of an entry to the transaction.
  public mutating func delete(_ entry: ObjectKey) {
    guard sizes[entry] != nil else { return }
    sizes[entry] = nil
    gathered.append(Change(entry: entry, bytes: nil, cause: .delete))
  }

  /// Writes what was gathered.
  public mutating func commit() -> FlashWrite {
    var receipt = FlashWrite()
    for change in gathered {
      if let bytes = change.bytes {
        files.write(bytes, to: change.entry, for: change.cause, into: &receipt)
      } else {
        files.delete(change.entry, into: &receipt)
      }
    }
    gathered.removeAll(keepingCapacity: true)
    return receipt
  }
}
