internal import TestCases
internal import Testing

@testable internal import SimCore

// A queue has one owner, and `#expect` would copy it: what is asked is taken out first.
@Suite struct EventQueueTests {
  /// Takes all that is left in a queue.
  private static func rest<Event>(of queue: inout EventQueue<Event>) -> [Event] {
    var events: [Event] = []
    while let next = queue.next() { events.append(next.event) }
    return events
  }

  @Test func anEmptyQueueHasNoNextEvent() {
    var queue = EventQueue<Int>()
    let before = (queue.isEmpty, queue.nextInstant)
    let nothing = queue.next()
    expect(before == (true, .distantFuture) && nothing == nil)
    queue.schedule(1, at: .start)
    let during = (queue.isEmpty, queue.nextInstant)
    expect(during == (false, .start))
    let rest = Self.rest(of: &queue)
    let after = (queue.isEmpty, queue.nextInstant)
    expect(rest == [1] && after == (true, .distantFuture))
  }

  @Test func eventsOfOneInstantLeaveInTheOrderInWhichTheyEntered() {
    var queue = EventQueue<Int>()
    let instant = Instant.start + .seconds(5)
    for number in 0..<1_000 { queue.schedule(number, at: instant) }
    let rest = Self.rest(of: &queue)
    expect(rest, is: Array(0..<1_000))
  }

  @Test func anEventAddedToThePresentInstantComesAfterThoseThatWait() {
    var queue = EventQueue<String>()
    queue.schedule("first", at: .start)
    queue.schedule("second", at: .start)
    let first = queue.next()?.event
    queue.schedule("third", at: .start)
    let rest = Self.rest(of: &queue)
    expect(first == "first" && rest == ["second", "third"])
  }

  @Test func instantsBeforeTheStartAndTheLastOnesAreInOrderToo() {
    var queue = EventQueue<Int>()
    for (number, nanoseconds) in [Int64.max, 0, .min, -1, 1].enumerated() {
      queue.schedule(number, at: Instant(nanoseconds: nanoseconds))
    }
    let rest = Self.rest(of: &queue)
    expect(rest, is: [2, 3, 1, 4, 0])
  }

  /// Some events are taken out wherever they stand, against a list that is kept in order.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func eventsThatAreTakenOutLeaveTheOthersInOrder(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var queue = EventQueue<Int>()
    var list: [(at: Int64, event: Int)] = []
    for event in 0..<500 {
      let choice = random.index(below: 4)
      if choice == 0, !list.isEmpty {
        let next = queue.next()?.event
        let expected = list.removeFirst().event
        expect(next, is: expected, "seed \(seed)")
      } else if choice == 1, !list.isEmpty {
        queue.remove(list.remove(at: random.index(below: list.count)).event)
      } else {
        let at = Int64(random.index(below: 10))
        queue.schedule(event, at: Instant(nanoseconds: at))
        list.insert((at, event), at: list.firstIndex { $0.at > at } ?? list.count)
      }
      let nextInstant = queue.nextInstant.nanoseconds
      expect(nextInstant, is: list.first?.at ?? .max, "seed \(seed)")
    }
    queue.removeAll()
    let isEmpty = queue.isEmpty
    expect(isEmpty)
  }

  /// Comings and goings at random, against a list that is kept in order.
  @Test(arguments: [(1, 1), (2, 3), (3, 50), (4, 100_000)])
  func aQueueIsAListKeptInOrder(seed: UInt64, instants: Int) {
    var random = SeededGenerator(seed: seed, purpose: .policy)
    var queue = EventQueue<Int>()
    var list: [(at: Instant, event: Int)] = []
    for number in 0..<4_000 {
      if random.chance(number < 2_000 ? 0.7 : 0.3) {
        let instant = Instant(nanoseconds: Int64(random.index(below: instants)))
        queue.schedule(number, at: instant)
        list.insert((instant, number), at: list.firstIndex { $0.at > instant } ?? list.count)
      } else {
        let nextInstant = queue.nextInstant
        let next = queue.next()
        let expected = list.isEmpty ? nil : list.removeFirst()
        expect(nextInstant, is: expected?.at ?? .distantFuture, "seed \(seed)")
        expect(next?.at == expected?.at && next?.event == expected?.event, "seed \(seed)")
      }
      let isEmpty = queue.isEmpty
      expect(isEmpty, is: list.isEmpty)
    }
  }
}
