internal import Devices
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
