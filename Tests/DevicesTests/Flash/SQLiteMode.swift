internal import Devices
internal import Testing

/// How a database keeps its promises, for the model and for the real library.
struct SQLiteMode: CustomTestStringConvertible, Sendable {
  /// Nil: a write-ahead log.
  var journal: SQLiteJournal?
  var synchronous: SQLiteSynchronous

  var isLog: Bool { journal == nil }
  var testDescription: String { "\(journal?.rawValue ?? "wal") \(synchronous)" }

  /// The real library's settings; `secure_delete` differs between builds of it.
  var pragmas: String {
    """
    PRAGMA page_size = 4096; PRAGMA secure_delete = 0; PRAGMA synchronous = \(synchronous);
    PRAGMA journal_mode = \(journal?.rawValue ?? "wal"); PRAGMA wal_autocheckpoint = 1000;
    """
  }

  /// The model's.
  var settings: FlashSettings {
    var settings = FlashSettings()
    settings.synchronous = synchronous
    settings.journal = journal ?? .delete
    return settings
  }

  var engine: any FlashEngine.Type { isLog ? SQLiteWAL.self : SQLiteRollback.self }

  static let all =
    SQLiteSynchronous.allCases.map { SQLiteMode(journal: nil, synchronous: $0) }
    + SQLiteJournal.allCases.flatMap { journal in
      SQLiteSynchronous.allCases.map { SQLiteMode(journal: journal, synchronous: $0) }
    }
}
