internal import CacheMetrics
internal import Results
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments

@Suite struct GoalReadingTests {
  @Test(arguments: [
    ("minimise first_content_p95_ms", "minimise first_content_p95_ms"),
    ("  minimize   stale_share ", "minimise stale_share"),
    ("maximize object_hit_ratio", "maximise object_hit_ratio"),
    (
      "minimise first_content_p95_ms / 100 ms + 2 * network_down_bytes / 10 MB",
      "minimise first_content_p95_ms / 100 ms + 2 * network_down_bytes / 10 MB"
    ),
    ("minimise flash_write_bytes_per_day", "minimise flash_write_bytes_per_device_day"),
    (
      "minimise flash_metadata_write_bytes + flash_journal_write_bytes",
      "minimise flash_metadata_write_bytes + flash_journal_write_bytes"
    ),
  ])
  func objectivesReadBack(text: String, meant: String) throws {
    let objective = try ObjectiveText.read(text)
    expect(objective.text, is: meant)
    try expect(ObjectiveText.read(objective.text).text, is: meant)
  }

  @Test(arguments: [
    ("first_content_p95_ms", "expected an objective"),
    ("minimse stale_share", "did you mean 'minimise'?"),
    ("minimise", "expected a metric behind"),
    ("minimise stale_shar", "did you mean 'stale_share'?"),
    ("maximise stale_share", "expected 'minimise'"),
    ("minimise stale_share + blank_ratio / 1 %", "expected '/' and the amount"),
    ("minimise stale_share / 0 %", "above 0 behind '/'"),
    ("minimise -1 * stale_share", "expected a weight above 0"),
    ("minimise stale_share +", "unknown metric ''"),
  ])
  func mistakesOfObjectivesAreSaid(text: String, words: String) {
    do {
      _ = try ObjectiveText.read(text)
      Issue.record("'\(text)' was read")
    } catch {
      expect(error.message.contains(words), "\(error.message)")
    }
  }

  @Test(arguments: [
    ("blank_ratio <= 1 %", 0.01, "blank_ratio <= 1 %"),
    ("blank_ratio<=0.5", 0.5, "blank_ratio <= 0.5"),
    (
      "flash_write_bytes_per_day <= 5 MB", 5_000_000.0,
      "flash_write_bytes_per_device_day <= 5 MB"
    ),
    ("first_content_p95_ms < 0.4 s", 400.0, "first_content_p95_ms < 0.4 s"),
    ("object_hit_ratio >= 60%", 0.6, "object_hit_ratio >= 60%"),
    ("first_content_p95_people_p90_ms <= 1 s", 1_000.0, "first_content_p95_people_p90_ms <= 1 s"),
    (
      "flash_write_worst_day_bytes <= metrickit-disk-writes", 1_073_741_824.0,
      "flash_write_worst_day_bytes <= metrickit-disk-writes"
    ),
  ])
  func constraintsHaveUnits(text: String, limit: Double, meant: String) throws {
    let constraint = try ConstraintText.read(text)
    expect(constraint.limit, is: limit)
    expect(constraint.text, is: meant)
  }

  @Test(arguments: [
    ("blank_ratio", "expected a comparison"),
    ("flash_write_ops <= metrickit-disk-writes", "expected a number"),
    ("blank_ratio <= 1 kg", "expected a share"),
    ("blnk_ratio <= 1 %", "did you mean 'blank_ratio'?"), ("", "unknown metric"),
    ("blank_ratio <= 1 % and blank_ratio >= 0 %", "expected"),
    ("blank_ratio <= 500 %", #"at most "100 %""#), ("blank_ratio <= inf", #"at most "100 %""#),
  ])
  func mistakesOfConstraintsAreSaid(text: String, words: String) {
    do {
      _ = try ConstraintText.read(text)
      Issue.record("'\(text)' was read")
    } catch {
      expect(error.message.contains(words), "\(error.message)")
    }
  }

  private func file(_ more: String) throws -> ScenarioFile {
    let text = """
      {"question": "?", "workload": {"name": "timelines"},
       "strategies": [{"name": "on-demand"}]\(more)}
      """
    return try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
  }

  @Test func aScenarioSaysWhatIsWanted() throws {
    let file = try file(
      """
      , "decide": {"objectives": ["minimise stale_share", "minimise network_down_bytes"],
       "constraints": ["blank_ratio <= 1 %"]}
      """)
    let goal = try #require(file.scenario.goal)
    expect(goal.objectives.map(\.name), is: ["stale_share", "network_down_bytes"])
    expect(goal.metrics.map(\.name), is: ["stale_share", "network_down_bytes", "blank_ratio"])
    expect(goal.isStated && goal.choice == .strategies && goal.labels.isEmpty)
    var objectives = goal
    objectives.constraints = []
    expect(objectives.metrics.map(\.name), is: ["stale_share", "network_down_bytes"])
    // What is wanted changes no result.
    try expect(self.file("").hash, is: file.hash)
    try expect(self.file("").scenario.goal == nil)
  }

  @Test func theCommandLineReplacesObjectivesAndAddsConstraints() throws {
    let own = try file(
      #", "decide": {"objectives": "minimise stale_share", "constraints": ["blank_ratio <= 1 %"]}"#)
    let goal = try #require(
      own.deciding(by: ["minimise network_requests", "stale_share <= 10 %"]).scenario.goal)
    expect(goal.objectives.map(\.name), is: ["network_requests"])
    expect(goal.constraints.map(\.text), is: ["blank_ratio <= 1 %", "stale_share <= 10 %"])
    try expect(own.deciding(by: []).scenario.goal?.text, is: own.scenario.goal?.text)
    let more = try #require(own.deciding(by: ["stale_share <= 10 %"]).scenario.goal)
    expect(more.objectives.map(\.name), is: ["stale_share"])
  }

  @Test(arguments: ["stale_share", ""]) func bothFormsAreNamedWhereNeitherIsMeant(text: String) {
    let error = #expect(throws: InputError.self) { try DecisionText.check(text) }
    expect(
      error?.message,
      is: #"expected an objective ("minimise stale_share") or a constraint "#
        + #"("stale_share <= 5 %"), found the text "\#(text)""#)
  }

  @Test(arguments: [
    (
      [
        "minimise stale_share", "minimise blank_ratio", "minimise network_requests",
        "minimise flash_write_bytes",
      ], "expected 1 to 3 objectives, found 4"
    ),
    (
      ["minimise stale_share", "minimise  stale_share"],
      "the objective 'minimise stale_share' stands twice"
    ),
    (
      ["stale_share <= 5 %", "stale_share >= 10 %"],
      "no value keeps both 'stale_share <= 5 %' and 'stale_share >= 10 %'"
    ),
    (["minimise stale_share{screen=audio}"], "no screen of the workload is called 'audio'"),
  ])
  func mistakesOfTheCommandLineNameItsOption(texts: [String], words: String) throws {
    let text = """
      {"question": "?", "workload": {"name": "menus"}, "strategies": [{"name": "on-demand"}]}
      """
    let file = try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
    let error = try #require(
      #expect(throws: InputError.self) { try file.deciding(by: texts) })
    expect(error.reason == .argument && error.lines.count == 1)
    expect(error.lines[0].hasPrefix("--decide: \(words)"), "\(error.lines)")
  }

  @Test(arguments: [
    ("stale_share <= 5 %", "stale_share >= 5 %", false),
    ("stale_share < 5 %", "stale_share >= 5 %", true),
    ("stale_share = 5 %", "stale_share = 6 %", true),
    ("stale_share > 5 %", "stale_share < 6 %", false),
    ("stale_share <= 5 %", "stale_share <= 1 %", false),
    ("stale_share >= 10 %", "blank_ratio <= 5 %", false),
    ("first_content_p95_ms < inf", "first_content_p95_ms <= 2 s", false),
    ("first_content_p95_ms > 3 s", "first_content_p95_ms <= 2 s", true),
  ])
  func constraintsContradictWhereNoValueKeepsBoth(
    first: String, second: String, contradict: Bool
  ) throws {
    let (first, second) = (try ConstraintText.read(first), try ConstraintText.read(second))
    expect(first.contradicts(second) == contradict && second.contradicts(first) == contradict)
  }

  /// A tag's value may hold any mark that means something outside of braces.
  @Test func bracesBehindANameAreLetThrough() {
    expect(ConstraintText.isMeant("blank_ratio{screen=a} <= 1 %"))
    expect(!ConstraintText.isMeant("minimise blank_ratio{screen=a}"))
    expect(MetricText.split("a{x=1+2} + b", at: "+"), is: ["a{x=1+2} ", " b"])
    for text in ["minimise blnk_ratio{screen=a*b / c}", "blnk_ratio{screen=a b} <= 1 %"] {
      #expect(throws: InputError.self) { try DecisionText.check(text) }
    }
  }

  @Test func whatMattersIsStatedByMetric() throws {
    let file = try file(
      """
      , "decide": {"objectives": "minimise first_content_p95_ms", "smallestDifference": {
         "first_content_p95_ms": "50 ms", "network_down_bytes": "5 %", "stale_share": "5 %",
         "network_requests": 3, "flash_write_bytes": "1 MB or 20 %"}}
      """)
    let goal = try #require(file.scenario.goal)
    let found = goal.ownDifferences.map { [$0.smallest.absolute, $0.smallest.relative] }
    expect(found, is: [[50, 0], [0, 0.05], [0.05, 0], [3, 0], [1_000_000, 0.2]])
    expect(Goal(goal.json)?.json, is: goal.json)
    expect(goal.smallestDifference(at: 0).text(.milliseconds), is: "50 ms")
  }

  @Test func valuesCompeteWhereOneIsVaried() throws {
    let vary = #", "vary": {"path": "workload.settings.friends", "values": [1, 2]}"#
    let decide = #", "decide": {"objectives": "minimise stale_share", "between": "values"}"#
    let file = try file(vary + decide)
    expect(file.scenario.goal?.choice, is: .values)
    // Other networks take the place of what varies.
    let without = Variation.removed(from: file.tree)
    expect(without["decide"]?["between"] == nil && without["decide"]?["objectives"] != nil)
  }

  @Test func strategiesThatAreLeftOutNoLongerCompete() throws {
    let text = """
      {"question": "?", "workload": {"name": "timelines"},
       "strategies": [{"name": "on-demand"}, {"name": "url-cache"}, {"name": "pre-cache"}],
       "decide": {"objectives": "minimise stale_share", "between": ["on-demand", "url-cache"]}}
      """
    let file = try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
    func labels(_ chosen: String) throws -> [String]? {
      try file.choosing(strategies: chosen).scenario.goal?.labels
    }
    try expect(labels("url-cache,pre-cache"), is: ["url-cache"])
    try expect(labels("pre-cache,hybrid"), is: [])
  }

  @Test(arguments: [
    (#"{"constraints": ["blank_ratio <= 1 %", "stale_share <= x"]}"#, "constraints[1]", "a share"),
    (#"{"between": "values"}"#, "decide.between", "varies no setting"),
    (#"{"between": "vlues"}"#, "decide.between", "did you mean 'values'"),
    (#"{"between": ["on-demand", "on-demand"]}"#, "decide.between[1]", "stands twice"),
    (
      #"{"objectives": ["minimise stale_share", "minimise stale_share"]}"#,
      "decide.objectives[1]", "stands twice"
    ),
    (
      #"{"constraints": ["stale_share < 5 %", "stale_share = 5 %"]}"#, "decide.constraints",
      "no value keeps both"
    ),
    (#"{"between": ["on-demnd"]}"#, "decide.between[0]", "did you mean 'on-demand'"),
    (#"{"smallestDifference": {"stale_shar": "5 %"}}"#, "stale_shar", "unknown metric"),
    (#"{"smallestDifference": {"first_content_p95_ms": "5 kg"}}"#, "first_content", "or both"),
    (#"{"smallestDifference": {"stale_share": "0 %"}}"#, "stale_share", "above 0"),
    (#"{"objective": "minimise stale_share"}"#, "decide.objective", "did you mean 'objectives'"),
    (
      #"{"between": "values"}, "networks": ["wifi", "slow-4g"]"#, "decide.between",
      "no app chooses"
    ),
  ])
  func mistakesHaveTheirPlace(decide: String, path: String, words: String) {
    do {
      _ = try file(",\n\"decide\": \(decide)")
      Issue.record("it was read")
    } catch let error as InputError {
      expect(error.lines.count, is: 1)
      expect(error.lines[0].hasPrefix("x.json:3:"), "\(error.lines)")
      expect(error.lines[0].contains(path) && error.lines[0].contains(words), "\(error.lines)")
    } catch {
      Issue.record("\(error)")
    }
  }
}
