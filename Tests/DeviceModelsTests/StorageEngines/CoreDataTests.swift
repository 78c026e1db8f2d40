internal import DeviceModels
internal import SimCore
internal import Testing

struct CoreDataTests {
  private static let schema = """
    CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER,
      Z_MAX INTEGER);
    CREATE TABLE ZENTRY (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZDATA BLOB);
    INSERT INTO Z_PRIMARYKEY VALUES (2, 'Entry', 0, 0);
    """

  /// The real library with the same tables; kind and version are numbers of one byte.
  @Test(.enabled(if: RealDatabase.isThere, "SQLite is not there"), arguments: [100, 1_024, 8_192])
  func objectsCostWhatTheirTablesReallyCost(size: Int) throws {
    let mode = SQLiteMode(journal: nil, synchronous: .full)
    let real = try RealDatabase(mode, schema: Self.schema)
    var model = CoreData(settings: mode.settings)
    for entry in 0..<300 {
      let insertion = """
        BEGIN; UPDATE Z_PRIMARYKEY SET Z_MAX = \(entry + 1) WHERE Z_ENT = 2;
        INSERT INTO ZENTRY VALUES (\(entry + 1), 2, 2, zeroblob(\(size))); COMMIT;
        """
      let receipt = model.write(ObjectKey(entry), bytes: Bytes(Int64(size)), for: .record)
      #expect(StorageBill(receipt) == (try real.cost(insertion)))
    }
    for entry in 0..<300 {
      let update = """
        UPDATE ZENTRY SET Z_OPT = 3, ZDATA = randomblob(\(size)) WHERE Z_PK = \(entry + 1);
        """
      let receipt = model.write(ObjectKey(entry), bytes: Bytes(Int64(size)), for: .record)
      #expect(StorageBill(receipt) == (try real.cost(update)))
    }
  }

  @Test func aLargeBodyIsAFileWithANameInItsRow() {
    var engine = CoreData(settings: FlashSettings())
    let receipt = engine.write(0, bytes: Bytes(100_001), for: .record)
    #expect(receipt.bytesByCause[.record] == 100_001)
    #expect(receipt.bytesByCause[.index] == 32 + 2 * 4_120)
    #expect(engine.stored == Bytes(100_001))
  }
}
