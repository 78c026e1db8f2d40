internal import CacheMetrics
internal import CacheWorkloads
internal import ClientSimulation
internal import DeviceModels
internal import Results
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments

/// What the users of devices are like where they differ.
@Suite struct PopulationTests {
  static func file(_ members: String, strategies: String = #"[{"name": "on-demand"}]"#) throws
    -> ScenarioFile
  {
    let text = """
      {"question": "?", "devices": 4, "duration": "2d",
       "workload": {"name": "timelines", "settings": {"friends": 5}},
       "strategies": \(strategies), \(members)}
      """
    return try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
  }

  private static func population(_ members: String) throws -> Population {
    try #require(try file(members).scenario.population(seed: 1))
  }

  // MARK: Who they are

  /// 8 devices represent the groups: each has its share to within two devices, and 100 to within
  /// three, where drawn groups would be five off as one standard deviation.
  @Test(arguments: [8, 24, 100], ["ios-2026", "android-2026", "mixed-2026"])
  func anyNumberOfDevicesHasTheGroupsInTheirShares(count: Int, name: String) throws {
    let scenario = try Self.file(#""people": "\#(name)""#).scenario
    let people = scenario.people
    for seed in 1...20 as ClosedRange<UInt64> {
      let population = try #require(try scenario.population(seed: seed))
      var counts = Array(repeating: 0, count: people.groups.count)
      for device in 0..<UInt32(count) { counts[population.group(of: device)] += 1 }
      for (found, group) in zip(counts, people.groups) {
        let surplus = abs(Double(found) - group.share * Double(count))
        expect(surplus < (count == 8 ? 2 : 3), "\(group.name): \(counts)")
      }
    }
  }

  /// Over seeds a device is of each group as often as the group's share says: 4 standard errors.
  @Test func overSeedsEachDeviceIsOfAnyGroup() throws {
    let count = 2_000.0
    var hits = 0.0
    let scenario = try Self.file(
      #""people": {"groups": [{"name": "a", "share": 0.3}, {"name": "b", "share": 0.7}]}"#
    ).scenario
    for seed in 1...UInt64(count) {
      let population = try #require(try scenario.population(seed: seed))
      if population.group(of: 5) == 0 { hits += 1 }
    }
    expect(abs(hits / count - 0.3) < 4 * (0.3 * 0.7 / count).squareRoot())
  }

  /// What is drawn of a person depends on nothing else that is drawn or that the scenario compares.
  @Test func aPersonStaysTheSameWhenSomethingElseIsDrawn() throws {
    let one = try Self.population(
      #""people": {"groups": [{"name": "a", "share": 1, "links": {"4g": "errant-4g"}}]}"#)
    let two = try Self.population(
      """
      "people": {"groups": [{"name": "a", "share": 1, "links": {"4g": "errant-4g"},
        "activity": {"median": 1, "sigma": 1}, "lowDataMode": 0.5,
        "device": {"choice": [{"share": 0.5, "value": "iphone-11"},
                              {"share": 0.5, "value": "mid-phone"}]}}]}
      """)
    for device in 0..<50 as Range<UInt32> {
      expect(one.profiles(of: device), is: two.profiles(of: device))
    }
    expect(Set((0..<50).map { two.phone(of: $0).processorScale }), is: [1.4, 4])
  }

  /// A group says what differs: the rest of its phone is the scenario's.
  @Test func whatAGroupDoesNotSayIsTheScenarios() throws {
    let population = try Self.population(
      """
      "device": {"backgroundTime": "9s", "freeSpace": "7 GB"},
      "people": {"groups": [{"name": "a", "share": 1, "device": "iphone-11", "lowPowerMode": 1}]}
      """)
    let phone = population.phone(of: 0)
    expect(phone.backgroundTime == .seconds(9) && phone.freeSpace == .gigabytes(7))
    expect(phone.processorScale == 1.4 && phone.system.lowPowerMode)
    expect(!phone.system.lowDataMode && phone.system.backgroundRefresh)
  }

  // MARK: Links between people

  /// Fitted: what 10,000 people draw has the table's quantiles, within a tenth.
  @Test(arguments: [("errant-4g", "4g-wpt", "4g"), ("errant-3g", "3g-wpt", "3g")])
  func linksBetweenPeopleSpreadAsWasMeasured(spread: String, network: String, access: String)
    throws
  {
    let population = try Self.population(
      """
      "networkSchedule": {"name": "always", "settings": {"profile": "\(network)"}},
      "people": {"groups": [{"name": "a", "share": 1, "links": {"\(access)": "\(spread)"}}]}
      """)
    let links = (0..<10_000).map { population.profiles(of: $0)[0] }
    let is4G = spread == "errant-4g"
    func check(_ values: [Double], _ wanted: [(Double, Double)]) {
      let sorted = values.sorted()
      for (share, value) in wanted {
        let found = sorted[Int(share * Double(sorted.count))]
        expect(abs(found / value - 1) < 0.1, "\(spread) p\(share * 100): \(found), not \(value)")
      }
    }
    // SmartData-Polito/errant@f2e68b4: 909 tests over 4G, 91 over 3G.
    check(
      links.map { Double($0.down.bitsPerSecond) / 1e6 },
      is4G
        ? [(0.1, 6.69), (0.5, 27.12), (0.9, 80.08)] : [(0.1, 4.83), (0.5, 13.15), (0.9, 20.87)])
    check(
      links.map { Double($0.up.bitsPerSecond) / 1e6 },
      is4G ? [(0.1, 2.16), (0.5, 10.57), (0.9, 37.11)] : [(0.1, 0.97), (0.5, 2.66), (0.9, 3.88)])
    check(
      links.map(\.roundTrip.milliseconds),
      is4G
        ? [(0.05, 43.4), (0.1, 49.4), (0.25, 61.7), (0.5, 84.8), (0.9, 166.2), (0.95, 200.2)]
        : [(0.05, 43.5), (0.1, 48), (0.25, 59.8), (0.5, 80), (0.9, 176), (0.95, 203.1)])
  }

  /// Who has the line of a café has its steady rates, not those of the campus that Wi-Fi has where
  /// nothing is said; a network that does not vary stays constant.
  @Test func ratesVaryAsThoseOfThePlacesThatMeansAreOf() throws {
    func rates(_ network: String) throws -> [(down: Double, rates: RateVariance?)] {
      let population = try Self.population(
        """
        "networkSchedule": {"name": "always", "settings": {"profile": \(network)}},
        "people": {"groups": [{"name": "a", "share": 1, "links": {"wifi": "wifi-solis"}}]}
        """)
      return (0..<200).map { population.profiles(of: $0)[0] }.map {
        (Double($0.down.bitsPerSecond) / 1e6, $0.variance?.rates)
      }
    }
    let all = try rates(#""wifi""#)
    for (range, name) in [
      (7.0...8.6, "wifi-cafe"), (8.8...12.5, "wifi-restaurant"), (12.6...39, "wifi-office"),
      (40...74, "wifi-campus"),
    ] {
      let some = all.filter { range.contains($0.down) }
      expect(!some.isEmpty && some.allSatisfy { $0.rates == RateVariance.named(name) }, "\(name)")
    }
    let constant = try rates(#"{"preset": "wifi", "variance": "none"}"#)
    expect(constant.allSatisfy { $0.rates == nil })
  }

  /// A recording is replayed as it was, and a link of another kind stays the network's.
  @Test func recordingsAndOtherLinksStayAsTheyAre() throws {
    for network in [#"{"recorded": "norway_train_1"}"#, #""lte-wpt""#] {
      let members = """
        "networkSchedule": {"name": "always", "settings": {"profile": \(network)}},
        "people": {"groups": [{"name": "a", "share": 1, "links": {"3g": "errant-3g"}}]}
        """
      let scenario = try Self.file(members).scenario
      let population = try Self.population(members)
      try expect(population.profiles(of: 3), is: scenario.profiles())
    }
  }

  /// Each person's device is on the networks of the group's own schedule from the first instant on.
  @Test func eachGroupHasItsOwnSchedule() throws {
    let scenario = try Self.file(
      """
      "networkSchedule": {"name": "always", "settings": {"profile": "wifi"}},
      "people": {"groups": [
        {"name": "a", "share": 0.5},
        {"name": "b", "share": 0.5,
         "networkSchedule": {"name": "always", "settings": {"profile": "slow-3g"}}}]}
      """
    ).scenario
    let population = try #require(try scenario.population(seed: 1))
    let (plan, stream) = try scenario.simulationInput(seed: 1)
    expect(plan.profiles.map(\.name), is: ["wifi", "slow-3g"])
    var seen: Set<UInt32> = []
    try stream.forEachBlock { block in
      for event in block.events {
        guard case .network(let index) = event.action else { continue }
        expect(Int(index) == population.group(of: event.device) && event.at == .start)
        expect(plan.of(event.device).profiles[0], is: plan.profiles[Int(index)])
        seen.insert(event.device)
      }
    }
    expect(seen, is: [0, 1, 2, 3])
  }

  // MARK: Habits

  /// Twice the activity is twice the sessions a day, within the deviation of their number.
  @Test func activityMultipliesSessions() throws {
    func sessions(_ activity: Double) throws -> Double {
      let file = try Self.file(
        """
        "people": {"groups": [{"name": "a", "share": 1, "activity": \(activity)}]}
        """)
      var scenario = file.scenario
      scenario.devices = 100
      scenario.duration = .days(10)
      var count = 0.0
      try scenario.simulationInput(seed: 1).stream.forEachBlock { block in
        for event in block.events {
          switch event.action {
          case .launch, .foreground: count += 1
          default: break
          }
        }
      }
      return count
    }
    expect(abs(try sessions(2) / sessions(1) - 2) < 0.1)
  }
}

/// What people change in results, and what they leave as it was.
@Suite struct PeopleResultTests {
  private static let all =
    #"[{"name": "network-only"}, {"name": "on-demand"}, {"name": "pre-cache"}]"#

  private static func csv(_ file: ScenarioFile) async throws -> [String] {
    let result = try await Runner.run(file, jobs: 2, command: "").result
    return result.rows.map { row in
      "\(row.label) "
        + MetricCatalog.all.map { $0.value(row.pooled).map { "\($0)" } ?? "" }
        .joined(separator: ",")
    }
  }

  /// One group that says nothing is the scenario without people.
  @Test func peopleWhoAreAllAlikeChangeNoNumber() async throws {
    let alike = try PopulationTests.file(
      #""people": {"groups": [{"name": "all", "share": 1}]}"#, strategies: Self.all)
    let without = try PopulationTests.file(#""title": "x""#, strategies: Self.all)
    try await expect(Self.csv(alike), is: Self.csv(without))
    expect(alike.hash != without.hash)
    var keys = CellKeys(build: "test")
    let names = [alike, without].map { keys.world(of: $0.scenario, from: .start)?.text }
    expect(names[0] != nil && names[0] != names[1])
  }

  /// A strategy that is added changes no row of the others.
  @Test func strategiesMeetTheSamePeople() async throws {
    let people = #""people": "mixed-2026""#
    let some = try await Self.csv(try PopulationTests.file(people))
    let all = try await Self.csv(try PopulationTests.file(people, strategies: Self.all))
    expect(all.contains(some[0]) && all.count == 3)
  }

  @Test func theHeadNamesThePopulation() async throws {
    for (people, words) in [
      (#""mixed-2026""#, "4 people of mixed-2026 for 2 days"),
      (#"{"groups": [{"name": "a", "share": 1}]}"#, "4 people of 1 group for 2 days"),
      (
        #"{"preset": "ios-2026", "groups": [{"name": "a", "share": 1}]}"#,
        "4 people of ios-2026, changed for 2 days"
      ),
    ] {
      let file = try PopulationTests.file(#""people": \#(people)"#)
      let result = try await Runner.run(file, jobs: 1, command: "").result
      expect(result.simulated.first?.hasPrefix(words), is: true, "\(result.simulated)")
    }
    let network = #""networkSchedule": {"name": "always", "settings": {"profile": "4g-wpt"}}"#
    let file = try PopulationTests.file(
      #""people": {"groups": [{"name": "a", "share": 1, \#(network)}]}"#)
    let facts = try await Runner.run(file, jobs: 1, command: "").result.simulated
    expect(facts.contains("network schedules of groups of people (4g-wpt)"), "\(facts)")
  }

  @Test func anExplanationNamesThePerson() throws {
    let people = """
      "people": {"groups": [{"name": "slow ones", "share": 1, "device": "iphone-11",
        "lowDataMode": 1, "links": {"4g": {"down": "3 Mbps", "roundTrip": "210ms"}}}]}
      """
    let scenario = try PopulationTests.file(people).scenario
    let explainer = Explainer(of: scenario, seed: 1)
    let strategy = scenario.strategies[0].product
    let found = try explainer.find(.worst(.latency, 1), of: strategy)
    let view = try #require(
      try explainer.explain(found.views.map(\.id), of: strategy, partByPart: false).first)
    expect(
      view.device.hasSuffix(
        "(slow ones; iphone-11; Low Data Mode; wifi 40 Mbit/s, 22 ms; lte-wpt 3 Mbit/s, 210 ms)"),
      "\(view.device)")
  }

  /// No background fetch is granted to those who save power or have forbidden it, and none over a
  /// metered network to those who save data: what is fetched ahead is less.
  @Test(arguments: ["lowPowerMode", "lowDataMode", "backgroundRefresh"])
  func settingsOfTheSystemHoldBackgroundWorkBack(setting: String) async throws {
    let network = #""networkSchedule": {"name": "always", "settings": {"profile": "4g-wpt"}}"#
    func requests(_ device: String) async throws -> Double {
      let file = try PopulationTests.file(
        #""device": {"system": {\#(device)}}, \#(network)"#,
        strategies: #"[{"name": "pre-cache"}]"#)
      let result = try await Runner.run(file, jobs: 1, command: "").result
      let metric = try #require(MetricCatalog.metric(named: "network_requests"))
      return try #require(metric.value(result.rows[0].pooled))
    }
    let isOff = setting == "backgroundRefresh" ? "false" : "true"
    let usual = try await requests("")
    let held = try await requests(#""\#(setting)": \#(isOff)"#)
    // In front the user waits for what has no other way to the screen.
    expect(held > 0 && held < 0.9 * usual)
  }

  /// Where the network is not metered, data is not saved.
  @Test func lowDataModeChangesNothingOverWiFi() async throws {
    func numbers(_ device: String) async throws -> [String] {
      try await Self.csv(
        try PopulationTests.file(
          """
          "device": {"system": {\(device)}},
          "networkSchedule": {"name": "always", "settings": {"profile": "wifi"}}
          """, strategies: Self.all))
    }
    try await expect(numbers(#""lowDataMode": true"#), is: numbers(""))
  }
}

@Suite struct PeopleMistakeTests {
  @Test(arguments: [
    (#""people": "ios-2025""#, "people: unknown preset 'ios-2025' (did you mean 'ios-2026'?)"),
    (
      #""people": {"groups": [{"name": "a", "share": 0.4}, {"name": "b", "share": 0.4}]}"#,
      "people.groups: expected shares that add up to 1, found 0.8"
    ),
    (
      #""people": {"groups": [{"name": "a", "share": 0}]}"#,
      "people.groups: expected shares that add up to 1, found 0"
    ),
    (
      #""people": {"groups": [{"name": "a", "share": 0.5}, {"name": "a", "share": 0.5}]}"#,
      "people.groups: two groups have one name"
    ),
    (
      #""people": {"groups": [{"name": "a", "share": 1, "device": "iphone-10"}]}"#,
      "people.groups[0].device: unknown preset 'iphone-10' (did you mean 'iphone-11'?)"
    ),
    (
      #""people": {"groups": [{"name": "a", "share": 1, "links": {"4g": "errant-5g"}}]}"#,
      "people.groups[0].links.4g: unknown preset 'errant-5g' (did you mean 'errant-4g'?)"
    ),
    (
      #""people": {"groups": [{"name": "a", "share": 1, "activity": 0}]}"#,
      "people.groups[0].activity: expected 0.01 to 100, found 0"
    ),
    (
      #""people": {"groups": [{"name": "a", "share": 1, "device": {"wear": {}}}]}"#,
      "people.groups[0].device.wear: the flash below the file system is the scenario's"
    ),
    (
      """
      "people": {"groups": [{"name": "a", "share": 1,
        "networkSchedule": {"name": "always", "settings": {"profile": "lte-wtp"}}}]}
      """,
      "people.groups[0].networkSchedule.settings.profile: unknown network 'lte-wtp' "
        + "(did you mean 'lte-wpt'?)"
    ),
    (
      """
      "people": {"groups": [{"name": "a", "share": 1,
        "networkSchedule": {"name": "story", "settings": {"path": "x.jsonl"}}}]}
      """,
      "people.groups[0].networkSchedule: expected another schedule than a story, which only the "
        + "scenario may have"
    ),
  ])
  func whatIsWrongWithPeopleIsTold(members: String, message: String) throws {
    let error = #expect(throws: InputError.self) { _ = try PopulationTests.file(members) }
    expect(
      error?.lines.count == 1 && error?.lines[0].hasSuffix(message) == true, "\(error!.lines)")
  }

  @Test func aWorkloadThatHasPeopleOfItsOwnTakesNoOthers() throws {
    func lines(_ workload: String, _ group: String) -> [String] {
      let text = """
        {"question": "?", "workload": \(workload), "strategies": [{"name": "on-demand"}],
         "people": {"groups": [{"name": "a", "share": 1\(group)}]}}
        """
      do throws(InputError) {
        _ = try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
        return []
      } catch { return error.lines }
    }
    let trace = #"{"name": "trace", "settings": {"path": "bundled:shop.log"}}"#
    expect(lines(trace, "").first?.contains("has devices and people of its own"), is: true)
    let revisits = #"{"name": "revisits"}"#
    expect(lines(revisits, ""), is: [])
    expect(lines(revisits, #", "activity": 2"#).first?.contains("how often it is used"), is: true)
  }
}
