internal import SimCore
internal import Testing

@testable internal import CacheWorkloads

@Suite struct TraceHeapTests {
  @Test(arguments: UInt64(0)..<20)
  func theHeapSortsAndTheMedianIsTheMiddle(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed, purpose: .workload)
    var heap = Heap<Int64>()
    var median = RunningMedian()
    var numbers: [Int64] = []
    #expect(median.value == nil)
    for _ in 0..<Int(seed * 7 + 1) {
      let number = Int64.random(in: 0...20, using: &generator)
      heap.insert(number)
      median.add(number)
      numbers.append(number)
      #expect(median.value == numbers.sorted()[(numbers.count - 1) / 2])
    }
    for number in numbers.sorted() { #expect(heap.removeFirst() == number) }
    #expect(heap.removeFirst() == nil)
  }

  @Test func textsKeepTheirNumbersAsTheTableGrows() {
    var interner = ByteInterner()
    for round in 0..<2 {
      for number in UInt32(0)..<5_000 {
        let text = Array("text \(number)".utf8)
        #expect(interner.intern(text.span) == number, "round \(round)")
        #expect(Array(interner[number]) == text)
      }
    }
    #expect(interner.count == 5_000)
  }

  @Test(arguments: [
    ("/", ResourceKind.document), ("/a/", .document), ("/a.b/c", .document), ("/a.HTML", .document),
    ("/a.png?x=/y.html", .image), ("/feed.xml", .model), ("/a.zip", .other), ("", .document),
    ("/a.", .other), ("/x.GIF#y", .image),
  ])
  func aPathsEndingTellsTheKind(_ path: String, _ kind: ResourceKind) {
    #expect(ResourceKind(path: Array(path.utf8)) == kind)
  }
}
