package import SimCore

/// A device's network: exchanges of requests and answers over one link, on virtual time.
///
/// A pure state machine. The simulation begins exchanges, calls `next()` whenever `nextInstant` is
/// the earliest of all its instants, and responds to `reached` with `respond`. A fetch that has the
/// link for itself takes
///
///     [promotion] + [name lookup + TCP + TLS] + upload + RTT + think time + transfer
///
/// where the promotion is paid when there is a radio and it is idle, the second part in brackets
/// by a new connection only, and upload and transfer are
/// `SlowStart`'s closed form. Connections share the up link and the down link max-min fairly, each
/// with one window for all of its streams; a sender that waits for acknowledgements leaves its
/// share to others. Connections, their windows and host names are remembered, and forgotten when
/// the network changes: an address from one network's name server is not used on another. Session
/// tickets are kept.
///
/// A profile with a recording has the recorded rates instead of constant ones: `RecordedLink`.
/// Where links vary as they were measured, rates do: `RateVariance`.
///
/// Left out: lost handshakes (loss acts on rates only, in expectation), HTTP/2 priorities and
/// limits on streams, its flow control, bytes of handshakes.
///
/// Numbers of exchanges and hosts index tables and must be small. Time is given in order: never
/// before an instant already given or returned, never after `nextInstant`.
/// - Complexity: each event O(log n) with n exchanges in flight; cancelling is O(n). Memory is
///   used again: nothing is allocated while no more exchanges are in flight than before.
package struct Network: ~Copyable {
  package let settings: NetworkSettings
  package internal(set) var profile: NetworkProfile

  let jitter: NetworkJitter
  var now: Int64 = 0
  var exchanges: [NetworkExchange] = []
  var names: [ResolvedName] = []
  var tickets: [SessionTicket] = []
  /// The places for connections of host 0, then of host 1…
  var connections: [NetworkConnection] = []
  /// What happens at a known time; an exchange's phase says what.
  var agenda = EventQueue<ExchangeID>()
  var uplink: SharedLink
  var downlink: SharedLink
  var radio: NetworkRadio
  /// When exchanges reached their milestones; nil: not recorded.
  var timings: ExchangeTimings?
  /// Exchanges that wait for a connection: a list for each host.
  var waiting = IndexLists(count: 0)
  /// Exchanges for which the timeout runs, in order of their deadlines: one list.
  var timed = IndexLists(count: 1)
  /// Where the profile's recording stands, or what its rates are drawn of.
  var replay: RecordingReplay
  private let inPlace = InPlace()

  /// Makes the network of one device.
  /// - Parameters:
  ///   - profile: the link at the start.
  ///   - settings: how protocols use it.
  ///   - seed: the scenario's seed, for what varies.
  ///   - device: which device; each has network conditions of its own.
  ///   - variance: whether the link varies as it was measured.
  ///   - radio: the radio under the link, idle at first; nil: packets go at once and cost nothing.
  package init(
    profile: NetworkProfile, settings: NetworkSettings = NetworkSettings(), seed: UInt64 = 0,
    device: UInt32 = 0, variance: Variance = .none, radio: RadioProfile? = nil
  ) {
    precondition(settings.connectionsPerHost > 0, "a host needs a connection")
    precondition(settings.initialWindow > 0 && settings.segment.count > 0, "nothing would be sent")
    precondition(
      settings.ticketLifetime >= .zero && settings.ticketLifetime <= .days(7),
      "a ticket holds for at most seven days")
    self.settings = settings
    self.profile = profile
    jitter = NetworkJitter(
      share: settings.jitter, variance: variance, seed: seed, device: device)
    let limit = settings.connectionLimit(on: profile)
    let segment = settings.segment.count
    uplink = SharedLink(rate: LinkRate(profile.up, limit: limit), segment: segment)
    downlink = SharedLink(rate: LinkRate(profile.down, limit: limit), segment: segment)
    self.radio = NetworkRadio(radio)
    replay = RecordingReplay(seed: seed, device: device)
    beginReplay()
  }

  /// When the next event is due; `distantFuture` when nothing goes on.
  package var nextInstant: Instant {
    var next = min(uplink.nextEvent, downlink.nextEvent)
    next = min(next, nextRateChange)
    next = min(next, agenda.nextInstant.nanoseconds)
    let index = timed.first(of: 0)
    if index != noIndex { next = min(next, exchanges[Int(index)].deadline) }
    return Instant(nanoseconds: next)
  }

  /// Does what is due at `nextInstant`, up to the first event that the simulation has to handle.
  /// - Returns: nil when there was none at that instant; then call again at the new `nextInstant`.
  /// - Complexity: O(log n).
  package mutating func next() -> (at: Instant, event: NetworkEvent)? {
    let instant = nextInstant
    guard instant != .distantFuture else { return nil }
    arrive(at: instant)
    repeat {
      if let event = step() { return (instant, event) }
    } while nextInstant == instant
    return nil
  }

  /// Begins an exchange.
  /// - Parameters:
  ///   - id: a number that no exchange in flight has.
  ///   - host: which host, densely numbered.
  ///   - resource: what is asked for; with `attempt` it decides the jitter.
  ///   - attempt: which request for the resource, from 0.
  ///   - requestBytes: the request's body; the header is added.
  ///   - effect: what the request does at the origin; nil: something each time if it has a body.
  ///   - instant: now.
  /// - Complexity: O(connections per host + log n).
  package mutating func begin(
    _ id: ExchangeID, host: UInt16, resource: UInt32, attempt: UInt32 = 0,
    requestBytes: Bytes = .zero, effect: RequestEffect? = nil, at instant: Instant
  ) {
    proceed(to: instant)
    let index = Int(id)
    while exchanges.count <= index { exchanges.append(NetworkExchange()) }
    precondition(exchanges[index].phase == .free, "the exchange is in flight")
    var exchange = NetworkExchange()
    exchange.host = Int(host)
    exchange.resource = resource
    exchange.attempt = attempt
    exchange.effect = effect ?? (requestBytes == .zero ? .none : .repeated)
    exchange.bytesUp = requestBytes.count + settings.requestHeader.count
    exchanges[index] = exchange
    drawConditions(index)
    timings?.begin(index, at: now)
    if profile.isOffline {
      fail(index, .notConnected, at: now + settings.offlineDelay.nanoseconds)
    } else {
      startTimer(index)
      connect(index)
    }
  }

  /// Has the origin answer a request that reached it.
  /// - Parameters:
  ///   - id: an exchange of which `reached` was returned.
  ///   - bodyBytes: the answer's body; the header is added.
  ///   - thinkTime: how long the origin takes in the mean.
  ///   - sigma: the standard deviation of its logarithm where servers vary.
  ///   - instant: now.
  /// - Returns: how long it takes for this answer.
  /// - Complexity: O(log n).
  @discardableResult
  package mutating func respond(
    _ id: ExchangeID, bodyBytes: Bytes, thinkTime: TimeSpan = .zero, sigma: Double = 0,
    at instant: Instant
  ) -> TimeSpan {
    let time = serverTime(of: id, mean: thinkTime, sigma: sigma)
    respond(id, bodyBytes: bodyBytes, after: time, at: instant)
    return time
  }

  /// How long an origin that is never busy takes for a request that reached it.
  package func serverTime(of id: ExchangeID, mean: TimeSpan, sigma: Double) -> TimeSpan {
    let exchange = exchanges[Int(id)]
    return TimeSpan(
      nanoseconds: jitter.serverTime(
        mean: mean, sigma: sigma, on: profile, resource: exchange.resource,
        attempt: exchange.attempt, level: exchange.conditions.level))
  }

  /// Has the origin answer a request that reached it, after exactly so long.
  package mutating func respond(
    _ id: ExchangeID, bodyBytes: Bytes, after time: TimeSpan, at instant: Instant
  ) {
    proceed(to: instant)
    let index = Int(id)
    precondition(exchanges[index].phase == .atOrigin, "the origin has no such request")
    let exchange = exchanges[index]
    let think = time.nanoseconds
    let back = exchange.roundTrip - exchange.roundTrip / 2
    let bytes = bodyBytes + settings.responseHeader
    let segment = settings.segment.count
    let firstByte = now + think + back
    timings?.note(\.thought, of: index, at: now + think)
    timings?.note(\.firstByte, of: index, at: firstByte)
    exchanges[index].phase = .answering
    exchanges[index].bytesDown = bytes.count
    exchanges[index].segmentBytes = (bytes.count + segment - 1) / segment * segment
    agenda.schedule(id, at: Instant(nanoseconds: firstByte))
  }

  /// How much of an answer has come by now, header and body; nil: its first byte has not.
  /// - Complexity: O(connections that send).
  package mutating func arrived(_ id: ExchangeID, at instant: Instant) -> Bytes? {
    proceed(to: instant)
    let exchange = exchanges[Int(id)]
    guard exchange.phase == .downloading else { return nil }
    return exchange.carried(left: downlink.left(of: id, on: exchange.connection, at: now))
  }

  /// Cancels an exchange; no event will follow. HTTP/1.1 closes its connection, HTTP/2 only
  /// the stream.
  /// - Returns: what went over the link for nothing.
  /// - Complexity: O(n).
  @discardableResult
  package mutating func cancel(_ id: ExchangeID, at instant: Instant) -> NetworkTraffic {
    proceed(to: instant)
    let index = Int(id)
    precondition(exchanges[index].phase != .free, "there is no such exchange")
    withdraw(index)
    return exchanges[index].traffic
  }

  /// Closes all connections and forgets session tickets, as when the process that has them in
  /// memory ends. Looked-up names are the system's, and stay.
  /// - Precondition: no exchange is in flight.
  /// - Complexity: O(connections and hosts used so far).
  package mutating func closeConnections(at instant: Instant) {
    proceed(to: instant)
    precondition(
      exchanges.allSatisfy { $0.phase == .free || $0.phase == .failing },
      "exchanges need their connections")
    for index in connections.indices { connections[index] = NetworkConnection() }
    for index in tickets.indices { tickets[index] = SessionTicket() }
  }

  /// Changes the link. Exchanges in flight are made again over it where `NetworkSettings.resends`
  /// says so, and fail at once otherwise, both in order of their numbers; connections are closed
  /// and names forgotten. Changing to the same profile changes nothing.
  /// - Parameters:
  ///   - profile: the new link.
  ///   - radio: its radio, idle at first; nil: the usual one of the link's kind. Without effect
  ///     where no radio is modelled.
  ///   - instant: now.
  /// - Complexity: O(numbers of exchanges and connections used so far).
  package mutating func change(
    to profile: NetworkProfile, radio: RadioProfile? = nil, at instant: Instant
  ) {
    proceed(to: instant)
    guard profile != self.profile else { return }
    let going = withdrawAll(goingOn: !profile.isOffline)
    for index in connections.indices { connections[index] = NetworkConnection() }
    for index in names.indices { names[index] = ResolvedName() }
    for index in tickets.indices {
      tickets[index].breakOff(at: now, lifetime: settings.ticketLifetime.nanoseconds)
    }
    self.profile = profile
    let usual = RadioProfiles.suggested(for: profile.access)
    self.radio.change(to: radio ?? usual, at: now)
    let limit = settings.connectionLimit(on: profile)
    uplink.change(to: LinkRate(profile.up, limit: limit), at: now)
    downlink.change(to: LinkRate(profile.down, limit: limit), at: now)
    beginReplay()
    for index in going { goOn(index) }
  }

  /// What the radios have taken until an instant: promotions, packets, tails and rest.
  ///
  /// The bits of a request or answer are counted when the last of them has gone.
  package mutating func radioEnergy(until instant: Instant) -> RadioEnergy {
    proceed(to: instant)
    return radio.energy(until: now)
  }

  /// What the radios have taken until the last event, without letting time pass.
  package var radioEnergySoFar: RadioEnergy { radio.energy(until: now) }

  private mutating func proceed(to instant: Instant) {
    precondition(instant.nanoseconds >= now, "time does not go back")
    precondition(instant <= nextInstant, "the network has events before that")
    arrive(at: instant)
  }

  private mutating func arrive(at instant: Instant) {
    now = instant.nanoseconds
    radio.advance(until: now, isCarrying: uplink.isSending || downlink.isSending)
    replayIdleLinks()
  }
}
