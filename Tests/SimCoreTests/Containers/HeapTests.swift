internal import SimCore
internal import TestCases
internal import Testing

struct HeapTests {
  /// Insertions and removals at random, against an array that is searched.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func theSmallestElementComesOutFirst(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var heap = Heap<Int>()
    var list: [Int] = []
    for _ in 0..<500 {
      switch random.index(below: 4) {
      case 0:
        expect(heap.removeFirst(), is: list.min(), "seed \(seed)")
        if let index = list.firstIndex(of: list.min() ?? 0) { list.remove(at: index) }
      case 1:
        let element = random.index(below: 12)
        let index = list.firstIndex(of: element)
        expect(heap.remove { $0 == element }, is: index != nil, "seed \(seed)")
        if let index { list.remove(at: index) }
      default:
        let element = random.index(below: 12)
        heap.insert(element)
        list.append(element)
      }
      expect(heap.count == list.count && heap.isEmpty == list.isEmpty, "seed \(seed)")
      expect(heap.first == list.min() && heap.isInHeapOrder, "seed \(seed)")
    }
    heap.removeAll()
    expect(heap.first == nil && heap.removeFirst() == nil)
  }

  @Test func aHeapThatIsOutOfOrderIsFoundOut() {
    var heap = Heap<Int>()
    for element in 0..<10 { heap.insert(element) }
    expect(heap.isInHeapOrder)
    heap.put(-1, at: 7)
    expect(!heap.isInHeapOrder)
  }
}

struct IndexedHeapTests {
  @Test(arguments: 0..<10 as Range<UInt64>)
  func aHeapIsASortedArray(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var heap = IndexedHeap<Int>()
    var twin: [UInt32: Int] = [:]
    for step in 0..<400 {
      let index = UInt32(random.index(below: 40))
      let priority = random.index(below: 9) * 1_000 + step
      expect(heap.contains(index), is: twin[index] != nil)
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
      expect(heap.count, is: twin.count)
      expect(heap.first, is: twin.min { $0.value < $1.value }?.key, "seed \(seed), step \(step)")
    }
  }
}
