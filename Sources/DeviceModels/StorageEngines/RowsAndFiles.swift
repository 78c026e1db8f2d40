package import SimCore

/// A storage engine that keeps small bodies in rows of a database and large ones in files beside
/// it; the row of a body that lies in a file says where, and counts as index.
package protocol RowsAndFilesEngine: FlashEngine {
  /// The largest body that is kept in its row.
  var inlineLimit: Bytes { get }
  var fileRow: Bytes { get }
  var rows: SQLiteWAL { get set }
  var files: FilePerEntry { get set }
  var fileCount: Int64 { get set }
}

extension RowsAndFilesEngine {
  package var stored: Bytes {
    rows.stored + files.stored - Bytes(fileRow.count * fileCount)
  }
  package func size(of entry: ObjectKey) -> Bytes? { files.size(of: entry) ?? rows.size(of: entry) }

  package func read(_ entry: ObjectKey) -> FlashRead? { readRowAndFile(entry) }

  /// What reading a row costs, and its file if it has one; nil: it is not there.
  func readRowAndFile(_ entry: ObjectKey) -> FlashRead? {
    guard let row = rows.read(entry) else { return nil }
    guard let file = files.read(entry) else { return row }
    return row + file
  }

  package mutating func query(_ entry: ObjectKey, attributes: Bytes?) -> FlashRead? {
    queryRowAndFile(entry)
  }

  /// What finding and reading a row costs, and its file if it has one; nil: it is not there.
  mutating func queryRowAndFile(_ entry: ObjectKey) -> FlashRead? {
    guard let row = rows.query(entry, attributes: nil) else { return nil }
    return files.read(entry).map { row + $0 } ?? row
  }

  package mutating func beginProcess() { rows.beginProcess() }
  package func open() -> FlashRead? { rows.open() }
  package var fileBytes: Bytes { rows.fileBytes + files.stored }

  package mutating func advance(to instant: Instant) { files.advance(to: instant) }

  package mutating func put(_ entry: ObjectKey, bytes: Bytes, for cause: FlashCause) {
    if bytes <= inlineLimit {
      deleteFile(entry)
      rows.put(entry, bytes: bytes, for: cause)
    } else {
      if files.size(of: entry) == nil { fileCount += 1 }
      files.put(entry, bytes: bytes, for: cause)
      rows.put(entry, bytes: fileRow, for: .index)
    }
  }

  package mutating func delete(_ entry: ObjectKey) {
    deleteFile(entry)
    rows.delete(entry)
  }

  private mutating func deleteFile(_ entry: ObjectKey) {
    guard files.size(of: entry) != nil else { return }
    fileCount -= 1
    files.delete(entry)
  }

  package mutating func commit() -> FlashWrite {
    var receipt = files.commit()
    receipt += rows.commit()
    return receipt
  }

  package mutating func close() -> FlashWrite {
    var receipt = files.close()
    receipt += rows.close()
    return receipt
  }
}

/// How URLCache lies on Apple's disks: rows with keys and headers, large bodies in files.
///
/// The table names, `isDataOnFS` and the folder of files are described in several places; the
/// inline limit is not, and is an assumption.
package struct RowsAndFiles: RowsAndFilesEngine {
  package static let name = "rows-and-files"

  /// 16 KiB (assumption).
  package let inlineLimit = Bytes.kibibytes(16)
  /// Key, header, time and place; 1 kB (assumption).
  package let fileRow = Bytes.kilobytes(1)
  package var rows: SQLiteWAL
  package var files: FilePerEntry
  package var fileCount: Int64 = 0

  package init(settings: FlashSettings) {
    rows = SQLiteWAL(settings: settings)
    files = FilePerEntry(settings: settings)
  }
}

/// The same with all of URLCache's tables and indexes, as `.schema` tells them of a Cache.db (qiita
/// eab6d12b6ca1f228659b, xcatsan.blogspot.com 2009-05): an answer has a row in
/// `cfurl_cache_response`, in `cfurl_cache_blob_data` and in `cfurl_cache_receiver_data`.
///
/// SQLite 3.40.1 writes 3 pages for an answer that is updated in this schema, and 10 for one that
/// is deleted and inserted again. That URLCache updates an answer of the same request, all of it in
/// one transaction, are assumptions.
package struct URLCacheTables: RowsAndFilesEngine {
  package static let name = "cfurl-cache"

  /// 16 KiB (assumption).
  package let inlineLimit = Bytes.kibibytes(16)
  /// Key, header, time and place; 1 kB (assumption).
  package let fileRow = Bytes.kilobytes(1)
  package var rows: SQLiteWAL
  package var files: FilePerEntry
  package var fileCount: Int64 = 0

  /// Four by name, SQLite's own for the two columns that are unique, and its table of sequences.
  private static let indexes: Int64 = 7
  private static let furtherTables: Int64 = 2

  package init(settings: FlashSettings) {
    files = FilePerEntry(settings: settings)
    var settings = settings
    settings.indexes += Self.indexes
    rows = SQLiteWAL(settings: settings, furtherTables: Self.furtherTables)
  }
}

/// An object-graph store: SQLite with a log, a table of objects, and large bodies in files.
///
/// A row has the columns Z_PK, Z_ENT and Z_OPT before its own, and a transaction that inserts
/// updates the highest number in Z_PRIMARYKEY, a table of one page. The bytes of that schema are
/// those that SQLite writes for it; that Core Data writes nothing else is an assumption, as are the
/// size above which a body lies in a file and that file's name in the row.
///
/// What is read is an object: a query finds it, and a fault fills it with its row, which has all of
/// its attributes; of these only a body in a file is read apart.
package struct CoreData: RowsAndFilesEngine {
  package static let name = "core-data"
  package static let readsAttributes = true

  package let inlineLimit: Bytes
  package let fileRow: Bytes
  package var rows: SQLiteWAL
  package var files: FilePerEntry
  package var fileCount: Int64 = 0
  private let fault: TimeSpan

  package init(settings: FlashSettings) {
    fault = settings.reading.fault
    inlineLimit = settings.externalLimit
    fileRow = settings.externalReference
    rows = SQLiteWAL(settings: settings, holdsObjects: true)
    files = FilePerEntry(settings: settings)
  }

  /// What an object costs: the query that finds it, the fault that fills it, and its file if it has
  /// one; its leaf comes from the device once.
  package func read(_ entry: ObjectKey) -> FlashRead? { readRowAndFile(entry).map(filled) }

  private func filled(_ read: FlashRead) -> FlashRead {
    var read = read
    if fault > .zero { read.processing += fault + rows.leafQuery }
    return read
  }

  package mutating func query(_ entry: ObjectKey, attributes: Bytes?) -> FlashRead? {
    guard attributes == nil else { return rows.query(entry, attributes: attributes) }
    return queryRowAndFile(entry).map(filled)
  }

  /// What single attributes cost, fetched as values and not as objects (`propertiesToFetch`): one
  /// query, no fault, and no body in a file.
  package func read(_ entry: ObjectKey, attributes: Bytes) -> FlashRead? {
    rows.read(entry, attributes: attributes)
  }
}
