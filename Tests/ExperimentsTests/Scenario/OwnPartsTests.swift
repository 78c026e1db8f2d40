internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments

/// Networks, radios, phones and storage of one's own, and names where objects stand.
struct OwnPartsTests {
  private static func text(_ members: String) -> String {
    """
    {"question": "?", "strategies": [{"name": "network-only"}],
     "workload": {"name": "timelines"}, \(members)}
    """
  }

  private static func file(_ members: String) throws -> ScenarioFile {
    try ScenarioFile(bytes: Array(text(members).utf8), file: "it.json", name: "it")
  }

  private static func network(_ json: String) throws -> NetworkProfile {
    let schedule = #""networkSchedule": {"name": "always", "settings": {"profile": \#(json)}}"#
    return try file(schedule).scenario.profiles()[0]
  }

  private static func mistake(_ members: String) -> String {
    let error = #expect(throws: InputError.self) { try file(members) }
    return error?.lines.joined(separator: "\n") ?? ""
  }

  @Test func aNetworkIsANamedOneWithFiguresChanged() throws {
    let base = try #require(NetworkProfiles.named("lte-wpt"))
    let own = try Self.network(
      #"{"preset": "lte-wpt", "name": "village", "roundTrip": "120ms", "down": "2 Mbps"}"#)
    expect(own.name == "village" && own.roundTrip == .milliseconds(120))
    expect(own.down.bitsPerSecond == 2_000_000 && own.up == base.up && own.access == base.access)
    expect(own.variance == base.variance && own.certainty == .assumption)
    let still = try Self.network(#"{"preset": "lte-wpt", "variance": "none"}"#)
    expect(still.variance == nil && still.name == "lte-wpt, changed")
    let lossy = try Self.network(
      #"{"preset": "wifi", "variance": "3g-nlc", "lostRequests": 0.5, "loss": 0.01, "#
        + #""up": "1 Mbps"}"#
    )
    expect(lossy.variance?.lostRequests, is: 0.5)
    expect(lossy.variance?.rates, is: RateVariance.named("3g"))
    expect(lossy.loss == 0.01 && lossy.up.bitsPerSecond == 1_000_000)
    let ours = try Self.network(
      #"{"access": "wifi", "roundTrip": "9ms", "down": "20 Mbps", "variance": "wifi-office"}"#)
    expect(ours.variance, is: NetworkProfiles.named("wifi-office")?.variance)
    expect(ours.variance?.rates, is: RateVariance.named("wifi-office"))
    // The path to the origin is part of a round trip that is not said.
    expect(lossy.roundTrip, is: NetworkProfiles.wifi.roundTrip)
  }

  @Test func aNetworkOfOnesOwnIsWrittenAgain() throws {
    let network = #"{"preset": "lte-wpt", "down": "2 Mbps", "variance": "none"}"#
    let file = try Self.file(
      #""networkSchedule": {"name": "commuter", "settings": {"outside": \#(network)}}"#)
    let again = try ScenarioFile(
      bytes: Array(file.scenario.json.text.utf8), file: "again.json", name: "it")
    expect(again.hash, is: file.hash)
    expect(again.scenario.networkSchedule.product.networks[2].own?.down != nil)
  }

  @Test func networksOfOnesOwnAreTriedInTurn() throws {
    let networks = #""networks": ["wifi", {"preset": "wifi", "roundTrip": "400ms"}]"#
    let file = try Self.file(networks)
    let names = try file.variants.map {
      try $0.scenario.profiles()[2].name
    }
    expect(names, is: ["wifi", "wifi, changed"])
  }

  @Test(arguments: [
    (#"{"preset": "lte-wtp"}"#, "found 'lte-wtp' (did you mean 'lte-wpt'?)"),
    (#"{"preset": "offline"}"#, "expected a profile that delivers packets, found 'offline'"),
    (#"{"roundTrip": "1s"}"#, "the setting 'preset' is missing"),
    (#"{"preset": "wifi", "roundTrop": "1s"}"#, "did you mean 'roundTrip'?"),
    (#"{"preset": "wifi", "down": "0 bps"}"#, "found \"0 bps\""),
    (#"{"preset": "wifi", "variance": "ideal"}"#, "expected \"none\" or a profile that varies"),
    (#"{"preset": "wifi", "variance": "wifi-ofice"}"#, "(did you mean 'wifi-office'?)"),
    (#"{"preset": "wifi-ofice"}"#, "found 'wifi-ofice' (did you mean 'wifi-office'?)"),
    (#"{"recordet": "norway_bus_1"}"#, "did you mean 'recorded'?"),
  ])
  func aMistakeInANetworkIsTold(network: String, words: String) {
    let message = Self.mistake(
      #""networkSchedule": {"name": "always", "settings": {"profile": \#(network)}}"#)
    expect(message.contains(words) && message.contains("settings.profile"), "\(message)")
  }

  @Test func aDevicesNameIsAWholePhone() throws {
    let named = try Self.file(#""device": "iphone-12-pro""#).scenario.device
    let phone = try #require(DeviceProfiles.named("iphone-12-pro"))
    expect(named.memory == phone.memoryModel && named.memory.limit == .mebibytes(3_054))
    expect(named.flash.timing, is: StorageProfiles.named("nvme")?.timing)
    expect(named.processorScale == 1.2 && named.radio.lte.profile.name == "lte-2020-verizon")
    expect(named.radio.fiveG.profile.name, is: "5g-nsa")
    let said = try Self.file(#""device": {"preset": "iphone-12-pro"}"#).scenario.device
    expect(said.json.compact, is: named.json.compact)
    // What else is said is laid over the phone.
    let changed = try Self.file(
      #""device": {"preset": "iphone-7", "memory": {"baseline": "1 MB"}, "processorScale": 1}"#
    ).scenario.device
    expect(changed.memory.memory == .mebibytes(2_048) && changed.memory.baseline == .megabytes(1))
    expect(changed.processorScale == 1 && changed.radio.lte.profile.name == "lte-aro")
  }

  @Test func theDefaultPhoneIsTheMiddleClass() throws {
    let middle = try Self.file(#""device": "mid-phone""#).scenario.device
    expect(middle.json.compact, is: DeviceSettings().json.compact)
  }

  @Test func namesStandForMemoryAndStorage() throws {
    let device = try Self.file(
      #""device": {"memory": "iphone-5s", "flash": {"timing": "emmc-5.1"}}"#
    ).scenario.device
    expect(device.memory.limit, is: .mebibytes(646))
    expect(device.flash.timing, is: StorageProfiles.named("emmc-5.1")?.timing)
    let own = try Self.file(
      #""device": {"flash": {"timing": {"preset": "nvme", "open": "1ms"}}}"#
    ).scenario.device
    expect(own.flash.timing.open, is: .milliseconds(1))
    expect(own.flash.timing.readRate, is: StorageProfiles.named("nvme")?.timing.readRate)
  }

  @Test func aRadioIsANamedOneWithFiguresChanged() throws {
    let radio = try Self.file(
      #""device": {"radio": {"lte": {"preset": "lte-aro", "tail": "2s", "activeWatts": 0.5}}}"#
    ).scenario.device.radio.lte
    expect(radio.profile.activeWatts == 0.5 && radio.profile.tail.map(\.duration) == [.seconds(2)])
    expect(radio.profile.promotion, is: RadioProfiles.lteARO.promotion)
    expect(radio.profile.name, is: "lte-aro, changed")
    expect(radio.json["preset"]?.string, is: "lte-aro")
  }

  @Test(arguments: [
    (#""iphone-12""#, "device: unknown preset 'iphone-12' (did you mean"),
    ("7", "device: expected an object or the name of a preset, found the number 7"),
    (#"{"memory": "iphone-3"}"#, "device.memory: unknown preset 'iphone-3'"),
    (#"{"radio": {"lte": {"preset": "lte-ar"}}}"#, "unknown radio 'lte-ar' (did you mean"),
    (#"{"radio": {"lte": {"tail": "1s"}}}"#, "the setting 'preset' is missing"),
  ])
  func aMistakeInADeviceIsTold(device: String, words: String) {
    let message = Self.mistake(#""device": \#(device)"#)
    expect(message.contains(words), "\(message)")
  }
}
