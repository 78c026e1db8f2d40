internal import SimCore
internal import TestCases
internal import Testing

@testable internal import DeviceModels

/// What a store of SQLite's costs as it grows: searches, a process's pages, free pages.
struct GrowingStoreTests {
  /// Rows of 2,000 B, of which a leaf of 4,088 B holds two: 2,009 or 2,010 B each.
  private static func store(
    rows: Int, bytes: Int64 = 2_000, _ change: (inout FlashSettings) -> Void = { _ in }
  ) -> SQLiteWAL {
    var settings = FlashSettings()
    settings.checkpointFrames = 1_000_000
    change(&settings)
    var engine = SQLiteWAL(settings: settings)
    for row in 0..<rows { engine.put(ObjectKey(row), bytes: Bytes(bytes), for: .record) }
    _ = engine.commit()
    engine.beginProcess()
    return engine
  }

  private static func scanned(_ pages: Int64, rows: Int64, overflow: Int64 = 0) -> FlashRead {
    let bytes = Bytes(pages * 4_096)
    return FlashRead(
      bytes: bytes,
      duration: .microseconds(150) + TimeSpan(rounding: Double(bytes.count - 4_096) / 800e6),
      processing: .microseconds(4) + TimeSpan(nanoseconds: 100) * rows
        + TimeSpan(nanoseconds: 2_700) * overflow)
  }

  /// A scan reads all leaves at 800 MB/s, and looks at each row for 0.1 µs.
  @Test func aScanTakesTheWholeTableAndASearchByKeyOnePage() {
    for rows in [Int64(2), 100, 1_000] {
      var scan = Self.store(rows: Int(rows)) { $0.search = .scan }
      expect(scan.query(0, attributes: nil), is: Self.scanned(rows / 2, rows: rows))
      var key = Self.store(rows: Int(rows))
      expect(key.query(0, attributes: nil), is: key.read(0))
      expect(key.query(0, attributes: nil)?.bytes, is: Bytes(4_096))
    }
    // 10,000 B: 1,821 B in the leaf and two overflow pages.
    var large = Self.store(rows: 100, bytes: 10_000) { $0.search = .scan }
    expect(large.query(7, attributes: nil), is: Self.scanned(250, rows: 100, overflow: 200))
    expect(large.query(100, attributes: nil) == nil)
  }

  @Test func anIndexIsAPageAndAQueryMore() throws {
    var index = Self.store(rows: 1_000) { $0.search = .index }
    let key = try #require(index.read(0))
    let found = index.query(0, attributes: nil)
    let read = try #require(found)
    expect(read.bytes == Bytes(8_192) && read.duration == key.duration * 2)
    expect(read.processing, is: key.processing * 2)
  }

  /// SQLite's own cache of 2,048 kB has 500 pages: a table of 500 leaves is read once, one of 501
  /// again and again.
  @Test func aScanIsFreeWhereTheTableFitsIntoTheProcess() throws {
    for (rows, fits) in [(1_000, true), (1_002, false)] {
      var store = Self.store(rows: rows) {
        $0.search = .scan
        $0.pageCache = Bytes(2_048_000)
      }
      let reads = (0..<2).map { store.query($0, attributes: nil) }
      let first = try #require(reads[0])
      expect(first, is: Self.scanned(Int64(rows / 2), rows: Int64(rows)))
      let second = try #require(reads[1])
      expect(second.duration, is: fits ? .zero : first.duration)
      expect(second.bytes, is: fits ? .zero : first.bytes)
      expect(second.processing, is: first.processing)
      store.beginProcess()
      expect(store.query(0, attributes: nil), is: first)
    }
  }

  /// Two pages: those of rows 0, 2 and 4 come and go, the least recently used first.
  @Test func theLeastRecentlyUsedPageLeaves() {
    var store = Self.store(rows: 10) { $0.pageCache = Bytes(8_192) }
    let isRead = [0, 2, 1, 4, 0, 2, 3].map {
      store.query(ObjectKey($0), attributes: nil)?.bytes != .zero
    }
    expect(isRead, is: [true, true, false, true, false, true, false])
    // What is written is in memory, too.
    _ = store.write(9, bytes: Bytes(2_000), for: .record)
    expect(store.query(8, attributes: nil)?.bytes, is: .zero)
  }

  /// It agrees with a list of pages that is searched.
  @Test func thePagesThatAreThereAreThoseUsedLast() {
    var cache = PageCache(Bytes(20 * 4_096))
    var list: [Int] = []
    var random = SeededGenerator(seed: 5, purpose: .workload)
    for _ in 0..<20_000 {
      let page = Int.random(in: 0..<40, using: &random)
      let place = list.firstIndex(of: page)
      expect(cache.use(page), is: place != nil)
      if let place { list.remove(at: place) }
      list.append(page)
      if list.count > 20 { list.removeFirst() }
    }
  }

  /// 600 of 1,000 rows go: the file stays as it is, or is that of 400 rows, which VACUUM writes.
  @Test func whatGoesLeavesFreePagesUntilTheFileIsWrittenAnew() {
    func after(_ change: (inout FlashSettings) -> Void) -> (file: Bytes, written: Int64) {
      var store = Self.store(rows: 1_000, change)
      for row in 0..<600 { store.delete(ObjectKey(row)) }
      let receipt = store.commit()
      return (store.fileBytes, receipt.bytesByCause[.record])
    }
    let full = Self.store(rows: 1_000).fileBytes
    // The first page, the tree's root and 500 leaves.
    expect(full, is: Bytes(502 * 4_096))
    expect(after { _ in } == (full, 0))
    expect(after { $0.vacuumAbove = 0.7 } == (full, 0))
    // Each page with 24 B in the log.
    expect(after { $0.vacuumAbove = 0.5 } == (Bytes(202 * 4_096), 202 * 4_120))
    let moved = after {
      $0.vacuumAbove = 0.5
      $0.autoVacuum = .incremental
    }
    // One page more, of the pointer map; pages move, and the rest is not written.
    expect(moved == (Bytes(203 * 4_096), 0))
  }

  /// 88 entries of an index are a page: 1,000 rows have 12, 400 have 5.
  @Test func anIndexIsWrittenAnewWithItsTable() {
    var store = Self.store(rows: 1_000) {
      $0.search = .index
      $0.vacuumAbove = 0.5
    }
    expect(store.fileBytes, is: Bytes((502 + 12) * 4_096))
    for row in 0..<600 { store.delete(ObjectKey(row)) }
    _ = store.commit()
    expect(store.fileBytes, is: Bytes((202 + 5) * 4_096))
  }

  @Test func otherEnginesSearchTheRowsThatTheyHave() {
    var settings = FlashSettings()
    settings.search = .scan
    var objects = CoreData(settings: settings)
    for row in 0..<100 { objects.put(ObjectKey(row), bytes: Bytes(2_000), for: .record) }
    _ = objects.commit()
    expect(objects.query(0, attributes: nil)?.bytes, is: Bytes(50 * 4_096))
    expect(objects.query(0, attributes: Bytes(10))?.bytes, is: Bytes(50 * 4_096))
    var files = FilePerEntry(settings: settings)
    _ = files.write(0, bytes: Bytes(2_000), for: .record)
    expect(files.query(0, attributes: nil), is: files.read(0))
  }

  /// 4,096 B at 400 MB/s.
  @Test func encryptingTakesItsTimeForEachByte() {
    expect(EncryptionCosts.sqlcipher.work(for: Bytes(4_096)), is: TimeSpan(nanoseconds: 10_240))
    expect(EncryptionCosts().work(for: .gigabytes(1)), is: .zero)
  }
}
