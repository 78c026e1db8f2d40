public import SimCore

/// A file for each entry, and one index of all entries, which is written whole at each commit: how
/// many hand-made disk caches keep names, sizes and times.
public struct IndexedFiles: FlashEngine {
  public static let name = "indexed-files"

  /// The index's number in the file system; no entry has it.
  private static let indexFile = ObjectKey.max

  private let settings: FlashSettings
  private var entries: FilePerEntry
  private var index: FileSystem
  private var count: Int64 = 0
  private var isIndexDue = false

  public init(settings: FlashSettings) {
    self.settings = settings
    entries = FilePerEntry(settings: settings)
    index = FileSystem(settings)
  }

  public var stored: Bytes { entries.stored }
  public func size(of entry: ObjectKey) -> Bytes? { entries.size(of: entry) }

  /// What reading an entry costs; the index is in memory. Nil: it is not there.
  public func read(_ entry: ObjectKey) -> FlashRead? { entries.read(entry) }

  public mutating func advance(to instant: Instant) {
    entries.advance(to: instant)
    index.now = instant
  }

  public mutating func put(_ entry: ObjectKey, bytes: Bytes, for cause: FlashCause) {
    if entries.size(of: entry) == nil { count += 1 }
    isIndexDue = true
    entries.put(entry, bytes: bytes, for: cause)
  }

  public mutating func delete(_ entry: ObjectKey) {
    guard entries.size(of: entry) != nil else { return }
    count -= 1
    isIndexDue = true
    entries.delete(entry)
  }

  /// Writes the index after what was gathered.
  public mutating func commit() -> FlashWrite {
    var receipt = entries.commit()
    guard isIndexDue else { return receipt }
    isIndexDue = false
    let bytes = Bytes(settings.indexHeader.count + settings.indexEntry.count * count)
    index.write(bytes, to: Self.indexFile, for: .index, into: &receipt)
    return receipt
  }
}
