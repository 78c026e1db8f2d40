internal import Devices
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
