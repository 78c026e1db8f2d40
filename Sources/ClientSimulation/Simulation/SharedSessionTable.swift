internal import CacheMetrics
internal import CacheWorkloads
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
  private var inboxes: [Inbox]
  /// The devices that wait for a request's turn, by its instant.
  private var requests = EventQueue<Int>()
  /// Up to when everything is known.
  private var limit = Instant(nanoseconds: .min)
  /// The parts lists of the present event's content.
  private var parts: [ResourceIndex] = []
  /// The page of the device that runs: one for each would take 37 kB, seldom full.
  private var page: [TraceRecord] = []

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
    inboxes = Array(repeating: Inbox(), count: devices)
    for device in idle { inboxes[device].known = .distantFuture }
  }

  func take(_ block: EventBlock, _ observer: inout any TraceObserver) {
    for events in block.packed ?? block.packedEvents() {
      precondition(events.device < inboxes.count, "a workload says how many devices it has")
      inboxes[Int(events.device)].append(events)
    }
    let known = inboxes.map(\.known).min() ?? .distantFuture
    guard known > limit else { return }
    limit = known
    for device in inboxes.indices { run(device, &observer) }
    while let (_, device) = requests.next() { run(device, &observer) }
  }

  /// Has a device's request answered that was held, and lets its time pass to the next one, or as
  /// far as all is known.
  private func run(_ device: Int, _ observer: inout any TraceObserver) {
    guard inboxes[device].hasEvents else { return }
    let session = sessions[device] ?? makeSession(UInt32(device), common)
    sessions[device] = session
    // What it recorded when it was made.
    session.turnPage(&observer)
    session.exchangePage(with: &page)
    session.release()
    advance(session, device, &observer)
    session.turnPage(&observer)
    session.exchangePage(with: &page)
  }

  private func advance(
    _ session: Session<S>, _ device: Int, _ observer: inout any TraceObserver
  ) {
    while inboxes[device].hasEvents {
      if inboxes[device].isRetirement {
        if case .retire(let resource) = inboxes[device].next(parts: &parts) {
          session.retire(resource)
        }
        continue
      }
      guard session.pass(to: inboxes[device].nextInstant, until: limit) else {
        if session.isHeld { requests.schedule(device, at: session.now) }
        return
      }
      guard let action = inboxes[device].next(parts: &parts) else { return }
      session.happen(action, parts: parts)
      session.releaseParts()
      if session.isPageFull { session.turnPage(&observer) }
      guard case .end = action else { continue }
      session.end()
      sessions[device] = nil
    }
  }
}

/// The events of a device that have not happened yet.
private struct Inbox {
  private var cursor: EventCursor?
  /// Those behind the cursor's.
  private var waiting: [PackedEvents] = []
  /// Up to when its events are known.
  fileprivate(set) var known = Instant(nanoseconds: .min)

  var hasEvents: Bool { cursor != nil }
  /// When the next event happens.
  var nextInstant: Instant { cursor?.at ?? .distantFuture }
  /// Whether the next event only says something of the workload.
  var isRetirement: Bool { cursor?.isRetirement ?? false }

  mutating func append(_ events: PackedEvents) {
    if cursor == nil { cursor = EventCursor(events) } else { waiting.append(events) }
    known = events.isLast ? .distantFuture : max(known, events.end)
  }

  /// Takes the next event; the last of them lets go of what it was packed with.
  mutating func next(parts: inout [ResourceIndex]) -> Action? {
    let action = cursor?.next(parts: &parts)
    if cursor?.hasNext == false {
      cursor = waiting.isEmpty ? nil : EventCursor(waiting.removeFirst())
    }
    return action
  }
}
