internal import SimCore

/// How a row of SQLite is found.
package enum RowSearch: String, Hashable, Sendable, CaseIterable {
  /// By the key in which order the rows lie.
  case key
  /// By an index: a page and a query, which give the key.
  case index
  /// By looking at all rows, one after the other.
  case scan
}

extension SQLiteTable {
  /// What finding a row and reading it, or its first columns, costs a process; nil: there is none.
  ///
  /// A scan reads each row whole, as where documents are what rows hold: all pages of the table and
  /// of its overflow, in one go, as far as they are not in memory. One that has more pages than fit
  /// there finds none that the last one left, since the least recently used have gone before it
  /// comes to them. - Complexity: O(pages that are read), of a scan O(rows) where it fits.
  mutating func query(
    _ entry: ObjectKey, attributes: Bytes?, _ settings: FlashSettings
  ) -> FlashRead? {
    guard let size = sizes[entry] else { return nil }
    var read = FlashRead.pages(of: size, attributes: attributes, among: rows, settings)
    guard settings.search != .key || cache.capacity > 0 else { return read }
    if settings.search == .scan { return scan(settings) }
    let missing = missingPages(of: entry, upTo: read.bytes.count / SQLiteRow.page - 1)
    read.bytes = Bytes(missing * SQLiteRow.page)
    read.duration = missing > 0 ? settings.timing.read(read.bytes, opening: false) : .zero
    guard settings.search == .index else { return read }
    let page = Int(Int64(entry) % pagesOfAnIndex)
    return read
      + FlashRead.page(
        isInMemory: cache.use(2 * page + 1), processing: leafQuery(settings), settings)
  }

  /// The work of a query that finds a row, without its body.
  func leafQuery(_ settings: FlashSettings) -> TimeSpan {
    settings.reading.query(rows: rows, overflowPages: 0)
  }

  private mutating func scan(_ settings: FlashSettings) -> FlashRead {
    var missing = pagesInUse
    if missing <= cache.capacity {
      missing = entries.reduce(0) { $0 + Int(missingPages(of: $1, upTo: .max)) }
    } else {
      cache.removeAll()
    }
    let bytes = Bytes(Int64(missing) * SQLiteRow.page)
    return FlashRead(
      bytes: bytes,
      duration: missing > 0 ? settings.timing.read(bytes, opening: false) : .zero,
      processing: settings.reading.query + settings.reading.scanRow * rows
        + settings.reading.overflowPage * overflowPages)
  }
}

extension FlashRead {
  fileprivate static func page(
    isInMemory: Bool, processing: TimeSpan, _ settings: FlashSettings
  ) -> FlashRead {
    let bytes = isInMemory ? Bytes.zero : Bytes(SQLiteRow.page)
    return FlashRead(
      bytes: bytes, duration: isInMemory ? .zero : settings.timing.read(bytes, opening: false),
      processing: processing)
  }
}
