internal import SimCore

extension FlashWrite {
  /// Notes a transaction's pages by their causes; they go out with the one write noted before.
  /// Pages that were abandoned were so by removals.
  mutating func noteData(
    _ transaction: SQLiteTransaction, page: Int64, writesAbandoned: Bool
  ) {
    if !writesAbandoned { note(.delete, operations: 0, bytes: -transaction.abandoned * page) }
    for cause in FlashCause.allCases {
      let pages = transaction.existing[cause] + transaction.added[cause]
      note(cause, operations: 0, bytes: pages * page)
    }
  }
}

extension FlashRead {
  /// Reads a row from an open database: its leaf, and its overflow pages, which lie together. The
  /// pages above are in memory.
  static func pages(of row: Bytes, _ timing: FlashTiming) -> FlashRead {
    let bytes = Bytes((1 + SQLiteRow(row).overflow) * SQLiteRow.page)
    return FlashRead(bytes: bytes, duration: timing.read(bytes, opening: false))
  }
}
