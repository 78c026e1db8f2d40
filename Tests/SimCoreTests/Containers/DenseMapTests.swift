internal import SimCore
internal import Testing

struct DenseMapTests {
  @Test func whatWasNeverWrittenHasTheDefault() {
    var map = DenseMap(filling: -1)
    #expect(map[5] == -1 && map[5 as UInt32] == -1 && map.count == 0)
    map[3] = 7
    #expect(map.count == 4 && map.values == [-1, -1, -1, 7] && map[4] == -1)
  }

  @Test func writingInPlaceStartsFromTheDefault() {
    var map = DenseMap<[Int]>(filling: [])
    map[2].append(9)
    map[0 as UInt32].append(4)
    map[2].append(8)
    #expect(map.values == [[4], [], [9, 8]])
  }

  @Test func growingGivesAnIndexAValueOfItsOwn() {
    var map = DenseMap(filling: 0)
    map.grow(through: 2)
    map.grow(through: 1)
    #expect(map.values == [0, 0, 0])
    map.removeAll()
    #expect(map.count == 0 && map[2] == 0)
  }

  @Test(arguments: 0..<5 as Range<UInt64>)
  func itIsADictionaryWithADefault(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var map = DenseMap(filling: 0)
    var twin: [Int: Int] = [:]
    for step in 0..<300 {
      let index = random.index(below: 100)
      #expect(map[index] == twin[index, default: 0], "seed \(seed), step \(step)")
      map[index] += step
      twin[index, default: 0] += step
    }
    #expect(map.count == (twin.keys.max() ?? -1) + 1)
  }
}
