internal import SimCore

/// The pages of a table in an SQLite file: which ones a transaction makes dirty.
///
/// Rows are appended in the order in which they come, as with SQLite's own row numbers, so that one
/// leaf is filled after the other; a new leaf changes its parent and not the leaf before. An update
/// changes the row's leaf and its overflow pages. A removal changes the leaf, the leaves that are
/// then balanced with their parent, and the free list when pages become free; their contents are
/// left as they are, or, with `secure_delete`, overwritten with zeros, which makes each of them
/// dirty. Each index changes a page of its own for each row that comes or goes.
///
/// Without indexes every transaction's bytes equal those of SQLite 3.40.1, which the tests run
/// beside it: rows of 100 to 50 000 bytes that come, change at their size, and go in order or
/// scattered, alone and in batches. Left out: the levels of the tree above the last (tables of more
/// than about 510 leaves), leaves that split because a row grew, pages of indexes that split, what
/// `auto_vacuum` moves, and that a page of the free list may lie in the log already when it is
/// taken: then a checkpoint counts it twice, which with `secure_delete` was up to 6 % of one.
struct SQLiteTable: Sendable {
  private struct RowLocation {
    /// The row's number.
    var number: Int64 = 0
    /// Its overflow pages.
    var pages: Int64 = 0
    /// When those were last written.
    var stamp = SQLiteStamp()
  }

  /// Entries of an index to a page: 32 B each (assumption), pages ln 2 full as in random order.
  private static let indexEntriesPerPage: Int64 = 88

  private(set) var sizes = EntrySizes()
  /// Distinct pages that the log holds.
  private(set) var loggedPages: Int64 = 0

  private let indexes: Int64
  private let holdsObjects: Bool
  /// Whether pages that become free are overwritten: `secure_delete`.
  private let overwritesFreed: Bool
  /// The page of objects' highest numbers.
  private var highest = SQLiteStamp()
  private var places = PagedMap(filling: RowLocation())
  private var leaves = SQLiteLeaves()
  private var removal = SQLiteLeaves.Removal()
  private var stamps: [SQLiteStamp] = []
  private(set) var rows: Int64 = 0
  private var freeList = SQLiteFreeList()
  private var transaction = SQLiteTransaction()
  private var indexChanges: Int64 = 0
  private var parent = SQLiteStamp()
  private var loggedFirst = false
  private var loggedIndexPages: Int64 = 0
  /// The transaction and the log under way.
  private var current = SQLiteStamp(transaction: 1, log: 1)

  init(indexes: Int64, holdsObjects: Bool = false, overwritesFreed: Bool = false) {
    self.indexes = indexes
    self.holdsObjects = holdsObjects
    self.overwritesFreed = overwritesFreed
  }

  mutating func put(_ entry: ObjectKey, bytes: Bytes, for cause: FlashCause) {
    let isThere = sizes[entry] != nil
    sizes[entry] = bytes
    if isThere {
      update(entry, row(bytes, number: places[entry].number), for: cause)
    } else {
      // SQLite numbers a new row after the highest one that is there.
      let number = (leaves.lastEntry.map { places[$0].number } ?? 0) + 1
      places[entry].number = number
      insert(entry, row(bytes, number: number), for: cause)
    }
    transaction.cause = cause
  }

  mutating func delete(_ entry: ObjectKey) {
    guard sizes[entry] != nil else { return }
    sizes[entry] = nil
    rows -= 1
    touch(leaves.leaf(of: entry), for: .delete)
    leaves.remove(entry, into: &removal)
    free(places[entry].pages, places[entry].stamp)
    if removal.isBalanced { balance() }
    indexChanges += indexes
    transaction.cause = .delete
    if sizes.isPageEmpty(around: entry) {
      places.removePage(of: entry)
      leaves.removePage(of: entry)
    }
  }

  /// Ends the transaction and returns its pages; nil: there was no change.
  mutating func take() -> SQLiteTransaction? {
    guard transaction.cause != nil else { return nil }
    defer {
      transaction = SQLiteTransaction()
      indexChanges = 0
      current.transaction += 1
    }
    // An index has no more pages to change than it has.
    let most = indexes * (rows / Self.indexEntriesPerPage + 1)
    let changes = min(indexChanges, most)
    transaction.existing[.index] += changes
    let indexPages = min(loggedIndexPages + changes, most)
    loggedPages += max(0, indexPages - loggedIndexPages)
    loggedIndexPages = max(loggedIndexPages, indexPages)
    if transaction.allocates, !loggedFirst {
      loggedFirst = true
      loggedPages += 1
    }
    return transaction
  }

  /// Begins a new log.
  mutating func beginLog() {
    current.log += 1
    loggedPages = 0
    loggedIndexPages = 0
    loggedFirst = false
  }

  private func row(_ bytes: Bytes, number: Int64) -> SQLiteRow {
    SQLiteRow(bytes, number: number, isObject: holdsObjects)
  }

  private mutating func insert(_ entry: ObjectKey, _ row: SQLiteRow, for cause: FlashCause) {
    rows += 1
    if holdsObjects {
      if isFirst(after: highest) { transaction.existing[.index] += 1 }
      highest = current
    }
    let old = leaves.isSingle ? leaves.last : nil
    let (leaf, isNew) = leaves.append(entry, cell: row.cell)
    if isNew {
      // The root's page becomes the parent; what it held moves to a page of its own.
      if let old {
        allocate(1, for: cause)
        mark(old)
      }
      allocate(1, for: cause)
      mark(leaf)
      touchParent(for: cause)
    } else {
      touch(leaf, for: cause)
    }
    places[entry].pages = row.overflow
    places[entry].stamp = current
    loggedPages += row.overflow
    allocate(row.overflow, for: cause)
    indexChanges += indexes
  }

  private mutating func update(_ entry: ObjectKey, _ row: SQLiteRow, for cause: FlashCause) {
    let old = places[entry]
    leaves.resize(entry, to: row.cell)
    touch(leaves.leaf(of: entry), for: cause)
    let rewritten = min(old.pages, row.overflow)
    transaction.existing[cause] += rewritten
    let more = row.overflow - rewritten
    loggedPages += (old.stamp.log == current.log ? 0 : rewritten) + more
    allocate(more, for: cause)
    free(old.pages - rewritten, old.stamp)
    places[entry].pages = row.overflow
    places[entry].stamp = current
  }

  /// Makes the leaves dirty that a removal balances, and frees those that it empties.
  private mutating func balance() {
    for leaf in removal.changed where mark(leaf) { transaction.existing[.delete] += 1 }
    touchParent(for: .delete)
    for leaf in removal.freed.reversed() { free(1, stamp(of: leaf)) }
    if removal.isCollapsed { free(1, current) }
  }

  /// Adds pages, from the free list first; they count for the log as new ones.
  private mutating func allocate(_ pages: Int64, for cause: FlashCause) {
    guard pages > 0 else { return }
    transaction.allocates = true
    for _ in 0..<pages {
      guard let trunk = freeList.trunks.last else {
        transaction.added[cause] += 1
        transaction.grows = true
        continue
      }
      if trunk.listed > 0 {
        touchTrunk(for: cause)
        freeList.trunks[freeList.trunks.count - 1].listed -= 1
        transaction.added[cause] += 1
      } else {
        // The trunk itself is taken, whose old content a journal keeps.
        if trunk.stamp.transaction != current.transaction { transaction.existing[cause] += 1 }
        if trunk.stamp.log == current.log { loggedPages -= 1 }
        freeList.trunks.removeLast()
      }
    }
  }

  /// Gives pages that were last made dirty at the same time to the free list.
  private mutating func free(_ pages: Int64, _ stamp: SQLiteStamp) {
    guard pages > 0 else { return }
    transaction.allocates = true
    for _ in 0..<pages {
      if freeList.isFull {
        freeList.trunks.append(SQLiteFreeList.Trunk(stamp: current))
        if isFirst(after: stamp) { transaction.existing[.delete] += 1 }
      } else {
        touchTrunk(for: .delete)
        freeList.trunks[freeList.trunks.count - 1].listed += 1
        if overwritesFreed {
          if isFirst(after: stamp) { transaction.existing[.delete] += 1 }
        } else if stamp.transaction == current.transaction {
          transaction.abandoned += 1
        }
      }
    }
  }

  private mutating func touch(_ leaf: Int, for cause: FlashCause) {
    if leaves.isSingle {
      touchParent(for: cause)
    } else if mark(leaf) {
      transaction.existing[cause] += 1
    }
  }

  /// Notes that a leaf is dirty; answers whether it was not yet in this transaction.
  @discardableResult
  private mutating func mark(_ leaf: Int) -> Bool {
    while stamps.count < leaves.numbers { stamps.append(SQLiteStamp()) }
    let before = stamps[leaf]
    stamps[leaf] = current
    return isFirst(after: before)
  }

  private mutating func touchParent(for cause: FlashCause) {
    if isFirst(after: parent) { transaction.existing[cause] += 1 }
    parent = current
  }

  /// The trunk page of the free list that is used first.
  private mutating func touchTrunk(for cause: FlashCause) {
    let first = freeList.trunks.count - 1
    if isFirst(after: freeList.trunks[first].stamp) { transaction.existing[cause] += 1 }
    freeList.trunks[first].stamp = current
  }

  private func stamp(of leaf: Int) -> SQLiteStamp {
    leaf < stamps.count ? stamps[leaf] : SQLiteStamp()
  }

  /// Counts a page in the log, once; answers whether it was not yet in this transaction.
  private mutating func isFirst(after before: SQLiteStamp) -> Bool {
    if before.log != current.log { loggedPages += 1 }
    return before.transaction != current.transaction
  }
}

/// The pages that one transaction makes dirty.
struct SQLiteTransaction {
  /// Pages that were there before, by cause; without the database's first page.
  var existing = FlashCounts()
  /// How many of those it makes dirty and then frees: a rollback journal has their image, and the
  /// database does not get them back; a log gets them all the same.
  var abandoned: Int64 = 0
  /// Pages that the transaction adds, by cause.
  var added = FlashCounts()
  /// Whether pages are taken from or given to the file, which the first page records.
  var allocates = false
  /// Whether the file becomes longer.
  var grows = false
  /// The cause of the last change; nil: there was none.
  var cause: FlashCause?
}

/// When a page was last made dirty: in which transaction and in which log.
struct SQLiteStamp {
  var transaction: UInt32 = 0
  var log: UInt32 = 0
}

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
