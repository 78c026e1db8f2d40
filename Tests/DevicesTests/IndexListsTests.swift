internal import SimCore
internal import Testing

@testable internal import Devices

struct IndexListsTests {
  @Test(arguments: 0..<20)
  func listsKeepTheOrderInWhichIndicesCame(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var lists = IndexLists()
    var twin: [[Int]] = [[], [], []]
    for _ in 0..<500 {
      let index = Int.random(in: 0..<30, using: &random)
      if let list = twin.firstIndex(where: { $0.contains(index) }) {
        lists.remove(index, from: list)
        twin[list].removeAll { $0 == index }
      } else {
        let list = Int.random(in: 0..<3, using: &random)
        let place = Int.random(in: 0...twin[list].count, using: &random)
        if place == twin[list].count {
          lists.append(index, to: list)
        } else {
          lists.insert(index, to: list, after: place == 0 ? nil : twin[list][place - 1])
        }
        twin[list].insert(index, at: place)
      }
      for list in 0..<3 {
        #expect(lists.first(of: list) == twin[list].first, "seed \(seed)")
        var backwards: [Int] = []
        var next = lists.last(of: list)
        while let index = next {
          backwards.append(index)
          next = lists.index(before: index)
        }
        #expect(backwards == twin[list].reversed(), "seed \(seed)")
      }
    }
    #expect(lists.first(of: 99) == nil)
  }
}
