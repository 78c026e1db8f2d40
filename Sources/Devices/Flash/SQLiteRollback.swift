public import SimCore

/// An SQLite database with a rollback journal: the old pages are copied aside before new ones are
/// written in place.
///
/// With P dirty pages, of which J were there before, the first page of the database always among
/// them:
///
///     journal = 512 + 12 + J·(4 096 + 8),  database = P·4 096
///
/// Byte counts equal traced system calls: an update of one row writes 16 924 bytes.
public struct SQLiteRollback: FlashEngine {
  /// The name by which a scenario asks for it.
  public static let name = "sqlite-rollback"

  /// The journal's header sector and its rewritten count of pages.
  private static let journalHeader: Int64 = 512 + 12
  /// A page's number and checksum in the journal.
  private static let journalRecord: Int64 = 8
  /// The zeros that end a persistent journal.
  private static let persistentEnd: Int64 = 28
  private let settings: FlashSettings
  private var table: SQLiteTable

  /// Makes an empty store.
  public init(settings: FlashSettings) {
    self.settings = settings
    table = SQLiteTable(indexes: Int64(settings.indexes))
  }

  /// The bytes of all entries, without what the engine adds.
  public var stored: Bytes { table.sizes.total }
  /// The size of an entry; nil: it is not there.
  public func size(of entry: ObjectKey) -> Bytes? { table.sizes[entry] }
  /// What reading an entry costs; nil: it is not there.
  public func read(_ entry: ObjectKey) -> FlashRead? {
    table.sizes[entry].map { .pages(of: $0, settings.timing) }
  }

  /// Adds an entry to the transaction.
  public mutating func put(_ entry: ObjectKey, bytes: Bytes, for cause: FlashCause) {
    table.put(entry, bytes: bytes, for: cause)
  }

  /// Adds the removal of an entry to the transaction.
  public mutating func delete(_ entry: ObjectKey) { table.delete(entry) }

  /// Writes what was gathered.
  public mutating func commit() -> FlashWrite {
    var receipt = FlashWrite()
    guard let transaction = table.take(), let cause = transaction.cause else { return receipt }
    let before = transaction.existing.total + 1
    let pages = before + transaction.added.total - transaction.abandoned
    receipt.note(cause, bytes: SQLiteRow.page)
    receipt.noteData(transaction, page: SQLiteRow.page, writesAbandoned: false)
    var journal = Self.journalHeader + before * (SQLiteRow.page + Self.journalRecord)
    if settings.journal == .persist { journal += Self.persistentEnd }
    receipt.note(.journal, bytes: journal)
    receipt.flushes = flushes
    receipt.fileSystemBytes = FileSystemCosts.bytes(
      receipt.bytes, times: settings.fileSystem.rollbackFactor)
    receipt.deviceWrites =
      settings.fileSystem.rollbackWrites + pages
      + (transaction.grows ? settings.fileSystem.growthWrites : 0)
    // The journal is created and deleted.
    receipt.duration = settings.timing.write(
      receipt.bytes, openings: settings.journal == .delete ? 2 : 0, flushes: receipt.flushes)
    return receipt
  }

  /// Syncs of a transaction: the journal, its folder since it is opened anew, and the database.
  /// Full synchronisation syncs the journal before and after its count of pages is written, and a
  /// journal that is cut; a header of zeros is synced always (as counted beside the real library).
  private var flushes: Int64 {
    switch (settings.journal, settings.synchronous) {
    case (.delete, .full), (.persist, .normal): 4
    case (.delete, .normal), (.truncate, .normal): 3
    case (.truncate, .full), (.persist, .full): 5
    }
  }
}
