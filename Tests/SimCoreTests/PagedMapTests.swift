internal import Testing

@testable internal import SimCore

struct PagedMapTests {
  @Test func valuesThatWereNeverSetTakeNoMemoryAndAreTheDefault() {
    var map = PagedMap<UInt32>(filling: 7)
    map[5_000] = 1
    map[0] += 2
    #expect(map[5_000] == 1 && map[0] == 9 && map[4_999] == 7 && map[1_000_000] == 7)
    #expect(map.count == 5_001)
    #expect(map.pageStarts == [0, 4_992])
  }

  @Test func aPageThatIsTakenBackHoldsTheDefaultAgain() {
    var map = PagedMap<UInt32>(filling: 0)
    for index in 0..<2_000 as Range<UInt32> { map[index] = index + 1 }
    map.removePage(of: 700)
    map.removePage(of: 9_000_000)
    #expect(map.pageStarts.count == 31 && !map.pageStarts.contains(640))
    #expect(map[639] == 640 && map[640] == 0 && map[703] == 0 && map[704] == 705)
    map[650] = 3
    #expect(map[650] == 3 && map[651] == 0 && map.count == 2_000)
  }
}
