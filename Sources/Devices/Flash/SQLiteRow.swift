internal import SimCore

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
  /// The record's header: its length and the types of its few columns (assumption: 4 B).
  private static let header: Int64 = 4
  /// The row's number in the cell (assumption: 2 B, up to 16 383 rows) and the cell's pointer.
  private static let numberAndPointer: Int64 = 2 + 2

  /// Bytes that the row takes in its leaf.
  let cell: Int64
  /// Overflow pages that it has for itself.
  let overflow: Int64

  init(_ bytes: Bytes) {
    let payload = bytes.count + Self.header
    var local = payload
    if payload > Self.mostLocal {
      let fitting =
        Self.leastLocal + (payload - Self.leastLocal) % Self.overflowCapacity
      local = fitting <= Self.mostLocal ? fitting : Self.leastLocal
    }
    let rest = payload - local
    overflow = (rest + Self.overflowCapacity - 1) / Self.overflowCapacity
    let length: Int64 = payload < 128 ? 1 : payload < 16_384 ? 2 : payload < 2_097_152 ? 3 : 4
    cell = local + length + Self.numberAndPointer + (overflow > 0 ? 4 : 0)
  }
}
