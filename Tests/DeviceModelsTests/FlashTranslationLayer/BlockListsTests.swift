internal import TestCases
internal import Testing

@testable internal import DeviceModels

struct BlockListsTests {
  /// Blocks with so many live units, closed in order.
  private static func lists(_ cleaning: FlashCleaning, _ live: [UInt32]) -> BlockLists {
    var lists = BlockLists(blocks: live.count, unitsPerBlock: 4, cleaning: cleaning)
    for (block, live) in live.enumerated() {
      lists.open(UInt32(block), live: live)
      lists.close(UInt32(block))
    }
    return lists
  }

  private static func order(_ lists: BlockLists, count: Int) -> [UInt32] {
    var lists = lists
    return (0..<count).map { _ in lists.takeVictim() }
  }

  @Test func greedyTakesTheEmptiestAndOfThoseTheOldest() {
    let lists = Self.lists(.greedy, [4, 2, 3, 2, 0])
    expect(Self.order(lists, count: 5), is: [4, 1, 3, 2, 0])
  }

  @Test func fifoTakesTheOldest() {
    let lists = Self.lists(.fifo, [4, 2, 3, 2, 0])
    expect(Self.order(lists, count: 5), is: [0, 1, 2, 3, 4])
  }

  @Test func aBlockThatLosesUnitsComesAfterThoseThatHadAsFew() {
    var lists = Self.lists(.greedy, [4, 3, 2])
    lists.loseUnit(of: 0)
    expect(Self.order(lists, count: 3), is: [2, 1, 0])
    lists.loseUnit(of: 0)
    expect(Self.order(lists, count: 3), is: [2, 0, 1])
    lists.loseUnit(of: 0)
    expect(Self.order(lists, count: 3), is: [0, 2, 1])
  }

  @Test func aTakenBlockIsErasedAndInNoQueue() {
    var lists = Self.lists(.greedy, [1, 2])
    expect(lists.takeVictim(), is: 0)
    expect(lists.erases(0) == 1 && lists.erases(1) == 0)
    lists.open(0, live: 4)
    lists.loseUnit(of: 0)
    expect(lists.takeVictim(), is: 1)
    lists.close(0)
    expect(lists.takeVictim(), is: 0)
  }
}
