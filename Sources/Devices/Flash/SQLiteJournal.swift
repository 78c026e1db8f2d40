/// How SQLite's rollback journal ends: `PRAGMA journal_mode`.
public enum SQLiteJournal: String, Hashable, Sendable, CaseIterable {
  /// The file is deleted, and created again by the next transaction.
  case delete
  /// The file is cut to nothing.
  case truncate
  /// The file's header is overwritten with zeros.
  case persist
}
