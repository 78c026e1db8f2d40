internal import Caches
internal import SimCore
internal import Testing

struct SlotListTests {
  @Test(arguments: 0..<10 as Range<UInt64>)
  func aListIsAnArrayOfSlots(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var list = SlotList()
    var twin: [Slot] = []
    for step in 0..<300 {
      let slot = Slot(random.index(below: 12))
      let place = twin.firstIndex(of: slot)
      #expect(list.contains(slot) == (place != nil))
      switch (place, random.index(below: 3)) {
      case (nil, _):
        list.append(slot)
        twin.append(slot)
      case (_?, 0):
        #expect(list.removeFirst() == twin.removeFirst())
      case (let place?, 1):
        #expect(list.after(slot) == (place + 1 < twin.count ? twin[place + 1] : Slot.max))
        list.remove(slot)
        twin.remove(at: place)
      case (let place?, _):
        list.moveToEnd(slot)
        twin.append(twin.remove(at: place))
      }
      #expect(list.slots == twin, "seed \(seed), step \(step)")
      #expect(list.count == twin.count && list.isEmpty == twin.isEmpty)
      #expect(list.first == twin.first ?? Slot.max)
      #expect(list.last == twin.last ?? Slot.max)
    }
  }
}
