internal import TestCases
internal import Testing

@testable internal import SimCore

struct DenseMapTests {
  @Test func whatWasNeverWrittenHasTheDefault() {
    var map = DenseMap(filling: -1)
    expect(map[5] == -1 && map[5 as UInt32] == -1 && map.count == 0)
    map[3] = 7
    expect(map.count == 4 && map.values == [-1, -1, -1, 7] && map[4] == -1)
  }

  @Test func writingInPlaceStartsFromTheDefault() {
    var map = DenseMap<[Int]>(filling: [])
    map[2].append(9)
    map[0 as UInt32].append(4)
    map[2].append(8)
    expect(map.values, is: [[4], [], [9, 8]])
  }

  @Test func growingGivesAnIndexAValueOfItsOwn() {
    var map = DenseMap(filling: 0)
    map.grow(through: 2)
    map.grow(through: 1)
    expect(map.values, is: [0, 0, 0])
    map.removeAll()
    expect(map.count == 0 && map[2] == 0)
  }

  @Test(arguments: 0..<5 as Range<UInt64>)
  func itIsADictionaryWithADefault(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var map = DenseMap(filling: 0)
    var twin: [Int: Int] = [:]
    for step in 0..<300 {
      let index = random.index(below: 100)
      expect(map[index], is: twin[index, default: 0], "seed \(seed), step \(step)")
      map[index] += step
      twin[index, default: 0] += step
    }
    expect(map.count, is: (twin.keys.max() ?? -1) + 1)
  }
}

struct PagedMapTests {
  @Test func valuesThatWereNeverSetTakeNoMemoryAndAreTheDefault() {
    var map = PagedMap<UInt32>(filling: 7)
    map[5_000] = 1
    map[0] += 2
    expect(map[5_000] == 1 && map[0] == 9 && map[4_999] == 7 && map[1_000_000] == 7)
    expect(map.count, is: 5_001)
    expect(map.pageStarts, is: [0, 4_992])
  }

  @Test func aPageThatIsTakenBackHoldsTheDefaultAgain() {
    var map = PagedMap<UInt32>(filling: 0)
    for index in 0..<2_000 as Range<UInt32> { map[index] = index + 1 }
    map.removePage(of: 700)
    map.removePage(of: 9_000_000)
    expect(map.pageStarts.count == 31 && !map.pageStarts.contains(640))
    expect(map[639] == 640 && map[640] == 0 && map[703] == 0 && map[704] == 705)
    map[650] = 3
    expect(map[650] == 3 && map[651] == 0 && map.count == 2_000)
  }
}

/// The set of bits holds what the library's set holds.
struct BitSetTests {
  @Test(arguments: 0..<8)
  func itHoldsWhatTheLibrarysSetHolds(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    let numbers = (0..<300).map { _ in UInt32(random.next() % 5_000) }
    var bits = BitSet(numbers.prefix(100))
    var others = BitSet()
    for number in numbers.dropFirst(100).prefix(100) { others.insert(number) }
    for number in numbers.prefix(200) where others.contains(number) { bits.insert(number) }
    bits.formUnion(numbers.suffix(100))
    let expected = Set(numbers)
    expect(bits.count, is: expected.count)
    for number in 0..<6_000 as Range<UInt32>
    where bits.contains(number) != expected.contains(number) {
      Issue.record("\(number) is in one of the sets alone")
    }
  }

  @Test func theLargestNumbersFit() {
    var bits = BitSet([0, 63, 64])
    expect(bits.contains(0) && bits.contains(63) && bits.contains(64) && !bits.contains(65))
    expect(!bits.contains(.max) && bits.count == 3)
    bits.formUnion([])
    expect(bits.count, is: 3)
  }
}
