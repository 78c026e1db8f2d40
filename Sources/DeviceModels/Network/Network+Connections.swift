internal import SimCore

/// Which exchange uses which connection.
extension Network {
  var places: Int { settings.version.isMultiplexed ? 1 : settings.connectionsPerHost }

  /// Gives an exchange a connection, or has it wait for one.
  ///
  /// HTTP/1.1 takes the connection that was used last, which is the one that keeps longest; then it
  /// opens a new one; then it waits its turn.
  mutating func connect(_ index: Int) {
    let host = exchanges[index].host
    while names.count <= host {
      names.append(ResolvedName())
      waiting.addList()
      tickets.append(SessionTicket())
      for _ in 0..<places { connections.append(NetworkConnection()) }
    }
    guard let place = freePlace(of: host) else {
      exchanges[index].phase = .waiting
      waiting.append(ExchangeID(index), to: host)
      return
    }
    use(place, by: index)
  }

  /// Gives back a connection, to the next exchange that waits for one.
  mutating func release(_ place: Int, of host: Int, closing: Bool) {
    connections[place].users -= 1
    connections[place].idleSince = now
    if closing { connections[place] = NetworkConnection() }
    let next = waiting.first(of: host)
    guard next != noIndex else { return }
    waiting.remove(next)
    use(place, by: Int(next))
  }

  /// Has an exchange use a place: over the connection there, or over a new one.
  private mutating func use(_ place: Int, by index: Int) {
    let start = radio.wake(at: now)
    timings?.place(index, at: now)
    timings?.note(\.awake, of: index, at: start)
    if !isUsable(place) { open(place, by: index, at: firstPassage(from: start)) }
    if connections[place].users == 0, let lifetime = settings.windowLifetime,
      now - connections[place].idleSince > lifetime.nanoseconds
    {
      openSenders(place)
    }
    connections[place].users += 1
    exchanges[index].connection = place
    exchanges[index].isOnKeptConnection = connections[place].hasAnswered
    exchanges[index].phase = .opening
    let connection = connections[place]
    let ready = exchanges[index].effect == .none ? connection.early : connection.ready
    if ready != .max {
      agenda.schedule(ExchangeID(index), at: Instant(nanoseconds: max(start, ready)))
    }
  }

  private func freePlace(of host: Int) -> Int? {
    let range = host * places..<(host + 1) * places
    if settings.version.isMultiplexed { return range.lowerBound }
    var best: Int?
    for place in range where connections[place].users == 0 && isUsable(place) {
      if let found = best, connections[found].idleSince >= connections[place].idleSince {
        continue
      }
      best = place
    }
    return best ?? range.first { connections[$0].users == 0 }
  }

  private func isUsable(_ place: Int) -> Bool {
    let connection = connections[place]
    guard connection.isOpen else { return false }
    return connection.users > 0
      || now - connection.idleSince <= settings.keepAlive.nanoseconds
  }

  private mutating func open(_ place: Int, by index: Int, at start: Int64) {
    let conditions = exchanges[index].conditions
    let roundTrip = conditions.roundTrip
    let host = exchanges[index].host
    var connection = NetworkConnection()
    connection.isOpen = true
    connection.ready = .max
    connection.early = .max
    if profile.loss == 1 {
      radio.send(0, from: start, every: roundTrip)
    } else {
      let known = nameKnown(host, conditions, at: start)
      let resuming = tickets[host].holds(at: now)
      let rounds = settings.connectionRoundTrips(resuming: resuming, isSafe: false)
      let early = settings.connectionRoundTrips(resuming: resuming, isSafe: true)
      // The first round trip is TCP's or QUIC's; those of TLS over TCP follow.
      connection.ready = known + duration(of: rounds, conditions)
      connection.early = known + duration(of: early, conditions)
      timings?.note(\.named, of: index, at: known)
      if settings.version != .http3 {
        timings?.note(\.connected, of: index, at: known + roundTrip)
      }
      radio.send(rounds, from: known, every: roundTrip)
      tickets[host].renew(
        at: connection.ready, now: now, lifetime: settings.ticketLifetime.nanoseconds)
    }
    connections[place] = connection
    openSenders(place)
  }

  /// Gives both ends of a connection their initial windows.
  private mutating func openSenders(_ place: Int) {
    uplink.open(place, window: settings.initialWindow)
    downlink.open(place, window: settings.initialWindow)
  }

  /// What the round trips of a connection's opening take.
  private func duration(of rounds: Int64, _ conditions: NetworkJitter.Conditions) -> Int64 {
    rounds == 0 ? 0 : conditions.roundTrip + (rounds - 1) * conditions.handshake
  }

  /// When the host's name is known: at the start, when a lookup in flight is answered, or after a
  /// new one. A lookup without round trips takes no time.
  private mutating func nameKnown(
    _ host: Int, _ conditions: NetworkJitter.Conditions, at start: Int64
  ) -> Int64 {
    if now < names[host].expires { return max(start, names[host].known) }
    let rounds = settings.nameRoundTrips
    radio.send(rounds, from: start, every: conditions.roundTrip)
    let lookup =
      rounds > 0 && conditions.nameLookup >= 0
      ? conditions.nameLookup : conditions.roundTrip * rounds
    let known = start + lookup + profile.nameLookupDelay.nanoseconds
    names[host].known = known
    names[host].expires = known + settings.nameTimeToLive.nanoseconds
    return known
  }
}

/// One place for a connection to one host.
struct NetworkConnection {
  var isOpen = false
  var hasAnswered = false
  /// When the handshakes are done; `Int64.max`: never, on a link that loses everything.
  var ready: Int64 = 0
  /// When a request that may be repeated can be sent: `ready`, or before it as early data.
  var early: Int64 = 0
  /// Since when it has had no user.
  var idleSince: Int64 = 0
  /// Exchanges that hold it.
  var users: Int32 = 0
}

/// The result of the latest lookup of a host's name.
struct ResolvedName {
  /// When the last lookup was or will be answered, in nanoseconds.
  var known = Int64.min
  /// Until when its answer holds.
  var expires = Int64.min
}
