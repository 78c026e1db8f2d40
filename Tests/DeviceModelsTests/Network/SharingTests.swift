internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

/// Several transfers on one link, whose round trip is so short that ten segments fill the pipe and
/// no sender waits.
struct SharingTests {
  private let profile = NetworkProfile.plain(roundTrip: .milliseconds(10))
  private let size = Bytes(14_600)  // a window: 14.6 ms alone, no stall
  private let alone = TimeSpan.microseconds(14_600)

  /// A rig whose connections to hosts 0 and 1 are warm, and idle from one second on.
  private func warm(_ settings: NetworkSettings = .bare) -> Rig {
    var rig = Rig(profile, settings)
    rig.begin(0, Bytes(1))
    rig.begin(1, Bytes(1), host: 1)
    rig.run(until: .milliseconds(1_000))
    return rig
  }

  @Test(arguments: [1, 2, 3, 7, 64])
  func equalTransfersFinishTogetherAfterAsManyTimesTheirTime(count: Int64) {
    var rig = warm()
    let start = Instant.milliseconds(1_000)
    for id in 0..<count { rig.begin(ExchangeID(id), size, at: start) }
    rig.run()
    for id in 0..<count {
      let done = rig.completion(of: ExchangeID(id), after: start)
      expect(done, is: start + .milliseconds(10) + alone * count)
    }
  }

  @Test func aTransferThatComesLaterTakesHalfFromThenOn() {
    var rig = warm()
    let start = Instant.milliseconds(1_000)
    rig.begin(0, size, at: start)
    rig.begin(1, size, at: start + .microseconds(7_300))
    rig.run()
    // Alone for half of it, then shared: 7.3 + 2·7.3; the other then has half left, alone.
    let first = start + .milliseconds(10) + .microseconds(21_900)
    expect(rig.completion(of: 0, after: start), is: first)
    expect(rig.completion(of: 1, after: start), is: first + .microseconds(7_300))
  }

  @Test func hostsShareTheLink() {
    var rig = warm()
    let start = Instant.milliseconds(1_000)
    rig.begin(0, size, host: 0, at: start)
    rig.begin(1, size, host: 1, at: start)
    rig.run()
    expect(rig.completion(of: 1, after: start), is: start + .milliseconds(10) + alone * 2)
  }

  @Test func uploadsShareTheUpLinkAndNotTheDownLink() {
    var rig = warm()
    let start = Instant.milliseconds(1_000)
    rig.begin(0, .zero, request: size, at: start)
    rig.begin(1, .zero, request: size, at: start)
    rig.begin(2, Bytes(146_000), at: start)
    rig.run()
    expect(rig.completion(of: 0, after: start), is: start + .milliseconds(10) + alone * 2)
    expect(rig.completion(of: 1, after: start), is: start + .milliseconds(10) + alone * 2)
  }

  @Test func requestsMadeDuringTheHandshakeShareTheConnection() {
    var rig = Rig(profile)
    rig.begin(0, size)
    rig.begin(1, size, at: .milliseconds(25))
    rig.run()
    // Both go out when the handshakes are done, at 40 ms.
    expect(rig.completion(of: 0), is: Instant.milliseconds(50) + alone * 2)
    expect(rig.completion(of: 1), is: Instant.milliseconds(50) + alone * 2)
  }

  @Test func cancellingGivesTheShareBack() {
    var rig = warm()
    let start = Instant.milliseconds(1_000)
    rig.begin(0, size, at: start)
    rig.begin(1, size, at: start)
    rig.run(until: start + .milliseconds(20))
    let traffic = rig.network.cancel(1, at: start + .milliseconds(20))
    expect(traffic, is: NetworkTraffic(up: .zero, down: Bytes(5_000)))
    rig.run()
    expect(rig.completion(of: 0, after: start), is: start + .milliseconds(15) + alone)
    expect(rig.completion(of: 1, after: start) == nil)
  }
}
