internal import DeviceModels
internal import SimCore
internal import TestCases
internal import Testing

struct DeviceProfilesTests {
  @Test func namesAreFoundAndUnlike() {
    for device in DeviceProfiles.all {
      expect(DeviceProfiles.named(device.name), is: device)
      expect(!device.source.isEmpty)
    }
    expect(Set(DeviceProfiles.all.map(\.name)).count, is: DeviceProfiles.all.count)
    expect(DeviceProfiles.named("abacus") == nil)
  }

  @Test func theMiddleClassIsTheDefault() {
    let phone = DeviceProfiles.named("mid-phone")
    expect(phone?.memoryModel == MemoryModel() && phone?.flashTiming == FlashTiming())
    expect(phone, is: DeviceProfiles.all.first)
  }

  /// AnandTech 9662: the 6s is the first phone with NVMe; no iPhone has had UFS.
  @Test func iPhonesHaveNVMeSinceThe6s() throws {
    let phones = DeviceProfiles.all.filter { $0.name.hasPrefix("iphone-") }
    expect(phones.count, is: 9)
    for phone in phones {
      expect(!phone.storage.name.hasPrefix("ufs"), "\(phone.name)")
      expect(phone.storage.name.hasPrefix("nvme"), is: phone.name != "iphone-5s")
    }
    let rates = phones.map { $0.storage.timing.readRate }
    expect(rates, is: rates.sorted(), "a newer one is no slower")
    try expect(
      #require(DeviceProfiles.named("iphone-6s")).flashTiming.readRate, is: .megabytes(402))
    try expect(
      #require(DeviceProfiles.named("iphone-7")).flashTiming.writeRate, is: .megabytes(341))
    try expect(
      #require(DeviceProfiles.named("iphone-15-pro")).flashTiming.readRate, is: .megabytes(1_450))
  }

  /// 2,500 points of Geekbench 6 are the desktop's core: 2,914 of an A17 Pro are 0.86 of its time,
  /// 2,522 of an A16 0.99; an A14 has 1,597 of the A16's 1,879 in Geekbench 5, which is 1.17, an
  /// A13 1,327, and the others are 44, 75, 117 and 196 % slower than the A14.
  @Test(arguments: [
    ("iphone-15-pro", 0.9), ("iphone-14-pro", 1.0), ("iphone-12-pro", 1.2), ("iphone-11", 1.4),
    ("iphone-xs", 1.7), ("iphone-x", 2.0), ("iphone-7", 2.5), ("iphone-6s", 3.5),
    ("iphone-5s", 4.0), ("mid-phone", 4.0), ("budget-phone", 8.0), ("galaxy-s24", 1.1),
  ])
  func aProcessorsScaleHasASource(name: String, scale: Double) throws {
    let device = try #require(DeviceProfiles.named(name))
    expect(device.processorScale, is: scale)
    expect(device.processorSource.contains(scale >= 4 ? "assumed" : "Geekbench"))
  }

  @Test func devicesAndTheirFlashArePresets() {
    expect(MemoryModel.presets.map(\.name), is: DeviceProfiles.all.map(\.name))
    expect(MemoryModel.presets.map(\.values), is: DeviceProfiles.all.map(\.memoryModel))
    expect(FlashTiming.presets.map(\.name), is: StorageProfiles.all.map(\.name))
    expect(FlashTiming.presets.map(\.values), is: StorageProfiles.all.map(\.timing))
  }

  /// Mebibytes of an app, and of the device: a table of a forum, stackoverflow.com 5887248.
  @Test(arguments: [
    ("iphone-5s", 646, 1_024), ("iphone-6s", 1_396, 2_048), ("iphone-7", 1_395, 2_048),
    ("iphone-x", 1_392, 2_785), ("iphone-xs", 2_040, 3_754), ("iphone-11", 2_068, 3_844),
    ("iphone-12-pro", 3_054, 5_703),
  ])
  func anAppMayUseWhatPeopleMeasured(name: String, limit: Int64, memory: Int64) throws {
    let device = try #require(DeviceProfiles.named(name))
    expect(device.appLimit, is: .mebibytes(limit))
    expect(device.memoryModel.memory, is: .mebibytes(memory))
    expect(device.summary, is: "\(limit) of \(memory) MiB for an app, as people measured.")
  }

  @Test(arguments: DeviceProfiles.all)
  func anAppMayUseAboutAHalf(device: DeviceProfile) {
    let model = device.memoryModel
    // 49.98 % of an iPhone X to 68.2 % of a 6s.
    expect(model.limitFraction > 0.499 && model.limitFraction < 0.683)
    expect(model.levels.level(used: device.appLimit + Bytes(1)), is: .killed)
  }
}

struct StorageProfilesTests {
  @Test func namesAreFoundAndUnlike() {
    for profile in StorageProfiles.all {
      expect(StorageProfiles.named(profile.name), is: profile)
      expect(!profile.source.isEmpty && !profile.summary.isEmpty)
      expect(profile.rateCertainty != .high, "rates of phones' flash are a blog's")
    }
    expect(Set(StorageProfiles.all.map(\.name)).count, is: StorageProfiles.all.count)
    expect(StorageProfiles.named("tape") == nil)
  }

  @Test func theDefaultHasAProfile() {
    expect(StorageProfiles.named("ufs-2.1")?.timing, is: FlashTiming())
  }

  /// Stock Android made 39 SQLite insertions a second (Jeong et al. 2013).
  @Test func flashOf2013TakesThirtyNineInsertionsASecond() throws {
    var settings = FlashSettings()
    settings.timing = try #require(StorageProfiles.named("emmc-2013")).timing
    var engine = SQLiteRollback(settings: settings)
    var total = FlashWrite()
    for entry in ObjectKey(0)..<100 {
      total += engine.write(entry, bytes: Bytes(100), for: .record)
    }
    expect(abs(100 / total.duration.seconds / 39 - 1) < 0.05)
  }
}

struct MemoryModelTests {
  @Test func levelsFollowTheSharesOfTheLimit() {
    let model = MemoryModel()  // 4 GB: limit 2.2 GB, warning 1.76 GB, critical 2.09 GB
    expect(model.limit, is: .megabytes(2_200))
    expect(model.levels.level(used: Bytes(1_759_999_999)), is: .normal)
    expect(model.levels.level(used: .megabytes(1_760)), is: .warning)
    expect(model.levels.level(used: Bytes(2_089_999_999)), is: .warning)
    expect(model.levels.level(used: .megabytes(2_090)), is: .critical)
    expect(model.levels.level(used: .megabytes(2_200)), is: .critical)
    expect(model.levels.level(used: Bytes(2_200_000_001)), is: .killed)
    expect(model.levels.level(used: model.baseline + .megabytes(1_610)), is: .warning)
    expect(MemoryPressure.normal < .warning && MemoryPressure.critical < .killed)
  }

  @Test(arguments: [(1_000, 150_000_000), (4_000, 600_000_000), (8_000, 805_306_368)])
  func aCacheTakesFifteenPercentAndAtMost768Mebibytes(memory: Int64, limit: Int64) {
    var model = MemoryModel()
    model.memory = .megabytes(memory)
    expect(model.cacheLimit, is: Bytes(limit))
  }
}
