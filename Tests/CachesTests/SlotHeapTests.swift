internal import SimCore
internal import Testing

@testable internal import Caches

struct SlotHeapTests {
  @Test(arguments: 0..<10 as Range<UInt64>)
  func aHeapIsASortedArray(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var heap = SlotHeap<Turn<Int>>()
    var twin: [Slot: Turn<Int>] = [:]
    for step in 0..<400 {
      let slot = Slot(random.index(below: 40))
      let turn = Turn(value: random.index(below: 9), order: Int64(step))
      #expect(heap.contains(slot) == (twin[slot] != nil))
      if twin[slot] == nil {
        heap.insert(slot, turn)
        twin[slot] = turn
      } else if random.chance(0.4) {
        heap.remove(slot)
        twin[slot] = nil
      } else {
        heap.update(slot, turn)
        twin[slot] = turn
      }
      #expect(heap.count == twin.count)
      #expect(heap.first == twin.min { $0.value < $1.value }?.key, "seed \(seed), step \(step)")
    }
  }
}
