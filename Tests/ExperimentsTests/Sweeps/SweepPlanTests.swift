internal import Results
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments

@Suite struct SweepPlanTests {
  private func file(_ more: String = "") throws -> ScenarioFile {
    let text = """
      {"question": "?", "workload": {"name": "timelines"}, "seeds": [1, 2],\(more)
       "strategies": [{"name": "network-only"}, {"name": "on-demand", "label": "shelf.v2"},
                      {"name": "on-demand"}, {"name": "memory-tier"}]}
      """
    return try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
  }

  private func plan(_ axes: String..., more: String = "", keepsOwn: Bool = false) throws
    -> SweepPlan
  {
    try SweepPlan(
      file(more), axes: axes.map { try SweepAxis($0) }, keepsOwn: keepsOwn, command: "c")
  }

  @Test func theLastAxisCountsFastest() throws {
    let plan = try plan("devices=1,2", "on-demand.staleAfter=1m,2m,3m")
    expect(
      (0..<plan.outline.pointCount).map(plan.outline.title),
      is: [
        "devices=1 on-demand.staleAfter=1m", "devices=1 on-demand.staleAfter=2m",
        "devices=1 on-demand.staleAfter=3m", "devices=2 on-demand.staleAfter=1m",
        "devices=2 on-demand.staleAfter=2m", "devices=2 on-demand.staleAfter=3m",
      ])
    expect(plan.scenarios.map(\.devices), is: [1, 1, 1, 2, 2, 2])
    let ages = plan.scenarios.map { $0.strategies[2].settings["staleAfter"]?.string }
    expect(ages, is: ["1m", "2m", "3m", "1m", "2m", "3m"])
    expect(plan.outline.rows.map(\.point), is: (0..<6).flatMap { [$0, $0, $0, $0] })
  }

  /// The axis touches one of four strategies, so the other three are simulated once.
  @Test func whatAnAxisDoesNotTouchIsOneCell() throws {
    let plan = try plan("on-demand.staleAfter=1m,2m,3m")
    expect(plan.outline.rows.count, is: 12)
    expect(plan.cells.count, is: 3 + 3 + 0)
    expect(Set(plan.cells.map(\.key)).count, is: plan.cells.count)
  }

  @Test(arguments: [
    ("strategies.on-demand.staleAfter", 2), ("strategies.shelf.v2.staleAfter", 1),
    ("on-demand.staleAfter", 2), ("shelf.v2.staleAfter", 1), ("strategies[3].staleAfter", 3),
    ("strategies[1].settings.staleAfter", 1), ("shelf.v2.settings.staleAfter", 1),
  ])
  func aStrategyIsNamedByLabelOrPlace(name: String, strategy: Int) throws {
    let plan = try plan("\(name)=7m,9m")
    for (index, chosen) in plan.scenarios[0].strategies.enumerated() {
      expect((chosen.settings["staleAfter"]?.string == "7m"), is: index == strategy)
    }
  }

  @Test func choicesMayLeaveOutTheWordSettings() throws {
    let plan = try plan("workload.friends=3,4", "networkSchedule.outside=edge,wifi")
    expect(plan.scenarios[3].workload.settings["friends"]?.integer, is: 4)
    expect(plan.scenarios[3].networkSchedule.settings["outside"]?.string, is: "wifi")
  }

  @Test func aLabelIsNoPartOfACell() throws {
    let plan = try plan("devices=1,2")
    let keys = plan.outline.rows.map(\.cell)
    expect(keys[1], is: keys[2])
    expect(keys[1] != keys[3])
    expect(keys[1] != keys[5])
  }

  @Test func theOwnVariationIsAnAxisWhenItIsKept() throws {
    let vary = #""vary": {"path": "devices", "values": [3, 4]},"#
    try expect(plan(more: vary, keepsOwn: true).scenarios.map(\.devices), is: [3, 4])
    try expect(plan("devices=5", more: vary).scenarios.map(\.devices), is: [5])
    let both = try plan("workload.friends=1,2", more: vary, keepsOwn: true)
    expect(both.outline.axes.map(\.name), is: ["devices", "workload.friends"])
  }

  @Test func cellsDependOnWhatTheirNumbersDependOn() throws {
    let first = try plan("devices=1,2").cells.map(\.key)
    try expect(plan("devices=2,1").cells.map(\.key) != first)
    expect(Set(try plan("devices=2,1").cells.map(\.key)), is: Set(first))
    try expect(plan("devices=1,2", more: #""title": "T","#).cells.map(\.key), is: first)
    try expect(
      Set(plan("devices=1,2", more: #""duration": "3d","#).cells.map(\.key))
        .isDisjoint(with: first))
  }

  @Test(arguments: [
    ("title=a", "--vary title: 'title' is the same in all cells"),
    (
      "devises=1", "--vary devises: there is no such setting (did you mean 'devices'?)"
    ),
    (
      "on-demnd.staleAfter=1m",
      "--vary on-demnd.staleAfter: there is no such setting (did you mean 'on-demand.staleAfter'?)"
    ),
    (
      "strategies.devices=1",
      "--vary strategies.devices: there is no such setting (did you mean 'devices'?)"
    ),
    (
      "friends=1",
      "--vary friends: there is no such setting (did you mean 'workload.friends'?)"
    ),
    (
      "on-demand.staleAfer=1m,2m",
      "--vary on-demand.staleAfer=1m: strategies[2].settings.staleAfer: unknown setting "
        + "'staleAfer' (did you mean 'staleAfter'?)"
    ),
    (
      "on-demand.staleAfter=1m,soon",
      "--vary on-demand.staleAfter=soon: strategies[2].settings.staleAfter: expected a length of "
        + "time such as \"15m\" or \"150ms\", \"0s\" to \"3650d\" or null, found the text "
        + "\"soon\""
    ),
    ("devices=0,1", "--vary devices=0: devices: expected 1 to 1000000, found 0"),
    (
      "strategies[9].settings.x=1",
      "--vary strategies[9].settings.x=1: the path 'strategies[9].settings.x' leads to no setting"
    ),
    (
      "networkSchedule.outside=lte-wtp",
      "--vary networkSchedule.outside=lte-wtp: networkSchedule.settings.outside: unknown network "
        + "'lte-wtp' (did you mean 'lte-wpt'?)"
    ),
  ])
  func whatDoesNotFitIsReported(axis: String, message: String) {
    let error = #expect(throws: InputError.self) { try plan(axis) }
    expect(error?.lines, is: [message])
  }

  @Test func settingsAreVariedOnce() {
    let error = #expect(throws: InputError.self) {
      try plan("on-demand.staleAfter=1m", "strategies[2].settings.staleAfter=2m")
    }
    expect(error?.lines.first?.hasSuffix("the setting is varied twice"), is: true)
    #expect(throws: InputError.self) { try plan() }
    #expect(throws: InputError.self) { try plan("devices=1..1000", "workload.friends=1..1000") }
  }

  @Test func anOutlineReadsBackAsItself() throws {
    let folder = try SweepScratch()
    let outline = try plan("devices=1,2", "on-demand.staleAfter=15s..1m*2").outline
    try folder.cells.begin(outline)
    expect(folder.cells.outline, is: outline)
  }
}
