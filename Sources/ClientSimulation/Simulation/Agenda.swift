internal import CacheMetrics
internal import CacheWorkloads
public import SimCore

/// What lies ahead of a device: its own events in order of time, and what the strategy has still to
/// react to at the present instant.
struct Agenda: ~Copyable {
  private var queue = EventQueue<AgendaItem>()
  /// What has still to happen at the present instant, in order.
  private(set) var reactions: [Reaction] = []
  private var timerCount: UInt64 = 0

  var nextInstant: Instant { queue.nextInstant }

  mutating func schedule(_ item: AgendaItem, at instant: Instant) {
    queue.schedule(item, at: instant)
  }

  mutating func next() -> AgendaItem? { queue.next()?.event }

  mutating func append(_ reaction: Reaction) { reactions.append(reaction) }

  mutating func removeReactions() {
    if !reactions.isEmpty { reactions.removeAll(keepingCapacity: true) }
  }

  mutating func makeTimer() -> TimerID {
    timerCount += 1
    return TimerID(number: timerCount)
  }
}

/// A timer of a strategy, named by the simulation.
public struct TimerID: Hashable, Sendable {
  fileprivate let number: UInt64
}

/// What has still to happen at the present instant.
enum Reaction {
  case event(ClientEvent)
  /// The open screen turns out to need the parts of the main content that was painted: each is
  /// registered, and then the strategy reacts to it.
  case need([ResourceIndex])
  /// The process ends, after the strategy reacted to all before.
  case processEnd(ProcessEnding)
  /// Another user takes the device, after the strategy reacted to all before.
  case userChange(UInt16)
}

/// An event of the device's own.
enum AgendaItem {
  /// A paint is done; an index of the paint pool.
  case paint(Int)
  /// A file is written; an index of their pool.
  case write(Int, process: UInt32)
  case timer(TimerID, process: UInt32)
  /// The app's time in the background is over, unless it came back meanwhile.
  case suspend(period: UInt32)
  case backgroundFetch
  case deadline
  /// A maintenance window of Doze opens.
  case maintenance
  /// The user's patience with a screen is at its end.
  case patience(screen: UInt32)
  /// The app has started, and a screen begins.
  case ready(screen: UInt32)
  /// The user opens again what stayed blank.
  case reopen(screen: UInt32)
  case refresh(screen: UInt32)
  /// A silent push that the origin has spread.
  case push(ResourceIndex)
  /// There is room for the next segment of media.
  case play(screen: UInt32)
}

/// Elements by number, so that the agenda's entries stay small; numbers are used again.
struct Pool<Element> {
  private var elements: [Element] = []
  private var free: [Int] = []

  mutating func insert(_ element: consuming Element) -> Int {
    if let index = free.popLast() {
      elements[index] = element
      return index
    }
    elements.append(element)
    return elements.count - 1
  }

  mutating func remove(_ index: Int) -> Element {
    free.append(index)
    return elements[index]
  }

  /// Goes through the elements, and some that were removed.
  func forEach(_ body: (Element) -> Void) { elements.forEach(body) }
}

// MARK: - Timers and reactions

extension DeviceSimulation {
  /// A timer of the strategy's: it tells its events apart by it.
  public mutating func makeTimer() -> TimerID { agenda.makeTimer() }

  /// Sets a timer; it goes off only if this process works then.
  public mutating func wake(_ timer: TimerID, after span: TimeSpan) {
    agenda.schedule(.timer(timer, process: app.process), at: now + span)
  }

  /// Lets the strategy react to an event, after all that it has still to react to.
  mutating func tell(_ event: ClientEvent) { agenda.append(.event(event)) }

  mutating func handle(_ item: AgendaItem) {
    switch item {
    case .paint(let index): paint(screens.takePaint(index))
    case .write(let index, let process): finish(writer.take(index), of: process)
    case .timer(let timer, let process):
      if process == app.process, app.isWorking { tell(.timer(timer)) }
    case .suspend(let period): suspend(period: period)
    case .patience(let serial):
      if screens.isBlank(serial) { close(givenUp: true) }
    case .ready(let serial): beginScreen(serial)
    case .reopen(let serial): reopen(serial)
    case .refresh(let serial): refresh(serial)
    case .push(let resource): receivePush(about: resource)
    case .play(let serial): if screens.serial == serial { askForMedia() }
    case .backgroundFetch: grantBackgroundFetch()
    case .deadline: grantTransfer()
    case .maintenance: resumeHeldWork()
    }
  }
}
