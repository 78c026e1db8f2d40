internal import SimCore
internal import Testing

@testable internal import Devices

/// Rounds of a fluid against packets with their own acknowledgements.
///
/// Alone they are equal. Together they differ in two ways: packets take turns whole, which moves
/// an end by a packet of each other connection; and a window opens packet by packet at the pace at
/// which the round before was served, where the fluid's opens at once, so that the fluid is ahead
/// when the link has become free meanwhile, and behind when packets of a wider window (each
/// acknowledgement widens it, even those of a full pipe) need not wait any more.
struct PacketTwinTests {
  private static let segment: Int64 = 1_000

  /// How many slots later than the packets each connection of the fluid ends.
  private func differences(_ twin: consuming PacketTwin) -> [Double] {
    let connections = twin.connections
    var link = SharedLink(
      rate: LinkRate(BitRate(bitsPerSecond: 8_000_000_000), limit: .infinity),
      segment: Self.segment)
    var ends = [Int64](repeating: 0, count: connections.count)
    for (place, connection) in connections.enumerated() {
      let start = Int64(connection.start) * Self.segment
      while link.nextEvent < start {
        let now = link.nextEvent
        if let id = link.next() { ends[Int(id)] = now }
      }
      link.open(place, window: Int64(connection.window))
      link.join(
        ExchangeID(place), over: place, bytes: Int64(connection.segments) * Self.segment,
        roundTrip: Int64(twin.roundTrip) * Self.segment, at: start)
    }
    while link.nextEvent < .max {
      let now = link.nextEvent
      if let id = link.next() { ends[Int(id)] = now }
    }
    twin.run()
    return zip(ends, twin.connections).map {
      Double($0) / Double(Self.segment) - Double($1.finish)
    }
  }

  private func dice(_ seed: UInt64, connections: ClosedRange<Int>) -> PacketTwin {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var twin = PacketTwin(connections: [], roundTrip: Int.random(in: 2...80, using: &random))
    let window = Int.random(in: 2...10, using: &random)
    for _ in 0..<Int.random(in: connections, using: &random) {
      let connection = PacketTwin.Connection(
        start: Int.random(in: 0...100, using: &random),
        segments: Int.random(in: 1...150, using: &random), window: window)
      twin.connections.append(connection)
    }
    twin.connections.sort { $0.start < $1.start }
    return twin
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func aloneTheFluidIsThePackets(seed: UInt64) {
    #expect(differences(dice(seed, connections: 1...1)) == [0])
  }

  @Test func togetherTheyDifferByLessThanARoundTripAndATurn() {
    var sum = 0.0
    var count = 0.0
    for seed in 0..<600 as Range<UInt64> {
      let twin = dice(seed, connections: 2...4)
      let bound = Double(twin.roundTrip + twin.connections.count)
      for difference in differences(twin) {
        #expect(abs(difference) <= bound, "seed \(seed)")
        sum += difference
        count += 1
      }
    }
    // On average by less than one packet.
    #expect(abs(sum / count) < 1, "\(sum / count)")
  }
}
