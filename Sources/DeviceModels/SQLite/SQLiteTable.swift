internal import SimCore

/// The pages of a table in an SQLite file: which ones a transaction makes dirty.
///
/// Rows are appended in the order in which they come, as with SQLite's own row numbers, so that one
/// leaf is filled after the other; a new leaf changes its parent and not the leaf before. An update
/// changes the row's leaf and its overflow pages; where its size changes, new overflow pages are
/// taken before the old ones become free. A removal changes the leaf, the leaves that are
/// then balanced with their parent, and the free list when pages become free; their contents are
/// left as they are, or, with `secure_delete`, overwritten with zeros, which makes each of them
/// dirty. With `auto_vacuum` the pages at the file's end then move into the free ones. Each index
/// changes a page of its own for each row that comes or goes; a further table with a row for each
/// entry one for each row that comes, changes or goes.
///
/// Of one table without indexes every transaction's bytes equal those of SQLite 3.40.1, which the
/// tests run beside it: rows of 100 to 50 000 bytes that come, change, and go in order or
/// scattered, alone and in batches. Left out: the levels of the tree above the last (tables of more
/// than about 510 leaves), leaves that split because a row grew, and pages of indexes that split.
struct SQLiteTable: Sendable {
  private struct RowLocation {
    var number: Int64 = 0
    /// Its first overflow page; 0: it has none.
    var overflow = 0
  }

  /// Entries of an index to a page: 32 B each (assumption), pages ln 2 full as in random order.
  private static let indexEntriesPerPage: Int64 = 88

  private(set) var sizes = EntrySizes()
  private(set) var rows: Int64 = 0

  private let indexes: Int64
  /// Tables that have a row of their own for each entry, beside this one.
  private let furtherTables: Int64
  private let holdsObjects: Bool
  private let vacuum: SQLiteVacuum
  /// What the present process has read or written of it.
  var cache: PageCache
  private(set) var overflowPages: Int64 = 0
  private var pages: SQLitePages
  private var places = PagedMap(filling: RowLocation())
  private var leaves = SQLiteLeaves()
  private var removal = SQLiteLeaves.Removal()
  private var leafPages: [Int] = []
  private var cause: FlashCause?
  private var indexChanges: Int64 = 0
  private var numbersAreChanged = false
  private var loggedNumbers = false
  private var loggedFirst = false
  private var loggedIndexPages: Int64 = 0

  init(settings: FlashSettings, holdsObjects: Bool = false, furtherTables: Int64 = 0) {
    self.furtherTables = furtherTables
    indexes = settings.indexes + furtherTables + (settings.search == .index ? 1 : 0)
    self.holdsObjects = holdsObjects
    vacuum = settings.autoVacuum
    cache = PageCache(settings.pageCache)
    pages = SQLitePages(hasMap: vacuum != .none, overwritesFreed: settings.secureDelete)
    leafPages = [pages.root]
  }

  var loggedPages: Int64 {
    pages.logged + loggedIndexPages + (loggedFirst ? 1 : 0) + (loggedNumbers ? 1 : 0)
  }

  mutating func put(_ entry: ObjectKey, bytes: Bytes, for cause: FlashCause) {
    let old = sizes[entry]
    sizes[entry] = bytes
    self.cause = cause
    if let old {
      update(entry, row(bytes, number: places[entry].number), isSameSize: old == bytes, for: cause)
    } else {
      // SQLite numbers a new row after the highest one that is there.
      let number = (leaves.lastEntry.map { places[$0].number } ?? 0) + 1
      places[entry].number = number
      insert(entry, row(bytes, number: number), for: cause)
    }
  }

  mutating func delete(_ entry: ObjectKey) {
    guard sizes[entry] != nil else { return }
    sizes[entry] = nil
    rows -= 1
    pages.write(page(of: leaves.leaf(of: entry)), for: .delete)
    leaves.remove(entry, into: &removal)
    freeChain(places[entry].overflow)
    places[entry].overflow = 0
    if removal.isBalanced { balance() }
    indexChanges += indexes
    cause = .delete
    if sizes.isPageEmpty(around: entry) {
      places.removePage(of: entry)
      leaves.removePage(of: entry)
    }
  }

  /// Ends the transaction and returns its pages; nil: there was no change.
  mutating func take() -> SQLiteTransaction? {
    guard let cause else { return nil }
    if vacuum == .full { cutFreePages() }
    if cache.capacity > 0 { for page in pages.dirtyPages { cache.use(2 * Int(page)) } }
    var transaction = pages.take()
    transaction.cause = cause
    // An index has no more pages to change than it has.
    let most = indexes * pagesOfAnIndex
    let changes = min(indexChanges, most)
    loggedIndexPages = max(loggedIndexPages, min(loggedIndexPages + changes, most))
    let beside = changes + (numbersAreChanged ? 1 : 0)
    transaction.written[.index] += beside
    transaction.journaled += beside
    if numbersAreChanged { loggedNumbers = true }
    if transaction.allocates { loggedFirst = true }
    self.cause = nil
    indexChanges = 0
    numbersAreChanged = false
    return transaction
  }

  /// Makes the file shorter by its free pages: cuts them off where pages can move, or writes it
  /// anew.
  mutating func shrink() -> SQLiteTransaction? {
    guard vacuum == .incremental else { return rebuild() }
    cutFreePages()
    cause = .delete
    return take()
  }

  /// Writes the file anew, with full leaves and without free pages; of indexes as many pages as
  /// their entries take.
  /// - Returns: its pages; those of the file before are kept in a rollback journal as far as they
  ///   are written over, not those that are cut off.
  /// - Precondition: the transaction before was taken.
  mutating func rebuild() -> SQLiteTransaction {
    precondition(cause == nil, "a table is copied when nothing is under way")
    let before = pages.count
    let copied = leaves.entries.map { (entry: $0, number: places[$0].number) }
    pages = SQLitePages(hasMap: vacuum != .none, overwritesFreed: pages.overwritesFreed)
    leaves = SQLiteLeaves()
    leafPages = [pages.root]
    rows = 0
    overflowPages = 0
    cache.removeAll()
    for (entry, number) in copied {
      places[entry].number = number
      insert(entry, row(sizes[entry] ?? .zero, number: number), for: .record)
    }
    for page in 2...pages.count { pages.write(page, for: .record) }
    var transaction = pages.take()
    transaction.cause = .record
    transaction.journaled = Int64(min(before, pages.count) - 1)
    transaction.allocates = true
    transaction.grows = pages.count > before
    loggedFirst = true
    numbersAreChanged = false
    indexChanges = 0
    loggedIndexPages = indexes * pagesOfAnIndex
    transaction.written[.index] += loggedIndexPages
    transaction.journaled += loggedIndexPages
    return transaction
  }

  mutating func beginLog() {
    pages.beginLog()
    loggedIndexPages = 0
    loggedFirst = false
    loggedNumbers = false
  }

  private func row(_ bytes: Bytes, number: Int64) -> SQLiteRow {
    SQLiteRow(bytes, number: number, isObject: holdsObjects)
  }

  private func page(of leaf: Int) -> Int { leafPages[leaf] }

  private mutating func insert(_ entry: ObjectKey, _ row: SQLiteRow, for cause: FlashCause) {
    rows += 1
    numbersAreChanged = numbersAreChanged || holdsObjects
    places[entry].overflow = allocateChain(row.overflow, for: cause)
    let old = leaves.isSingle ? leaves.last : nil
    let (leaf, isNew) = leaves.append(entry, cell: row.cell)
    if isNew {
      pages.write(pages.root, for: cause)
      // The root's page becomes the parent; what it held moves to a page of its own.
      if let old { place(old, on: pages.allocate(near: pages.root, for: cause), for: cause) }
      place(leaf, on: pages.allocate(near: 0, for: cause), for: cause)
    } else {
      pages.write(page(of: leaf), for: cause)
      mapOverflow(of: entry, on: page(of: leaf), for: cause)
    }
    indexChanges += indexes
  }

  private mutating func update(
    _ entry: ObjectKey, _ row: SQLiteRow, isSameSize: Bool, for cause: FlashCause
  ) {
    let leaf = leaves.leaf(of: entry)
    leaves.resize(entry, to: row.cell)
    indexChanges += furtherTables
    pages.write(page(of: leaf), for: cause)
    guard !isSameSize else {
      var overflow = places[entry].overflow
      while overflow > 0 {
        pages.write(overflow, for: cause)
        overflow = pages[content: overflow]
      }
      return
    }
    let old = places[entry].overflow
    places[entry].overflow = allocateChain(row.overflow, for: cause)
    freeChain(old)
    mapOverflow(of: entry, on: page(of: leaf), for: cause)
  }

  /// Writes the leaves that a removal balances, and frees those that it empties.
  private mutating func balance() {
    pages.write(pages.root, for: .delete)
    // SQLite orders the pages of those that stay.
    let kept = removal.changed.map { leafPages[$0] }.sorted()
    for page in kept { pages.write(page, for: .delete) }
    if removal.isCollapsed {
      place(removal.changed[0], on: pages.root, for: .delete)
      pages.free(kept[0])
    } else {
      for (leaf, page) in zip(removal.changed, kept) { place(leaf, on: page, for: .delete) }
    }
    for leaf in removal.freed.reversed() { pages.free(leafPages[leaf]) }
  }

  private mutating func place(_ leaf: Int, on page: Int, for cause: FlashCause) {
    while leafPages.count <= leaf { leafPages.append(0) }
    leafPages[leaf] = page
    if page != pages.root {
      pages[content: page] = leaf
      pages.map(page, .leaf, parent: pages.root, for: cause)
    }
    for entry in leaves.entries(of: leaf) { mapOverflow(of: entry, on: page, for: cause) }
  }

  private mutating func mapOverflow(of entry: ObjectKey, on page: Int, for cause: FlashCause) {
    let overflow = places[entry].overflow
    if overflow > 0 { pages.map(overflow, .firstOverflow, parent: page, for: cause) }
  }

  /// Takes so many overflow pages, and returns the first of them; 0: there is none.
  private mutating func allocateChain(_ length: Int64, for cause: FlashCause) -> Int {
    var (first, previous) = (0, 0)
    for _ in 0..<length {
      var next = previous
      if vacuum != .none {
        repeat { next += 1 } while pages.isMap(next)
      }
      let page = pages.allocate(near: next, for: cause)
      pages[content: page] = 0
      if previous == 0 {
        first = page
        pages.map(page, .firstOverflow, parent: 0, for: cause)
      } else {
        pages[content: previous] = page
        pages.map(page, .overflow, parent: previous, for: cause)
      }
      previous = page
    }
    overflowPages += length
    return first
  }

  private mutating func freeChain(_ first: Int) {
    var page = first
    while page > 0 {
      let next = pages[content: page]
      pages.free(page)
      overflowPages -= 1
      page = next
    }
  }

  /// Moves the pages at the file's end into the free ones, and cuts the file.
  private mutating func cutFreePages() {
    guard pages.freeCount > 0 else { return }
    let end = pages.countWithoutFree
    for page in stride(from: pages.count, to: end, by: -1) {
      guard !pages.isMap(page), pages.entry(of: page).role != .free else { continue }
      var target = pages.allocate(near: 0, for: .delete)
      while target > end { target = pages.allocate(near: 0, for: .delete) }
      move(page, to: target)
    }
    pages.truncate(to: end)
  }

  private mutating func move(_ page: Int, to target: Int) {
    let (role, parent) = pages.entry(of: page)
    let content = pages[content: page]
    pages[content: target] = content
    if role == .leaf {
      leafPages[content] = target
      for entry in leaves.entries(of: content) { mapOverflow(of: entry, on: target, for: .delete) }
    } else if content > 0 {
      pages.map(content, .overflow, parent: target, for: .delete)
    }
    pages.write(parent, for: .delete)
    if role == .overflow { pages[content: parent] = target }
    if role == .firstOverflow, let entry = entry(withOverflow: page, on: parent) {
      places[entry].overflow = target
    }
    pages.map(target, role, parent: parent, for: .delete)
  }

  private func entry(withOverflow page: Int, on parent: Int) -> ObjectKey? {
    let leaf = parent == pages.root ? leaves.last : pages[content: parent]
    return leaves.entries(of: leaf).first { places[$0].overflow == page }
  }
}

// MARK: - What is read

extension SQLiteTable {
  /// The entries in the order of their rows. - Complexity: O(rows).
  var entries: [ObjectKey] { leaves.entries }

  var pagesOfAnIndex: Int64 { rows / Self.indexEntriesPerPage + 1 }

  /// Whether more of the file's pages are free than the app leaves in it.
  func isToShrink(_ settings: FlashSettings) -> Bool {
    guard let limit = settings.vacuumAbove, pages.freeCount > 0 else { return false }
    return Double(pages.freeCount) > limit * Double(pages.count)
  }

  var fileBytes: Bytes {
    Bytes((Int64(pages.count) + indexes * pagesOfAnIndex) * SQLiteRow.page)
  }

  var pagesInUse: Int { leaves.count + Int(overflowPages) }

  /// Has a row's leaf and its first overflow pages, so many at most, in memory.
  /// - Returns: how many of them were not.
  mutating func missingPages(of entry: ObjectKey, upTo overflow: Int64) -> Int64 {
    var missing: Int64 = cache.use(2 * page(of: leaves.leaf(of: entry))) ? 0 : 1
    guard cache.capacity > 0 else { return missing + overflow }
    var (page, left) = (places[entry].overflow, overflow)
    while page > 0, left > 0 {
      if !cache.use(2 * page) { missing += 1 }
      (page, left) = (pages[content: page], left - 1)
    }
    return missing
  }
}
