internal import CacheWorkloads
internal import SimCore
internal import Testing

@testable internal import Experiments

@Suite struct VariationTests {
  @Test func aVariedSettingIsReadAnewForEachValue() throws {
    let text = """
      {"question": "?", "workload": {"name": "menus"}, "strategies": [{"name": "on-demand"}],
       "vary": {"path": "strategies[*].settings.staleAfter", "values": ["1m", "2h"]}}
      """
    let file = try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
    #expect(file.variants.map(\.value) == ["1m", "2h"])
    let ages = file.variants.map { $0.scenario.strategies[0].settings["staleAfter"]?.string }
    #expect(ages == ["1m", "2h"])
  }

  /// Each weather says which of its networks is meant; who names no weather has the standard one.
  @Test(arguments: [
    ("", "weather.settings.outside"),
    (#""weather": {"name": "always"},"#, "weather.settings.profile"),
    (#""weather": {"name": "aeroplane"},"#, "weather.settings.commuter.outside"),
  ])
  func networksAreTriedInPlaceOfTheMobileOne(weather: String, path: String) throws {
    let text = """
      {"question": "?", "workload": {"name": "menus"}, "strategies": [{"name": "on-demand"}],
       \(weather) "networks": ["edge", "wifi"]}
      """
    let file = try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
    #expect(file.scenario.variation?.path == path)
    #expect(file.variants.map(\.value) == ["edge", "wifi"])
    let profiles = file.variants.map(\.scenario.weather.product.profiles)
    #expect(profiles[0].contains("edge") && !profiles[1].contains("edge"))
  }

  @Test func aNetworkThatNobodyKnowsIsToldWhereverItStands() {
    let text = """
      {"question": "?", "workload": {"name": "menus"}, "strategies": [{"name": "on-demand"}],
       "weather": {"name": "aeroplane", "settings": {"commuter": {"outside": "lte-wtp"}}}}
      """
    let error = #expect(throws: ScenarioError.self) {
      try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
    }
    #expect(
      error?.lines == [
        "x.json:2:72: weather.settings.commuter.outside: unknown network 'lte-wtp' "
          + "(did you mean 'lte-wpt'?)"
      ])
  }

  @Test(arguments: ["nowhere..x", "strategies[7].settings.staleAfter", "question.deep", ""])
  func aPathThatLeadsNowhereIsToldWithItsPlace(path: String) {
    let text = """
      {"question": "?", "workload": {"name": "menus"}, "strategies": [{"name": "on-demand"}],
       "vary": {"path": "\(path)", "values": ["1m"]}}
      """
    let error = #expect(throws: ScenarioError.self) {
      try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
    }
    #expect(error?.lines.first?.hasPrefix("x.json:2:19: vary.path: ") == true)
  }
}
