public import SimCore

/// When each exchange came to its stations, kept for those who tell what happened; by number, of
/// the latest exchange that had it.
struct ExchangeJournal {
  /// The instants of one exchange, in nanoseconds; nil: it did not come so far, or skipped it.
  struct Stations {
    var begun: Int64
    /// It has a connection's place.
    var placed: Int64?
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

  private(set) var stations: [Stations] = []

  mutating func begin(_ index: Int, at now: Int64) {
    if index >= stations.count {
      stations += repeatElement(Stations(begun: now), count: index + 1 - stations.count)
    }
    stations[index] = Stations(begun: now)
  }

  /// Notes a station.
  mutating func note(_ station: WritableKeyPath<Stations, Int64?>, of index: Int, at now: Int64) {
    stations[index][keyPath: station] = now
  }
}

extension Network {
  /// Notes from now on when exchanges come to their stations; nothing else changes by it.
  public mutating func keepJournal() { journal = ExchangeJournal() }

  /// What the time of the latest exchange with this number went into so far: the wait for one of
  /// the host's connections, then phases in order. Those that took no time are left out; there are
  /// none where no journal is kept.
  /// - Complexity: O(1).
  public func phases(of id: ExchangeID) -> (queue: TimeSpan, phases: [FetchPhase]) {
    guard let journal, Int(id) < journal.stations.count else { return (.zero, []) }
    let stations = journal.stations[Int(id)]
    var phases: [FetchPhase] = []
    var last = stations.placed ?? now
    let queue = TimeSpan(nanoseconds: last - stations.begun)
    func add(_ kind: FetchPhase.Kind, until end: Int64?) {
      guard let end = end.map({ min($0, now) }), end > last else { return }
      phases.append(
        FetchPhase(
          kind: kind, start: TimeSpan(nanoseconds: last - stations.begun),
          duration: TimeSpan(nanoseconds: end - last)))
      last = end
    }
    add(.promotion, until: stations.awake)
    add(.nameLookup, until: stations.named)
    if let connected = stations.connected {
      add(.connection, until: min(connected, stations.uploading ?? now))
      add(.tls, until: stations.uploading)
    } else {
      add(.connection, until: stations.uploading)
    }
    add(.upload, until: stations.uploaded)
    add(.wayThere, until: stations.reached)
    add(.server, until: stations.thought)
    add(.wayBack, until: stations.firstByte)
    add(.wakingUp, until: stations.downloading)
    add(.transfer, until: stations.ended)
    return (queue, phases)
  }
}
