internal import SimCore
internal import TestCases
internal import Testing

@testable internal import DeviceModels

/// A link simulated packet by packet, in slots of one segment, with a window that opens by one
/// with each acknowledgement: the twin of `SharedLink`, as naive as can be.
struct PacketTwin {
  /// One connection with one stream.
  struct Connection {
    var start: Int
    var segments: Int
    var window: Int
    var sent = 0
    var served = 0
    var acknowledged = 0
    var acknowledgements: [Int] = []
    var finish = 0
  }

  var connections: [Connection]
  let roundTrip: Int

  /// Serves everything, in turn one segment of each connection that may send.
  mutating func run() {
    var slot = 0
    var turn = 0
    while connections.contains(where: { $0.served < $0.segments }) {
      for index in connections.indices {
        while let first = connections[index].acknowledgements.first, first <= slot {
          connections[index].acknowledgements.removeFirst()
          connections[index].acknowledged += 1
          connections[index].window += 1
        }
      }
      for step in connections.indices {
        let index = (turn + step) % connections.count
        let connection = connections[index]
        guard connection.start <= slot, connection.served < connection.segments,
          connection.served - connection.acknowledged < connection.window
        else { continue }
        connections[index].served += 1
        connections[index].finish = slot + 1
        connections[index].acknowledgements.append(slot + 1 + roundTrip)
        turn = index + 1
        break
      }
      slot += 1
    }
  }
}

extension PacketTwin {
  private static let segment: Int64 = 1_000

  /// Some connections that begin within a hundred slots.
  static func random(seed: UInt64, connections: ClosedRange<Int>) -> PacketTwin {
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

  /// How many slots later than the packets each connection of the fluid ends.
  func lagOfTheFluid() -> [Double] {
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
        roundTrip: Int64(roundTrip) * Self.segment, at: start)
    }
    while link.nextEvent < .max {
      let now = link.nextEvent
      if let id = link.next() { ends[Int(id)] = now }
    }
    var packets = self
    packets.run()
    return zip(ends, packets.connections).map {
      Double($0) / Double(Self.segment) - Double($1.finish)
    }
  }
}

/// Rounds of a fluid against packets with their own acknowledgements.
///
/// Alone they are equal. Together they differ in two ways: packets take turns whole, which moves
/// an end by a packet of each other connection; and a window opens packet by packet at the pace at
/// which the round before was served, where the fluid's opens at once, so that the fluid is ahead
/// when the link has become free meanwhile, and behind when packets of a wider window (each
/// acknowledgement widens it, even those of a full pipe) need not wait any more.
struct PacketTwinTests {
  @Test(arguments: 0..<100 as Range<UInt64>)
  func aloneTheFluidIsThePackets(seed: UInt64) {
    expect(PacketTwin.random(seed: seed, connections: 1...1).lagOfTheFluid(), is: [0])
  }

  @Test func togetherTheyDifferByLessThanARoundTripAndATurn() {
    var sum = 0.0
    var count = 0.0
    for seed in 0..<600 as Range<UInt64> {
      let twin = PacketTwin.random(seed: seed, connections: 2...4)
      let bound = Double(twin.roundTrip + twin.connections.count)
      for difference in twin.lagOfTheFluid() {
        expect(abs(difference) <= bound, "seed \(seed)")
        sum += difference
        count += 1
      }
    }
    // On average by less than one packet.
    expect(abs(sum / count) < 1, "\(sum / count)")
  }
}
