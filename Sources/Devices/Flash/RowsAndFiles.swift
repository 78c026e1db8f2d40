public import SimCore

/// Rows of a database, with large bodies in files beside it: how URLCache lies on Apple's disks.
///
/// A body up to the inline limit is kept in its row; a larger one is a file, and its row, which
/// tells where it lies, counts as index. The table names, `isDataOnFS` and the folder of files have
/// been described by several people; the limit has not, and is an assumption.
public struct RowsAndFiles: FlashEngine {
  public static let name = "rows-and-files"

  /// The largest body that is kept in its row; 16 KiB (assumption).
  public static let inlineLimit = Bytes.kibibytes(16)
  /// The row of a body that lies in a file: key, header, time and place; 1 kB (assumption).
  public static let fileRow = Bytes.kilobytes(1)

  private var rows: SQLiteWAL
  private var files: FilePerEntry
  private var fileCount: Int64 = 0

  public init(settings: FlashSettings) {
    rows = SQLiteWAL(settings: settings)
    files = FilePerEntry(settings: settings)
  }

  public var stored: Bytes {
    rows.stored + files.stored - Bytes(Self.fileRow.count * fileCount)
  }
  public func size(of entry: ObjectKey) -> Bytes? { files.size(of: entry) ?? rows.size(of: entry) }

  public func read(_ entry: ObjectKey) -> FlashRead? {
    guard let row = rows.read(entry) else { return nil }
    guard let file = files.read(entry) else { return row }
    return FlashRead(bytes: row.bytes + file.bytes, duration: row.duration + file.duration)
  }

  public mutating func advance(to instant: Instant) { files.advance(to: instant) }

  public mutating func put(_ entry: ObjectKey, bytes: Bytes, for cause: FlashCause) {
    if bytes <= Self.inlineLimit {
      deleteFile(entry)
      rows.put(entry, bytes: bytes, for: cause)
    } else {
      if files.size(of: entry) == nil { fileCount += 1 }
      files.put(entry, bytes: bytes, for: cause)
      rows.put(entry, bytes: Self.fileRow, for: .index)
    }
  }

  public mutating func delete(_ entry: ObjectKey) {
    deleteFile(entry)
    rows.delete(entry)
  }

  private mutating func deleteFile(_ entry: ObjectKey) {
    guard files.size(of: entry) != nil else { return }
    fileCount -= 1
    files.delete(entry)
  }

  public mutating func commit() -> FlashWrite {
    var receipt = files.commit()
    receipt += rows.commit()
    return receipt
  }

  public mutating func close() -> FlashWrite {
    var receipt = files.close()
    receipt += rows.close()
    return receipt
  }
}
