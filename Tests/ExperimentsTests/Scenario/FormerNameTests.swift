internal import CachePolicies
internal import CacheReports
internal import SimCore
internal import Testing

@testable internal import Experiments

/// Names that settings had in the version before mean the same as those that they have now, and are
/// noted.
@Suite struct FormerNameTests {
  /// A setting by the name that it had and by the name that it has.
  struct Renamed: CustomTestStringConvertible, Sendable {
    var workload = "timelines"
    var former: String
    var current: String
    var value: JSON
    var testDescription: String { "\(former) -> \(current)" }
  }

  static let all: [Renamed] = [
    Renamed(
      former: "weather", current: "networkSchedule", value: .object([("name", "always")])),
    strategy(0, "requests.joins", "requests.coalesces", false),
    strategy(0, "requests.retries.base", "requests.retries.initialDelay", "2s"),
    strategy(0, "requests.retries.ceiling", "requests.retries.maximumDelay", "9s"),
    strategy(0, "read.keeps", "read.storesResponses", false),
    strategy(0, "shelf.engine", "archiveStore.engine", "archive"),
    strategy(0, "archiveStore.housekeeping.perUser", "archiveStore.maintenance.perUser", true),
    strategy(1, "flushes", "flushWrites", "everything"),
    strategy(1, "readsCount", "hitsUpdatePolicy", false),
    strategy(1, "shelf.codec", "archiveStore.codec", "json"),
    strategy(2, "housekeeping.perUser", "maintenance.perUser", true),
    strategy(3, "joins", "coalesces", false),
    strategy(3, "atOnce", "concurrency", 2),
    strategy(3, "savesChanges", "savesIndexOnChange", false),
    strategy(3, "housekeeping.perUser", "maintenance.perUser", true),
    strategy(4, "atOnce", "concurrency", 2),
    strategy(4, "outbox.batch", "outbox.batchSize", 2),
    strategy(4, "outbox.retryFirst", "outbox.initialRetryDelay", "2s"),
    strategy(4, "outbox.retryMost", "outbox.maximumRetryDelay", "9s"),
    strategy(4, "outbox.pullSkipsPending", "outbox.pollSkipsPending", false),
    strategy(4, "housekeeping.perUser", "maintenance.perUser", true),
    strategy(5, "leastDiskCapacity", "minimumDiskCapacity", "1 MB"),
    strategy(5, "largestShare", "maximumEntryShare", 0.5),
    strategy(5, "confirmationRenews", "validationFreshens", false),
    strategy(5, "housekeeping.perUser", "maintenance.perUser", true),
    strategy(6, "atOnce", "concurrency", 2),
    strategy(6, "backgroundFetches", "backgroundFetchInterval", "1h"),
    Renamed(
      former: "device.memory.cacheMost", current: "device.memory.cacheMaximum", value: "1 MB"),
    Renamed(former: "device.wear.fill", current: "device.wear.utilization", value: 0.5),
    Renamed(
      former: "device.wear.othersPerDay", current: "device.wear.otherWritesPerDay", value: "1 GB"),
    Renamed(former: "origin.knowsEditsAgain", current: "origin.idempotencyKeys", value: false),
    Renamed(former: "incidents.turn", current: "incidents.userTurn", value: "2h"),
    Renamed(
      former: "incidents.elsewhereEditsPerDay", current: "incidents.remoteEditsPerDay", value: 2),
    workload("timelines", "popularity", "zipfExponent", 1),
    workload("timelines", "use.spread", "use.rateSigma", 1),
    workload("timelines", "use.lengthSpread", "use.sessionLengthSigma", 0.5),
    workload("menus", "popularity", "zipfExponent", 1),
    workload("check-ins", "popularity", "zipfExponent", 1),
    workload("check-ins", "newsPerDay", "changesPerDay", 2),
    workload("trace", "reading.partWindow", "reading.subresourceWindow", "2s"),
  ]

  private static func strategy(
    _ index: Int, _ former: String, _ current: String, _ value: JSON
  ) -> Renamed {
    let settings = "strategies[\(index)].settings."
    return Renamed(former: settings + former, current: settings + current, value: value)
  }

  private static func workload(
    _ name: String, _ former: String, _ current: String, _ value: JSON
  ) -> Renamed {
    Renamed(
      workload: name, former: "workload.settings." + former,
      current: "workload.settings." + current, value: value)
  }

  private static func tree(_ workload: String) throws -> JSON {
    try JSON.parse(
      Array(
        """
        {"question": "?", "workload": {"name": "\(workload)"},
         "strategies": [
           {"name": "on-demand"}, {"name": "memory-tier"}, {"name": "dictionary"},
           {"name": "download-manager"}, {"name": "pre-cache"}, {"name": "url-cache"},
           {"name": "clairvoyant"}]}
        """.utf8))
  }

  private static func setting(_ path: String, _ value: JSON, in tree: JSON) throws -> JSON {
    try #require(SettingPath(path)?.set(value, in: tree))
  }

  private static func file(_ tree: JSON) throws -> ScenarioFile {
    try ScenarioFile(bytes: Array(tree.compact.utf8), file: "x.json", name: "x")
  }

  @Test(arguments: all) func aFormerNameMeansTheSameAndIsNotedOnce(renamed: Renamed) throws {
    let tree = try Self.tree(renamed.workload)
    let former = try Self.file(Self.setting(renamed.former, renamed.value, in: tree))
    let current = try Self.file(Self.setting(renamed.current, renamed.value, in: tree))
    #expect(former.hash == current.hash)
    #expect(try former.hash != Self.file(tree).hash, "the value must not be the default")
    #expect(current.notes == [])
    #expect(former.notes.count == 1)
    let names = zip(renamed.former.split(separator: "."), renamed.current.split(separator: "."))
    let (old, new) = try #require(names.first { $0.0 != $0.1 })
    let note = "'\(old)' is now called '\(new)'; the old name is understood for one version"
    #expect(former.notes.first?.hasSuffix(note) == true)
    #expect(former.notes.first?.hasPrefix("x.json:1:") == true)
  }

  @Test(arguments: all) func bothNamesAtOnceAreAMistake(renamed: Renamed) throws {
    var tree = try Self.tree(renamed.workload)
    for path in [renamed.current, renamed.former] {
      tree = try Self.setting(path, renamed.value, in: tree)
    }
    let error = #expect(throws: ScenarioError.self) { try Self.file(tree) }
    #expect(error?.lines.count == 1)
    #expect(error?.lines.first?.contains("said twice: it is the old name of '") == true)
  }

  @Test(arguments: all) func aFormerNameCanBeVaried(renamed: Renamed) throws {
    let tree = try Self.tree(renamed.workload)
    func varied(_ path: String, in tree: JSON) throws -> ScenarioFile {
      let vary = JSON.object([
        ("path", JSON(.string(path))), ("values", JSON(.array([renamed.value]))),
      ])
      return try Self.file(Self.setting("vary", vary, in: tree))
    }
    let former = try varied(renamed.former, in: tree)
    let current = try varied(renamed.current, in: tree)
    #expect(former.hash == current.hash && former.notes.count == 1 && current.notes == [])
    #expect(former.variants[0].scenario.json.compact == current.variants[0].scenario.json.compact)
    // The text may use the former name where the path uses the present one.
    let mixed = try varied(
      renamed.current, in: Self.setting(renamed.former, renamed.value, in: tree))
    #expect(mixed.variants[0].scenario.json.compact == current.variants[0].scenario.json.compact)
  }

  @Test func aPathToAllStrategiesIsRenamedByThoseThatHaveTheSetting() throws {
    let text = """
      {"question": "?", "workload": {"name": "menus"},
       "strategies": [{"name": "network-only"}, {"name": "on-demand"}],
       "vary": {"path": "strategies[*].settings.requests.joins", "values": [true, false]}}
      """
    let file = try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
    #expect(file.scenario.vary?.path == "strategies[*].settings.requests.coalesces")
    #expect(
      SettingPath("strategies[*].settings.shelf.codec")?.renamed(in: file.tree).text
        == "strategies[*].settings.archiveStore.codec")
  }

  @Test func aWordOfTheVersionBeforeIsNoted() throws {
    let path = "strategies[1].settings.flushWrites"
    let tree = try Self.setting(path, "unwritten", in: Self.tree("menus"))
    let file = try Self.file(tree)
    #expect(try file.hash == Self.file(Self.tree("menus")).hash)
    #expect(file.notes.count == 1)
    #expect(file.notes.first?.contains("'unwritten' is now called 'dirty'") == true)
  }

  @Test(arguments: [
    ("2q", "newcomerShare", "inQueueShare", "0.3"), ("lirs", "queueShare", "hirShare", "0.3"),
    ("lru-k", "remembers", "keepsHistory", "false"),
  ])
  func policiesUnderstandTheirFormerNames(
    policy: String, former: String, current: String, value: String
  ) throws {
    func read(_ names: String...) throws -> (settings: JSON?, Problems) {
      let settings = names.map { "\"\($0)\": \(value)" }.joined(separator: ", ")
      let text = #"{"name": "\#(policy)", "settings": {\#(settings)}}"#
      var problems = Problems()
      let chosen = AnyPolicy.catalog.read(
        try JSON.parse(Array(text.utf8)), path: "policy", &problems)
      return (chosen?.settings, problems)
    }
    let (old, new) = (try read(former), try read(current))
    #expect(old.settings == new.settings && old.settings != nil)
    #expect(old.1.notes.map(\.path) == ["policy.settings.\(former)"])
    #expect(new.1.notes.isEmpty)
    #expect(try read(former, current).settings == nil)
  }

  @Test(arguments: [
    ("weather.outside=edge,wifi", "networkSchedule.outside=edge,wifi"),
    ("on-demand.shelf.codec=json,plist", "on-demand.archiveStore.codec=json,plist"),
    ("strategies[3].settings.atOnce=1,2", "strategies[3].settings.concurrency=1,2"),
    ("memory-tier.flushWrites=unwritten,everything", "memory-tier.flushWrites=dirty,everything"),
  ])
  func sweepsUnderstandFormerNames(former: String, current: String) throws {
    let file = try Self.file(Self.tree("timelines"))
    func plan(_ axis: String) throws -> SweepPlan {
      try SweepPlan(file, axes: [SweepAxis(axis)], keepsOwn: false, command: "")
    }
    let (old, new) = (try plan(former), try plan(current))
    #expect(old.cells.map(\.key) == new.cells.map(\.key))
    #expect(old.outline.axes.map(\.name) == new.outline.axes.map(\.name))
    #expect(old.notes.count == 1 && new.notes == [])
    #expect(old.notes.first?.hasPrefix("--vary \(former.prefix { $0 != "=" })") == true)
  }
}
