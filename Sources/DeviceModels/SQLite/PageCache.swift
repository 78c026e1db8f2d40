internal import SimCore

/// The pages that a process has in memory, of which the least recently used leave: SQLite's cache.
struct PageCache: Sendable {
  /// How many pages it holds at most.
  let capacity: Int
  private var count = 0
  /// By page: its last use, counted from 1; 0: it is not there.
  private var lastUses = DenseMap<Int>(filling: 0)
  /// The uses in their order; only a page's last one counts.
  private var uses: [Int] = []
  private var firstUse = 0
  private var usesBefore = 0

  init(_ bytes: Bytes) { capacity = Int(bytes.count / SQLiteRow.page) }

  /// Uses a page, which is in memory from now on. - Complexity: O(1), amortised.
  /// - Returns: whether it was before.
  @discardableResult
  mutating func use(_ page: Int) -> Bool {
    guard capacity > 0 else { return false }
    let wasThere = lastUses[page] > 0
    if !wasThere { count += 1 }
    uses.append(page)
    lastUses[page] = usesBefore + uses.count
    while count > capacity || firstUse < uses.count && isPast(firstUse) { dropFirstUse() }
    if firstUse > 1_024, firstUse * 2 > uses.count {
      usesBefore += firstUse
      uses.removeFirst(firstUse)
      firstUse = 0
    }
    return wasThere
  }

  private func isPast(_ use: Int) -> Bool { lastUses[uses[use]] != usesBefore + use + 1 }

  private mutating func dropFirstUse() {
    if !isPast(firstUse) {
      lastUses[uses[firstUse]] = 0
      count -= 1
    }
    firstUse += 1
  }

  mutating func removeAll() {
    count = 0
    lastUses.removeAll()
    uses.removeAll(keepingCapacity: true)
    firstUse = 0
    usesBefore = 0
  }
}
