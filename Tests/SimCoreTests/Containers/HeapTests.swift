internal import SimCore
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
        #expect(heap.removeFirst() == list.min(), "seed \(seed)")
        if let index = list.firstIndex(of: list.min() ?? 0) { list.remove(at: index) }
      case 1:
        let element = random.index(below: 12)
        let index = list.firstIndex(of: element)
        #expect(heap.remove { $0 == element } == (index != nil), "seed \(seed)")
        if let index { list.remove(at: index) }
      default:
        let element = random.index(below: 12)
        heap.insert(element)
        list.append(element)
      }
      #expect(heap.count == list.count && heap.isEmpty == list.isEmpty, "seed \(seed)")
      #expect(heap.first == list.min() && heap.isInHeapOrder, "seed \(seed)")
    }
    heap.removeAll()
    #expect(heap.first == nil && heap.removeFirst() == nil)
  }

  @Test func aHeapThatIsOutOfOrderIsFoundOut() {
    var heap = Heap<Int>()
    for element in 0..<10 { heap.insert(element) }
    #expect(heap.isInHeapOrder)
    heap.put(-1, at: 7)
    #expect(!heap.isInHeapOrder)
  }
}
