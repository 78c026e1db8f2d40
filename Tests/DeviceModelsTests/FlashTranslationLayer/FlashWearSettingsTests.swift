internal import DeviceModels
internal import SimCore
internal import Testing

struct FlashWearSettingsTests {
  @Test func aScenarioSetsThem() throws {
    let json = JSON.object([
      ("capacity", "128GB"), ("utilization", JSON(.real(0.9))), ("nand", "qlc"),
      ("endurance", JSON(.integer(1_500))), ("cleaning", "fifo"), ("method", "simulated"),
      ("pattern", "zipf-0.8"),
    ])
    var problems = Problems()
    let read = try #require(FlashWearSettings.read(json, path: "wear", &problems))
    #expect(read.capacity == .megabytes(128_000) && read.fill == 0.9)
    #expect(read.nand == NANDTypes.qlc && read.cycles == 1_500)
    #expect(read.cleaning == .fifo && read.method == .simulated)
    #expect(read.pattern == .zipf(exponent: 0.8) && read.mapUnit == Bytes(4_096))
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    var problems = Problems()
    let settings = FlashWearSettings()
    #expect(FlashWearSettings.read(settings.json, path: "", &problems) == settings)
  }

  @Test(arguments: [
    ("utilization", JSON(.real(1.1))), ("overProvisioning", JSON(.real(0))), ("nand", "plc"),
    ("endurance", JSON(.integer(0))), ("pattern", "zipf"), ("simulatedBlocks", JSON(.integer(1))),
  ])
  func wrongOnesAreRefused(name: String, value: JSON) {
    var problems = Problems()
    #expect(FlashWearSettings.read(.object([(name, value)]), path: "wear", &problems) == nil)
  }

  /// The least room that settings can leave a small device is enough for it.
  @Test func theTightestDeviceIsSimulated() {
    var settings = FlashWearSettings()
    settings.overProvisioning = 0.01
    settings.fill = 1
    settings.simulatedBlocks = 200
    settings.pagesPerBlock = 2
    settings.method = .simulated
    let wear = FlashWear(settings)
    #expect(wear.amplification > 5 && wear.amplification < 100)
  }
}
