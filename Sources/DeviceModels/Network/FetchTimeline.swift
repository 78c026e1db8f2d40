package import SimCore

/// A single fetch that has the network for itself, phase by phase: what `Network` does, explained.
///
/// Without jitter. Each phase begins where the one before it ended.
package struct FetchTimeline: Hashable, Sendable {
  /// The phases that take part, in order; some may take no time.
  package private(set) var phases: [FetchPhase] = []
  package private(set) var uploadRounds: [FetchRound] = []
  package private(set) var transferRounds: [FetchRound] = []
  package private(set) var total = TimeSpan.zero

  private let roundTrip: TimeSpan
  private let segment: Int64

  /// Works out a fetch; nil when the profile lets nothing through.
  /// - Parameters:
  ///   - profile: the link.
  ///   - settings: how protocols use it.
  ///   - bytes: the answer's body; the header is added.
  ///   - requestBytes: the request's body; the header is added.
  ///   - thinkTime: how long the origin takes.
  ///   - start: what is known of the host.
  ///   - window: the connection's congestion window both ways, in segments; nil: the initial one.
  ///   - radio: the radio, which is idle; nil: none.
  /// - Complexity: O(log(bytes)).
  package init?(
    profile: NetworkProfile, settings: NetworkSettings = NetworkSettings(), bytes: Bytes,
    requestBytes: Bytes = .zero, thinkTime: TimeSpan = .zero, start: FetchStart = .cold,
    window: Int64? = nil, radio: RadioProfile? = nil
  ) {
    guard !profile.isOffline, profile.loss < 1 else { return nil }
    roundTrip = profile.roundTrip
    segment = settings.segment.count
    let limit = settings.connectionLimit(on: profile)
    let window = window ?? settings.initialWindow
    var networkRadio = NetworkRadio(radio)
    if radio != nil { add(.promotion, TimeSpan(nanoseconds: networkRadio.wake(at: 0))) }
    open(
      start, settings, isSafe: requestBytes == .zero, lookupDelay: profile.nameLookupDelay,
      radio: &networkRadio)

    networkRadio.advance(until: total.nanoseconds, isCarrying: false)
    uploadRounds = rounds(
      of: (requestBytes + settings.requestHeader).count, window: window,
      perByte: LinkRate(profile.up, limit: limit).connection)
    add(.upload, duration(of: uploadRounds))
    for round in uploadRounds {
      let served = round.start + round.service
      networkRadio.advance(until: served.nanoseconds, isCarrying: true)
      networkRadio.advance(until: (served + round.wait).nanoseconds, isCarrying: false)
    }
    let wayThere = TimeSpan(nanoseconds: roundTrip.nanoseconds / 2)
    add(.wayThere, wayThere)
    add(.server, thinkTime)
    add(.wayBack, roundTrip - wayThere)
    networkRadio.advance(until: total.nanoseconds, isCarrying: false)
    if radio != nil {
      add(.wakingUp, TimeSpan(nanoseconds: networkRadio.wake(at: total.nanoseconds)) - total)
    }
    let answer = (bytes + settings.responseHeader).count
    transferRounds = rounds(
      of: (answer + segment - 1) / segment * segment, window: window,
      perByte: LinkRate(profile.down, limit: limit).connection)
    add(.transfer, duration(of: transferRounds))
  }

  /// The time spent on a kind of phase; zero where it takes no part.
  package func duration(of kind: FetchPhase.Kind) -> TimeSpan {
    phases.first { $0.kind == kind }?.duration ?? .zero
  }

  private mutating func open(
    _ start: FetchStart, _ settings: NetworkSettings, isSafe: Bool, lookupDelay: TimeSpan,
    radio: inout NetworkRadio
  ) {
    guard start != .warm else { return }
    if start == .cold {
      radio.send(settings.nameRoundTrips, from: total.nanoseconds, every: roundTrip.nanoseconds)
      add(.nameLookup, roundTrip * settings.nameRoundTrips + lookupDelay)
    }
    // The handshake goes on under early data.
    let all = settings.connectionRoundTrips(resuming: start == .returning, isSafe: false)
    radio.send(all, from: total.nanoseconds, every: roundTrip.nanoseconds)
    let rounds = settings.connectionRoundTrips(resuming: start == .returning, isSafe: isSafe)
    switch settings.version {
    case .http1, .http2:
      add(.connection, roundTrip)
      add(.tls, roundTrip * (rounds - 1))
    case .http3:
      add(.connection, roundTrip * rounds)
    }
  }

  private mutating func add(_ kind: FetchPhase.Kind, _ duration: TimeSpan) {
    phases.append(FetchPhase(kind: kind, start: total, duration: duration))
    total += duration
  }

  /// The rounds of a transfer from now on, by the rule of `Sender`.
  private func rounds(of bytes: Int64, window: Int64, perByte: Double) -> [FetchRound] {
    var rounds: [FetchRound] = []
    var window = window
    var left = bytes
    var clock = 0.0
    while left > 0 {
      let windowBytes = window * segment
      let wait = roundTrip.seconds * 1e9 - Double(windowBytes - segment) * perByte
      let isLast = left <= windowBytes || wait <= Sender.leastWait
      let sent = isLast ? left : windowBytes
      let served = clock + Double(sent) * perByte
      let next = isLast ? served : served + wait
      rounds.append(
        FetchRound(
          start: total + span(clock), window: window, bytes: Bytes(sent),
          service: span(served) - span(clock), wait: span(next) - span(served)))
      clock = next
      left -= sent
      window *= 2
    }
    return rounds
  }

  private func duration(of rounds: [FetchRound]) -> TimeSpan {
    rounds.reduce(.zero) { $0 + $1.service + $1.wait }
  }

  private func span(_ nanoseconds: Double) -> TimeSpan {
    TimeSpan(rounding: nanoseconds / 1e9)
  }
}

/// A stretch of time in a single fetch.
public struct FetchPhase: Hashable, Sendable {
  /// What a stretch is spent on, in order.
  public enum Kind: String, Sendable, CaseIterable {
    /// All that a request took whose connection was lost, until it was made again; not in the
    /// timeline of a single fetch.
    case lost
    case promotion
    case nameLookup = "name-lookup"
    /// The connection is made: TCP's handshake, or QUIC's, which has TLS in it.
    case connection
    case tls
    /// The request goes onto the link.
    case upload
    /// Its last bit travels to the origin.
    case wayThere = "way-there"
    case server
    /// The answer's first bit travels to the device.
    case wayBack = "way-back"
    /// The radio has become idle, and is promoted for the answer.
    case wakingUp = "waking-up"
    /// The answer comes off the link.
    case transfer
  }

  package var kind: Kind
  package var start: TimeSpan
  package var duration: TimeSpan
}

/// A round of a transfer: what a congestion window lets go, and the wait for its acknowledgement.
package struct FetchRound: Hashable, Sendable {
  package var start: TimeSpan
  package var window: Int64
  /// What goes over the link; more than a window when the pipe is full, and rounds follow each
  /// other without a gap.
  package var bytes: Bytes
  /// How long the link is busy with it.
  package var service: TimeSpan
  /// How long the sender then waits for an acknowledgement; zero in the last round.
  package var wait: TimeSpan
}

/// What a device knows of a host when a fetch begins.
package enum FetchStart: String, Sendable, CaseIterable {
  case cold
  /// Its name and a session ticket; the connection has been closed.
  case returning
  /// A connection to it is open and unused.
  case warm
}
