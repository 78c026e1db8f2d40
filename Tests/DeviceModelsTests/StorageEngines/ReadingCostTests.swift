internal import SimCore
internal import TestCases
internal import Testing

@testable internal import DeviceModels

/// What reading costs on each storage engine.
struct ReadingCostTests {
  /// A store of so many entries of a size, and its settings.
  private static func engine(
    _ type: any FlashEngine.Type, entries: Int, bytes: Int64,
    _ change: (inout FlashSettings) -> Void = { _ in }
  ) -> any FlashEngine {
    var settings = FlashSettings()
    change(&settings)
    var engine = type.init(settings: settings)
    for entry in 0..<entries {
      engine.put(ObjectKey(entry), bytes: Bytes(bytes), for: .record)
      _ = engine.commit()
    }
    return engine
  }

  /// What a phone four times slower waits for an entry.
  private static func wait(
    _ type: any FlashEngine.Type, entries: Int = 100, bytes: Int64,
    _ change: (inout FlashSettings) -> Void = { _ in }
  ) -> Double {
    guard let read = engine(type, entries: entries, bytes: bytes, change).read(0) else {
      return .nan
    }
    return (read.duration + read.processing * 4).milliseconds
  }

  /// Defect: all storage engines read alike to the microsecond.
  @Test(arguments: [Int64(370), 60_000, 200_000])
  func storageEnginesDoNotReadAlike(bytes: Int64) {
    // The two of SQLite read alike, since a journal does not matter to a reader, and so do two with
    // a file for each entry; URLCache's rows are SQLite's as long as they are small.
    let kinds: [any FlashEngine.Type] = [
      FilePerEntry.self, Archive.self, SQLiteWAL.self, CoreData.self,
    ]
    let waits = kinds.map { Self.wait($0, bytes: bytes) }
    expect(Set(waits.map { Int($0 * 1_000) }).count, is: kinds.count, "\(waits)")
    let same = Self.wait(SQLiteRollback.self, bytes: bytes)
    expect(same, is: Self.wait(SQLiteWAL.self, bytes: bytes))
  }

  @Test func aSmallRowIsReadFasterThanAFileAndALargeOneSlower() {
    // 350 µs of a file; 150 µs of a page and four times 4 µs of a query.
    expect(Self.wait(FilePerEntry.self, bytes: 370), is: 0.350)
    expect(Self.wait(SQLiteWAL.self, bytes: 370), is: 0.166)
    // 200 000 B: 48 or 49 overflow pages, four times 2.7 µs each, are more than a file's opening.
    let row = Self.wait(SQLiteWAL.self, bytes: 200_000)
    let file = Self.wait(FilePerEntry.self, bytes: 200_000)
    expect(row > file + 0.3 && row < file + 0.4, "\(row), \(file)")
  }

  @Test func aQueryTakesLongerInALargerTable() {
    let costs = ReadingCosts()
    expect(costs.query(rows: 0, overflowPages: 0), is: .microseconds(4))
    expect(costs.query(rows: 100, overflowPages: 0), is: .microseconds(4))
    expect(costs.query(rows: 10_000, overflowPages: 0), is: TimeSpan(nanoseconds: 6_400))
    expect(costs.query(rows: 100_000, overflowPages: 2), is: TimeSpan(nanoseconds: 7_600 + 5_400))
    let small = Self.wait(SQLiteWAL.self, entries: 100, bytes: 100)
    let large = Self.wait(SQLiteWAL.self, entries: 1_000, bytes: 100)
    expect(abs(large - small - 4 * 0.0012) < 1e-9)
  }

  @Test func anObjectIsFoundAndThenFilled() {
    let row = Self.wait(SQLiteWAL.self, bytes: 370)
    let object = Self.wait(CoreData.self, bytes: 370)
    // A second query, and 50 µs of work; four times slower.
    expect(abs(object - row - 4 * 0.054) < 1e-9)
  }

  @Test func aLargeBodyOfAnObjectIsAFileBesideItsRow() {
    let inside = Self.wait(CoreData.self, bytes: 100_000)
    let outside = Self.wait(CoreData.self, bytes: 100_001)
    // Its row of 38 B takes 150 µs, its file 200 µs more than overflow pages; these cost 24 times
    // 10.8 µs.
    expect(outside != inside)
    expect(abs(outside - inside) < 0.4)
  }

  @Test func openingCostsADatabaseAloneAndNothingWhereReadingCostsNothing() {
    let files = [
      FilePerEntry.name, Archive.name, IndexedFiles.name, DatesOfHits.name,
      DatesOfStoresAndHits.name,
    ]
    for type in FlashEngines.all.map({ $0.type }) {
      let hasDatabase = !files.contains(type.name)
      expect((Self.engine(type, entries: 1, bytes: 10).open() != nil), is: hasDatabase)
      let free = Self.engine(type, entries: 1, bytes: 10) { $0.reading = .none }
      expect(free.open() == nil && free.read(0)?.processing == .zero)
    }
  }

  /// Attributes of 100 B of a record: the leaf alone, without the fault and the file of an object
  /// graph; a file is read whole.
  @Test func singleAttributesAreReadWithoutTheRest() throws {
    for bytes in [Int64(370), 60_000, 200_000] {
      let titles = try #require(
        Self.engine(CoreData.self, entries: 100, bytes: bytes).read(0, attributes: Bytes(100)))
      expect(titles.bytes, is: Bytes(4_096))
      expect(titles.duration == .microseconds(150) && titles.processing == .microseconds(4))
      for type in [SQLiteWAL.self, SQLiteRollback.self] as [any FlashEngine.Type] {
        let row = Self.engine(type, entries: 100, bytes: bytes)
        expect(row.read(0, attributes: Bytes(100)), is: titles)
      }
      for type in [FilePerEntry.self, Archive.self] as [any FlashEngine.Type] {
        let file = Self.engine(type, entries: 1, bytes: bytes)
        expect(file.read(0, attributes: Bytes(100)), is: file.read(0))
      }
    }
    // 60,005 B with the header leave 489 + (60,005 − 489) mod 4,092 = 2,717 B in the leaf: one
    // overflow page of 4,092 B more for 5,000 B, two for 7,000 B.
    let row = Self.engine(SQLiteWAL.self, entries: 100, bytes: 60_000)
    expect(row.read(0, attributes: Bytes(5_000))?.bytes, is: Bytes(2 * 4_096))
    expect(row.read(0, attributes: Bytes(7_000))?.bytes, is: Bytes(3 * 4_096))
    expect(row.read(0, attributes: Bytes(60_000)), is: row.read(0))
    expect(row.read(100, attributes: Bytes(1)) == nil)
  }
}
