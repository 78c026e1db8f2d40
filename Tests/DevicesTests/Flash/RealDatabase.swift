internal import Devices
internal import Foundation
internal import SQLiteProbe
internal import SimCore

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
