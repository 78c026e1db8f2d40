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
