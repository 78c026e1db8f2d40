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
  private let common: SharedOrigin
  private let makeSession: (UInt32, SharedOrigin?) -> Session<S>
  /// By device; nil where its workload has not begun, or has ended.
  private var sessions: [Session<S>?]
  private let inboxes: [Inbox]
  /// The devices that wait for a request's turn, by its instant.
  private var requests = EventQueue<Int>()
  /// Up to when everything is known.
  private var limit = Instant(nanoseconds: .min)

  /// - Parameters:
  ///   - devices: how many the workload has.
  ///   - idle: those that have no event.
  init(
    _ common: SharedOrigin, devices: Int, idle: [Int],
    _ makeSession: @escaping (UInt32, SharedOrigin?) -> Session<S>
  ) {
    self.common = common
    self.makeSession = makeSession
    sessions = Array(repeating: nil, count: devices)
    inboxes = (0..<devices).map { _ in Inbox() }
    for device in idle { inboxes[device].known = .distantFuture }
  }

  func take(_ block: EventBlock, _ observer: inout any TraceObserver) {
    Inbox.distribute(block, to: inboxes)
    let known = inboxes.map(\.known).min() ?? .distantFuture
    guard known > limit else { return }
    limit = known
    for device in inboxes.indices { run(device, &observer) }
    while let (_, device) = requests.next() {
      sessions[device]?.release()
      run(device, &observer)
    }
  }

  /// Lets a device's time pass to its next request, or as far as all is known.
  private func run(_ device: Int, _ observer: inout any TraceObserver) {
    let inbox = inboxes[device]
    guard inbox.hasEvents else { return }
    let session = sessions[device] ?? makeSession(UInt32(device), common)
    sessions[device] = session
    while let (event, parts) = inbox.first {
      let happened = session.proceed(to: event, parts: parts, until: limit)
      if session.isPageFull { session.turnPage(&observer) }
      guard happened else {
        if session.isHeld { requests.schedule(device, at: session.now) }
        return
      }
      inbox.removeFirst()
      guard case .end = event.action else { continue }
      session.end()
      session.turnPage(&observer)
      sessions[device] = nil
    }
  }
}

/// The events of a device that have not happened yet.
private final class Inbox {
  /// Events of one block, of which others have theirs.
  private struct Run {
    let block: EventBlock
    var places: Range<Int>
  }

  private var runs: [Run?] = []
  /// The first of them that is not taken.
  private var next = 0
  private var places = 0..<0
  private var present: EventBlock?
  /// Up to when its events are known.
  fileprivate(set) var known = Instant(nanoseconds: .min)

  var hasEvents: Bool { !places.isEmpty || next < runs.count }

  /// The next event, with the parts lists that it refers to; nil: there is none.
  var first: (event: WorkloadEvent, parts: [ResourceIndex])? {
    if places.isEmpty {
      guard next < runs.count, let run = runs[next] else { return nil }
      runs[next] = nil
      next += 1
      if next == runs.count {
        runs.removeAll(keepingCapacity: true)
        next = 0
      }
      (present, places) = (run.block, run.places)
    }
    return present.map { ($0.events[places.lowerBound], $0.parts) }
  }

  func removeFirst() {
    places.removeFirst()
    if places.isEmpty { present = nil }
  }

  /// Gives the devices the events of a block, in runs, as sources have several of one device in a
  /// row: a block is held until the last of its events has happened.
  static func distribute(_ block: EventBlock, to inboxes: [Inbox]) {
    var start = 0
    for place in block.events.indices {
      let event = block.events[place]
      let isLast = place == block.events.count - 1
      guard isLast || block.events[place + 1].device != event.device else { continue }
      precondition(event.device < inboxes.count, "a workload says how many devices it has")
      let inbox = inboxes[Int(event.device)]
      inbox.runs.append(Run(block: block, places: start..<place + 1))
      inbox.known = max(inbox.known, event.at)
      if case .end = event.action { inbox.known = .distantFuture }
      start = place + 1
    }
  }
}
