internal import DeviceModels
internal import SimCore
internal import TestCases
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
      expect(StorageBill(receipt), is: try real.cost(insertion))
    }
    for entry in 0..<300 {
      let update = """
        UPDATE ZENTRY SET Z_OPT = 3, ZDATA = randomblob(\(size)) WHERE Z_PK = \(entry + 1);
        """
      let receipt = model.write(ObjectKey(entry), bytes: Bytes(Int64(size)), for: .record)
      expect(StorageBill(receipt), is: try real.cost(update))
    }
  }

  @Test func aLargeBodyIsAFileWithANameInItsRow() {
    var engine = CoreData(settings: FlashSettings())
    let receipt = engine.write(0, bytes: Bytes(100_001), for: .record)
    expect(receipt.bytesByCause[.record], is: 100_001)
    expect(receipt.bytesByCause[.index], is: 32 + 2 * 4_120)
    expect(engine.stored, is: Bytes(100_001))
  }
}

/// What URLCache's tables cost, beside the real library with the schema that a Cache.db tells.
@Suite(.enabled(if: RealDatabase.isThere, "SQLite and its header are not there"))
struct URLCacheTablesTests {
  private static let schema = """
    CREATE TABLE cfurl_cache_response(entry_ID INTEGER PRIMARY KEY AUTOINCREMENT UNIQUE,
      version INTEGER, hash_value INTEGER, storage_policy INTEGER, request_key TEXT UNIQUE,
      time_stamp NOT NULL DEFAULT CURRENT_TIMESTAMP, partition TEXT);
    CREATE TABLE cfurl_cache_blob_data(entry_ID INTEGER PRIMARY KEY, response_object BLOB,
      request_object BLOB, proto_props BLOB, user_info BLOB);
    CREATE TABLE cfurl_cache_receiver_data(entry_ID INTEGER PRIMARY KEY, isDataOnFS INTEGER,
      receiver_data BLOB);
    CREATE INDEX request_key_index ON cfurl_cache_response(request_key);
    CREATE INDEX time_stamp_index ON cfurl_cache_response(time_stamp);
    CREATE INDEX proto_props_index ON cfurl_cache_blob_data(entry_ID);
    CREATE INDEX receiver_data_index ON cfurl_cache_receiver_data(entry_ID);
    """

  @Test(arguments: [100, 1_000, 2_000])
  func anAnswerThatComesAndIsUpdatedWritesWhatTheRealTablesDo(bytes: Int) throws {
    let mode = SQLiteMode(journal: nil, synchronous: .full)
    let real = try RealDatabase(mode, schema: Self.schema)
    var engine = URLCacheTables(settings: mode.settings)
    func model() -> StorageBill {
      StorageBill(engine.write(0, bytes: Bytes(Int64(bytes)), for: .store))
    }
    let insertion = try real.cost(
      """
      BEGIN;
      INSERT INTO cfurl_cache_response(version, hash_value, storage_policy, request_key)
        VALUES (0, 1, 0, 'https://example.org/state');
      INSERT INTO cfurl_cache_blob_data VALUES (1, randomblob(700), randomblob(500), NULL, NULL);
      INSERT INTO cfurl_cache_receiver_data VALUES (1, 0, randomblob(\(bytes)));
      COMMIT;
      """)
    expect(model() == insertion && insertion.data == 32 + 10 * 4_120)
    for poll in 2..<5 {
      let update = try real.cost(
        """
        BEGIN;
        UPDATE cfurl_cache_response SET version = 0, hash_value = \(poll) WHERE entry_ID = 1;
        UPDATE cfurl_cache_blob_data SET response_object = randomblob(700) WHERE entry_ID = 1;
        UPDATE cfurl_cache_receiver_data SET receiver_data = randomblob(\(bytes))
        WHERE entry_ID = 1;
        COMMIT;
        """)
      expect(model() == update && update.data == 3 * 4_120)
    }
  }
}
