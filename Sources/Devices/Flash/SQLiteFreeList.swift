/// The pages of an SQLite file that are free: trunk pages in a chain, each with a list of others
/// (file format, section "The Freelist").
struct SQLiteFreeList: Sendable {
  /// A page of the chain.
  struct Trunk {
    /// How many free pages it lists.
    var listed: Int64 = 0
    var stamp: SQLiteStamp
  }

  /// Pages that a trunk lists at most: a quarter of its bytes, without 8 that old versions misread.
  private static let most = SQLiteRow.page / 4 - 8

  /// The chain; the last one is used first.
  var trunks: [Trunk] = []

  /// Whether the next page that is freed becomes a trunk.
  var isFull: Bool { trunks.last.map { $0.listed >= Self.most } ?? true }
}
