internal import Devices
internal import SQLiteProbe
internal import SimCore

/// What a transaction cost, in words that the model and the real library share.
struct StorageBill: Equatable {
  /// Bytes written to the database in rollback modes, and to the log in WAL mode.
  var data: Int64 = 0
  /// Bytes written to the rollback journal.
  var journal: Int64 = 0
  /// Bytes carried over from the log into the database.
  var checkpoint: Int64 = 0
  /// Syncs of files and of their folder.
  var syncs: Int64 = 0

  init(_ counts: cachesim_sqlite_counts, isLog: Bool) {
    data = isLog ? counts.log.bytes : counts.database.bytes
    journal = counts.journal.bytes
    checkpoint = isLog ? counts.database.bytes : 0
    syncs =
      counts.database.syncs + counts.journal.syncs + counts.log.syncs + counts.folder_syncs
  }

  init(_ receipt: FlashWrite) {
    journal = receipt.bytesByCause[.journal]
    checkpoint = receipt.bytesByCause[.checkpoint]
    data = receipt.bytes.count - journal - checkpoint
    syncs = receipt.flushes
  }

  static func += (left: inout StorageBill, right: StorageBill) {
    left.data += right.data
    left.journal += right.journal
    left.checkpoint += right.checkpoint
    left.syncs += right.syncs
  }
}
