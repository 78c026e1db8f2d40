internal import SimCore

@testable internal import Devices

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
