public import SimCore

/// A way to keep entries on flash, and what each change costs.
///
/// Changes are gathered and paid together by `commit()`: one transaction where the engine has
/// transactions. Entries are dense numbers that index tables: even ones of entries, and the odd one
/// behind it of the row beside an entry.
package protocol FlashEngine: Sendable {
  static var name: String { get }

  init(settings: FlashSettings)

  /// The bytes of all entries, without what the engine adds.
  var stored: Bytes { get }

  /// The size of an entry; nil: it is not there.
  func size(of entry: ObjectKey) -> Bytes?

  /// What reading an entry costs; nil: it is not there.
  func read(_ entry: ObjectKey) -> FlashRead?

  /// Whether single attributes of an entry can be read without the rest.
  static var readsAttributes: Bool { get }

  /// What reading some attributes of an entry costs, of so many bytes together, where the engine
  /// reads single ones; nil: the entry is not there.
  func read(_ entry: ObjectKey, attributes: Bytes) -> FlashRead?

  /// What it costs a process to find an entry and read it, or its attributes: as `read` says, but
  /// for what the process has in memory already, and for a search that goes through other entries.
  mutating func query(_ entry: ObjectKey, attributes: Bytes?) -> FlashRead?

  /// A process begins: what an earlier one had in memory is gone.
  mutating func beginProcess()

  /// What a process pays before its first reading; nil: nothing.
  func open() -> FlashRead?

  /// Whether the system can delete single entries, since each is a file.
  static var hasFileForEachEntry: Bool { get }

  /// Whether its file can be encrypted as a whole.
  static var canBeEncrypted: Bool { get }

  /// Whether a checkpoint copies what the log has as it is, so that nothing is enciphered again.
  static var copiesAtCheckpoints: Bool { get }

  /// The bytes of its files, with what deleted entries leave in them.
  var fileBytes: Bytes { get }

  /// Whether the engine writes something for an entry that is only read.
  static var recordsHits: Bool { get }

  /// Gathers what the engine writes for a hit on an entry: `commit()` pays for it.
  mutating func noteHit(_ entry: ObjectKey)

  /// Sets the time of the next commit: files that are written again soon may reach the
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
  package mutating func write(
    _ entry: ObjectKey, bytes: Bytes, for cause: FlashCause
  ) -> FlashWrite {
    put(entry, bytes: bytes, for: cause)
    return commit()
  }

  package mutating func remove(_ entry: ObjectKey) -> FlashWrite {
    delete(entry)
    return commit()
  }

  package static var readsAttributes: Bool { false }
  package func read(_ entry: ObjectKey, attributes: Bytes) -> FlashRead? { read(entry) }

  package mutating func query(_ entry: ObjectKey, attributes: Bytes?) -> FlashRead? {
    if let attributes { read(entry, attributes: attributes) } else { read(entry) }
  }
  package mutating func beginProcess() {}
  package static var hasFileForEachEntry: Bool { false }
  package static var canBeEncrypted: Bool { false }
  package static var copiesAtCheckpoints: Bool { false }
  package var fileBytes: Bytes { stored }

  /// Most engines do not write when they read.
  package static var recordsHits: Bool { false }
  /// Most engines do not write when they read.
  package mutating func noteHit(_ entry: ObjectKey) {}

  /// Files need nothing beside them.
  package func open() -> FlashRead? { nil }

  /// Most engines do not depend on the time.
  package mutating func advance(to instant: Instant) {}

  /// Writes what was gathered; most engines have nothing to tidy up.
  package mutating func close() -> FlashWrite { commit() }
}

/// The catalogue of storage engines.
package enum FlashEngines {
  package static let all: [(type: any FlashEngine.Type, summary: String)] = [
    (FilePerEntry.self, "A file for each entry: archives of screens, and most image caches."),
    (Archive.self, "One file for all entries, written whole at each commit and read whole."),
    (SQLiteWAL.self, "Rows of SQLite with a write-ahead log and its checkpoints."),
    (SQLiteRollback.self, "Rows of SQLite with a rollback journal, which each transaction writes."),
    (
      RowsAndFiles.self,
      "Rows of SQLite with a log, and large bodies in files: URLCache on Apple's disks."
    ),
    (
      URLCacheTables.self,
      "The same with a row in each of URLCache's three tables, and their indexes."
    ),
    (IndexedFiles.self, "A file for each entry, and one index that each commit writes whole."),
    (
      CoreData.self,
      "Objects of Core Data: SQLite with a log, a table of objects, large bodies in files."
    ),
    (
      JournaledFiles<SingleFiles>.self,
      "A file for each entry beside a journal of all operations: Glide's DiskLruCache."
    ),
    (
      JournaledFiles<HeadersAndBodies>.self,
      "Two files for each entry, header and body, beside a journal: OkHttp's DiskLruCache."
    ),
    (
      DatedFiles<DatesOfHits>.self,
      "A file for each entry, whose dates a hit writes: SDWebImage's disk cache."
    ),
    (
      DatedFiles<DatesOfStoresAndHits>.self,
      "A file for each entry, whose dates storing and a hit write: Kingfisher's disk cache."
    ),
    (
      FilesAndDatabase.self,
      "A file for each entry and its row in SQLite, which a hit writes: flutter_cache_manager."
    ),
    (
      MemoryMappedLog.self,
      "One file in memory, to which changes are appended until it is full: MMKV."
    ),
  ]

  package static func named(_ name: String) -> (any FlashEngine.Type)? {
    all.first { $0.type.name == name }?.type
  }
}

/// The name of a storage engine, as a scenario says it.
public struct FlashEngineName: SettingValue, ExpressibleByStringLiteral {
  /// The name.
  package let name: String
  package let type: any FlashEngine.Type

  /// Names an engine of the catalogue.
  /// - Precondition: the catalogue knows it.
  public init(_ name: String) {
    guard let type = FlashEngines.named(name) else {
      preconditionFailure("no storage engine is called \(name)")
    }
    self.name = name
    self.type = type
  }
  public init(stringLiteral name: String) { self.init(name) }

  init(_ type: any FlashEngine.Type) {
    name = type.name
    self.type = type
  }

  public static func read(
    _ json: JSON, path: String, _ problems: inout Problems
  ) -> FlashEngineName? {
    CatalogName.read(
      json, path: path, "storage engine", among: FlashEngines.all.map { $0.type.name }, &problems
    ).map { FlashEngineName($0) }
  }
  public var json: JSON { JSON(name) }
  public static var schema: JSON { CatalogName.schema(FlashEngines.all.map { $0.type.name }) }
}
