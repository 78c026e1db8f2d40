internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// Bytes and syncs of SQLite 3.40.1's system calls, page size 4 096, `synchronous` full: single
/// statements traced, averages by the process's count of written bytes.
struct SQLiteTests {
  private let row = Bytes(1_024)

  @Test func anUpdateInRollbackModeWritesExactly16924Bytes() {
    var engine = SQLiteRollback(settings: FlashSettings())
    _ = engine.write(0, bytes: row, for: .archive)
    let receipt = engine.write(0, bytes: row, for: .record)
    expect(receipt.bytes, is: Bytes(16_924))
    expect(receipt.bytesByCause[.journal], is: 524 + 2 * 4_104)
    expect(receipt.bytesByCause[.record], is: 2 * 4_096)
    expect(receipt.operations[.record] == 1 && receipt.operations[.journal] == 1)
    expect(receipt.flushes, is: 4)
    expect(receipt.deviceWrites, is: 12)
    expect(receipt.fileSystemBytes, is: Bytes(40_617))  // times 2.4
  }

  @Test func anUpdateInWALModeWritesExactly4120Bytes() {
    var engine = SQLiteWAL(settings: FlashSettings())
    _ = engine.write(0, bytes: row, for: .archive)
    let receipt = engine.write(0, bytes: row, for: .record)
    expect(receipt.bytes, is: Bytes(4_120))
    expect(receipt.bytesByCause[.record], is: 4_120)
    expect(receipt.flushes, is: 1)
    expect(receipt.fileSystemBytes, is: Bytes(8_652))  // times 2.1
    // 17 µs at 240 MB/s and a flush of 1 ms; 0.9 to 1.3 ms were measured.
    expect(receipt.duration, is: .milliseconds(1) + .microseconds(17) + .init(nanoseconds: 167))
  }

  @Test(arguments: TracedUpdate.all)
  func theJournalsEndDecidesTheSyncs(traced: TracedUpdate) {
    let receipt = traced.model
    expect(receipt.flushes, is: traced.syncs)
    expect(receipt.bytes, is: Bytes(traced.bytes))
  }

  @Test(arguments: MeasuredTransactions.all)
  func transactionsCostWhatWasMeasured(row: MeasuredTransactions) {
    for (mode, measured) in row.modes {
      let bytes = row.mean(mode)
      expect(abs(bytes / measured - 1) < 0.01, "\(mode) \(bytes)")
    }
  }

  @Test func anIndexCostsAPageForEachRowThatComes() {
    // Pages of the index that split are left out.
    let indexed = MeasuredTransactions.indexed
    expect(abs(indexed.mean(SQLiteRollback.self) / indexed.rollback - 1) < 0.08)
    var settings = FlashSettings()
    settings.indexes = 1
    var engine: any FlashEngine = SQLiteRollback(settings: settings)
    for entry in ObjectKey(0)..<500 { _ = engine.write(entry, bytes: row, for: .record) }
    let update = engine.write(7, bytes: row, for: .record)
    expect(update.bytes, is: Bytes(16_924))
    let removal = engine.remove(7)
    expect(removal.bytes, is: Bytes(524 + 3 * 4_104 + 3 * 4_096))
    expect(removal.bytesByCause[.index], is: 4_096)
    expect(removal.bytesByCause[.delete], is: 2 * 4_096)
  }

  @Test func aLogIsCarriedOverAfterItsFramesWithEachPageOnce() {
    var engine = SQLiteWAL(settings: FlashSettings())
    var total = engine.write(0, bytes: row, for: .record)
    expect(total.bytes, is: Bytes(32 + 4_120))
    for _ in 1..<999 { total += engine.write(0, bytes: row, for: .record) }
    expect(total.bytes, is: Bytes(32 + 999 * 4_120))
    // One each, and one for the log's header.
    expect(total.flushes, is: 1_000)
    let last = engine.write(0, bytes: row, for: .record)
    expect(last.bytesByCause[.checkpoint], is: 4_096)
    expect(last.operations[.checkpoint], is: 1)
    expect(last.flushes, is: 1 + 2)
    expect(engine.checkpoint(), is: FlashWrite())
    expect(engine.write(0, bytes: row, for: .record).bytes, is: Bytes(32 + 4_120))
  }

  @Test func aLogWithoutSyncsReachesTheDeviceWithCheckpointsOnly() {
    var settings = FlashSettings()
    settings.synchronous = .normal
    var engine = SQLiteWAL(settings: settings)
    expect(engine.write(0, bytes: row, for: .record).flushes, is: 1)  // its header
    let receipt = engine.write(0, bytes: row, for: .record)
    expect(receipt.flushes == 0 && receipt.deviceWrites == 0)
    expect(receipt.fileSystemBytes, is: receipt.bytes)
  }

  @Test func twoRowsOfOneLeafInOneTransactionCostOnePage() {
    var engine = SQLiteWAL(settings: FlashSettings())
    for entry in 0..<3 { _ = engine.write(ObjectKey(entry), bytes: row, for: .record) }
    engine.put(0, bytes: row, for: .record)
    engine.put(1, bytes: row, for: .record)
    expect(engine.commit().bytes, is: Bytes(4_120))
    expect(engine.commit(), is: FlashWrite())
  }

  /// Worked by hand: two rows of 8 192 B with two overflow pages each. The file's pages are the
  /// first, the pointer map, the table's, 4 and 5 of the first row, 6 and 7 of the second. When the
  /// first row goes, 7 moves to 5 and 6 to 4: the pages 1 to 5 are written, and 6 was changed
  /// before it moved (it pointed to 7), so that a journal keeps its old content too.
  @Test func theLastPagesMoveIntoTheFreeOnesWhereTheFileIsCut() {
    let modes: [(any FlashEngine.Type, SQLiteVacuum, Int64)] = [
      (SQLiteWAL.self, .full, 5 * 4_120),
      (SQLiteRollback.self, .full, 524 + 6 * 4_104 + 5 * 4_096),
      // Free pages stay: one of them lists the other, and the pointer map calls both free.
      (SQLiteWAL.self, .incremental, 4 * 4_120),
      (SQLiteRollback.self, .incremental, 524 + 4 * 4_104 + 4 * 4_096),
      (SQLiteWAL.self, .none, 3 * 4_120),
      (SQLiteRollback.self, .none, 524 + 3 * 4_104 + 3 * 4_096),
    ]
    for (mode, vacuum, bytes) in modes {
      var settings = FlashSettings()
      settings.autoVacuum = vacuum
      var engine = mode.init(settings: settings)
      for entry in 0..<2 { _ = engine.write(ObjectKey(entry), bytes: Bytes(8_192), for: .record) }
      expect(engine.remove(0).bytes.count, is: bytes, "\(mode) \(vacuum)")
    }
  }

  @Test func readingTakesTheLeafAndTheOverflowPages() {
    var engine = SQLiteWAL(settings: FlashSettings())
    _ = engine.write(0, bytes: row, for: .record)
    _ = engine.write(1, bytes: Bytes(8_192), for: .record)
    let read = FlashRead(
      bytes: Bytes(4_096), duration: .microseconds(150), processing: .microseconds(4))
    expect(engine.read(0), is: read)
    expect(engine.read(1)?.bytes, is: Bytes(3 * 4_096))
    expect(engine.read(2) == nil)
  }

  @Test func aRowThatIsAnIndexItselfIsPaidLikeAnyOther() {
    var engine = SQLiteWAL(settings: FlashSettings())
    _ = engine.write(0, bytes: row, for: .store)
    expect(engine.write(1, bytes: row, for: .index).bytesByCause[.index], is: 4_120)
  }
}
