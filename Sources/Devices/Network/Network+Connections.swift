internal import SimCore

/// Who gets which connection.
extension Network {
  /// How many places for connections each host has.
  private var places: Int { settings.version == .http2 ? 1 : settings.connectionsPerHost }

  /// Gives an exchange a connection, or has it wait for one.
  ///
  /// HTTP/1.1 takes the connection that was used last, which is the one that keeps longest; then it
  /// opens a new one; then it waits its turn.
  mutating func connect(_ index: Int) {
    let host = exchanges[index].host
    while names.count <= host {
      names.append(HostName())
      for _ in 0..<places { connections.append(Connection()) }
    }
    guard let place = freePlace(of: host) else {
      exchanges[index].phase = .waiting
      waiting.append(index, to: host)
      return
    }
    use(place, by: index)
  }

  /// Gives back a connection, to the next exchange that waits for one.
  mutating func release(_ place: Int, of host: Int, closing: Bool) {
    connections[place].users -= 1
    connections[place].idleSince = now
    if closing { connections[place] = Connection() }
    guard let index = waiting.first(of: host) else { return }
    waiting.remove(index, from: host)
    use(place, by: index)
  }

  /// Has an exchange use a place: over the connection there, or over a new one.
  private mutating func use(_ place: Int, by index: Int) {
    if !isUsable(place) { open(place, by: index) }
    if connections[place].users == 0, let lifetime = settings.windowLifetime,
      now - connections[place].idleSince > lifetime.nanoseconds
    {
      connections[place].window = settings.initialWindow
    }
    connections[place].users += 1
    exchanges[index].connection = place
    exchanges[index].phase = .opening
    let ready = connections[place].ready
    if ready != .max { agenda.insert(ExchangeID(index), key: max(now, ready)) }
  }

  private func freePlace(of host: Int) -> Int? {
    let range = host * places..<(host + 1) * places
    if settings.version == .http2 { return range.lowerBound }
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

  private mutating func open(_ place: Int, by index: Int) {
    let roundTrip = exchanges[index].roundTrip
    var connection = Connection()
    connection.isOpen = true
    connection.window = settings.initialWindow
    connection.ready = .max
    if profile.loss < 1 {
      let known = nameKnown(exchanges[index].host, roundTrip: roundTrip)
      connection.ready = known + roundTrip * (1 + settings.handshakeRoundTrips)
    }
    connections[place] = connection
  }

  /// When the host's name is known: now, when a lookup in flight is answered, or after a new one.
  private mutating func nameKnown(_ host: Int, roundTrip: Int64) -> Int64 {
    if now < names[host].expires { return max(now, names[host].known) }
    let known = now + roundTrip * settings.nameRoundTrips + profile.nameLookupDelay.nanoseconds
    names[host].known = known
    names[host].expires = known + settings.nameTimeToLive.nanoseconds
    return known
  }

  /// Notes that an exchange goes onto its link: with loss, each connection that carries something
  /// adds to what the link reaches.
  mutating func startCarrying(_ index: Int) {
    let place = exchanges[index].connection
    if exchanges[index].phase == .uploading {
      connections[place].uploads += 1
      if connections[place].uploads == 1 { changeUploading(by: 1) }
    } else {
      connections[place].downloads += 1
      if connections[place].downloads == 1 { changeDownloading(by: 1) }
    }
  }

  /// Notes that an exchange has left its link.
  mutating func stopCarrying(_ index: Int) {
    let place = exchanges[index].connection
    if exchanges[index].phase == .uploading {
      connections[place].uploads -= 1
      if connections[place].uploads == 0 { changeUploading(by: -1) }
    } else {
      connections[place].downloads -= 1
      if connections[place].downloads == 0 { changeDownloading(by: -1) }
    }
  }

  private mutating func changeUploading(by step: Int) {
    uploadingConnections += step
    uplink.set(speed: upRate.speed(connections: uploadingConnections), at: now)
  }

  private mutating func changeDownloading(by step: Int) {
    downloadingConnections += step
    downlink.set(speed: downRate.speed(connections: downloadingConnections), at: now)
  }
}
