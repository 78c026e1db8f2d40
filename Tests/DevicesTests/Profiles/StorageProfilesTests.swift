internal import Devices
internal import SimCore
internal import Testing

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
