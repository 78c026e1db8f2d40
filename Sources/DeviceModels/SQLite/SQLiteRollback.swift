package import SimCore

/// An SQLite database with a rollback journal: the old pages are copied aside before new ones are
/// written in place.
///
/// `SQLiteByteFormula` has the bytes of the journal and of the database. Byte counts equal traced
/// system calls: an update of one row writes 16 924 bytes.
package struct SQLiteRollback: FlashEngine, SQLiteEngine {
  package static let name = "sqlite-rollback"
  package static let readsAttributes = true
  package static let canBeEncrypted = true

  private let settings: FlashSettings
  private var table: SQLiteTable

  package init(settings: FlashSettings) {
    self.settings = settings
    table = SQLiteTable(settings: settings)
  }

  /// The bytes of all entries, without what the engine adds.
  package var stored: Bytes { table.sizes.total }
  /// The size of an entry; nil: it is not there.
  package func size(of entry: ObjectKey) -> Bytes? { table.sizes[entry] }
  /// What reading an entry costs; nil: it is not there.
  package func read(_ entry: ObjectKey) -> FlashRead? {
    table.sizes[entry].map { .pages(of: $0, among: table.rows, settings) }
  }
  /// What reading the first columns of an entry's row costs; nil: it is not there.
  package func read(_ entry: ObjectKey, attributes: Bytes) -> FlashRead? {
    table.sizes[entry].map { .pages(of: $0, attributes: attributes, among: table.rows, settings) }
  }
  package mutating func query(_ entry: ObjectKey, attributes: Bytes?) -> FlashRead? {
    table.query(entry, attributes: attributes, settings)
  }
  package mutating func beginProcess() { table.cache.removeAll() }
  /// What a process pays before its first reading.
  package func open() -> FlashRead? { .opening(settings) }
  package var fileBytes: Bytes { table.fileBytes }

  package mutating func put(_ entry: ObjectKey, bytes: Bytes, for cause: FlashCause) {
    table.put(entry, bytes: bytes, for: cause)
  }

  package mutating func delete(_ entry: ObjectKey) { table.delete(entry) }

  package mutating func commit() -> FlashWrite {
    var receipt = table.take().map { write($0) } ?? FlashWrite()
    if table.isToShrink(settings), let shrunk = table.shrink() { receipt += write(shrunk) }
    return receipt
  }

  private func write(_ transaction: SQLiteTransaction) -> FlashWrite {
    var receipt = FlashWrite()
    let pages = 1 + transaction.written.total - transaction.unwritten
    receipt.note(transaction.cause, bytes: SQLiteRow.page)
    receipt.noteData(transaction, page: SQLiteRow.page)
    // What was dirty and is free again was so by removals.
    receipt.note(.delete, operations: 0, bytes: -transaction.unwritten * SQLiteRow.page)
    receipt.note(
      .journal,
      bytes: SQLiteByteFormula.rollbackJournal(
        pages: transaction.journaled + 1, isPersistent: settings.journal == .persist))
    receipt.flushes = flushes
    receipt.fileSystemBytes = FileSystemCosts.bytes(
      receipt.bytes, times: settings.fileSystem.rollbackFactor)
    if settings.synchronous == .full {
      receipt.fileSystemBytes += Bytes(3 * settings.fileSystem.metadataPerTransaction.count)
    }
    receipt.deviceWrites =
      settings.fileSystem.rollbackWrites + pages
      + (transaction.grows ? settings.fileSystem.growthWrites : 0)
    // The journal is created and deleted.
    receipt.duration = settings.timing.write(
      receipt.bytes, openings: settings.journal == .delete ? 2 : 0, flushes: receipt.flushes)
    return receipt
  }

  mutating func vacuum() -> FlashWrite {
    var receipt = commit()
    receipt += write(table.rebuild())
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

/// How SQLite's rollback journal ends: `PRAGMA journal_mode`.
package enum SQLiteJournal: String, Hashable, Sendable, CaseIterable {
  /// The file is deleted, and created again by the next transaction.
  case delete
  /// The file is cut to nothing.
  case truncate
  /// The file's header is overwritten with zeros.
  case persist
}
