public import SimCore

/// A database of rows with small bodies in them, and a file for each large body: what a system's
/// HTTP cache does.
///
/// The rows are an SQLite database with a write-ahead log. A body in a file has a row that names it.
public struct RowsAndFiles: FlashEngine {
  /// The name by which a scenario asks for it.
  public static let name = "rows-and-files"

  /// What the row of a body in a file holds: key, file's name, dates (assumption: 200 B).
  private static let fileRow = Bytes(200)

  private let largestInRow: Bytes
  private var rows: SQLiteWAL
  private var files: FilePerEntry
  private var sizes = EntrySizes()

  /// Makes an empty store.
  public init(settings: FlashSettings) {
    largestInRow = settings.largestInRow
    rows = SQLiteWAL(settings: settings)
    files = FilePerEntry(settings: settings)
  }

  /// The bytes of all entries, without what the engine adds.
  public var stored: Bytes { sizes.total }
  /// The size of an entry; nil: it is not there.
  public func size(of entry: ObjectKey) -> Bytes? { sizes[entry] }

  /// What reading an entry costs: its row, and the file where there is one; nil: it is not there.
  public func read(_ entry: ObjectKey) -> FlashRead? {
    guard var read = rows.read(entry) else { return nil }
    if let file = files.read(entry) {
      read.bytes += file.bytes
      read.duration += file.duration
    }
    return read
  }

  /// Adds an entry to the transaction.
  public mutating func put(_ entry: ObjectKey, bytes: Bytes, for cause: FlashCause) {
    sizes[entry] = bytes
    if bytes > largestInRow {
      files.put(entry, bytes: bytes, for: cause)
      rows.put(entry, bytes: Self.fileRow, for: .index)
    } else {
      files.delete(entry)
      rows.put(entry, bytes: bytes, for: cause)
    }
  }

  /// Adds the removal of an entry to the transaction.
  public mutating func delete(_ entry: ObjectKey) {
    sizes[entry] = nil
    files.delete(entry)
    rows.delete(entry)
  }

  /// Writes what was gathered: the files first, then the rows that name them.
  public mutating func commit() -> FlashWrite {
    var receipt = files.commit()
    receipt += rows.commit()
    return receipt
  }

  /// Writes what was gathered, and carries the log over into the database.
  public mutating func close() -> FlashWrite {
    var receipt = files.commit()
    receipt += rows.close()
    return receipt
  }
}
