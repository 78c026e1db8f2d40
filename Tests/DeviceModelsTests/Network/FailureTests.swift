internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// Exchanges that end without an answer.
struct FailureTests {
  @Test func offlineFailsAtOnce() {
    var rig = Rig(NetworkProfiles.offline)
    rig.begin(4, Bytes(100), at: .milliseconds(5))
    rig.run()
    expect(rig.failures.map(\.why), is: [.notConnected])
    expect(rig.failures.map(\.at), is: [.milliseconds(6)])
    expect(rig.lastTraffic, is: NetworkTraffic())
  }

  @Test func aLinkThatLosesEverythingTimesOut() throws {
    var rig = Rig(try #require(NetworkProfiles.named("all-lost")))
    rig.begin(0, Bytes(100), at: .milliseconds(5))
    rig.run()
    expect(rig.failures.map(\.why), is: [.timedOut])
    expect(rig.failures.map(\.at), is: [.milliseconds(60_005)])
  }

  @Test func aChangeFailsWhatIsInFlightAndMakesTheNextFetchCold() {
    var rig = Rig(.plain())
    let cold = rig.fetch(Bytes(1_460), at: .start)
    let start = Instant.milliseconds(1_000)
    rig.begin(2, .megabytes(1), at: start)
    rig.begin(1, .megabytes(1), at: start)
    rig.begin(0, .megabytes(1), host: 3, at: start)
    rig.run(until: start + .milliseconds(300))
    rig.network.change(to: NetworkProfiles.offline, at: start + .milliseconds(300))
    rig.network.change(to: .plain(), at: start + .milliseconds(300))
    rig.run()
    expect(rig.failures.map(\.id), is: [0, 1, 2])
    expect(rig.failures.allSatisfy { $0.why == .connectionLost })
    expect(rig.failures.allSatisfy { $0.at == start + .milliseconds(300) })
    expect(rig.network.nextInstant, is: .distantFuture)
    expect(rig.fetch(Bytes(1_460), at: .milliseconds(2_000)), is: cold)
  }

  @Test func changingToTheSameProfileChangesNothing() {
    var rig = Rig(.plain())
    rig.begin(0, Bytes(1_460))
    rig.run(until: .milliseconds(450))
    rig.network.change(to: .plain(), at: .milliseconds(450))
    rig.run()
    expect(rig.failures.isEmpty)
    expect(rig.completion(of: 0), is: .start + .microseconds(501_460))
  }

  @Test func anOriginThatThinksTooLongTimesOut() {
    var rig = Rig(.plain())
    rig.thinkTime = .seconds(60)
    rig.begin(0, Bytes(1_460), request: Bytes(1_000))
    rig.run()
    // 400 ms of handshakes, 1 ms of upload, then 60 s.
    expect(rig.failures.map(\.at), is: [.milliseconds(60_401)])
    expect(rig.failures.map(\.why), is: [.timedOut])
    expect(rig.lastTraffic, is: NetworkTraffic(up: Bytes(1_000), down: .zero))
    expect(rig.network.nextInstant, is: .distantFuture)
  }

  @Test func aLongTransferDoesNotTimeOut() {
    var rig = Rig(.plain(down: 80_000))
    rig.begin(0, .megabytes(1), request: .megabytes(100))
    rig.run()
    expect(rig.failures.isEmpty)
    expect(rig.completion(of: 0) != nil)
  }

  @Test func aNumberIsFreeAgainAfterItsExchange() {
    var rig = Rig(NetworkProfiles.offline)
    rig.begin(0, .zero)
    rig.run()
    rig.begin(0, .zero, at: .milliseconds(10))
    rig.network.cancel(0, at: .milliseconds(10))
    rig.begin(0, .zero, at: .milliseconds(20))
    rig.run()
    expect(rig.failures.map(\.at), is: [.milliseconds(1), .milliseconds(21)])
  }
}
