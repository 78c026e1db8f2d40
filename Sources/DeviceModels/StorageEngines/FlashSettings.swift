package import SimCore

/// What storage engines and the file system below them do; engines read what concerns them.
package struct FlashSettings: Hashable, Sendable {
  package var timing = FlashTiming()
  package var replacesAtomically = true
  package var syncsFiles = false
  package var synchronous = SQLiteSynchronous.full
  package var journal = SQLiteJournal.delete
  package var checkpointFrames: Int64 = 1_000
  /// iOS' library (the simulator's, built with clang 21) does not name it among its compile
  /// options. Android's library (`-DSQLITE_SECURE_DELETE` in AOSP, 2024) and Debian's (3.40.1,
  /// asked) do it.
  package var secureDelete = false
  /// Debian's library (3.40.1) was asked. Android's does it with each commit
  /// (`-DSQLITE_DEFAULT_AUTOVACUUM=1` in AOSP's `Android.mk`, as in nexmon's copy,
  /// `seemoo-lab/nexmon`, `utilities/libsqlite/Android.mk`); Core Data makes its files incremental
  /// and vacuums them from time to time (blog.eidinger.info, "Keep your CoreData store small by
  /// vacuuming"), which is left out.
  package var autoVacuum = SQLiteVacuum.none
  package var indexes: Int64 = 0
  package var search = RowSearch.key
  package var pageCache = Bytes.zero
  package var vacuumAbove: Double?
  package var countsFiles = false

  package var reading = ReadingCosts()
  package var encryption = EncryptionCosts()
  package var fileSystem = FileSystemCosts()
  package var indexHeader = Bytes(64)
  /// Name, size and times.
  package var indexEntry = Bytes(128)
  package var externalLimit = Bytes.kilobytes(100)
  /// The name of the file.
  package var externalReference = Bytes(38)

  package init() {}
}

extension SQLiteSynchronous: WordSettingValue {}
extension SQLiteJournal: WordSettingValue {}
extension SQLiteVacuum: WordSettingValue {}
extension RowSearch: WordSettingValue {}

extension FlashSettings: Settings {
  package static let fields: [Field<FlashSettings>] = [
    Field("timing", \.timing, "The device's speed."),
    Field(
      "replacesAtomically", \.replacesAtomically,
      "Files are written beside the old one and renamed; otherwise over it."),
    Field(
      "syncsFiles", \.syncsFiles,
      "Files are synced before they count as written; Foundation's own writing does not."),
    Field("synchronous", \.synchronous, "When SQLite syncs; full is its default."),
    Field("journal", \.journal, "How SQLite's rollback journal ends; delete is its default."),
    Field(
      "checkpointFrames", \.checkpointFrames, in: 1...1_000_000,
      "Frames in the log after which SQLite carries them over; its default."),
    Field(
      "secureDelete", \.secureDelete,
      "SQLite overwrites what is deleted with zeros (PRAGMA secure_delete): false by itself and on "
        + "iOS, true on Android and Debian."),
    Field(
      "autoVacuum", \.autoVacuum,
      "Whether SQLite's file becomes shorter when rows go (PRAGMA auto_vacuum): none by itself and "
        + "on Debian, full on Android, incremental in Core Data's files; iOS is assumed to have "
        + "none."),
    Field("indexes", \.indexes, in: 0...64, "Indexes beside a table."),
    Field(
      "search", \.search,
      "How SQLite finds a row: by its key; by an index, which is one more beside the table "
        + "and to search a page and a query more; or by a scan of all rows, as without an index "
        + "(Firestore's local queries are scans: firebase-ios-sdk #1868)."),
    Field(
      "pageCache", \.pageCache, in: .zero...(.gigabytes(100)),
      "What a process keeps of SQLite's pages that it read or wrote, least recently used first "
        + "out; 0 B: nothing, as each reading is paid. SQLite's own default is 2,048 kB (PRAGMA "
        + "cache_size = -2000)."),
    Field(
      "vacuumAbove", \.vacuumAbove, in: 0...1,
      "The share of free pages above which a transaction is followed by VACUUM, which writes the "
        + "file anew, or with autoVacuum incremental by PRAGMA incremental_vacuum, which moves its "
        + "last pages; null: never."),
    Field(
      "countsFiles", \.countsFiles,
      "Whether flash in use is what storage engines' files are long, with SQLite's free pages and "
        + "MMKV's room to grow; otherwise it is what the entries take."),
    Field(
      "reading", \.reading,
      "What storage engines do to read, beside the device; \"none\" is a preset."),
    Field(
      "encryption", \.encryption,
      "What encrypting a database or MMKV's file costs, \"none\" or \"sqlcipher\"."),
    Field("fileSystem", \.fileSystem, "What the file system adds."),
    Field(
      "indexHeader", \.indexHeader, in: .zero...(.megabytes(1)),
      "Bytes of an index file before its entries."
    ).assumed(),
    Field(
      "indexEntry", \.indexEntry, in: .zero...(.megabytes(1)),
      "Bytes of an entry in an index file."
    ).assumed(),
    Field(
      "externalLimit", \.externalLimit, in: .zero...(.megabytes(1_000)),
      "The largest body in a row of an object-graph store."
    ).assumed(),
    Field(
      "externalReference", \.externalReference, in: .zero...(.kilobytes(10)),
      "What such a row says of a body in a file."
    ).assumed(),
  ]
}

/// What storage engines do to read, beside the device: work of the processor.
///
/// Times of SQLite 3.40.1 were measured on one core of a server (x86-64 Linux), all pages in
/// memory: medians of 60 openings and of 4,000 queries for the row of a key, in tables of 100 to
/// 100,000 rows of 370 B, and of 50 and 200 kB for overflow pages. A device's `processorScale`
/// makes them longer.
package struct ReadingCosts: Hashable, Sendable {
  /// Measured: 0.19 to 0.72 ms.
  package var open = TimeSpan.microseconds(300)
  package var query = TimeSpan.microseconds(4)
  /// For each tenfold of rows; measured up to 100,000, which took 7.7 µs.
  package var queryGrowth = TimeSpan(nanoseconds: 1_200)
  /// Measured: 3.3 µs, less the 0.6 µs of a file.
  package var overflowPage = TimeSpan(nanoseconds: 2_700)
  /// Measured: 55 to 160 ns, in tables of 1,000 to 100,000 rows.
  package var scanRow = TimeSpan(nanoseconds: 100)
  /// What is asked for by its key is an object without values, which a second query then fills.
  package var fault = TimeSpan.microseconds(50)

  package init() {}

  /// Nothing: readings take the device's time alone.
  package static let none: ReadingCosts = {
    var costs = ReadingCosts()
    costs.open = .zero
    costs.query = .zero
    costs.queryGrowth = .zero
    costs.overflowPage = .zero
    costs.scanRow = .zero
    costs.fault = .zero
    return costs
  }()

  func query(rows: Int64, overflowPages: Int64) -> TimeSpan {
    let tenfolds = rows > 100 ? DeterministicMath.log(Double(rows) / 100) / Self.logOf10 : 0
    return query + TimeSpan(rounding: queryGrowth.seconds * tenfolds) + overflowPage * overflowPages
  }

  private static let logOf10 = DeterministicMath.log(10)
}

extension ReadingCosts: Settings {
  package static var isWrittenByName: Bool { true }
  package static let presets = [
    Preset<ReadingCosts>("none", "Readings take the device's time alone.") { $0 = none },
    Preset<ReadingCosts>(
      "firestore",
      "A scan decodes each document: 22 s for 11,000 of them on a phone (firebase-ios-sdk #1868, "
        + "12 June 2019), taken for one four times slower than the machine of the other times."
    ) { $0.scanRow = .microseconds(500) },
  ]
  package static let fields: [Field<ReadingCosts>] = [
    Field(
      "open", \.open, in: .zero...(.seconds(10)),
      "Opening a database and preparing a query, once in a process; measured with SQLite."),
    Field(
      "query", \.query, in: .zero...(.seconds(10)),
      "A query for one of 100 rows by its key; measured with SQLite."),
    Field(
      "queryGrowth", \.queryGrowth, in: .zero...(.seconds(10)),
      "What a query takes longer with each tenfold of rows; measured with SQLite."),
    Field(
      "overflowPage", \.overflowPage, in: .zero...(.seconds(10)),
      "A page that a large row overflows to, beyond what a file takes for it; measured with SQLite."
    ),
    Field(
      "scanRow", \.scanRow, in: .zero...(.seconds(10)),
      "A row that a scan, or the opening of MMKV's file, goes through; measured with SQLite."),
    Field(
      "fault", \.fault, in: .zero...(.seconds(10)),
      "What an object-graph store does to fill an object, beside the query."
    ).assumed(),
  ]
}
