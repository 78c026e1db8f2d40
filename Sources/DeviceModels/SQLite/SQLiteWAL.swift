internal import SimCore

/// An SQLite database with a write-ahead log: new pages are appended to a log and carried over into
/// the database when the log is long.
///
/// `SQLiteByteFormula` has the bytes of a transaction; the first page is among its pages only when
/// pages are allocated or freed. A checkpoint writes each distinct page of the log once. The log's
/// bytes count for the cause of the data.
/// Byte counts equal traced system calls: an update of one row writes 4 120 bytes.
package struct SQLiteWAL: SQLiteEngine {
  package static let name = "sqlite-wal"
  package static let copiesAtCheckpoints = true

  /// Syncs of a checkpoint: the log before it is read, and the database.
  private static let checkpointFlushes: Int64 = 2
  /// Syncs of a log's beginning: its header, in both modes of synchronisation.
  private static let headerFlushes: Int64 = 1

  let settings: FlashSettings
  var table: SQLiteTable
  private var frames: Int64 = 0
  /// Whether the log's file has to be made, so that its folder is synced.
  private var isLogNew = false

  package init(settings: FlashSettings) { self.init(settings: settings, furtherTables: 0) }

  init(settings: FlashSettings, holdsObjects: Bool = false, furtherTables: Int64 = 0) {
    precondition(settings.checkpointFrames > 0, "a log ends some time")
    self.settings = settings
    table = SQLiteTable(
      settings: settings, holdsObjects: holdsObjects, furtherTables: furtherTables)
  }

  /// The work of a query that finds a row, without its body.
  var leafQuery: TimeSpan { table.leafQuery(settings) }

  mutating func write(_ transaction: SQLiteTransaction) -> FlashWrite {
    var receipt = FlashWrite()
    let frame = SQLiteByteFormula.frame
    let first: Int64 = transaction.allocates ? 1 : 0
    receipt.note(
      transaction.cause,
      bytes: first * frame + (frames == 0 ? SQLiteByteFormula.logHeader : 0))
    if frames == 0 {
      receipt.flushes += Self.headerFlushes + (isLogNew ? 1 : 0)
      isLogNew = false
    }
    receipt.noteData(transaction, page: frame)
    frames += transaction.written.total + first
    if settings.synchronous == .full {
      receipt.flushes += 1
      receipt.deviceWrites = settings.fileSystem.logWrites
    }
    finish(&receipt)
    if frames >= Int64(settings.checkpointFrames) { receipt += checkpoint() }
    return receipt
  }

  /// Carries the log over into the database and deletes it, as SQLite does at the last
  /// connection's end.
  package mutating func close() -> FlashWrite {
    var receipt = commit()
    receipt += checkpoint()
    isLogNew = true
    return receipt
  }

  /// Carries the log over into the database; an empty one costs nothing.
  package mutating func checkpoint() -> FlashWrite {
    var receipt = FlashWrite()
    guard frames > 0 else { return receipt }
    receipt.note(.checkpoint, bytes: table.loggedPages * SQLiteRow.page)
    receipt.flushes = Self.checkpointFlushes
    receipt.deviceWrites = table.loggedPages
    finish(&receipt)
    table.beginLog()
    frames = 0
    return receipt
  }

  private func finish(_ receipt: inout FlashWrite) {
    let bytes = receipt.bytes
    let costs = settings.fileSystem
    let factor =
      settings.synchronous == .full ? costs.syncedLogFactor : costs.unsyncedLogFactor
    receipt.fileSystemBytes = FileSystemCosts.bytes(bytes, times: factor)
    if settings.synchronous == .full { receipt.fileSystemBytes += costs.metadataPerTransaction }
    receipt.duration = settings.timing.write(bytes, openings: 0, flushes: receipt.flushes)
  }
}

/// How careful SQLite is: `PRAGMA synchronous`.
package enum SQLiteSynchronous: String, Hashable, Sendable, CaseIterable {
  /// Each transaction survives a loss of power.
  case full
  /// The database survives, the last transactions may not (in WAL mode).
  case normal
}
