internal import SimCore
internal import Testing

@Suite struct EventQueueTests {
  @Test func eventsLeaveInOrderOfTime() {
    var queue = EventQueue<String>()
    for (name, second) in [("c", 3), ("a", 1), ("d", 4), ("b", 2)] {
      queue.schedule(name, at: .start + .seconds(Int64(second)))
    }
    #expect(queue.nextInstant == .start + .seconds(1))
    var names = ""
    while let (_, name) = queue.next() { names += name }
    #expect(names == "abcd")
    #expect(queue.isEmpty && queue.nextInstant == .distantFuture)
  }

  @Test func eventsOfOneInstantLeaveAsTheyEntered() {
    var queue = EventQueue<Int>()
    for number in 0..<100 { queue.schedule(number, at: .start) }
    var left: [Int] = []
    while let (_, number) = queue.next() { left.append(number) }
    #expect(left == Array(0..<100))
  }

  @Test(arguments: 0..<20)
  func aQueueIsASortedList(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var queue = EventQueue<Int>()
    var list: [(at: Int64, number: Int)] = []
    for number in 0..<500 {
      if random.chance(0.4), !list.isEmpty {
        let expected = list.removeFirst()
        let event = queue.next()
        #expect(event?.at.nanoseconds == expected.at && event?.event == expected.number)
      } else {
        let at = Int64(random.index(below: 50))
        queue.schedule(number, at: Instant(nanoseconds: at))
        let place = list.firstIndex { $0.at > at } ?? list.count
        list.insert((at, number), at: place)
      }
      #expect(queue.nextInstant.nanoseconds == list.first?.at ?? .max)
    }
  }
}
