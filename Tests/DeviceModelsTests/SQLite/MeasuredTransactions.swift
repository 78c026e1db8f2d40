internal import DeviceModels
internal import SimCore

/// Mean bytes of a transaction in both modes, by the process's count of written bytes; the log's
/// with the last checkpoint. SQLite 3.40.1, page size 4 096, `synchronous` full, `secure_delete`
/// off; 500 transactions each, of batches 50.
struct MeasuredTransactions: Sendable, CustomStringConvertible {
  enum Work: Sendable {
    case insertions, updates, removals, scatteredRemovals, batchesOfTwenty
  }

  var work: Work
  /// Bytes of a row.
  var size: Int64
  var rollback: Double
  var wal: Double
  /// Indexes beside the table.
  var indexes: Int64 = 0

  var description: String { "\(work) of \(size) bytes" }

  static let all =
    table(
      .insertions,
      [
        (100, 17_038.7, 4_473.6), (1_000, 17_948, 7_212.2), (1_024, 18_292.1, 8_248.4),
        (8_192, 25_632.1, 25_772.9), (50_000, 67_100, 109_058.5),
      ])
    + table(
      .updates,
      [(1_024, 16_924, 5_488.1), (8_192, 33_324, 21_076.4), (50_000, 115_324, 103_777.4)])
    + table(
      .removals,
      [
        (100, 18_113, 4_951.6), (400, 22_196.6, 7_685.3), (1_024, 29_133.8, 12_372.2),
        (8_192, 28_641.8, 14_467.6), (50_000, 32_315.4, 16_616.5),
      ])
    + table(
      .scatteredRemovals,
      [
        (100, 17_547.2, 4_679.6), (400, 19_630, 6_424.5), (1_024, 26_682, 11_988.4),
        (8_192, 26_895.3, 14_159.6),
      ])
    + table(.batchesOfTwenty, [(1_000, 37_404, 49_484.5), (1_024, 49_697.3, 66_006.6)])

  /// An earlier trace of other runs, which says less of how long they were.
  static let earlier =
    table(
      .insertions, [(100, 17_047, 4_521), (1_024, 18_347, 8_314), (8_192, 25_628, 25_750)])
    + table(.batchesOfTwenty, [(1_024, 51_501, 66_995)])
  /// The same with an index of short texts.
  static let indexed = MeasuredTransactions(
    work: .insertions, size: 1_024, rollback: 28_638, wal: 14_274, indexes: 1)

  private static func table(
    _ work: Work, _ rows: [(Int64, Double, Double)]
  ) -> [MeasuredTransactions] {
    rows.map { MeasuredTransactions(work: work, size: $0, rollback: $1, wal: $2) }
  }

  /// Both modes with what was measured.
  var modes: [(any FlashEngine.Type, Double)] {
    [(SQLiteRollback.self, rollback), (SQLiteWAL.self, wal)]
  }

  /// What the model says.
  func mean(_ mode: any FlashEngine.Type) -> Double {
    var settings = FlashSettings()
    settings.indexes = indexes
    return Double(total(mode, settings).bytes.count) / Double(transactions.count)
  }

  private var transactions: Range<ObjectKey> { work == .batchesOfTwenty ? 0..<50 : 0..<500 }

  /// The receipt of all transactions and of the last checkpoint.
  func total(_ mode: any FlashEngine.Type, _ settings: FlashSettings) -> FlashWrite {
    let bytes = Bytes(size)
    var engine = mode.init(settings: settings)
    if work != .insertions && work != .batchesOfTwenty {
      for entry in ObjectKey(0)..<500 { engine.put(entry, bytes: bytes, for: .record) }
      _ = engine.close()
    }
    var random = SeededGenerator(seed: 1, purpose: .workload)
    let scattered = (ObjectKey(0)..<500).shuffled(using: &random)
    var total = FlashWrite()
    for entry in transactions {
      switch work {
      case .insertions, .updates: engine.put(entry, bytes: bytes, for: .record)
      case .removals: engine.delete(entry)
      case .scatteredRemovals: engine.delete(scattered[Int(entry)])
      case .batchesOfTwenty:
        for row in entry * 20..<entry * 20 + 20 { engine.put(row, bytes: bytes, for: .record) }
      }
      total += engine.commit()
    }
    total += engine.close()
    return total
  }
}

/// What reached the device below ext4 for a transaction with a row of 1 KiB: means of 500, counted
/// by the kernel in sectors. A range holds several runs, of insertions and of updates.
struct MeasuredJournal: Sendable {
  var mode: SQLiteMode
  var works: [MeasuredTransactions.Work]
  /// Writes of the device.
  var writes: ClosedRange<Double>
  /// Thousands of bytes.
  var kilobytes: ClosedRange<Double>
  /// Flushes of the device.
  var flushes: Double

  static let all = [
    MeasuredJournal(
      mode: .rollback, works: [.insertions], writes: 13.05...13.05, kilobytes: 45.6...45.6,
      flushes: 4.05),
    MeasuredJournal(
      mode: .rollback, works: [.updates], writes: 12.16...12.16, kilobytes: 41.6...41.6,
      flushes: 4.05),
    MeasuredJournal(
      mode: SQLiteMode(journal: .truncate, synchronous: .full), works: [.insertions, .updates],
      writes: 12.4...12.5, kilobytes: 38.7...40.1, flushes: 5),
    MeasuredJournal(
      mode: SQLiteMode(journal: .persist, synchronous: .full), works: [.insertions, .updates],
      writes: 13.4...14.2, kilobytes: 39...44.4, flushes: 5),
    MeasuredJournal(
      mode: .log, works: [.insertions, .updates], writes: 3.4...3.6, kilobytes: 15.9...18.1,
      flushes: 1.01),
    MeasuredJournal(
      mode: SQLiteMode(journal: nil, synchronous: .normal), works: [.insertions, .updates],
      writes: 0.04...0.6, kilobytes: 7.7...8.3, flushes: 0.01),
  ]

  /// What the model says of each work, all 500 transactions together.
  var models: [FlashWrite] {
    works.map { work in
      let measured = MeasuredTransactions(work: work, size: 1_024, rollback: 0, wal: 0)
      return measured.total(mode.engine, mode.settings)
    }
  }
}

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
