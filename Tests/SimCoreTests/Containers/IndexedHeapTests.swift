internal import SimCore
internal import Testing

struct IndexedHeapTests {
  @Test(arguments: 0..<10 as Range<UInt64>)
  func aHeapIsASortedArray(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var heap = IndexedHeap<Int>()
    var twin: [UInt32: Int] = [:]
    for step in 0..<400 {
      let index = UInt32(random.index(below: 40))
      let priority = random.index(below: 9) * 1_000 + step
      #expect(heap.contains(index) == (twin[index] != nil))
      if twin[index] == nil {
        heap.insert(index, priority)
        twin[index] = priority
      } else if random.chance(0.4) {
        heap.remove(index)
        twin[index] = nil
      } else {
        heap.update(index, priority)
        twin[index] = priority
      }
      #expect(heap.count == twin.count)
      #expect(heap.first == twin.min { $0.value < $1.value }?.key, "seed \(seed), step \(step)")
    }
  }
}
