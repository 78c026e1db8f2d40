internal import Devices
internal import Testing

struct RadioProfilesTests {
  @Test func everyProfileIsFoundByItsNames() {
    let names = RadioProfiles.all.flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
    for profile in RadioProfiles.all {
      for name in [profile.name] + profile.aliases {
        #expect(RadioProfiles.named(name) == profile)
      }
    }
    #expect(RadioProfiles.named("5g") == nil)
  }

  @Test(arguments: [
    (NetworkAccess.none, "none"), (.wired, "none"), (.wifi, "wifi-aro"), (.cellular2G, "3g-aro"),
    (.cellular3G, "3g-aro"), (.cellular4G, "lte-aro"),
  ])
  func aLinkSuggestsItsRadio(access: NetworkAccess, name: String) {
    #expect(RadioProfiles.suggested(for: access).name == name)
  }
}
