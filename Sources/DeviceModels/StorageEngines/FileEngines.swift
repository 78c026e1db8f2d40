package import SimCore

/// A file for each entry: what an archive per view and most image caches do.
package struct FilePerEntry: ChangedEntries {
  package static let name = "file-per-entry"
  package static let hasFileForEachEntry = true

  private let timing: FlashTiming
  var files: FileSystem
  var sizes = EntrySizes()
  var gathered: [EntryChange] = []

  package init(settings: FlashSettings) {
    timing = settings.timing
    files = FileSystem(settings)
  }

  /// Adds to the transaction that a file's dates are set; of none that is not there.
  mutating func setDates(of entry: ObjectKey) {
    guard sizes[entry] != nil else { return }
    gathered.append(EntryChange(entry: entry, bytes: nil, cause: .metadata))
  }

  package func read(_ entry: ObjectKey) -> FlashRead? {
    sizes[entry].map { FlashRead(bytes: $0, duration: timing.read($0)) }
  }

  package mutating func commit() -> FlashWrite {
    var receipt = FlashWrite()
    for change in gathered {
      if let bytes = change.bytes {
        files.write(bytes, to: change.entry, for: change.cause, into: &receipt)
      } else if change.cause == .metadata {
        files.setDates(of: change.entry, into: &receipt)
      } else {
        files.delete(change.entry, into: &receipt)
      }
    }
    gathered.removeAll(keepingCapacity: true)
    return receipt
  }
}

/// One file for all entries, written whole at each commit and read whole for each entry.
package struct Archive: FlashEngine {
  package static let name = "archive"

  private let timing: FlashTiming
  private var files: FileSystem
  private var sizes = EntrySizes()
  private var changed: FlashCause?

  package init(settings: FlashSettings) {
    timing = settings.timing
    files = FileSystem(settings)
  }

  package var stored: Bytes { sizes.total }
  package func size(of entry: ObjectKey) -> Bytes? { sizes[entry] }

  package func read(_ entry: ObjectKey) -> FlashRead? {
    guard sizes[entry] != nil else { return nil }
    return FlashRead(bytes: stored, duration: timing.read(stored))
  }

  package mutating func advance(to instant: Instant) { files.now = instant }

  package mutating func put(_ entry: ObjectKey, bytes: Bytes, for cause: FlashCause) {
    sizes[entry] = bytes
    changed = cause
  }

  package mutating func delete(_ entry: ObjectKey) {
    guard sizes[entry] != nil else { return }
    sizes[entry] = nil
    changed = .delete
  }

  /// Writes the whole archive, for the cause of the last change.
  package mutating func commit() -> FlashWrite {
    var receipt = FlashWrite()
    if let cause = changed {
      files.write(stored, to: 0, for: cause, into: &receipt)
      changed = nil
    }
    return receipt
  }
}

/// A file for each entry, and one index of all entries, which is written whole at each commit: how
/// many hand-made disk caches keep names, sizes and times.
package struct IndexedFiles: FlashEngine {
  package static let name = "indexed-files"
  package static let hasFileForEachEntry = true

  /// The index's number in the file system; no entry has it.
  private static let indexFile = ObjectKey.max

  private let settings: FlashSettings
  private var entries: FilePerEntry
  private var index: FileSystem
  private var count: Int64 = 0
  private var isIndexDue = false

  package init(settings: FlashSettings) {
    self.settings = settings
    entries = FilePerEntry(settings: settings)
    index = FileSystem(settings)
  }

  package var stored: Bytes { entries.stored }
  package func size(of entry: ObjectKey) -> Bytes? { entries.size(of: entry) }

  /// What reading an entry costs; the index is in memory. Nil: it is not there.
  package func read(_ entry: ObjectKey) -> FlashRead? { entries.read(entry) }

  package mutating func advance(to instant: Instant) {
    entries.advance(to: instant)
    index.now = instant
  }

  package mutating func put(_ entry: ObjectKey, bytes: Bytes, for cause: FlashCause) {
    if entries.size(of: entry) == nil { count += 1 }
    isIndexDue = true
    entries.put(entry, bytes: bytes, for: cause)
  }

  package mutating func delete(_ entry: ObjectKey) {
    guard entries.size(of: entry) != nil else { return }
    count -= 1
    isIndexDue = true
    entries.delete(entry)
  }

  package mutating func commit() -> FlashWrite {
    var receipt = entries.commit()
    guard isIndexDue else { return receipt }
    isIndexDue = false
    let bytes = Bytes(settings.indexHeader.count + settings.indexEntry.count * count)
    index.write(bytes, to: Self.indexFile, for: .index, into: &receipt)
    return receipt
  }
}

/// A change of an entry that the next commit pays: its new bytes, or, without bytes, its removal,
/// or the setting of its dates where the cause is metadata.
struct EntryChange: Sendable {
  var entry: ObjectKey
  var bytes: Bytes?
  var cause: FlashCause
}

/// A storage engine in files whose transaction is the list of its changes, paid in their order.
protocol ChangedEntries: FlashEngine {
  var files: FileSystem { get set }
  var sizes: EntrySizes { get set }
  var gathered: [EntryChange] { get set }
}

extension ChangedEntries {
  package var stored: Bytes { sizes.total }
  package func size(of entry: ObjectKey) -> Bytes? { sizes[entry] }

  package mutating func advance(to instant: Instant) { files.now = instant }

  package mutating func put(_ entry: ObjectKey, bytes: Bytes, for cause: FlashCause) {
    sizes[entry] = bytes
    gathered.append(EntryChange(entry: entry, bytes: bytes, cause: cause))
  }

  package mutating func delete(_ entry: ObjectKey) {
    guard sizes[entry] != nil else { return }
    sizes[entry] = nil
    gathered.append(EntryChange(entry: entry, bytes: nil, cause: .delete))
  }
}

/// The sizes of the entries that are there, by their dense numbers.
///
/// Memory grows with the entries that are there, not with their numbers.
struct EntrySizes: Sendable {
  private static let absent: Int64 = -1
  private var sizes = PagedMap(filling: Self.absent)
  /// By page: how many of its entries are there.
  private var counts = DenseMap<Int32>(filling: 0)

  private(set) var total = Bytes.zero

  /// Whether none of the entries is there that share a page with this one.
  func isPageEmpty(around entry: ObjectKey) -> Bool {
    counts[PagedMap<Int64>.page(of: entry)] == 0
  }

  subscript(entry: ObjectKey) -> Bytes? {
    get {
      let size = sizes[entry]
      return size == Self.absent ? nil : Bytes(size)
    }
    set {
      let old = self[entry]
      guard newValue != nil || old != nil else { return }
      sizes[entry] = newValue?.count ?? Self.absent
      total += (newValue ?? .zero) - (old ?? .zero)
      let page = PagedMap<Int64>.page(of: entry)
      counts[page] += (newValue == nil ? 0 : 1) - (old == nil ? 0 : 1)
      if counts[page] == 0 { sizes.removePage(of: entry) }
    }
  }
}
