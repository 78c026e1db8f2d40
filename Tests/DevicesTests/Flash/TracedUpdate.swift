internal import Devices
internal import SimCore

/// The system calls of one updated row of 1 KiB: SQLite 3.40.1, traced.
struct TracedUpdate: Sendable, CustomStringConvertible {
  var mode: SQLiteMode
  var syncs: Int64
  var bytes: Int64

  var description: String { mode.testDescription }

  static let all = [
    (SQLiteJournal.delete, SQLiteSynchronous.full, 4, 16_924),
    (.delete, .normal, 3, 16_924), (.truncate, .full, 5, 16_924), (.persist, .full, 5, 16_952),
    (.truncate, .normal, 3, 16_924), (.persist, .normal, 4, 16_952),
    (nil, .full, 1, 4_120), (nil, .normal, 0, 4_120),
  ].map { (journal: SQLiteJournal?, synchronous: SQLiteSynchronous, syncs: Int64, bytes: Int64) in
    TracedUpdate(
      mode: SQLiteMode(journal: journal, synchronous: synchronous), syncs: syncs, bytes: bytes)
  }

  /// What the model says of it.
  var model: FlashWrite {
    var engine = mode.engine.init(settings: mode.settings)
    _ = engine.write(0, bytes: Bytes(1_024), for: .archive)
    return engine.write(0, bytes: Bytes(1_024), for: .archive)
  }
}
