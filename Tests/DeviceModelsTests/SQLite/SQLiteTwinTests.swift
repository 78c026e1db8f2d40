internal import DeviceModels
internal import SimCore
internal import Testing

/// The engines beside the real library, transaction by transaction: bytes of database, journal,
/// log and checkpoint, and syncs, are equal. Skipped where SQLite
/// (Debian: libsqlite3-dev) is not there.
///
/// Left out: tables of more than about 510 leaves, whose tree has a third level.
@Suite(.enabled(if: RealDatabase.isThere, "SQLite and its header are not there"))
struct SQLiteTwinTests {
  @Test(arguments: SQLiteMode.all + SQLiteMode.overwriting, [100, 1_000, 1_024, 8_192, 50_000])
  func rowsThatComeChangeAndGoInOrderCostWhatTheyReallyCost(mode: SQLiteMode, size: Int) throws {
    let twin = try SQLiteTwin.rowsInOrder(mode, size)
    #expect(twin.differences.isEmpty)
    #expect(twin.modelSum == twin.realSum)
  }

  /// Which of the free pages lie in the log already is not modelled: a checkpoint may be
  /// a page off.
  @Test(
    arguments: [
      SQLiteMode(journal: nil, synchronous: .full),
      SQLiteMode(journal: .delete, synchronous: .full),
    ], [100, 1_000, 1_024, 8_192, 50_000])
  func rowsThatGoScatteredAndComeAgainCostWhatTheyReallyCost(mode: SQLiteMode, size: Int) throws {
    let error = try Self.errorOfCheckpoints(mode, size)
    #expect(error <= 0.01)
  }

  /// As above; pages that were overwritten with zeros do lie in the log, and those that are taken
  /// again before its end are counted twice.
  @Test(
    arguments: [
      SQLiteMode(journal: nil, synchronous: .full, secureDelete: true),
      SQLiteMode(journal: .delete, synchronous: .full, secureDelete: true),
    ], [100, 1_000, 1_024, 8_192, 50_000])
  func overwrittenRowsThatComeAgainCostWhatTheyReallyCost(mode: SQLiteMode, size: Int) throws {
    let error = try Self.errorOfCheckpoints(mode, size)
    #expect(error <= 0.06)
  }

  /// Compares transactions, and gives the relative error of the checkpoints.
  private static func errorOfCheckpoints(_ mode: SQLiteMode, _ size: Int) throws -> Double {
    let twin = try SQLiteTwin.scatteredRows(mode, size)
    let (model, real) = (twin.modelSum, twin.realSum)
    #expect(model.data == real.data && model.journal == real.journal && model.syncs == real.syncs)
    guard real.checkpoint > 0 else { return model.checkpoint == 0 ? 0 : 1 }
    return Double(abs(model.checkpoint - real.checkpoint)) / Double(real.checkpoint)
  }

  @Test(arguments: SQLiteMode.all + SQLiteMode.overwriting, [100, 1_000, 1_024, 8_192])
  func batchesCostWhatTheyReallyCost(mode: SQLiteMode, size: Int) throws {
    let twin = try SQLiteTwin.batches(mode, size)
    #expect(twin.differences.isEmpty)
    #expect(twin.modelSum == twin.realSum)
  }

  /// Twenty rows of 50,000 B that go in one transaction. A row has 12 overflow pages of 4,092 B and
  /// a cell of about 900 B in its leaf, four to a leaf. What is written of the free pages is one
  /// page of their list, and with `secure_delete` each of them: 240 overflow pages, and the freed
  /// leaf.
  @Test(arguments: [false, true])
  func aDeletionOverwritesWhatItFreesWhereItIsSecure(isSecure: Bool) throws {
    var twin = try SQLiteTwin(
      SQLiteMode(journal: nil, synchronous: .full, secureDelete: isSecure))
    for entry in 0..<200 {
      twin.insert(ObjectKey(entry), bytes: 50_000, number: entry + 1)
      try twin.commit()
    }
    let before = twin.realSum
    for entry in 0..<20 { twin.delete(ObjectKey(entry)) }
    try twin.commit()
    #expect(twin.differences.isEmpty)
    let frames = (twin.realSum.data - before.data) / 4_120
    #expect(frames == (isSecure ? 249 : 8))
  }

  /// A mark in a row of 1 KB, a column of its own, costs the row's page.
  @Test(arguments: SQLiteMode.all)
  func aMarkCostsAPage(mode: SQLiteMode) throws {
    let schema = """
      CREATE TABLE entries (id INTEGER PRIMARY KEY, read INTEGER, data BLOB);
      INSERT INTO entries VALUES (1, 0, zeroblob(1024));
      """
    let real = try RealDatabase(mode, schema: schema)
    var model = mode.engine.init(settings: mode.settings)
    _ = model.write(0, bytes: Bytes(1_024), for: .record)
    _ = try real.cost("UPDATE entries SET read = 1;")
    let bill = try real.cost("UPDATE entries SET read = 0;")
    #expect(StorageBill(model.write(0, bytes: Bytes(1_024), for: .record)) == bill)
    let bytes = mode.isLog ? 4_120 : mode.journal == .persist ? 16_952 : 16_924
    #expect(bill.data + bill.journal == bytes)
  }

  /// A log is carried over when it has 1 000 frames, each page once, and begins anew.
  @Test(arguments: SQLiteSynchronous.allCases)
  func aFullLogCostsWhatItReallyCosts(synchronous: SQLiteSynchronous) throws {
    var twin = try SQLiteTwin(SQLiteMode(journal: nil, synchronous: synchronous))
    for entry in 0..<500 {
      twin.insert(ObjectKey(entry), bytes: 1_024, number: entry + 1)
      try twin.commit()
    }
    for change in 0..<1_000 {
      twin.update(ObjectKey(change * 7 % 500), bytes: 1_024)
      try twin.commit()
    }
    #expect(twin.realSum.checkpoint > 0)
    #expect(twin.differences.isEmpty)
    #expect(twin.modelSum == twin.realSum)
  }
}
