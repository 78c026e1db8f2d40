internal import DeviceModels
internal import Foundation
internal import SQLiteProbe
internal import SimCore
internal import Testing

/// A database of the real SQLite library in a folder of its own, driven like an engine.
final class RealDatabase {
  /// Whether the library was there at compile time and is there now (Debian: libsqlite3-dev).
  static var isThere: Bool { cachesim_sqlite_is_there() }

  /// In memory where the system has a folder for that, since each sync takes its time elsewhere.
  private static let place: URL = {
    let memory = URL(filePath: "/dev/shm")
    let isThere = FileManager.default.isWritableFile(atPath: memory.path)
    return isThere ? memory : FileManager.default.temporaryDirectory
  }()

  private let folder: URL
  private let database: OpaquePointer
  private let isLog: Bool

  /// Makes an empty database; `schema` comes after the settings of the journal.
  init(_ mode: SQLiteMode, schema: String) throws {
    folder = Self.place.appending(path: "cachesim-sqlite-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard let database = cachesim_sqlite_open(folder.appending(path: "cache.sqlite").path) else {
      throw Failure(message: "the database does not open")
    }
    self.database = database
    isLog = mode.isLog
    try run(mode.pragmas + schema)
    if mode.isLog { try run("PRAGMA wal_checkpoint;") }
    _ = take()
  }

  deinit {
    _ = cachesim_sqlite_close(database)
    try? FileManager.default.removeItem(at: folder)
  }

  /// Runs statements and tells what they cost.
  func cost(_ statements: String) throws -> StorageBill {
    try run(statements)
    return take()
  }

  private func run(_ statements: String) throws {
    guard cachesim_sqlite_run(database, statements) else {
      throw Failure(message: String(cString: cachesim_sqlite_message(database)))
    }
  }

  private func take() -> StorageBill {
    StorageBill(cachesim_sqlite_take_counts(database), isLog: isLog)
  }

  /// A failure of the library.
  struct Failure: Error {
    let message: String
  }
}

/// How a database keeps its promises, for the model and for the real library.
struct SQLiteMode: CustomTestStringConvertible, Sendable {
  /// Nil: a write-ahead log.
  var journal: SQLiteJournal?
  var synchronous: SQLiteSynchronous
  /// Whether what is deleted is overwritten; differs between builds of the library.
  var secureDelete = false
  /// Whether the file becomes shorter when rows go; differs between builds as well.
  var vacuum = SQLiteVacuum.none

  var isLog: Bool { journal == nil }
  var testDescription: String {
    "\(journal?.rawValue ?? "wal") \(synchronous)\(secureDelete ? ", overwriting" : "")"
      + (vacuum == .none ? "" : ", vacuum \(vacuum)")
  }

  /// The real library's settings.
  var pragmas: String {
    """
    PRAGMA page_size = 4096; PRAGMA auto_vacuum = \(vacuum);
    PRAGMA secure_delete = \(secureDelete ? 1 : 0);
    PRAGMA synchronous = \(synchronous);
    PRAGMA journal_mode = \(journal?.rawValue ?? "wal"); PRAGMA wal_autocheckpoint = 1000;
    """
  }

  /// The model's.
  var settings: FlashSettings {
    var settings = FlashSettings()
    settings.synchronous = synchronous
    settings.secureDelete = secureDelete
    settings.autoVacuum = vacuum
    settings.journal = journal ?? .delete
    return settings
  }

  var engine: any FlashEngine.Type { isLog ? SQLiteWAL.self : SQLiteRollback.self }

  static let all =
    SQLiteSynchronous.allCases.map { SQLiteMode(journal: nil, synchronous: $0) }
    + SQLiteJournal.allCases.flatMap { journal in
      SQLiteSynchronous.allCases.map { SQLiteMode(journal: journal, synchronous: $0) }
    }
  /// The same with `secure_delete`.
  static let overwriting = all.map { mode in
    SQLiteMode(journal: mode.journal, synchronous: mode.synchronous, secureDelete: true)
  }
  /// Logs and journals that are deleted, with what is done with free pages in every way.
  static let withFreePages = [nil, SQLiteJournal.delete].flatMap { journal in
    SQLiteVacuum.allCases.flatMap { vacuum in
      [false, true].map { secureDelete in
        SQLiteMode(
          journal: journal, synchronous: .full, secureDelete: secureDelete, vacuum: vacuum)
      }
    }
  }
}

/// What a transaction cost, in words that the model and the real library share.
struct StorageBill: Equatable {
  /// Bytes written to the database in rollback modes, and to the log in WAL mode.
  var data: Int64 = 0
  /// Bytes written to the rollback journal.
  var journal: Int64 = 0
  /// Bytes carried over from the log into the database.
  var checkpoint: Int64 = 0
  /// Syncs of files and of their folder.
  var syncs: Int64 = 0

  init(_ counts: cachesim_sqlite_counts, isLog: Bool) {
    data = isLog ? counts.log.bytes : counts.database.bytes
    journal = counts.journal.bytes
    checkpoint = isLog ? counts.database.bytes : 0
    syncs =
      counts.database.syncs + counts.journal.syncs + counts.log.syncs + counts.folder_syncs
  }

  init(_ receipt: FlashWrite) {
    journal = receipt.bytesByCause[.journal]
    checkpoint = receipt.bytesByCause[.checkpoint]
    data = receipt.bytes.count - journal - checkpoint
    syncs = receipt.flushes
  }

  static func += (left: inout StorageBill, right: StorageBill) {
    left.data += right.data
    left.journal += right.journal
    left.checkpoint += right.checkpoint
    left.syncs += right.syncs
  }
}
