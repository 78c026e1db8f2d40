internal import SimCore

/// The pages of an SQLite file by their numbers: which a transaction makes dirty, which are free,
/// and, with `auto_vacuum`, what the pointer map says of each of them.
///
/// It follows the file format (sections "The Freelist" and "Pointer Map or Ptrmap Pages") and
/// SQLite's pager: a page that was there is copied into a rollback journal before it changes, but
/// for one that is taken from the free list; a page that is freed again is not written into the
/// database, and one beyond the file's end is not written at all. The first page and the pages of
/// indexes are counted apart. Left out: files that pass 1 GiB, where one page stays unused.
struct SQLitePages: Sendable {
  /// What the pointer map says that a page is.
  enum Role: UInt8 {
    case unknown, root, leaf, firstOverflow, overflow, free
  }

  private struct Page {
    /// When it was last dirty: in which transaction, and in which log.
    var stamp = SQLiteStamp()
    /// The transaction that gave it to the free list.
    var freed: UInt32 = 0
    /// The overflow page after this one, or the number of the leaf that lies here; of a page that a
    /// trunk lists, its place there.
    var content: UInt32 = 0
    /// Its entry in the pointer map, which outlasts the page itself.
    var parent: UInt32 = 0
    var role = Role.unknown
    var cause = FlashCause.delete
    /// Whether it was freed after it became dirty.
    var isUnwritten = false
  }

  /// A page of the free list's chain, with the free pages that it lists.
  private struct Trunk {
    var page: Int
    var listed: [UInt32] = []
  }

  /// Pages that a trunk lists at most: a quarter of its bytes, without 8 that old versions misread.
  private static let mostListed = Int(SQLiteRow.page) / 4 - 8
  /// Pages that a page of the pointer map describes: 5 bytes for each.
  private static let mapped = Int(SQLiteRow.page) / 5

  /// The root of the table, which comes after the first page and that of the pointer map.
  let root: Int
  private(set) var logged: Int64 = 0
  private(set) var count: Int
  private(set) var freeCount = 0

  private let hasMap: Bool
  let overwritesFreed: Bool
  private var pages: [Page]
  /// The chain; the last one is used first.
  private var trunks: [Trunk] = []
  private var dirty: [UInt32] = []
  private var countBefore: Int
  private var journaled: Int64 = 0
  private var allocates = false
  private var now = SQLiteStamp(transaction: 1, log: 1)

  init(hasMap: Bool, overwritesFreed: Bool) {
    self.hasMap = hasMap
    self.overwritesFreed = overwritesFreed
    root = hasMap ? 3 : 2
    count = root
    countBefore = root
    pages = Array(repeating: Page(), count: root + 1)
    pages[root].role = .root
  }

  /// What an overflow page points to, or the number of the leaf that lies on a page.
  subscript(content page: Int) -> Int {
    get { Int(pages[page].content) }
    set { pages[page].content = UInt32(newValue) }
  }

  /// What the pointer map says of a page.
  func entry(of page: Int) -> (role: Role, parent: Int) {
    (pages[page].role, Int(pages[page].parent))
  }

  mutating func write(_ page: Int, for cause: FlashCause, copiesOld: Bool = true) {
    if pages[page].stamp.transaction != now.transaction {
      pages[page].stamp.transaction = now.transaction
      pages[page].cause = cause
      dirty.append(UInt32(page))
      if copiesOld, page <= countBefore { journaled += 1 }
    }
    pages[page].isUnwritten = false
  }

  mutating func map(_ page: Int, _ role: Role, parent: Int, for cause: FlashCause) {
    guard hasMap, pages[page].role != role || pages[page].parent != UInt32(parent) else { return }
    pages[page].role = role
    pages[page].parent = UInt32(parent)
    write(mapPage(of: page), for: cause)
  }

  /// Takes a page: one of the free list, the one nearest to a number if there is any, or a new one
  /// at the file's end.
  /// - Complexity: O(pages that a trunk lists), O(distance) where a near one is free.
  mutating func allocate(near number: Int, for cause: FlashCause) -> Int {
    allocates = true
    guard let last = trunks.indices.last else { return extend(for: cause) }
    freeCount -= 1
    write(trunks[last].page, for: cause)
    guard !trunks[last].listed.isEmpty else {
      // The trunk itself is taken, whose old content a journal keeps.
      return trunks.removeLast().page
    }
    let place = number > 0 ? nearest(to: number, among: trunks[last].listed) : 0
    let page = Int(trunks[last].listed[place])
    let moved = trunks[last].listed.removeLast()
    if place < trunks[last].listed.count {
      trunks[last].listed[place] = moved
      pages[Int(moved)].content = UInt32(place)
    }
    write(page, for: cause, copiesOld: pages[page].freed == now.transaction)
    return page
  }

  mutating func free(_ page: Int) {
    allocates = true
    freeCount += 1
    if overwritesFreed { write(page, for: .delete) }
    map(page, .free, parent: 0, for: .delete)
    guard let last = trunks.indices.last, trunks[last].listed.count < Self.mostListed else {
      write(page, for: .delete)
      trunks.append(Trunk(page: page))
      return
    }
    write(trunks[last].page, for: .delete)
    pages[page].content = UInt32(trunks[last].listed.count)
    trunks[last].listed.append(UInt32(page))
    pages[page].freed = now.transaction
    if !overwritesFreed, pages[page].stamp.transaction == now.transaction {
      pages[page].isUnwritten = true
    }
  }

  /// Where in a trunk's list the page is whose number is nearest; the first of two.
  private func nearest(to number: Int, among listed: [UInt32]) -> Int {
    // Rows that came together go together: mostly a neighbour is there.
    for distance in 0..<listed.count {
      let below = place(of: number - distance, among: listed)
      let above = place(of: number + distance, among: listed)
      if let below, let above { return min(below, above) }
      if let place = below ?? above { return place }
    }
    var (nearest, distance) = (0, Int.max)
    for (place, page) in listed.enumerated() where abs(Int(page) - number) < distance {
      (nearest, distance) = (place, abs(Int(page) - number))
    }
    return nearest
  }

  private func place(of page: Int, among listed: [UInt32]) -> Int? {
    guard pages.indices.contains(page) else { return nil }
    let place = Int(pages[page].content)
    return place < listed.count && listed[place] == UInt32(page) ? place : nil
  }

  /// What the transaction has made dirty, as far as the file still has it.
  var dirtyPages: some Sequence<UInt32> { dirty.lazy.filter { [count] in $0 <= count } }

  mutating func take() -> SQLiteTransaction {
    var transaction = SQLiteTransaction()
    for page in dirty where page <= count {
      let page = Int(page)
      transaction.written[pages[page].cause] += 1
      if pages[page].isUnwritten { transaction.unwritten += 1 }
      if pages[page].stamp.log != now.log {
        pages[page].stamp.log = now.log
        logged += 1
      }
    }
    cut()
    transaction.journaled = journaled
    transaction.allocates = allocates
    transaction.grows = count > countBefore
    dirty.removeAll(keepingCapacity: true)
    countBefore = count
    journaled = 0
    allocates = false
    now.transaction += 1
    return transaction
  }

  mutating func beginLog() {
    now.log += 1
    logged = 0
  }

  /// How many pages the file has when its free ones are cut off, with the pages of the pointer map
  /// that go with them.
  var countWithoutFree: Int {
    let maps = (freeCount - count + mapPage(of: count) + Self.mapped) / Self.mapped
    var result = count - freeCount - maps
    while isMap(result) { result -= 1 }
    return result
  }

  func isMap(_ page: Int) -> Bool { hasMap && page >= 2 && mapPage(of: page) == page }

  /// Ends the file after so many pages; none of the free list is among them.
  mutating func truncate(to pages: Int) {
    allocates = true
    trunks.removeAll()
    freeCount = 0
    count = pages
  }

  /// A checkpoint leaves out pages that are cut off.
  private mutating func cut() {
    guard count < countBefore else { return }
    for page in count + 1...countBefore where pages[page].stamp.log == now.log {
      logged -= 1
      pages[page].stamp.log = 0
    }
  }

  private func mapPage(of page: Int) -> Int {
    (page - 2) / (Self.mapped + 1) * (Self.mapped + 1) + 2
  }

  private mutating func extend(for cause: FlashCause) -> Int {
    count += 1
    if isMap(count) {
      for page in count..<min(pages.count, count + Self.mapped + 1) { pages[page].role = .unknown }
      grow()
      write(count, for: cause)
      count += 1
    }
    grow()
    write(count, for: cause)
    return count
  }

  private mutating func grow() {
    while pages.count <= count { pages.append(Page()) }
  }
}

/// The pages that one transaction makes dirty, without the database's first page.
struct SQLiteTransaction {
  /// The pages that a log gets, by cause.
  var written = FlashCounts()
  /// How many of those are free again; the database does not get them from a rollback journal's
  /// transaction.
  var unwritten: Int64 = 0
  /// Pages whose old content a rollback journal keeps.
  var journaled: Int64 = 0
  /// Whether pages are taken from or given to the file, which the first page records.
  var allocates = false
  /// Whether the file becomes longer.
  var grows = false
  var cause = FlashCause.delete
}

/// When a page was last made dirty: in which transaction and in which log.
struct SQLiteStamp {
  var transaction: UInt32 = 0
  var log: UInt32 = 0
}

/// Whether SQLite's file becomes shorter when rows go: `PRAGMA auto_vacuum`.
package enum SQLiteVacuum: String, Hashable, Sendable, CaseIterable {
  /// Free pages stay in the file and are used again.
  case none
  /// Each commit moves the last pages into the free ones and cuts the file.
  case full
  /// As with full, pages are mapped so that they can move, but they do so when the app asks for it,
  /// which no simulated app does.
  case incremental
}
