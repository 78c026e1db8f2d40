internal import CacheMetrics
internal import CacheReports
internal import Foundation
internal import Results
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments

/// Goals of one screen alone, of a day whose right answer follows from how it was made.
@Suite struct ScreenGoalTests {
  /// Home is opened ten times and audio three times, both with a lifetime of a day: one strategy
  /// never takes audio from its cache and the other never home.
  private static let story = """
    {"event": "story", "version": 1}
    {"event": "headers", "name": "day", "cacheControl": "max-age=86400"}
    {"event": "publish", "resource": "home", "size": "10 kB", "headers": "day"}
    {"event": "publish", "resource": "audio of episode 12", "kind": "media", "screen": "audio", \
    "size": "50 kB", "headers": "day"}
    {"event": "publish", "resource": "audio of episode 13", "kind": "media", "screen": "audio", \
    "size": "50 kB", "headers": "day"}

    """
    + (1...10).map { opening("home", at: $0) }.joined()
    + (11...13).map { opening("audio of episode 12", at: $0) }.joined()

  private static func opening(_ name: String, at minute: Int) -> String {
    let time = "08:\(minute < 10 ? "0" : "")\(minute):00"
    return #"{"at": "\#(time)", "event": "open", "resource": "\#(name)", "for": "40s"}"# + "\n"
  }

  private static func result(_ members: String) async throws -> RunResult {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    try Data(story.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let text = """
      {"question": "?", "seeds": [1], "variance": "none", \(members)
       "workload": {"name": "story", "settings": {"path": "\(url.path)"}},
       "networkSchedule": {"name": "always"},
       "strategies": [
         {"name": "url-cache", "label": "keeps home", "settings":
           {"overrides": [{"kind": "media", "policy": "networkOnly"}]}},
         {"name": "url-cache", "label": "keeps audio", "settings":
           {"overrides": [{"kind": "model", "policy": "networkOnly"}]}}]}
      """
    let file = try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
    return try await Runner.run(file, jobs: 1, command: "").result
  }

  private static func choice(_ result: RunResult) -> String? {
    GoalAnswer(result.goal, among: result.rows, scenario: "x", varied: nil)?.choice
  }

  @Test(arguments: [
    ("opens_from_cache_share", "keeps home"), ("opens_from_cache_share{screen=home}", "keeps home"),
    ("opens_from_cache_share{screen=audio}", "keeps audio"),
    ("opens_from_cache_share{kind=media}", "keeps audio"),
    ("object_hit_ratio{resource=media}", "keeps audio"),
    ("object_hit_ratio{resource=model}", "keeps home"),
  ])
  func theBestForOneScreenIsNotTheBestOverAll(metric: String, best: String) async throws {
    let result = try await Self.result(#""decide": {"objectives": "maximise \#(metric)"},"#)
    expect(Self.choice(result), is: best)
  }

  @Test func aConstraintOfOneScreenLeavesOutWhatIsBestOverAll() async throws {
    let result = try await Self.result(
      """
      "decide": {"objectives": "maximise opens_from_cache_share",
        "constraints": ["opens_from_cache_share{screen=audio} >= 60 %"]},
      """)
    expect(Self.choice(result), is: "keeps audio")
  }

  @Test func expectationsAndTablesNameOneScreen() async throws {
    let result = try await Self.result(
      """
      "expect": {"keeps home": {"opens_from_cache_share{screen=home}": "= 0.9",
        "opens{screen=audio}": "= 3", "opens_from_cache_share{screen=audio}": "= 0"}},
      "relations": ["keeps home.object_hit_ratio{screen=audio} < keeps audio.\
      object_hit_ratio{screen=audio}"],
      """)
    expect(result.assertions.map(\.holds), is: [true, true, true, true])
    let tags = ReportFile.tags(of: result).text.split(separator: "\n")
    expect(tags[0].hasPrefix("strategy,varied,seeds,tag,value,opens,opens_from_cache_share,"))
    expect(tags.contains { $0.hasPrefix("keeps home,,1,screen,home,10,0.9,") })
    expect(tags.contains { $0.hasPrefix("keeps audio,,1,screen,audio,3,0.666667,") })
    expect(tags.contains { $0.hasPrefix("keeps audio,,1,kind,media,3,0.666667,") })
    expect(tags.contains { $0.hasPrefix("keeps audio,,1,resource,media,,,") })
    let page = try #require(ReportFile.all(of: result).first { $0.name == "report.md" }?.text)
    expect(page.contains("By screen") && page.contains("By resource"))
    let run = try #require(ReportFile.all(of: result).first { $0.name == "run.json" }?.text)
    let json = try JSON.parse(Array(run.utf8))
    let rows = try #require(json["rows"]?.elements)
    let place = try #require(json["tagMetrics"]?.elements?.firstIndex { $0.string == "opens" })
    expect(rows[0]["tags"]?["screen=audio"]?.elements?[place], is: 3)
    expect(rows[0]["metrics"]?["opens{screen=audio}"], is: 3)
    expect(rows[0]["seeds"]?.elements?[0]["tags"]?["screen=home"]?.elements?[place], is: 10)
  }

  @Test func ascreenThatThereIsNoneOfIsAMistakeWithTheNearestName() async throws {
    await #expect {
      _ = try await Self.result(
        #""decide": {"objectives": "maximise opens_from_cache_share{screen=adio}"},"#)
    } throws: { error in
      let lines = (error as? InputError)?.lines ?? []
      return lines.count == 1 && lines[0].contains("decide.objectives")
        && lines[0].contains(
          "no screen of the workload is called 'adio' (did you mean 'audio'?)")
    }
  }

  /// A number of a part that does not fit the total was changed by hand.
  @Test(arguments: [
    (#""screen=home":[10,"#, #""screen=home":[11,"#, "14, the sum of its parts by screen"),
    (
      #""screen=home":[10,0.9,"#, #""screen=home":[10,0.1,"#, "as its parts by screen have"
    ),
  ])
  func aStoredRunWhosePartsDoNotAddUpIsRefused(
    old: String, new: String, words: String
  ) async throws {
    let text = RunFile.text(of: try await Self.result(""), files: [])
    _ = try StoredRun(bytes: Array(text.utf8), file: "run.json")
    let place = try #require(text.range(of: old))
    let changed = text.replacingCharacters(in: place, with: new)
    #expect {
      _ = try StoredRun(bytes: Array(changed.utf8), file: "run.json")
    } throws: { error in
      (error as? InputError)?.message.contains(words) == true
    }
  }

  @Test func aBaselineComparesThePartThatAToleranceNames() async throws {
    let run = try StoredRun(try await Self.result(""))
    let name = "opens{screen=audio}"
    let same = try BaselineComparison(run, run, tolerances: Tolerances(["\(name)=1"]))
    expect(same.rows[0].metrics.map(\.name).contains(name) && !same.isBroken)
    #expect(throws: InputError.self) {
      try BaselineComparison(run, run, tolerances: Tolerances(["apdex{screen=audio}=1"]))
    }
  }

  @Test func theWorstViewsOfOneScreenHaveItsNames() async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    try Data(Self.story.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let text = """
      {"question": "?", "seeds": [1], "workload": {"name": "story", "settings": {"path":
       "\(url.path)"}}, "networkSchedule": {"name": "always"},
       "strategies": [{"name": "network-only"}]}
      """
    let scenario = try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x").scenario
    let explainer = Explainer(of: scenario, seed: 1)
    let strategy = scenario.strategies[0].product
    let found = try explainer.find(.worst(.latency, 99), screen: "audio", of: strategy)
    expect(found.count, is: 3)
    let explained = try explainer.explain(found.views.map(\.id), of: strategy)
    expect(explained.map(\.name), is: Array(repeating: "audio of episode 12", count: 3))
    try expect(explainer.find(.worst(.blank, 9), of: strategy).views.isEmpty)
  }
}
