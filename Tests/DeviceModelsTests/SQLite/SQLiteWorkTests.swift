internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// What `cachesim model sqlite` answers, beside the real library.
@Suite(.enabled(if: RealDatabase.isThere, "libsqlite3-dev is not installed"))
struct SQLiteWorkTests {
  /// The same question to the real library.
  private static func real(
    _ work: SQLiteWork, _ mode: SQLiteMode, indexes: Int = 0
  ) throws -> StorageBill {
    let key = indexes > 0 ? ", key TEXT" : ""
    let index = (0..<indexes).map { "CREATE INDEX index\($0) ON entries (key);" }.joined()
    let real = try RealDatabase(
      mode, schema: "CREATE TABLE entries (id INTEGER PRIMARY KEY\(key), data BLOB);\(index)")
    let columns = indexes > 0 ? "key, data" : "data"
    var random = SeededGenerator(seed: 1, purpose: .workload)
    // 22 letters, which with the row's number and the lengths are about 30 bytes of an index.
    func insertion() -> String {
      let letters = (0..<22).map { _ in "0123456789ABCDEF".randomElement(using: &random) ?? "0" }
      let value = indexes > 0 ? "'\(String(letters))', " : ""
      return "INSERT INTO entries (\(columns)) VALUES (\(value)zeroblob(\(work.bytes.count)));"
    }
    func update(_ row: Int) -> String {
      "UPDATE entries SET data = randomblob(\(work.bytes.count)) WHERE id = \(row + 1);"
    }
    for start in stride(from: 0, to: work.existing, by: SQLiteWork.batch) {
      let count = min(SQLiteWork.batch, work.existing - start)
      let rows = (0..<count).map { _ in insertion() }
      _ = try real.cost("BEGIN;\(rows.joined())COMMIT;")
    }
    if mode.isLog { _ = try real.cost("PRAGMA wal_checkpoint(TRUNCATE);") }
    _ = try real.cost(update(work.existing - 1))
    let statements = work.touched.map { row in
      switch work.operation {
      case .insert: insertion()
      case .update, .checkpoint: update(row)
      case .delete, .vacuum: "DELETE FROM entries WHERE id = \(row + 1);"
      }
    }
    let bill = try real.cost("BEGIN;\(statements.joined())COMMIT;")
    switch work.operation {
    case .insert, .update, .delete: return bill
    case .vacuum: return try real.cost("VACUUM;")
    case .checkpoint: return try real.cost("PRAGMA wal_checkpoint;")
    }
  }

  private static func work(
    _ operation: SQLiteWork.Operation, rows: Int, bytes: Int64, isScattered: Bool
  ) -> SQLiteWork {
    var work = SQLiteWork()
    work.operation = operation
    work.rows = rows
    work.bytes = Bytes(bytes)
    work.existing = 700
    work.isScattered = isScattered
    return work
  }

  /// Neighbours and scattered rows, of one size to a page, of several, and of many pages.
  @Test(
    arguments: Cases.some(SQLiteMode.all + SQLiteMode.withFreePages, oneIn: 3),
    SQLiteWork.Operation.allCases)
  func anAnswerIsWhatItReallyCosts(mode: SQLiteMode, operation: SQLiteWork.Operation) throws {
    guard operation != .checkpoint || mode.isLog else { return }
    for (rows, bytes) in [(1, 1_024), (20, 1_000), (60, 9_000)] as [(Int, Int64)] {
      for isScattered in operation == .insert ? [false] : [false, true] {
        // Rows of 9,000 B are too many for a log that is not carried over meanwhile.
        var work = Self.work(operation, rows: rows, bytes: bytes, isScattered: isScattered)
        if bytes > 4_000 { work.existing = 200 }
        let model = StorageBill(work.cost(mode.settings, isLog: mode.isLog))
        expect(model, is: try Self.real(work, mode), "\(rows) of \(bytes), \(isScattered)")
      }
    }
  }

  /// Twenty rows that follow one another share five pages, and scattered ones have one each.
  @Test func scatteredRowsHaveAPageEach() throws {
    let mode = SQLiteMode.log
    for (isScattered, bytes) in [(false, 20_600), (true, 82_400)] as [(Bool, Int64)] {
      let work = Self.work(.update, rows: 20, bytes: 1_000, isScattered: isScattered)
      expect(work.cost(mode.settings, isLog: true).bytes, is: Bytes(bytes))
      try expect(Self.real(work, mode).data, is: bytes)
    }
  }

  /// What is written over leaves the indexes as they are.
  @Test(arguments: [SQLiteMode.log, .rollback])
  func updatesLeaveIndexesAsTheyAre(mode: SQLiteMode) throws {
    for (rows, indexes) in [(1, 1), (8, 3), (20, 2)] {
      var settings = mode.settings
      settings.indexes = Int64(indexes)
      let work = Self.work(.update, rows: rows, bytes: 1_024, isScattered: true)
      let model = StorageBill(work.cost(settings, isLog: mode.isLog))
      let bare = StorageBill(work.cost(mode.settings, isLog: mode.isLog))
      expect(model, is: bare)
      expect(model, is: try Self.real(work, mode, indexes: indexes), "\(rows), \(indexes)")
    }
  }

  /// Of rows that come and go the model counts a page of each index, and no more than there are:
  /// for one row that is what it costs, of several some share a page.
  @Test(arguments: [SQLiteMode.log, .rollback], [SQLiteWork.Operation.insert, .delete])
  func aRowThatComesOrGoesCostsAPageOfEachIndex(
    mode: SQLiteMode, operation: SQLiteWork.Operation
  ) throws {
    for (rows, indexes) in [(1, 1), (1, 3), (4, 1), (8, 3), (20, 2), (60, 1)] {
      var settings = mode.settings
      settings.indexes = Int64(indexes)
      let work = Self.work(operation, rows: rows, bytes: 1_024, isScattered: operation == .delete)
      let model = StorageBill(work.cost(settings, isLog: mode.isLog))
      let real = try Self.real(work, mode, indexes: indexes)
      if rows == 1 {
        expect(model, is: real)
      } else {
        let written = (model: model.data + model.journal, real: real.data + real.journal)
        expect(written.real < written.model && written.model < 2 * written.real)
        expect(model.syncs, is: real.syncs)
      }
    }
  }
}
