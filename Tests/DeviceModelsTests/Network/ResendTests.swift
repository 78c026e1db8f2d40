internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// Requests that are made again when the network changes under them.
///
/// 1 byte takes 1 µs. The first network's round trip is 100 ms, the second's 200 ms: there a new
/// connection takes 800 ms, of which the name lookup 400 ms, TCP and TLS 200 ms each.
struct ResendTests {
  private static let other = NetworkProfile.plain(roundTrip: .milliseconds(200))
  private static let begun = Instant.milliseconds(1_000)
  /// One segment.
  private static let body = Bytes(1_460)

  private static func settings(
    _ rule: ResendRule, _ version: HTTPVersion = .http2
  ) -> NetworkSettings {
    var settings = NetworkSettings.bare
    settings.resends = rule
    settings.version = version
    settings.connectionsPerHost = 2
    return settings
  }

  /// A rig whose connection to host 0 has brought an answer, of exchange 0, at 501.46 ms.
  private static func warm(
    _ rule: ResendRule = .always, _ version: HTTPVersion = .http2
  ) -> Rig {
    var rig = Rig(.plain(), settings(rule, version))
    rig.begin(0, body)
    rig.run(until: begun)
    return rig
  }

  /// Under way to the origin until 1,050 ms, on its way back until 1,100 ms.
  @Test(arguments: HTTPVersion.allCases, [0, 30, 80] as [Int64])
  func aFetchOnAKeptConnectionIsMadeAgainAtOnce(version: HTTPVersion, after: Int64) {
    var rig = Self.warm(.idempotent, version)
    rig.begin(1, Self.body, at: Self.begun)
    let change = Self.begun + .milliseconds(after)
    rig.run(until: change)
    rig.network.change(to: Self.other, at: change)
    rig.run()
    expect(rig.failures.isEmpty)
    // QUIC has TLS's round trip in its own.
    let opening: TimeSpan = .milliseconds(version == .http3 ? 600 : 800)
    let whole = opening + .milliseconds(200) + .microseconds(1_460)
    expect(rig.completion(of: 1), is: change + whole)
    expect(rig.network.nextInstant, is: .distantFuture)
  }

  @Test func bytesOfARequestThatWasLostCount() {
    var rig = Self.warm()
    rig.begin(1, Self.body, request: Bytes(10_000), at: Self.begun)
    let change = Self.begun + .milliseconds(4)
    rig.run(until: change)
    rig.network.change(to: Self.other, at: change)
    rig.run()
    expect(rig.lastTraffic, is: NetworkTraffic(up: Bytes(14_000), down: Self.body))
    expect(
      rig.completion(of: 1), is: change + .milliseconds(800 + 10 + 200) + .microseconds(1_460))
  }

  @Test func anAnswerThatHasBegunIsNotAskedForAgain() {
    var rig = Self.warm()
    rig.begin(1, Self.body, at: Self.begun)
    let change = Self.begun + .microseconds(100_500)
    rig.run(until: change)
    rig.network.change(to: Self.other, at: change)
    rig.run()
    expect(rig.failures.map(\.at), is: [change])
    expect(rig.lastTraffic, is: NetworkTraffic(down: Bytes(500)))
  }

  @Test(arguments: [50, 350, 450] as [Int64])
  func aFetchOnANewConnectionFails(after: Int64) {
    var rig = Rig(.plain(), Self.settings(.always))
    rig.begin(0, Self.body)
    // A second one on the same connection does so too: no answer has come over it.
    rig.begin(1, Self.body, at: .milliseconds(40))
    rig.run(until: .milliseconds(after))
    rig.network.change(to: Self.other, at: .milliseconds(after))
    rig.run()
    expect(rig.failures.map(\.id), is: [0, 1])
    expect(rig.failures.allSatisfy { $0.why == .connectionLost && $0.at == .milliseconds(after) })
  }

  @Test func withoutANetworkItFails() {
    var rig = Self.warm()
    rig.begin(1, Self.body, request: Bytes(1_000), at: Self.begun)
    let change = Self.begun + .milliseconds(30)
    rig.run(until: change)
    rig.network.change(to: NetworkProfiles.offline, at: change)
    rig.network.change(to: Self.other, at: change)
    rig.run()
    expect(rig.failures.map(\.at), is: [change])
    expect(rig.failures.map(\.why), is: [.connectionLost])
    expect(rig.lastTraffic, is: NetworkTraffic(up: Bytes(1_000)))
  }

  @Test func itIsMadeAgainOnce() {
    var rig = Self.warm()
    rig.begin(1, Self.body, request: Bytes(1_000), at: Self.begun)
    rig.run(until: .milliseconds(1_030))
    rig.network.change(to: Self.other, at: .milliseconds(1_030))
    // 800 ms of opening and 1 ms of upload later it is on its way again.
    rig.run(until: .milliseconds(1_900))
    rig.network.change(to: .plain(), at: .milliseconds(1_900))
    rig.run()
    expect(rig.failures.map(\.at), is: [.milliseconds(1_900)])
    expect(rig.lastTraffic, is: NetworkTraffic(up: Bytes(2_000)))
  }

  @Test func twoOnOneConnectionShareTheNextOne() {
    var rig = Self.warm()
    rig.begin(1, Self.body, at: Self.begun)
    rig.begin(2, Self.body, at: Self.begun + .milliseconds(10))
    rig.run(until: .milliseconds(1_030))
    rig.network.change(to: Self.other, at: .milliseconds(1_030))
    rig.run()
    let end = Instant.milliseconds(2_030) + .microseconds(2_920)
    expect(rig.completion(of: 1) == end && rig.completion(of: 2) == end)
  }

  /// HTTP/1.1 with two connections: one was kept, one is new, and one request waits.
  @Test(arguments: [ResendRule.always, .never])
  func overHTTP1EachConnectionHasItsOwnPast(rule: ResendRule) {
    var rig = Self.warm(rule, .http1)
    for id in 1...3 { rig.begin(ExchangeID(id), Self.body, at: Self.begun) }
    rig.run(until: .milliseconds(1_030))
    rig.network.change(to: Self.other, at: .milliseconds(1_030))
    rig.run()
    expect(rig.failures.map(\.id), is: rule == .never ? [1, 2, 3] : [2])
    guard rule == .always else { return }
    // The new connections wait for one name lookup, and share the link.
    let end = Instant.milliseconds(2_030) + .microseconds(2_920)
    expect(rig.completion(of: 1) == end && rig.completion(of: 3) == end)
  }

  /// 10 ms of upload, 50 ms to the origin: at 1,004 ms it cannot have the request, at 1,030 ms the
  /// client does not know.
  @Test(
    arguments: [
      (ResendRule.never, RequestEffect.repeated, 4, false), (.idempotent, .repeated, 4, true),
      (.idempotent, .repeated, 30, false), (.idempotent, .once, 30, true),
      (.idempotent, .none, 30, true), (.always, .repeated, 30, true),
      (.always, .repeated, 80, true),
    ] as [(ResendRule, RequestEffect, Int64, Bool)])
  func anEditIsMadeAgainByItsRule(
    rule: ResendRule, effect: RequestEffect, after: Int64, isMadeAgain: Bool
  ) {
    var rig = Self.warm(rule)
    rig.bodies.append(Self.body)
    rig.network.begin(
      1, host: 0, resource: 1, requestBytes: Bytes(10_000), effect: effect, at: Self.begun)
    let change = Self.begun + .milliseconds(after)
    rig.run(until: change)
    rig.network.change(to: Self.other, at: change)
    rig.run()
    expect(rig.failures.isEmpty, is: isMadeAgain)
    expect((rig.completion(of: 1) == nil), is: !isMadeAgain)
  }

  /// A second of patience with an origin that thinks for five: from 1,000 ms on it runs, from
  /// 1,900 ms on anew, and once more when the new request has left at 2,700 ms.
  @Test func theTimeoutRunsAnew() {
    var settings = Self.settings(.always)
    settings.requestTimeout = .seconds(1)
    var rig = Rig(.plain(), settings)
    rig.begin(0, Self.body)
    rig.run(until: Self.begun)
    rig.thinkTime = .seconds(5)
    rig.begin(1, Self.body, at: Self.begun)
    rig.run(until: .milliseconds(1_900))
    rig.network.change(to: Self.other, at: .milliseconds(1_900))
    rig.run()
    expect(rig.failures.map(\.at), is: [.milliseconds(3_700)])
    expect(rig.failures.map(\.why), is: [.timedOut])
  }

  @Test func theLostPartIsAPhase() {
    var rig = Self.warm()
    rig.network.recordTimings()
    rig.begin(1, Self.body, at: Self.begun)
    rig.run(until: .milliseconds(1_030))
    rig.network.change(to: Self.other, at: .milliseconds(1_030))
    rig.run()
    let (queue, phases) = rig.network.phases(of: 1)
    expect(queue, is: .zero)
    expect(
      phases.map(\.kind),
      is: [
        .lost, .nameLookup, .connection, .tls, .wayThere, .wayBack, .transfer,
      ])
    expect(phases[0].duration, is: .milliseconds(30))
    expect(
      phases.reduce(.zero) { $0 + $1.duration }, is: .milliseconds(1_030) + .microseconds(1_460))
  }
}
