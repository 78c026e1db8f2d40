internal import CacheSimKit
internal import Testing

/// What a scenario's file says, said in Swift.
@Suite struct ScenarioTests {
  private static let text = """
    {
      // Comments are read as in a file.
      "question": "What does a cache save?",
      "workload": {"name": "news"},
      "people": "ios-2026",
      "network": {"version": "3"},
      "variance": "none",
      "incidents": {"crashesPerThousandOpens": 2, "upgrades": ["1d"]},
      "decide": {
        "objectives": ["minimise network_down_bytes"], "constraints": ["stale_share <= 50 %"]
      },
      "vary": {"path": "url-cache.diskCapacity", "values": ["10 MB", "50 MB"]},
      "strategies": [
        {"name": "url-cache", "settings": {"preset": "okhttp", "diskCapacity": "20 MB"}},
        {"name": "network-only"}
      ],
      "devices": 1, "duration": "1d"
    }
    """

  @Test func whatAFileSaysSwiftSays() throws {
    var scenario = Scenario(
      question: "What does a cache save?", workload: try WorkloadChoice(named: "news"),
      strategies: [
        try StrategyChoice(named: "url-cache") {
          $0.preset = "okhttp"
          $0.diskCapacity = Bytes.megabytes(20)
        },
        try StrategyChoice(named: "network-only"),
      ], duration: .days(1))
    try scenario.set {
      $0.people = "ios-2026"
      $0.network.version = "3"
      $0.variance = "none"
      $0.incidents.crashesPerThousandOpens = 2.0
      $0.incidents.upgrades = [TimeSpan.days(1)]
      $0.decide.objectives = ["minimise network_down_bytes"]
      $0.decide.constraints = ["stale_share <= 50 %"]
      $0.vary.path = "url-cache.diskCapacity"
      $0.vary.values = [Bytes.megabytes(10), .megabytes(50)]
    }
    let file = try ScenarioFile(name: "scenario", scenario)
    let read = try ScenarioFile(bytes: Array(Self.text.utf8), file: "scenario", name: "scenario")
    #expect(file.hash == read.hash)
    #expect(file.variants.map(\.value) == ["10 MB", "50 MB"])
    #expect(file.scenario.json["decide"] == read.scenario.json["decide"])
    #expect(try Scenario(json: Self.text).digest == read.hash)
    #expect(try Scenario(json: Self.text.utf8).digest == read.hash)
  }

  /// A later call keeps what an earlier one said of the same group.
  @Test func groupsAreLaidOverWhatStands() throws {
    var scenario = Scenario()
    try scenario.set { $0.incidents.users = 2 }
    try scenario.set { $0.incidents.userTurn = TimeSpan.hours(12) }
    #expect(scenario.json["incidents"]?["users"] == 2)
    #expect(scenario.json["incidents"]?["userTurn"] == "12h")
    var settings: Int?
    try scenario.set {
      $0.incidents.users = 3
      settings = $0.incidents.users
    }
    #expect(settings == 3)
  }

  /// Each strategy of the catalogue takes its own settings by their names, and its presets.
  @Test func everyStrategyTakesItsSettings() throws {
    #expect(AnyStrategy.catalog.names.count == 12)
    for entry in AnyStrategy.catalog.entries {
      let defaults = try StrategyChoice(named: entry.name)
      for preset in entry.presets {
        let chosen = try StrategyChoice(named: entry.name) { $0.preset = preset.name }
        let written = try StrategyChoice(
          named: entry.name, settings: ["preset": JSON(preset.name)])
        #expect(chosen.settings == written.settings, "\(entry.name) \(preset.name)")
      }
      let error = #expect(throws: InputError.self) {
        try StrategyChoice(named: entry.name) { $0.noSuchSetting = 1 }
      }
      #expect(error?.message.contains("unknown setting 'noSuchSetting'") == true)
      #expect(defaults.name == entry.name)
    }
  }

  @Test func whatIsWrongIsToldAsInAFile() throws {
    var scenario = Scenario()
    let error = #expect(throws: InputError.self) {
      try scenario.set {
        $0.incidens.users = 2
        $0.incidents.crashesPerThousandOpens = -1.0
      }
    }
    #expect(error?.lines.count == 2)
    #expect(error?.lines.first?.contains("(did you mean 'incidents'?)") == true)
    let text = Self.text.replacing("news", with: "newz")
    let read = #expect(throws: InputError.self) { try Scenario(json: text, named: "app.json") }
    #expect(read?.lines.count == 1)
    #expect(read?.lines.first?.hasPrefix("app.json:4:") == true)
    #expect(read?.lines.first?.contains("unknown workload 'newz'") == true)
  }

  @Test func resultsHaveIntervalsDifferencesAndTheAnswer() async throws {
    // fromJSON
    var scenario = try Scenario(
      json: """
        {
          "question": "Does a cache pay for itself?",
          "decide": {"objectives": ["minimise network_down_bytes"]},
          "workload": {"name": "timelines"},
          "strategies": [{"name": "network-only"}, {"name": "on-demand"}],
          "seeds": [1, 2, 3, 4, 5, 6], "devices": 4, "duration": "2d"
        }
        """)
    try scenario.set {
      $0.incidents.crashesPerThousandOpens = 1.0
      $0.network.version = "3"
    }
    let results = try await CacheSim.run(scenario)
    // end
    // results
    let metric = "network_down_bytes"
    let saved = try #require(
      results.difference(of: metric, for: "on-demand", from: "network-only"))
    #expect(saved.value < 0 && saved.isShown)
    #expect(results.recommended == ["on-demand"])
    // end
    let value = try #require(results.value(of: metric, for: "on-demand"))
    let interval = try #require(results.interval(of: metric, for: "on-demand"))
    #expect(interval.contains(value) && interval.lowerBound < interval.upperBound)
    let base = try #require(results.value(of: metric, for: "network-only"))
    #expect(abs(saved.value - (value - base)) < 1)
    #expect(saved.interval?.contains(saved.value) == true)
    #expect(results.answer.count == 1)
    #expect(results.answer.first?.contains("on-demand") == true)
    #expect(results.interval(of: "no such metric", for: "on-demand") == nil)
    #expect(results.difference(of: metric, for: "on-demand", from: "nothing") == nil)
  }
}

/// Searches for settings in the library.
@Suite struct SettingSearchTests {
  private static func scenario() throws -> Scenario {
    var scenario = Scenario(
      question: "How old may a timeline be?",
      strategies: [
        StrategyChoice(OnDemand.self), try StrategyChoice(named: "network-only"),
      ], seeds: [1, 2], devices: 4, duration: .days(2))
    try scenario.set { $0.decide.objectives = ["minimise network_requests"] }
    return scenario
  }

  @Test func aSweepHasALineForEachValue() async throws {
    // sweep
    let swept = try await CacheSim.sweep(
      Self.scenario(), varying: ["on-demand.staleAfter=10s,5m,1d"])
    // end
    let own = swept.lines.filter { $0.strategy == "on-demand" }
    #expect(own.map { $0.settings["on-demand.staleAfter"] } == ["10s", "5m", "1d"])
    let requests = own.map { $0.value(of: "network_requests") ?? .nan }
    #expect(requests[0] > requests[2])
    #expect(own[0].interval(of: "network_requests")?.contains(requests[0]) == true)
    #expect(own[0].value(of: "no such metric") == nil)
    #expect(swept.best.first?.settings["on-demand.staleAfter"] == "1d")
    #expect(swept.answer.first?.isEmpty == false)
    // A run with the same value has the same number.
    var scenario = try Self.scenario()
    scenario.strategies = [StrategyChoice(OnDemand.self) { $0.staleAfter = .minutes(5) }]
    let run = try await CacheSim.run(scenario)
    #expect(run.value(of: "network_requests", for: "on-demand") == requests[1])
  }

  @Test func aSearchFindsTheSweepsBest() async throws {
    let scenario = try Self.scenario()
    let tuned = try await CacheSim.tune(
      scenario, varying: ["on-demand.staleAfter=10s..24h"], budget: 12)
    #expect(tuned.simulations <= 12)
    #expect(tuned.best.first?.strategy == "on-demand")
    #expect(tuned.best.first?.settings["on-demand.staleAfter"] == "1d")
    #expect(tuned.lines.count > 1)
  }

  @Test func anUnknownSettingIsTold() async throws {
    let scenario = try Self.scenario()
    let error = await #expect(throws: InputError.self) {
      try await CacheSim.sweep(scenario, varying: ["on-demand.staleAfer=1m"])
    }
    #expect(error?.message.contains("staleAfter") == true)
  }
}
