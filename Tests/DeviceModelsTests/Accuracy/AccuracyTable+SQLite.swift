internal import DeviceModels
internal import SimCore

extension AccuracyTable {
  static let sqlite = traced + beside

  private static let traced = [
    AccuracyCheck("SQLite", "system calls of one update: bytes in 8 modes (3.40.1)", .bytes) {
      errors in
      for update in TracedUpdate.all { errors.add(Double(update.model.bytes.count - update.bytes)) }
    },
    AccuracyCheck("SQLite", "system calls of one update: syncs in 8 modes (3.40.1)", .syncs) {
      errors in
      for update in TracedUpdate.all { errors.add(Double(update.model.flushes - update.syncs)) }
    },
    AccuracyCheck("SQLite", "mean bytes of 50 to 500 transactions (3.40.1)") {
      $0 = measured(MeasuredTransactions.all)
    },
    AccuracyCheck("SQLite", "an earlier trace of such transactions") {
      $0 = measured(MeasuredTransactions.earlier)
    },
    AccuracyCheck("SQLite", "the same with an index of texts") {
      $0 = measured([MeasuredTransactions.indexed])
    },
  ]

  private static func measured(_ rows: [MeasuredTransactions]) -> Deviation {
    var errors = Deviation()
    for row in rows {
      for (mode, bytes) in row.modes { errors.add(row.mean(mode), for: bytes) }
    }
    return errors
  }

  /// The real library, transaction by transaction, where it is.
  private static let beside = [
    AccuracyCheck(
      "SQLite", "the real library: 600 transactions in order and 50 batches each", .bytes,
      isPossible: RealDatabase.isThere
    ) { errors in
      for mode in [SQLiteMode.log, .rollback] {
        for size in [100, 1_024, 8_192] {
          for twin in [
            try SQLiteTwin.rowsInOrder(mode, size), try SQLiteTwin.batches(mode, size),
          ] { errors.add(Double(twin.modelSum.bytes - twin.realSum.bytes)) }
        }
      }
    },
    AccuracyCheck(
      "SQLite", "the real library: 1200 transactions each with rows that come and go scattered",
      .bytes, isPossible: RealDatabase.isThere
    ) { errors in
      for mode in SQLiteMode.withFreePages {
        for size in [100, 1_000, 1_024, 8_192, 50_000] {
          let twin = try SQLiteTwin.scatteredRows(mode, size)
          errors.add(Double(twin.modelSum.bytes - twin.realSum.bytes))
        }
      }
    },
  ]
}

extension SQLiteMode {
  static let log = SQLiteMode(journal: nil, synchronous: .full)
  static let rollback = SQLiteMode(journal: .delete, synchronous: .full)
}

extension StorageBill {
  var bytes: Int64 { data + journal + checkpoint }
}
