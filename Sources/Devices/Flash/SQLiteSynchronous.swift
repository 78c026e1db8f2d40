/// How careful SQLite is: `PRAGMA synchronous`.
public enum SQLiteSynchronous: String, Hashable, Sendable, CaseIterable {
  /// Each transaction survives a loss of power.
  case full
  /// The database survives, the last transactions may not (in WAL mode).
  case normal
}
