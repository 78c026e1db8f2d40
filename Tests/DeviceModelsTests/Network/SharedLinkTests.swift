internal import SimCore
internal import TestCases
internal import Testing

@testable internal import DeviceModels

/// Windows and shares on one direction of a link: a byte takes a nanosecond, a segment has 1 000
/// bytes, an acknowledgement is back after 10 000 ns, and a new connection's window is 2.
struct SharedLinkTests {
  /// A link with its log.
  private struct Line: ~Copyable {
    var link: SharedLink
    var served: [ExchangeID: Int64] = [:]

    init(
      _ rate: BitRate = BitRate(bitsPerSecond: 8_000_000_000), limit: Double = .infinity,
      windows: [Int64] = [2]
    ) {
      link = SharedLink(rate: LinkRate(rate, limit: limit), segment: 1_000)
      for (place, window) in windows.enumerated() { link.open(place, window: window) }
    }

    mutating func join(
      _ id: ExchangeID, over place: Int = 0, _ segments: Int64, at now: Int64 = 0,
      roundTrip: Int64 = 10_000
    ) {
      run(until: now)
      link.join(id, over: place, bytes: segments * 1_000, roundTrip: roundTrip, at: now)
    }

    mutating func run(until instant: Int64 = .max) {
      while link.nextEvent < instant {
        let now = link.nextEvent
        if let id = link.next() { served[id] = now }
      }
    }
  }

  @Test func anIdleLinkHasNoNextEvent() {
    var line = Line()
    expect(line.link.nextEvent, is: .max)
    line.join(3, 1, at: 5)
    expect(line.link.nextEvent, is: 1_005)
    line.run()
    expect(line.served, is: [3: 1_005])
    expect(line.link.nextEvent, is: .max)
  }

  @Test func aloneASenderWaitsForTheFirstSegmentOfEachRound() {
    var line = Line()
    line.join(0, 6)
    line.run()
    // 2 until 2 000; the first one's acknowledgement at 1 000 + 10 000; the other 4.
    expect(line.served, is: [0: 15_000])
    expect(line.link.window(of: 0), is: 4)
  }

  @Test func twoEqualTransfersThatStartTogetherTakeTurns() {
    var line = Line(windows: [2, 2])
    for place in 0..<2 { line.join(ExchangeID(place), over: place, 6) }
    line.run()
    // At half the pace 2 take until 4 000, the first one until 2 000: both wait until 12 000.
    expect(line.served, is: [0: 20_000, 1: 20_000])
  }

  @Test func whoWaitsLeavesTheLinkToTheOther() {
    var line = Line(windows: [2, 100])
    line.join(0, over: 0, 6)
    line.join(1, over: 1, 20)
    line.run()
    // Until 4 000 both send; until 12 000 only the other, 8; then both, and the link never rests.
    expect(line.served, is: [0: 20_000, 1: 26_000])
    expect(line.link.window(of: 1), is: 100)
  }

  @Test func twentyStreamsOfOneConnectionShareOneWindow() {
    var line = Line(windows: [10])
    for id in 0..<20 { line.join(ExchangeID(id), 1, roundTrip: 100_000) }
    line.run()
    // Half of each is served at 10 000, and the window is used up until 1 000 + 100 000.
    expect(line.served.values.allSatisfy { $0 == 111_000 })
    expect(line.link.window(of: 0), is: 20)
  }

  @Test func twentyConnectionsHaveTwentyWindows() {
    var line = Line(windows: [Int64](repeating: 10, count: 20))
    for id in 0..<20 { line.join(ExchangeID(id), over: id, 1, roundTrip: 100_000) }
    line.run()
    expect(line.served.values.allSatisfy { $0 == 20_000 })
  }

  @Test func aConnectionsShareDoesNotGrowWithItsStreams() {
    var line = Line(windows: [100, 100])
    for id in 0..<3 { line.join(ExchangeID(id), over: 0, 2) }
    line.join(3, over: 1, 2)
    line.run()
    expect(line.served, is: [3: 4_000, 0: 8_000, 1: 8_000, 2: 8_000])
  }

  @Test func whatFollowsAtOnceHasWhatIsLeftOfTheWindow() {
    var line = Line()
    line.join(0, 1)
    line.join(1, 5, at: 2_000)
    line.run()
    // One segment is left, until the first one's acknowledgement at 11 000.
    expect(line.served, is: [0: 1_000, 1: 15_000])
  }

  @Test func whatFollowsAUsedUpWindowWaits() {
    var line = Line()
    line.join(0, 2)
    line.join(1, 1, at: 2_000)
    line.run()
    expect(line.served, is: [0: 2_000, 1: 12_000])
  }

  @Test func whatFollowsTheAcknowledgementHasAWholeWindow() {
    var line = Line()
    line.join(0, 2)
    line.join(1, 2, at: 11_000)
    line.run()
    expect(line.served, is: [0: 2_000, 1: 13_000])
    expect(line.link.window(of: 0), is: 2)
  }

  @Test func aPipeThatIsFullAtHalfThePaceWaitsAtTheWholeOne() {
    var line = Line(windows: [6, 100])
    line.join(0, over: 0, 20)
    line.join(1, over: 1, 6)
    line.run()
    // Both 6 until 12 000, when the first one's acknowledgement is there too; then 6 alone until
    // 18 000, a wait until 13 000 + 10 000, and the last 8.
    expect(line.served, is: [1: 12_000, 0: 31_000])
    expect(line.link.window(of: 0), is: 12)
  }

  @Test func anUnlimitedLinkTakesRoundTripsOnly() {
    var line = Line(.unlimited)
    line.join(0, 2)
    line.join(1, 4, at: 20_000)
    line.join(2, 10, at: 40_000)
    line.run()
    expect(line.served, is: [0: 0, 1: 30_000, 2: 50_000])
    expect(line.link.window(of: 0), is: 8)
  }

  @Test func streamsOfAnUnlimitedLinkShareTheWindowToo() {
    var line = Line(.unlimited)
    line.join(0, 1)
    line.join(1, 4)
    line.run()
    expect(line.served, is: [0: 0, 1: 10_000])
  }

  @Test func lossSlowsAConnectionAndLeavesTheRestToOthers() {
    // A quarter of the link for each: two have it, eight share the link.
    for (count, time) in [(1, Int64(8_000)), (2, 8_000), (4, 8_000), (8, 16_000)] {
      var line = Line(
        limit: 2_000_000_000, windows: [Int64](repeating: 100, count: count))
      for id in 0..<count { line.join(ExchangeID(id), over: id, 2) }
      line.run()
      expect(line.served.values.allSatisfy { $0 == time })
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func bytesServedAreBytesAskedAndTheLinkKeepsItsRate(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var line = Line(windows: [1, 2, 10, 40])
    var asked: [ExchangeID: (from: Int64, bytes: Int64, place: Int)] = [:]
    var now: Int64 = 0
    var carried = 0.0
    for id in 0..<400 as Range<ExchangeID> {
      now += Int64.random(in: 0..<12_000, using: &random)
      line.run(until: now)
      let open = asked.keys.filter { line.served[$0] == nil }.sorted()
      if Int.random(in: 0..<8, using: &random) == 0, let victim = open.first,
        let stream = asked.removeValue(forKey: victim)
      {
        let left = line.link.remove(victim, from: stream.place, at: now)
        expect(left >= 0 && left <= Double(stream.bytes), "seed \(seed)")
        carried += Double(stream.bytes) - left
      } else {
        let place = Int.random(in: 0..<4, using: &random)
        let segments = Int64.random(in: 1..<20, using: &random)
        asked[id] = (now, segments * 1_000, place)
        line.join(id, over: place, segments, at: now)
      }
    }
    line.run()
    expect(line.served.count, is: asked.count, "seed \(seed)")
    for (id, stream) in asked {
      carried += Double(stream.bytes)
      expect(line.served[id]! >= stream.from + stream.bytes, "seed \(seed)")
    }
    expect(carried <= Double(line.served.values.max()!), "seed \(seed)")
  }
}
