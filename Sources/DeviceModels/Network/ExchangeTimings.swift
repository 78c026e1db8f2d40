package import SimCore

/// When each exchange reached its milestones, recorded for explanations; by number, of the latest
/// exchange that had it.
struct ExchangeTimings {
  /// The instants of one exchange, in nanoseconds; nil: it did not come so far, or skipped it.
  struct Milestones {
    var begun: Int64
    var placed: Int64?
    /// It was made again, because its connection was lost.
    var resent: Int64?
    /// The radio can send.
    var awake: Int64?
    /// The host's name is known, of a connection that this exchange opens.
    var named: Int64?
    /// TCP's handshake is done, of such a connection.
    var connected: Int64?
    var uploading: Int64?
    var uploaded: Int64?
    var reached: Int64?
    /// The origin has its answer.
    var thought: Int64?
    var firstByte: Int64?
    var downloading: Int64?
    var ended: Int64?
  }

  private(set) var milestones: [Milestones] = []

  mutating func begin(_ index: Int, at now: Int64) {
    if index >= milestones.count {
      milestones += repeatElement(Milestones(begun: now), count: index + 1 - milestones.count)
    }
    milestones[index] = Milestones(begun: now)
  }

  /// Records that an exchange has a connection's place; of one that is made again, the first.
  mutating func place(_ index: Int, at now: Int64) {
    milestones[index].placed = milestones[index].placed ?? now
  }

  /// Records that an exchange is made again: the milestones that follow are those of its new
  /// request.
  mutating func resend(_ index: Int, at now: Int64) {
    let former = milestones[index]
    milestones[index] = Milestones(begun: former.begun, placed: former.placed, resent: now)
  }

  mutating func note(_ milestone: WritableKeyPath<Milestones, Int64?>, of index: Int, at now: Int64)
  {
    milestones[index][keyPath: milestone] = now
  }
}

extension Network {
  /// Records from now on when exchanges reach their milestones, and what the radio does; nothing
  /// else changes by it.
  package mutating func recordTimings() {
    timings = ExchangeTimings()
    radio.keepJournal()
  }

  /// The states of the radios until an instant that is not past; none where nothing is recorded.
  package func radioStretches(until instant: Instant) -> [RadioStretch] {
    radio.stretches(until: instant.nanoseconds)
  }

  /// Over which of its host's connections, from 1 on, the latest exchange with this number went;
  /// nil: it had none, or nothing is recorded.
  package func connection(of id: ExchangeID) -> Int? {
    guard let timings, Int(id) < timings.milestones.count,
      timings.milestones[Int(id)].placed != nil
    else { return nil }
    let exchange = exchanges[Int(id)]
    return exchange.connection - exchange.host * places + 1
  }

  /// What the time of the latest exchange with this number went into so far: the wait for one of
  /// the host's connections, then phases in order. Those that took no time are left out; there are
  /// none where nothing is recorded.
  /// - Complexity: O(1).
  package func phases(of id: ExchangeID) -> (queue: TimeSpan, phases: [FetchPhase]) {
    guard let timings, Int(id) < timings.milestones.count else { return (.zero, []) }
    let reached = timings.milestones[Int(id)]
    var phases: [FetchPhase] = []
    var last = reached.placed ?? now
    let queue = TimeSpan(nanoseconds: last - reached.begun)
    func add(_ kind: FetchPhase.Kind, until end: Int64?) {
      guard let end = end.map({ min($0, now) }), end > last else { return }
      phases.append(
        FetchPhase(
          kind: kind, start: TimeSpan(nanoseconds: last - reached.begun),
          duration: TimeSpan(nanoseconds: end - last)))
      last = end
    }
    add(.lost, until: reached.resent)
    add(.promotion, until: reached.awake)
    add(.nameLookup, until: reached.named)
    if let connected = reached.connected {
      add(.connection, until: min(connected, reached.uploading ?? now))
      add(.tls, until: reached.uploading)
    } else {
      add(.connection, until: reached.uploading)
    }
    add(.upload, until: reached.uploaded)
    add(.wayThere, until: reached.reached)
    add(.server, until: reached.thought)
    add(.wayBack, until: reached.firstByte)
    add(.wakingUp, until: reached.downloading)
    add(.transfer, until: reached.ended)
    return (queue, phases)
  }
}
