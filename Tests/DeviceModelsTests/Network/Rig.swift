internal import DeviceModels
internal import SimCore

/// A network with an owner who answers every request with what the test said.
struct Rig: ~Copyable {
  var network: Network
  var bodies: [Bytes] = []
  var thinkTime = TimeSpan.zero
  var log: [Entry] = []

  /// What was told, and when.
  struct Entry: Equatable, CustomStringConvertible {
    var at: Instant
    var event: NetworkEvent

    var description: String { "\(at.nanoseconds): \(event)" }
  }

  init(
    _ profile: NetworkProfile, _ settings: NetworkSettings = .bare, seed: UInt64 = 0,
    radio: RadioProfile? = nil
  ) {
    network = Network(profile: profile, settings: settings, seed: seed, radio: radio)
  }

  mutating func begin(
    _ id: ExchangeID, _ body: Bytes, host: UInt16 = 0, resource: UInt32? = nil,
    request: Bytes = .zero, at instant: Instant = .start
  ) {
    run(until: instant)
    while bodies.count <= Int(id) { bodies.append(.zero) }
    bodies[Int(id)] = body
    network.begin(
      id, host: host, resource: resource ?? id, requestBytes: request, at: instant)
  }

  /// Does everything before an instant.
  mutating func run(until instant: Instant = .distantFuture) {
    while network.nextInstant < instant {
      guard let (at, event) = network.next() else { continue }
      log.append(Entry(at: at, event: event))
      if case .reached(let id) = event {
        network.respond(id, bodyBytes: bodies[Int(id)], thinkTime: thinkTime, at: at)
      }
    }
  }

  /// Fetches alone, from `instant`, and says how long it took.
  mutating func fetch(
    _ body: Bytes, host: UInt16 = 0, request: Bytes = .zero, at instant: Instant
  ) -> TimeSpan? {
    let id: ExchangeID = 0
    begin(id, body, host: host, request: request, at: instant)
    run()
    return completion(of: id, after: instant).map { $0 - instant }
  }

  /// When an exchange was completed for the first time after an instant.
  func completion(of id: ExchangeID, after instant: Instant = .start) -> Instant? {
    log.first {
      guard $0.at >= instant, case .completed(let found, _) = $0.event else { return false }
      return found == id
    }?.at
  }

  /// The failures with their times.
  var failures: [(at: Instant, id: ExchangeID, why: NetworkFailure)] {
    log.compactMap {
      guard case .failed(let id, let why, _) = $0.event else { return nil }
      return ($0.at, id, why)
    }
  }

  /// What the last event said of bytes.
  var lastTraffic: NetworkTraffic? {
    switch log.last?.event {
    case .completed(_, let traffic)?, .failed(_, _, let traffic)?: traffic
    case .reached?, nil: nil
    }
  }
}

extension NetworkSettings {
  /// Defaults without headers, so that bodies are all that is sent.
  static var bare: NetworkSettings {
    var settings = NetworkSettings()
    settings.requestHeader = .zero
    settings.responseHeader = .zero
    return settings
  }
}

extension NetworkProfile {
  /// A link with round numbers: by default 1 byte takes 1 µs.
  static func plain(
    roundTrip: TimeSpan = .milliseconds(100), down: Int64 = 8_000_000, up: Int64 = 8_000_000,
    loss: Double = 0
  ) -> NetworkProfile {
    var link = NetworkDescription()
    link.access = .wifi
    link.roundTrip = roundTrip
    link.down = BitRate(bitsPerSecond: down)
    link.up = BitRate(bitsPerSecond: up)
    link.loss = loss
    return NetworkProfile("plain", link, source: "test")
  }
}

extension Instant {
  static func milliseconds(_ count: Int64) -> Instant { .start + .milliseconds(count) }
}
