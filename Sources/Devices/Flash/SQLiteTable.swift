internal import SimCore

/// The pages of a table in an SQLite file: which ones a transaction makes dirty.
///
/// Rows are appended in the order in which they come, as with SQLite's own row numbers, so that one
/// leaf is filled after the other; a new leaf changes its parent and not the leaf before.
/// An update changes the row's leaf and its overflow pages, a removal the leaf and, when overflow
/// pages become free, the free list. Each index changes a page of its own for each row
/// that comes or goes. Left out: the levels of the tree above the last, leaves that split because
/// a row grew or merge because rows went, pages of indexes that split.
struct SQLiteTable: Sendable {
  private struct Placement {
    var leaf: Int32 = 0
    var overflow: Int32 = 0
    /// The log in which the overflow pages were last counted.
    var log: UInt32 = 0
  }

  private struct Leaf {
    var rows: Int32 = 0
    var transaction: UInt32 = 0
    var log: UInt32 = 0
  }

  /// An index's entry (assumption: 32 B) and how full its pages are (ln 2 of a page, random order).
  private static let indexEntriesPerPage: Int64 = 88

  private(set) var sizes = EntrySizes()
  /// Distinct pages that the log holds.
  private(set) var loggedPages: Int64 = 0

  private let indexes: Int64
  private var placements: [Placement] = []
  private var leaves: [Leaf] = [Leaf()]
  private var freeLeaves: [Int32] = []
  private var filling = 0
  private var room = SQLiteRow.leafCapacity
  private var rows: Int64 = 0
  private var transaction = SQLiteTransaction()
  private var transactionNumber: UInt32 = 1
  private var parentIsDirty = false
  private var freeListIsDirty = false
  private var log: UInt32 = 1
  private var loggedParent = false
  private var loggedFirst = false
  private var loggedFreeList = false
  private var loggedIndexPages: Int64 = 0

  init(indexes: Int64) { self.indexes = indexes }

  mutating func put(_ entry: ObjectKey, bytes: Bytes, for cause: FlashCause) {
    let isThere = sizes[entry] != nil
    sizes[entry] = bytes
    while placements.count <= Int(entry) { placements.append(Placement()) }
    let row = SQLiteRow(bytes)
    if isThere {
      update(Int(entry), row, for: cause)
    } else {
      insert(Int(entry), row, for: cause)
    }
    transaction.cause = cause
  }

  mutating func delete(_ entry: ObjectKey) {
    guard sizes[entry] != nil else { return }
    sizes[entry] = nil
    rows -= 1
    let placement = placements[Int(entry)]
    let leaf = Int(placement.leaf)
    touch(leaf, for: .delete)
    leaves[leaf].rows -= 1
    if leaves[leaf].rows == 0 { empty(leaf) }
    if placement.overflow > 0 { touchFreeList(for: .delete) }
    touchIndexes()
    transaction.cause = .delete
  }

  /// Ends the transaction and tells its pages; nil: there was no change.
  mutating func take() -> SQLiteTransaction? {
    guard transaction.cause != nil else { return nil }
    defer {
      transaction = SQLiteTransaction()
      transactionNumber += 1
      parentIsDirty = false
      freeListIsDirty = false
    }
    // An index has no more pages to change than it has.
    let most = indexes * (rows / Self.indexEntriesPerPage + 1)
    transaction.existing[.index] = min(transaction.existing[.index], most)
    let indexPages = min(loggedIndexPages + transaction.existing[.index], most)
    loggedPages += indexPages - loggedIndexPages
    loggedIndexPages = indexPages
    if transaction.allocates, !loggedFirst {
      loggedFirst = true
      loggedPages += 1
    }
    return transaction
  }

  /// Begins a new log.
  mutating func beginLog() {
    log += 1
    loggedPages = 0
    loggedIndexPages = 0
    loggedParent = false
    loggedFirst = false
    loggedFreeList = false
  }

  private mutating func insert(_ index: Int, _ row: SQLiteRow, for cause: FlashCause) {
    rows += 1
    if row.cell <= room {
      touch(filling, for: cause)
    } else {
      addLeaf(for: cause)
    }
    room -= row.cell
    leaves[filling].rows += 1
    placements[index] = Placement(
      leaf: Int32(filling), overflow: Int32(row.overflow), log: log)
    add(row.overflow, for: cause)
    touchIndexes()
  }

  private mutating func update(_ index: Int, _ row: SQLiteRow, for cause: FlashCause) {
    let old = placements[index]
    touch(Int(old.leaf), for: cause)
    let rewritten = min(Int64(old.overflow), row.overflow)
    transaction.existing[cause] += rewritten
    if old.log != log { loggedPages += rewritten }
    add(row.overflow - rewritten, for: cause)
    if row.overflow < old.overflow { touchFreeList(for: cause) }
    placements[index].overflow = Int32(row.overflow)
    placements[index].log = log
  }

  /// Frees a leaf without rows, unless it is the one that is being filled.
  private mutating func empty(_ leaf: Int) {
    if leaf == filling {
      room = SQLiteRow.leafCapacity
      return
    }
    freeLeaves.append(Int32(leaf))
    touchFreeList(for: .delete)
    touchParent(for: .delete)
  }

  private mutating func addLeaf(for cause: FlashCause) {
    if let leaf = freeLeaves.popLast() {
      filling = Int(leaf)
      touchFreeList(for: cause)
    } else {
      filling = leaves.count
      leaves.append(Leaf())
    }
    room = SQLiteRow.leafCapacity
    if leaves[filling].log != log { loggedPages += 1 }
    leaves[filling].transaction = transactionNumber
    leaves[filling].log = log
    transaction.added[cause] += 1
    transaction.allocates = true
    touchParent(for: cause)
  }

  private mutating func add(_ pages: Int64, for cause: FlashCause) {
    guard pages > 0 else { return }
    transaction.added[cause] += pages
    transaction.allocates = true
    loggedPages += pages
  }

  private mutating func touch(_ leaf: Int, for cause: FlashCause) {
    guard leaves[leaf].transaction != transactionNumber else { return }
    leaves[leaf].transaction = transactionNumber
    transaction.existing[cause] += 1
    guard leaves[leaf].log != log else { return }
    leaves[leaf].log = log
    loggedPages += 1
  }

  private mutating func touchParent(for cause: FlashCause) {
    guard !parentIsDirty else { return }
    parentIsDirty = true
    transaction.existing[cause] += 1
    guard !loggedParent else { return }
    loggedParent = true
    loggedPages += 1
  }

  private mutating func touchIndexes() { transaction.existing[.index] += indexes }

  /// Gives pages to the free list or takes some: its trunk page and the first page change.
  private mutating func touchFreeList(for cause: FlashCause) {
    transaction.allocates = true
    guard !freeListIsDirty else { return }
    freeListIsDirty = true
    transaction.existing[cause] += 1
    guard !loggedFreeList else { return }
    loggedFreeList = true
    loggedPages += 1
  }
}
