internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// HTTP/1.1: one request at a time on each of a few connections.
struct HTTP1Tests {
  private var settings: NetworkSettings {
    var settings = NetworkSettings.bare
    settings.version = .http1
    settings.connectionsPerHost = 2
    return settings
  }
  private let size = Bytes(14_600)
  private let alone = TimeSpan.microseconds(14_600)

  @Test func whatFindsNoConnectionWaitsInOrder() {
    var rig = Rig(.plain(), settings)
    for id in 0..<5 { rig.begin(ExchangeID(id), size) }
    rig.run()
    let order = rig.log.compactMap { entry -> ExchangeID? in
      guard case .completed(let id, _) = entry.event else { return nil }
      return id
    }
    expect(order, is: [0, 1, 2, 3, 4])
    // Both pairs share the link; the fifth has it alone. No handshake is paid twice.
    let first = Instant.milliseconds(500) + alone * 2
    let second = first + .milliseconds(100) + alone * 2
    expect(rig.completion(of: 1), is: first)
    expect(rig.completion(of: 3), is: second)
    expect(rig.completion(of: 4), is: second + .milliseconds(100) + alone)
  }

  @Test func aSecondConnectionWaitsForTheSameNameLookup() {
    var rig = Rig(.plain(), settings)
    rig.begin(0, size)
    rig.begin(1, size, at: .milliseconds(150))
    rig.run()
    // The name is known at 200 ms for both: TCP, TLS and the request are then in step.
    expect(rig.completion(of: 0), is: Instant.milliseconds(500) + alone * 2)
    expect(rig.completion(of: 1), is: Instant.milliseconds(500) + alone * 2)
  }

  @Test func eachHostHasItsConnections() {
    var rig = Rig(.plain(), settings)
    for id in 0..<4 { rig.begin(ExchangeID(id), size, host: UInt16(id % 2)) }
    rig.run()
    expect(rig.completion(of: 3), is: Instant.milliseconds(500) + alone * 4)
  }

  @Test func cancellingClosesTheConnectionAndLetsTheNextOpenOne() {
    var rig = Rig(.plain(), settings)
    for id in 0..<3 { rig.begin(ExchangeID(id), .megabytes(1)) }
    rig.run(until: .milliseconds(600))
    rig.network.cancel(0, at: .milliseconds(600))
    rig.network.cancel(1, at: .milliseconds(600))
    rig.bodies[2] = Bytes(1_460)
    rig.run()
    expect(rig.completion(of: 2), is: Instant.milliseconds(900) + .microseconds(1_460))
  }

  @Test func whatWaitsCanBeCancelled() {
    var rig = Rig(.plain(), settings)
    for id in 0..<5 { rig.begin(ExchangeID(id), size) }
    rig.network.cancel(3, at: .start)
    rig.run()
    expect(rig.completion(of: 3) == nil)
    expect(rig.completion(of: 4), is: Instant.milliseconds(600) + alone * 4)
  }

  @Test func waitingCountsTowardsTheTimeout() {
    var settings = settings
    settings.requestTimeout = .seconds(1)
    var rig = Rig(.plain(), settings)
    for id in 0..<3 { rig.begin(ExchangeID(id), .megabytes(2)) }
    rig.run()
    expect(rig.failures.map(\.id), is: [2])
    expect(rig.failures.map(\.at), is: [.milliseconds(1_000)])
  }
}
