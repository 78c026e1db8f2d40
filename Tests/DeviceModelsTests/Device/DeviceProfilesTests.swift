internal import DeviceModels
internal import SimCore
internal import Testing

struct DeviceProfilesTests {
  @Test func namesAreFoundAndUnlike() {
    for device in DeviceProfiles.all {
      #expect(DeviceProfiles.named(device.name) == device)
      #expect(!device.source.isEmpty)
    }
    #expect(Set(DeviceProfiles.all.map(\.name)).count == DeviceProfiles.all.count)
    #expect(DeviceProfiles.named("abacus") == nil)
  }

  @Test func theMiddleClassIsTheDefault() {
    #expect(DeviceProfiles.midPhone.memoryModel == MemoryModel())
    #expect(DeviceProfiles.midPhone.flashTiming == FlashTiming())
  }

  @Test func devicesAndTheirFlashArePresets() {
    #expect(MemoryModel.presets.map(\.name) == DeviceProfiles.all.map(\.name))
    #expect(MemoryModel.presets.map(\.values) == DeviceProfiles.all.map(\.memoryModel))
    #expect(FlashTiming.presets.map(\.name) == StorageProfiles.all.map(\.name))
    #expect(FlashTiming.presets.map(\.values) == StorageProfiles.all.map(\.timing))
  }

  @Test(arguments: DeviceProfiles.all)
  func anAppMayUseWhatTheTableSays(device: DeviceProfile) {
    let model = device.memoryModel
    #expect(model.limit == device.appLimit)
    // 49.98 % of an iPhone X to 68.2 % of a 6s.
    #expect(model.limitFraction > 0.499 && model.limitFraction < 0.683)
    #expect(model.level(used: device.appLimit + Bytes(1)) == .killed)
  }
}

struct StorageProfilesTests {
  @Test func namesAreFoundAndUnlike() {
    for profile in StorageProfiles.all {
      #expect(StorageProfiles.named(profile.name) == profile)
      #expect(!profile.source.isEmpty && !profile.summary.isEmpty)
      #expect(profile.rateCertainty != .high, "rates of phones' flash are a blog's")
    }
    #expect(Set(StorageProfiles.all.map(\.name)).count == StorageProfiles.all.count)
    #expect(StorageProfiles.named("tape") == nil)
  }

  @Test func theDefaultsHaveProfiles() {
    #expect(StorageProfiles.ufs2.timing == FlashTiming.ufs)
    #expect(StorageProfiles.emmc5.timing == FlashTiming.emmc)
  }

  /// Stock Android made 39 SQLite insertions a second (Jeong et al. 2013).
  @Test func flashOf2013TakesThirtyNineInsertionsASecond() {
    var settings = FlashSettings()
    settings.timing = StorageProfiles.emmc2013.timing
    var engine = SQLiteRollback(settings: settings)
    var total = FlashWrite()
    for entry in ObjectKey(0)..<100 {
      total += engine.write(entry, bytes: Bytes(100), for: .record)
    }
    #expect(abs(100 / total.duration.seconds / 39 - 1) < 0.05)
  }
}
