internal import SimCore
internal import TestCases
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
      expect(lists.list(of: index) == old, "seed \(seed)")
      if let old {
        twin[old].removeAll { $0 == index }
        if random.chance(0.5) {
          lists.move(index, to: list, size: Int64(index))
          twin[list].append(index)
        } else {
          expect(lists.remove(index, size: Int64(index)) == old, "seed \(seed)")
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
      for list in 0..<lists.listCount { compare(lists, list, to: twin[list], seed: seed) }
    }
  }

  private func compare(
    _ lists: borrowing IndexLists, _ list: Int, to indices: [UInt32], seed: UInt64
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
    expect(forwards == indices && backwards == indices.reversed(), "seed \(seed)")
    expect(counted == (indices.count, Int64(indices.reduce(0, +))), "seed \(seed)")
  }
}

struct IndexListTests {
  @Test(arguments: 0..<10 as Range<UInt64>)
  func aListIsAnArrayOfIndices(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var list = IndexList()
    var twin: [UInt32] = []
    for step in 0..<300 {
      let index = UInt32(random.index(below: 12))
      let place = twin.firstIndex(of: index)
      expect(list.contains(index), is: place != nil)
      switch (place, random.index(below: 3)) {
      case (nil, _):
        list.append(index)
        twin.append(index)
      case (_?, 0):
        expect(list.removeFirst(), is: twin.removeFirst())
      case (let place?, 1):
        expect(list.after(index), is: place + 1 < twin.count ? twin[place + 1] : noIndex)
        list.remove(index)
        twin.remove(at: place)
      case (let place?, _):
        list.moveToEnd(index)
        twin.append(twin.remove(at: place))
      }
      expect(list.indices, is: twin, "seed \(seed), step \(step)")
      expect(list.count == twin.count && list.isEmpty == twin.isEmpty)
      expect(list.first, is: twin.first ?? noIndex)
      expect(list.last, is: twin.last ?? noIndex)
    }
  }
}
