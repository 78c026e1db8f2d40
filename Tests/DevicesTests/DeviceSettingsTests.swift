internal import Devices
internal import SimCore
internal import Testing

/// Settings of devices as scenarios write them.
struct DeviceSettingsTests {
  private func roundTrip<Value: SettingValue & Equatable>(_ value: Value) {
    var problems = Problems()
    #expect(Value.read(value.json, path: "", &problems) == value)
    #expect(problems.isEmpty)
  }

  @Test func whatIsWrittenIsReadAgain() {
    var network = NetworkSettings()
    network.version = .http1
    network.windowLifetime = .seconds(1)
    roundTrip(network)
    var flash = FlashSettings()
    flash.timing = .emmc
    flash.journal = .persist
    roundTrip(flash)
    roundTrip(MemoryModel())
    for codec in Codecs.all { roundTrip(codec) }
    for profile in NetworkProfiles.all { roundTrip(profile) }
    for name in FlashEngines.names { roundTrip(FlashEngineName(name)) }
  }

  @Test func anUnknownNameIsAnsweredWithTheNearest() {
    var problems = Problems()
    let json = JSON(.string("sqlite-wall"))
    #expect(FlashEngineName.read(json, path: "engine", &problems) == nil)
    #expect(Codec.read(JSON(.string("jason")), path: "codec", &problems) == nil)
    #expect(NetworkProfile.read(JSON(.string("wify")), path: "network", &problems) == nil)
    #expect(NetworkProfile.read(JSON(.integer(3)), path: "network", &problems) == nil)
    #expect(!problems.isEmpty)
  }
}
