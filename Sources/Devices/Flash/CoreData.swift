public import SimCore

/// An object-graph store: SQLite with a log, a table of objects, and large bodies in files.
///
/// A row has the columns Z_PK, Z_ENT and Z_OPT before its own, and a transaction that inserts
/// updates the highest number in Z_PRIMARYKEY, a table of one page. The bytes of that schema are
/// those that SQLite writes for it; that Core Data writes nothing else is an assumption, as are the
/// size above which a body lies in a file and that file's name in the row.
public struct CoreData: FlashEngine {
  public static let name = "core-data"

  private let settings: FlashSettings
  private var rows: SQLiteWAL
  private var files: FilePerEntry
  private var fileCount: Int64 = 0

  public init(settings: FlashSettings) {
    self.settings = settings
    rows = SQLiteWAL(settings: settings, holdsObjects: true)
    files = FilePerEntry(settings: settings)
  }

  public var stored: Bytes {
    rows.stored + files.stored - Bytes(settings.externalReference.count * fileCount)
  }
  public func size(of entry: ObjectKey) -> Bytes? { files.size(of: entry) ?? rows.size(of: entry) }

  public func read(_ entry: ObjectKey) -> FlashRead? {
    guard let row = rows.read(entry) else { return nil }
    guard let file = files.read(entry) else { return row }
    return FlashRead(bytes: row.bytes + file.bytes, duration: row.duration + file.duration)
  }

  public mutating func advance(to instant: Instant) { files.advance(to: instant) }

  public mutating func put(_ entry: ObjectKey, bytes: Bytes, for cause: FlashCause) {
    if bytes <= settings.externalLimit {
      deleteFile(entry)
      rows.put(entry, bytes: bytes, for: cause)
    } else {
      if files.size(of: entry) == nil { fileCount += 1 }
      files.put(entry, bytes: bytes, for: cause)
      rows.put(entry, bytes: settings.externalReference, for: .index)
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
