package import SimCore

/// What is asked of SQLite: a transaction on a table that is there, or what is done to its file.
package struct SQLiteWork: Sendable {
  /// What is done.
  package enum Operation: String, CaseIterable, Sendable {
    case insert
    case update
    case delete
    /// `VACUUM`, after rows went.
    case vacuum
    /// A log is carried over into the database, after rows were written over.
    case checkpoint
  }

  package var operation = Operation.update
  /// How many rows it touches, all in one transaction.
  package var rows = 1
  package var bytes = Bytes(1_024)
  /// How many rows the table has before.
  package var existing = 1_000
  /// Whether the rows are spread over the table; otherwise they follow one another.
  package var isScattered = false

  package init() {}

  /// So many rows come in one transaction while the table is filled.
  package static let batch = 500

  /// The rows that are touched, 0 for the table's first.
  package var touched: [Int] {
    if operation == .insert { return Array(existing..<existing + rows) }
    return (0..<rows).map { isScattered ? $0 * existing / rows : $0 }
  }

  /// What it costs.
  /// - Precondition: there are as many rows as are touched, a log is carried over only where there
  ///   is one, and an engine with indexes is not asked for `VACUUM`.
  package func cost(_ settings: FlashSettings, isLog: Bool) -> FlashWrite {
    isLog
      ? cost(SQLiteWAL(settings: settings)) { $0.checkpoint() }
      : cost(SQLiteRollback(settings: settings)) { _ in
        preconditionFailure("a rollback journal is not carried over")
      }
  }

  private func cost<Engine: SQLiteEngine>(
    _ empty: Engine, checkpoint: (inout Engine) -> FlashWrite
  ) -> FlashWrite {
    var engine = empty
    // A log grows to its checkpoint and begins anew: the table is filled in pieces, and closed.
    for row in 0..<existing {
      engine.put(ObjectKey(row), bytes: bytes, for: .record)
      if row % Self.batch == Self.batch - 1 { _ = engine.commit() }
    }
    _ = engine.close()
    // One update before, so that the transaction is one among others: the first one after an
    // opening also writes the header of a new log.
    if existing > 0 { _ = engine.write(ObjectKey(existing - 1), bytes: bytes, for: .record) }
    for row in touched {
      switch operation {
      case .delete, .vacuum: engine.delete(ObjectKey(row))
      case .insert, .update, .checkpoint:
        engine.put(ObjectKey(row), bytes: bytes, for: .record)
      }
    }
    let receipt = engine.commit()
    switch operation {
    case .insert, .update, .delete: return receipt
    case .vacuum: return engine.vacuum()
    case .checkpoint: return checkpoint(&engine)
    }
  }
}

/// An engine that keeps its entries in an SQLite file.
protocol SQLiteEngine: FlashEngine {
  var settings: FlashSettings { get }
  var table: SQLiteTable { get set }
  mutating func write(_ transaction: SQLiteTransaction) -> FlashWrite
}

extension SQLiteEngine {
  package static var readsAttributes: Bool { true }
  package static var canBeEncrypted: Bool { true }

  package var stored: Bytes { table.sizes.total }
  package var fileBytes: Bytes { table.fileBytes }
  package func size(of entry: ObjectKey) -> Bytes? { table.sizes[entry] }
  package func read(_ entry: ObjectKey) -> FlashRead? {
    table.sizes[entry].map { .pages(of: $0, among: table.rows, settings) }
  }
  /// What reading the first columns of an entry's row costs; nil: it is not there.
  package func read(_ entry: ObjectKey, attributes: Bytes) -> FlashRead? {
    table.sizes[entry].map { .pages(of: $0, attributes: attributes, among: table.rows, settings) }
  }
  package mutating func query(_ entry: ObjectKey, attributes: Bytes?) -> FlashRead? {
    table.query(entry, attributes: attributes, settings)
  }
  package mutating func beginProcess() { table.cache.removeAll() }
  package func open() -> FlashRead? { .opening(settings) }

  package mutating func put(_ entry: ObjectKey, bytes: Bytes, for cause: FlashCause) {
    table.put(entry, bytes: bytes, for: cause)
  }

  package mutating func delete(_ entry: ObjectKey) { table.delete(entry) }

  package mutating func commit() -> FlashWrite {
    var receipt = table.take().map { write($0) } ?? FlashWrite()
    if table.isToShrink(settings), let shrunk = table.shrink() { receipt += write(shrunk) }
    return receipt
  }

  /// Writes what was gathered, and then the file anew, without free pages: `VACUUM`. The copy that
  /// is made first, in a temporary file or in memory, is not counted.
  mutating func vacuum() -> FlashWrite {
    var receipt = commit()
    receipt += write(table.rebuild())
    return receipt
  }
}
