internal import SimCore

/// An SQLite database with a rollback journal: the old pages are copied aside before new ones are
/// written in place.
///
/// `SQLiteByteFormula` has the bytes of the journal and of the database. Byte counts equal traced
/// system calls: an update of one row writes 16 924 bytes.
package struct SQLiteRollback: SQLiteEngine {
  package static let name = "sqlite-rollback"

  let settings: FlashSettings
  var table: SQLiteTable

  package init(settings: FlashSettings) {
    self.settings = settings
    table = SQLiteTable(settings: settings)
  }

  func write(_ transaction: SQLiteTransaction) -> FlashWrite {
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
