internal import Measurement
internal import Results
internal import SimCore
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
  ])
  func objectivesReadBack(text: String, meant: String) throws {
    let objective = try ObjectiveText.read(text)
    #expect(objective.text == meant)
    #expect(try ObjectiveText.read(objective.text).text == meant)
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
      #expect(error.message.contains(words), "\(error.message)")
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
  ])
  func constraintsHaveUnits(text: String, limit: Double, meant: String) throws {
    let constraint = try ConstraintText.read(text)
    #expect(constraint.limit == limit)
    #expect(constraint.text == meant)
  }

  @Test(arguments: [
    ("blank_ratio", "expected a comparison"), ("blank_ratio <= 1 kg", "expected a share"),
    ("blnk_ratio <= 1 %", "did you mean 'blank_ratio'?"), ("", "unknown metric"),
    ("blank_ratio <= 1 % and blank_ratio >= 0 %", "expected"),
  ])
  func mistakesOfConstraintsAreSaid(text: String, words: String) {
    do {
      _ = try ConstraintText.read(text)
      Issue.record("'\(text)' was read")
    } catch {
      #expect(error.message.contains(words), "\(error.message)")
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
      , "objective": ["minimise stale_share", "minimise network_down_bytes"],
       "constraints": ["blank_ratio <= 1 %"]
      """)
    let goal = try #require(file.scenario.goal)
    #expect(goal.objectives.map(\.name) == ["stale_share", "network_down_bytes"])
    #expect(goal.metrics.map(\.name) == ["stale_share", "network_down_bytes", "blank_ratio"])
    #expect(goal.isStated)
    // What is wanted changes no result.
    #expect(try self.file("").hash == file.hash)
    #expect(try self.file("").scenario.goal == nil)
  }

  @Test func theCommandLineReplacesObjectivesAndAddsConstraints() throws {
    let own = try file(
      #", "objective": "minimise stale_share", "constraints": ["blank_ratio <= 1 %"]"#)
    let goal = try #require(
      own.wanting(["minimise network_requests"], ["stale_share <= 10 %"]).scenario.goal)
    #expect(goal.objectives.map(\.name) == ["network_requests"])
    #expect(goal.constraints.map(\.text) == ["blank_ratio <= 1 %", "stale_share <= 10 %"])
  }

  @Test func mistakesHaveTheirPlace() {
    do {
      _ = try file(#", "constraints": ["blank_ratio <= 1 %", "stale_share <= x"]"#)
      Issue.record("it was read")
    } catch let error as InputError {
      #expect(error.lines.count == 1)
      #expect(error.lines[0].hasPrefix("x.json:2:"))
      #expect(error.lines[0].contains("constraints[1]"))
    } catch {
      Issue.record("\(error)")
    }
  }
}
