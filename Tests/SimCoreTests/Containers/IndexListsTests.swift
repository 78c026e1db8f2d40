internal import SimCore
internal import Testing

struct IndexListsTests {
  /// Insertions, moves and removals at random, against arrays that are searched.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func listsKeepTheOrderInWhichIndicesCame(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var lists = IndexLists(count: 2)
    lists.addList()
    var twin: [[UInt32]] = [[], [], []]
    for _ in 0..<500 {
      let index = UInt32(random.index(below: 30))
      let list = random.index(below: 3)
      let old = twin.firstIndex { $0.contains(index) }
      #expect(lists.list(of: index) == old, "seed \(seed)")
      if let old {
        twin[old].removeAll { $0 == index }
        if random.chance(0.5) {
          lists.move(index, to: list, size: Int64(index))
          twin[list].append(index)
        } else {
          #expect(lists.remove(index, size: Int64(index)) == old, "seed \(seed)")
        }
      } else {
        let place = random.index(below: twin[list].count + 1)
        if place == twin[list].count {
          lists.append(index, to: list, size: Int64(index))
        } else {
          let predecessor = place == 0 ? noIndex : twin[list][place - 1]
          lists.insert(index, to: list, after: predecessor, size: Int64(index))
        }
        twin[list].insert(index, at: place)
      }
      for list in 0..<lists.listCount { expect(lists, list, has: twin[list], seed: seed) }
    }
  }

  private func expect(
    _ lists: borrowing IndexLists, _ list: Int, has indices: [UInt32], seed: UInt64
  ) {
    var forwards: [UInt32] = []
    var index = lists.first(of: list)
    while index != noIndex {
      forwards.append(index)
      index = lists.after(index)
    }
    var backwards: [UInt32] = []
    index = lists.last(of: list)
    while index != noIndex {
      backwards.append(index)
      index = lists.before(index)
    }
    let counted = (lists.count(of: list), lists.bytes(of: list))
    #expect(forwards == indices && backwards == indices.reversed(), "seed \(seed)")
    #expect(counted == (indices.count, Int64(indices.reduce(0, +))), "seed \(seed)")
  }
}
