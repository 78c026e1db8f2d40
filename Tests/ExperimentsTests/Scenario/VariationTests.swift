internal import CacheWorkloads
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments

@Suite struct VariationTests {
  @Test func aVariedSettingIsReadAnewForEachValue() throws {
    let text = """
      {"question": "?", "workload": {"name": "menus"}, "strategies": [{"name": "on-demand"}],
       "vary": {"path": "strategies[*].settings.staleAfter", "values": ["1m", "2h"]}}
      """
    let file = try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
    expect(file.variants.map(\.value), is: ["1m", "2h"])
    let ages = file.variants.map { $0.scenario.strategies[0].settings["staleAfter"]?.string }
    expect(ages, is: ["1m", "2h"])
  }

  /// Each schedule has a network that is meant; a scenario without a schedule has the standard one.
  @Test(arguments: [
    ("", "networkSchedule.settings.outside"),
    (#""networkSchedule": {"name": "always"},"#, "networkSchedule.settings.profile"),
    (#""networkSchedule": {"name": "aeroplane"},"#, "networkSchedule.settings.commuter.outside"),
  ])
  func networksAreTriedInPlaceOfTheMobileOne(schedule: String, path: String) throws {
    let text = """
      {"question": "?", "workload": {"name": "menus"}, "strategies": [{"name": "on-demand"}],
       \(schedule) "networks": ["edge", "wifi"]}
      """
    let file = try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
    expect(file.scenario.variation?.path, is: path)
    expect(file.variants.map(\.value), is: ["edge", "wifi"])
    let profiles = file.variants.map(\.scenario.networkSchedule.product.profiles)
    expect(profiles[0].contains("edge") && !profiles[1].contains("edge"))
  }

  @Test func anUnknownNetworkIsReportedWhereItStands() {
    let text = """
      {"question": "?", "workload": {"name": "menus"}, "strategies": [{"name": "on-demand"}],
       "networkSchedule": {"name": "aeroplane", "settings": {"commuter": {"outside": "lte-wtp"}}}}
      """
    let error = #expect(throws: InputError.self) {
      try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
    }
    expect(
      error?.lines,
      is: [
        "x.json:2:80: networkSchedule.settings.commuter.outside: unknown network 'lte-wtp' "
          + "(did you mean 'lte-wpt'?)"
      ])
  }

  @Test(arguments: [
    ("on-demand.staleAfter", "strategies[0].settings.staleAfter"),
    ("strategies[*].staleAfter", "strategies[*].settings.staleAfter"),
    ("duration", "duration"),
  ])
  func aSettingIsNamedShortAsInASweep(name: String, path: String) throws {
    func file(_ path: String) throws -> ScenarioFile {
      let text = """
        {"question": "?", "workload": {"name": "menus"}, "strategies": [{"name": "on-demand"}],
         "vary": {"path": "\(path)", "values": ["1m", "2m"]}}
        """
      return try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
    }
    let short = try file(name)
    expect(short.variedSetting, is: path)
    try expect(short.hash, is: file(path).hash)
  }

  @Test(arguments: ["nowhere..x", "strategies[7].settings.staleAfter", "question.deep", ""])
  func aPathThatLeadsNowhereIsReportedWithItsPlace(path: String) {
    let text = """
      {"question": "?", "workload": {"name": "menus"}, "strategies": [{"name": "on-demand"}],
       "vary": {"path": "\(path)", "values": ["1m"]}}
      """
    let error = #expect(throws: InputError.self) {
      try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
    }
    expect(error?.lines.first?.hasPrefix("x.json:2:19: vary.path: "), is: true)
  }
}
