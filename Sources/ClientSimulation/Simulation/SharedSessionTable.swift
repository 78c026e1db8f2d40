internal import CacheWorkloads
internal import Measurement
internal import SimCore

/// The devices that a strategy runs on where they have something in common: on one clock.
///
/// What one device does matters to others only through its requests. So each runs by itself up to
/// the next request that reaches the origin, and waits there; the earliest of all that wait goes
/// on. Requests thus reach the origin in order of time (of one instant: in the order in which they
/// were met with), and a device changes over only at a request. It is conservative parallel
/// simulation's rule of lookahead (Chandy, Misra: Distributed Simulation, IEEE TSE 1979), on one
/// processor.
///
/// A device's events wait until it is known what happens on all others up to then: memory grows
/// with the devices, and with the part of the workload by which they are apart in their source.
final class SharedSessionTable<S: Strategy> {
  private struct Seat {
    var session: Session<S>?
    /// Where its events are that have not happened yet, in order.
    var events: [Place] = []
    var first = 0
    /// Up to when its events are known.
    var known = Instant(nanoseconds: .min)

    mutating func removeFirst() {
      first += 1
      if first == events.count {
        events.removeAll(keepingCapacity: true)
        first = 0
      }
    }
  }

  /// An event, by the block's number and its place in it.
  private struct Place {
    var block: UInt32
    var index: UInt32
  }

  private struct Block {
    var events: EventBlock
    /// How many of them have not happened.
    var left: Int
  }

  private let common: SharedOrigin
  private let makeSession: (UInt32, SharedOrigin?) -> Session<S>
  private var seats: [Seat]
  /// The blocks that have events left, and some between them.
  private var blocks: [Block] = []
  /// How many were before them.
  private var former = 0
  /// The devices that wait for a request's turn, by its instant.
  private var requests = EventQueue<Int>()
  /// Up to when everything is known.
  private var limit = Instant(nanoseconds: .min)

  /// - Parameter devices: how many the workload has.
  init(
    _ common: SharedOrigin, devices: Int,
    _ makeSession: @escaping (UInt32, SharedOrigin?) -> Session<S>
  ) {
    self.common = common
    self.makeSession = makeSession
    seats = Array(repeating: Seat(), count: devices)
  }

  func take(_ block: EventBlock, _ observer: inout any TraceObserver) {
    let number = UInt32(former + blocks.count)
    blocks.append(Block(events: block, left: block.events.count))
    for (index, event) in block.events.enumerated() {
      let device = Int(event.device)
      precondition(device < seats.count, "a workload says how many devices it has")
      seats[device].events.append(Place(block: number, index: UInt32(index)))
      if case .end = event.action {
        seats[device].known = .distantFuture
      } else {
        seats[device].known = max(seats[device].known, event.at)
      }
    }
    let known = seats.map(\.known).min() ?? .distantFuture
    guard known > limit else { return }
    limit = known
    for device in seats.indices {
      run(device, &observer)
    }
    while let (_, device) = requests.next() {
      seats[device].session?.release()
      run(device, &observer)
    }
    removeBlocks()
  }

  /// Lets a device's time pass to its next request, or as far as all is known.
  private func run(_ device: Int, _ observer: inout any TraceObserver) {
    while seats[device].first < seats[device].events.count {
      let place = seats[device].events[seats[device].first]
      let block = Int(place.block) - former
      let event = blocks[block].events.events[Int(place.index)]
      let session = seats[device].session ?? makeSession(event.device, common)
      seats[device].session = session
      let happened = session.proceed(
        to: event, parts: blocks[block].events.parts, until: limit)
      if session.isPageFull { session.turnPage(&observer) }
      guard happened else {
        if session.isHeld { requests.schedule(device, at: session.now) }
        return
      }
      blocks[block].left -= 1
      seats[device].removeFirst()
      guard case .end = event.action else { continue }
      session.end()
      session.turnPage(&observer)
      seats[device].session = nil
    }
  }

  private func removeBlocks() {
    let done = blocks.prefix { $0.left == 0 }.count
    blocks.removeFirst(done)
    former += done
  }
}
