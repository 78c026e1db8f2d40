internal import SimCore

/// The bytes that a transaction of SQLite writes (file format, "The Rollback Journal" and "WAL
/// File Format").
///
/// With P dirty pages, of which J were there before, and the database's first page always among
/// those of a rollback journal:
///
///     journal = 512 + 12 + J·(4 096 + 8),  database = P·4 096
///     log = P·(4 096 + 24), and 32 more when the log begins anew
///
/// `SQLiteRow` has the bytes of a row, `SQLiteTable` says which pages are dirty.
enum SQLiteByteFormula {
  /// The journal's header sector and its rewritten count of pages.
  private static let journalHeader: Int64 = 512 + 12
  /// A page's number and checksum in the journal.
  private static let journalRecord: Int64 = 8
  private static let persistentEnd: Int64 = 28

  /// A page in the log, with its header of 24 bytes.
  static let frame = SQLiteRow.page + 24
  static let logHeader: Int64 = 32

  /// The rollback journal of a transaction that changes so many pages which were there before.
  static func rollbackJournal(pages: Int64, isPersistent: Bool) -> Int64 {
    journalHeader + pages * (SQLiteRow.page + journalRecord) + (isPersistent ? persistentEnd : 0)
  }
}

/// How SQLite's file format lays out one row of a table: file format, section "B-tree Cell Format".
struct SQLiteRow {
  /// A page, without reserved bytes: 4 096 B (the default since SQLite 3.12).
  static let page: Int64 = 4_096
  /// What a leaf page holds: a page without its header of 8 bytes.
  static let leafCapacity = page - 8
  /// A payload that does not fit into this is cut, and the rest goes to overflow pages.
  private static let mostLocal = page - 35
  /// The least of a cut payload that stays in the leaf.
  private static let leastLocal = (page - 12) * 32 / 255 - 23
  /// What an overflow page holds: a page without the number of the next one.
  private static let overflowCapacity = page - 4
  static let pointer: Int64 = 2

  /// Bytes that the row takes in its leaf.
  let cell: Int64
  let overflow: Int64
  /// Bytes of the payload in the leaf.
  private let local: Int64

  /// An object's kind and version: a type each, and a byte each where they are above 1.
  private static let objectColumns: Int64 = 4

  /// The row of that number in a table of two columns: the number itself, and the entry's bytes; an
  /// object has its kind and its version between them.
  init(_ bytes: Bytes, number: Int64 = 1, isObject: Bool = false) {
    // The record's header: its own length, the number's type, and the type of the bytes.
    let header = 2 + Self.length(ofInteger: bytes.count * 2 + 12)
    let payload = bytes.count + header + (isObject ? Self.objectColumns : 0)
    var local = payload
    if payload > Self.mostLocal {
      let fitting =
        Self.leastLocal + (payload - Self.leastLocal) % Self.overflowCapacity
      local = fitting <= Self.mostLocal ? fitting : Self.leastLocal
    }
    self.local = local
    let rest = payload - local
    overflow = (rest + Self.overflowCapacity - 1) / Self.overflowCapacity
    cell =
      local + Self.length(ofInteger: payload) + Self.length(ofInteger: number) + Self.pointer
      + (overflow > 0 ? 4 : 0)
  }

  /// The overflow pages that are read for the first so many bytes: the first ones of the chain, as
  /// the columns lie in their order.
  func overflow(upTo bytes: Bytes) -> Int64 {
    let rest = max(0, bytes.count - local)
    return min(overflow, (rest + Self.overflowCapacity - 1) / Self.overflowCapacity)
  }

  /// Bytes of a number in the file: seven bits each, as long as the number is below 2^56.
  static func length(ofInteger number: Int64) -> Int64 {
    var length: Int64 = 1
    var rest = number >> 7
    while rest > 0 {
      length += 1
      rest >>= 7
    }
    return length
  }
}

extension FlashWrite {
  /// Notes a transaction's pages by their causes; they go out with the one write noted before.
  mutating func noteData(_ transaction: SQLiteTransaction, page: Int64) {
    for cause in FlashCause.allCases {
      note(cause, operations: 0, bytes: transaction.written[cause] * page)
    }
  }
}

extension FlashRead {
  /// Reads a row from an open database: its leaf, and its overflow pages, which lie together. The
  /// pages above are in memory.
  /// - Parameters:
  ///   - attributes: the bytes of the columns that are read, which come first; nil: all.
  ///   - rows: how many there are.
  static func pages(
    of row: Bytes, attributes: Bytes? = nil, among rows: Int64, _ settings: FlashSettings
  ) -> FlashRead {
    let layout = SQLiteRow(row)
    let overflow = attributes.map(layout.overflow(upTo:)) ?? layout.overflow
    let bytes = Bytes((1 + overflow) * SQLiteRow.page)
    return FlashRead(
      bytes: bytes, duration: settings.timing.read(bytes, opening: false),
      processing: settings.reading.query(rows: rows, overflowPages: overflow))
  }

  /// Opens a database: its file, and the page with its header and its schema.
  static func opening(_ settings: FlashSettings) -> FlashRead? {
    guard settings.reading.open > .zero else { return nil }
    let page = Bytes(SQLiteRow.page)
    return FlashRead(
      bytes: page, duration: settings.timing.read(page), processing: settings.reading.open)
  }
}
