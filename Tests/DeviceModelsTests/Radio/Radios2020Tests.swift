internal import DeviceModels
internal import SimCore
internal import Testing

/// When radios of 2020 fall asleep: what RRC-Probe found (SIGCOMM21-5G/artifact@35aaf28).
struct Radios2020Tests {
  /// How long a packet waits that comes so long after the last one.
  private func wait(_ name: String, after gap: TimeSpan) throws -> TimeSpan {
    var radio = Radio(try #require(RadioProfiles.named(name)))
    radio.carry(from: .start, to: .start + .seconds(1))
    let instant = Instant.start + .seconds(1) + gap
    return radio.wake(at: instant) - instant
  }

  @Test(arguments: [
    ("lte-2020-tmobile", 5_000, 5_000), ("lte-2020-verizon", 10_000, 10_500),
    ("5g-nsa", 10_000, 11_000), ("5g-mmwave", 11_000, 11_000),
  ])
  func aRadioSleepsAfterItsTail(name: String, earliest: Int64, latest: Int64) throws {
    #expect(try wait(name, after: .milliseconds(earliest - 1)) == .zero)
    #expect(try wait(name, after: .milliseconds(latest + 1)) == .milliseconds(260))
  }

  @Test func standalone5GIsInactiveBeforeItIsIdle() throws {
    #expect(try wait("5g-sa", after: .milliseconds(10_399)) == .zero)
    for gap in [10_401, 13_999] as [Int64] {
      let resumption = try wait("5g-sa", after: .milliseconds(gap))
      #expect((TimeSpan.milliseconds(312)...(.milliseconds(427))).contains(resumption))
    }
    #expect(try wait("5g-sa", after: .milliseconds(14_001)) == .milliseconds(260))
  }

  @Test func theUsualRadioOfCellularLinksIsOfThisDecade() {
    #expect(RadioProfiles.suggested(for: .cellular4G).name == "lte-2020-verizon")
    #expect(RadioProfiles.suggested(for: .cellular5G).name == "5g-nsa")
    #expect(RadioSettings().profile(for: .cellular4G)?.name == "lte-2020-verizon")
    #expect(RadioSettings().profile(for: .cellular5G)?.name == "5g-nsa")
  }
}
