internal import SimCore
internal import Testing

@testable internal import Devices

struct MinimumHeapTests {
  @Test(arguments: 0..<20)
  func elementsLeaveInOrderOfKeyAndThenOfEntry(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var heap = MinimumHeap<Int64, Int>()
    var twin: [(key: Int64, element: Int)] = []
    for element in 0..<500 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where !twin.isEmpty:
        let least = twin.map(\.key).min()
        #expect(heap.leastKey == least)
        let index = twin.firstIndex { $0.key == least }!
        #expect(heap.removeFirst() == twin.remove(at: index).element, "seed \(seed)")
      case 1 where !twin.isEmpty:
        let index = Int.random(in: 0..<twin.count, using: &random)
        heap.remove(twin.remove(at: index).element)
      default:
        let key = Int64.random(in: 0..<10, using: &random)
        heap.insert(element, key: key)
        twin.append((key, element))
      }
      #expect(heap.isEmpty == twin.isEmpty)
    }
    heap.removeAll()
    #expect(heap.leastKey == nil)
  }
}
