internal import SimCore
internal import Testing

struct IndexListTests {
  @Test(arguments: 0..<10 as Range<UInt64>)
  func aListIsAnArrayOfIndices(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var list = IndexList()
    var twin: [UInt32] = []
    for step in 0..<300 {
      let index = UInt32(random.index(below: 12))
      let place = twin.firstIndex(of: index)
      #expect(list.contains(index) == (place != nil))
      switch (place, random.index(below: 3)) {
      case (nil, _):
        list.append(index)
        twin.append(index)
      case (_?, 0):
        #expect(list.removeFirst() == twin.removeFirst())
      case (let place?, 1):
        #expect(list.after(index) == (place + 1 < twin.count ? twin[place + 1] : noIndex))
        list.remove(index)
        twin.remove(at: place)
      case (let place?, _):
        list.moveToEnd(index)
        twin.append(twin.remove(at: place))
      }
      #expect(list.indices == twin, "seed \(seed), step \(step)")
      #expect(list.count == twin.count && list.isEmpty == twin.isEmpty)
      #expect(list.first == twin.first ?? noIndex)
      #expect(list.last == twin.last ?? noIndex)
    }
  }
}
