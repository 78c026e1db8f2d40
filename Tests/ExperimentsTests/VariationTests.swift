internal import Experiments
internal import SimCore
internal import Testing

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
