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
        lists.append(index, to: list)
        twin[list].append(index)
      }
      for list in 0..<3 { #expect(lists.first(of: list) == twin[list].first, "seed \(seed)") }
    }
    #expect(lists.first(of: 99) == nil)
  }
}
