internal import CacheMetrics
internal import CacheReports
internal import CacheWorkloads
internal import ClientSimulation
internal import ClientStrategies
internal import Foundation
internal import Results
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheSimCommand
@testable internal import Experiments

/// Simulations that are kept are those that would be made.
@Suite struct CellStoreTests {
  static func file(
    _ strategies: String = #"{"name": "network-only"}, {"name": "on-demand"}"#,
    _ more: String = ""
  ) throws -> ScenarioFile {
    let text = """
      {"question": "?", "seeds": [1, 2], "duration": "1d", \(more)
       "workload": {"name": "timelines", "settings": {"friends": 3, "postsPerHour": 1}},
       "strategies": [\(strategies)]}
      """
    return try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
  }

  private static func file(staleAfter: String) throws -> ScenarioFile {
    let settings = #"{"name": "on-demand", "settings": {"staleAfter": "\#(staleAfter)"}}"#
    return try file(#"{"name": "network-only"}, \#(settings)"#)
  }

  /// What a run writes, and how many simulations it made.
  private static func run(
    _ file: ScenarioFile, jobs: Int = 2, _ store: CellStore? = nil
  ) async throws -> (files: [ReportFile], simulated: Int) {
    let outcome = try await Runner.run(file, jobs: jobs, store: store, command: "c")
    expect(store?.mistake == nil)
    return (ReportFile.all(of: outcome.result), outcome.simulated)
  }

  // MARK: The law

  /// Of each bundled scenario, a day of one device: what is found gives the bytes that are made.
  @Test(arguments: Cases.some(BundledScenarioTests.names, oneIn: 5))
  func aFullStoreGivesTheSameBytes(name: String) async throws {
    let bytes = try #require(BundledScenarios.bytes(named: name))
    let isRecorded = BundledScenarioTests.recorded.contains(name)
    let short: [(String, JSON)] =
      [("seeds", [1, 2])] + (isRecorded ? [] : [("devices", 1), ("duration", "1d")])
    let file =
      try ScenarioFile(bytes: bytes, file: "\(name).json", name: name) { root in
        let kept = root.members?.filter { member in !short.contains { $0.0 == member.name } } ?? []
        return .object(kept.map { ($0.name, $0.value) } + short)
      }
    let scratch = Scratch()
    let alone = try await Self.run(file)
    let first = try await Self.run(file, jobs: 4, scratch.store())
    expect(first.files, is: alone.files)
    expect(first.simulated, is: alone.simulated)
    let found = try await Self.run(file, jobs: 1, scratch.store())
    expect(found.files, is: alone.files)
    expect(found.simulated, is: 0)
    expect(scratch.names().count <= alone.simulated && !scratch.names().isEmpty)
  }

  /// How a file can be wrong.
  enum Fault: CaseIterable {
    case torn, altered, empty, longer, swapped, ofAnotherVersion, aFolder
  }

  @Test(arguments: Fault.allCases) func whatIsNotRightIsMadeAnew(_ fault: Fault) async throws {
    let (file, scratch) = (try Self.file(), Scratch())
    let alone = try await Self.run(file, scratch.store())
    let names = scratch.names()
    expect(names.count, is: 4)
    let whole = try names.map { try scratch.bytes($0) }
    var bytes = whole[0]
    switch fault {
    case .torn: bytes.removeLast(7)
    case .altered: bytes[bytes.count / 2] ^= 1
    case .empty: bytes = []
    case .longer: bytes.append(0)
    case .swapped: bytes = whole[1]
    case .ofAnotherVersion: bytes[14] += 1
    case .aFolder: break
    }
    if fault == .aFolder {
      try Disk.remove("\(scratch.path)/\(names[0])")
      try Disk.makeFolder("\(scratch.path)/\(names[0])")
    } else {
      try scratch.write(bytes, to: names[0])
    }
    let store = scratch.store()
    let again = try await Runner.run(file, jobs: 2, store: store, command: "c")
    expect(ReportFile.all(of: again.result), is: alone.files)
    expect(again.simulated == 1 && store.counts.found == 3)
    // What lies there keeps its place, and the other cells are kept.
    guard fault != .aFolder else { return expect(store.mistake == nil) }
    try expect(names.map { try scratch.bytes($0) }, is: whole)
    try await expect(Self.run(file, scratch.store()).simulated, is: 0)
  }

  @Test func everyAlteredByteIsSeen() async throws {
    let (file, scratch) = (try Self.file(#"{"name": "network-only"}"#), Scratch())
    _ = try await Self.run(file, scratch.store())
    let name = try #require(scratch.names().first)
    let (whole, store) = (try scratch.bytes(name), scratch.store())
    let key = String(name.prefix { $0 != "." })
    let wear = try #require(
      try await Runner.run(file, jobs: 2, command: "").result.rows.first?.pooled.wear)
    expect(store.find(key, wear: wear) != nil)
    for place in stride(from: 0, to: whole.count, by: max(whole.count / 300, 1)) {
      var altered = whole
      altered[place] ^= 0x10
      try scratch.write(altered, to: name)
      expect(store.find(key, wear: wear) == nil, "byte \(place)")
    }
  }

  // MARK: What is found

  @Test func aChangedSettingMakesItsStrategyAlone() async throws {
    let scratch = Scratch()
    let first = try await Self.run(try Self.file(), scratch.store())
    expect(first.simulated, is: 4)
    let changed = try Self.file(staleAfter: "9m")
    let second = try await Self.run(changed, scratch.store())
    expect(second.simulated, is: 2)
    try await expect(Self.run(changed).files, is: second.files)
    // More seeds: those that are new.
    let more = try Self.file().scenario
    var longer = more
    longer.seeds = [3, 2, 1]
    let third = try await Self.run(try ScenarioFile(name: "x", longer), scratch.store())
    expect(third.simulated, is: 2)
  }

  /// Only a bound needs the waits of each view, which cells of runs without one do not have.
  @Test func aCellWithoutTheWaitsOfViewsIsMadeAnewForABound() async throws {
    let scratch = Scratch()
    let own = #"{"name": "on-demand"}"#
    let both = #"{"name": "on-demand"}, {"name": "clairvoyant"}"#
    for (strategies, simulated) in [(own, 2), (both, 4), (both, 0), (own, 0)] {
      let file = try Self.file(strategies)
      let run = try await Self.run(file, scratch.store())
      expect(run.simulated, is: simulated)
      try await expect(Self.run(file).files, is: run.files)
    }
  }

  /// Words, labels and expectations make no other cell; another build does.
  @Test func whatIsSaidInWordsDoesNotCount() async throws {
    let scratch = Scratch()
    _ = try await Self.run(try Self.file(), scratch.store())
    let words = try Self.file(
      #"{"name": "on-demand", "label": "b"}, {"name": "network-only"}"#,
      #""title": "T", "expect": {"b": {"opens": "> 0"}}, "warmUp": null,"#)
    try await expect(Self.run(words, scratch.store()).simulated, is: 0)
    try await expect(Self.run(words, scratch.store(build: "b")).simulated, is: 4)
  }

  @Test func whatIsSteadyIsFoundByTheRunWithoutAWarmUp() async throws {
    let scratch = Scratch()
    _ = try await Self.run(try Self.file(), scratch.store())
    let steady = try Self.file(
      #"{"name": "network-only"}, {"name": "on-demand"}"#, #""warmUp": "steady","#)
    let found = try await Self.run(steady, scratch.store())
    try await expect(Self.run(steady).files, is: found.files)
    expect(found.simulated <= 4)
    try await expect(Self.run(steady, scratch.store()).simulated, is: 0)
  }

  @Test func exploringFindsWhatARunOfTheSameStrategiesMade() async throws {
    let (file, scratch) = (try Self.file(), Scratch())
    let run = try await Runner.run(file, jobs: 2, command: "c").result
    let first = try await Exploration.run(file, beyond: run, jobs: 2, store: scratch.store())
    let store = scratch.store()
    let again = try await Exploration.run(file, beyond: run, jobs: 1, store: store)
    expect(store.counts.kept == 0 && store.counts.found == 2 * first[0].tried.count)
    let files = [first, again].map { explorations in
      var result = run
      result.add(explorations)
      return RunFile.text(of: result, files: [])
    }
    expect(files[0], is: files[1])
  }

  @Test func theBaseOfSensitivityIsTheRun() async throws {
    let file = try ScenarioFile(
      name: "x", Self.file(#"{"name": "network-only"}"#).scenario)
    let scratch = Scratch()
    _ = try await Self.run(file, scratch.store())
    let store = scratch.store()
    let metrics = ["network_down_bytes"]
    let result = try await Sensitivity.run(file, metrics: metrics, jobs: 2, store: store)
    expect(store.counts.found >= 2)
    let again = scratch.store()
    let second = try await Sensitivity.run(file, metrics: metrics, jobs: 1, store: again)
    expect(again.counts.kept, is: 0)
    expect(second.json.text, is: result.json.text)
  }

  @Test func sweepsAndSearchesFindWhatRunsMade() async throws {
    let (file, cells) = (try Self.file(), Scratch())
    _ = try await Self.run(file, cells.store())
    let plan = try SweepPlan(
      file, axes: [SweepAxis("on-demand.staleAfter=1m,2m")], keepsOwn: false, command: "c")
    let (one, two) = (try SweepScratch(), try SweepScratch())
    for scratch in [one, two] { try scratch.cells.begin(plan.outline) }
    let store = cells.store()
    try await expect(SweepRunner.run(plan, in: one.cells, jobs: 2, store: store).made, is: 3)
    // Network-only, and both values unless one is the default.
    expect(store.counts.found >= 2)
    try await expect(SweepRunner.run(plan, in: two.cells, jobs: 1).made, is: 3)
    try expect(one.files(), is: two.files())
    let text = #""decide": {"objectives": "minimise first_content_p95_ms"},"#
    let search = try TuningPlan(
      Self.file(#"{"name": "on-demand"}"#, text),
      axes: [SweepAxis("on-demand.staleAfter=15s..32m*2", fillsRanges: true)],
      budget: .simulations(12), command: "c")
    var lines: [[TuningResult.Line]] = []
    for jobs in [2, 1] {
      let scratch = try SweepScratch()
      try scratch.cells.begin(search.outline)
      let outcome = try await TuningRunner.run(
        search, in: scratch.cells, jobs: jobs, store: cells.store())
      expect(jobs == 2 ? outcome.made > 0 : outcome.made == 0)
      lines.append(outcome.lines)
    }
    expect(lines[0].map(\.cell), is: lines[1].map(\.cell))
  }

  // MARK: What is not kept

  @Test func whatHasNoNameIsNotKept() async throws {
    let scratch = Scratch()
    var scenario = try Self.file().scenario
    scenario.strategies[0].product = Chosen<AnyStrategy>.standard("dictionary").product
    let own = try ScenarioFile(name: "x", scenario)
    _ = try await Self.run(own, scratch.store())
    expect(scratch.names().count, is: 2)
    try await expect(Self.run(own, scratch.store()).simulated, is: 2)
    scenario.metrics = [Opens.self]
    let measured = try ScenarioFile(name: "x", scenario)
    try await expect(Self.run(measured, scratch.store()).simulated, is: 4)
    expect(scratch.names().count, is: 2)
  }

  private struct Opens: TraceMetric {
    static let name = "own_opens"
    static let unit = MetricUnit.count
    static let better = Better.neither
    static let definition = "Opens."
    var opens = 0
    mutating func observe(_ record: TraceRecord, device: UInt32) {
      if case .closed = record.event { opens += 1 }
    }
    mutating func merge(_ other: Opens) { opens += other.opens }
    var value: Double? { Double(opens) }
  }

  /// A log that another line was added to is another one, and one that cannot be read has no name.
  @Test func theBytesOfATraceCount() async throws {
    let line = "10.0.0.1 - - [10/Oct/2000:13:55:36 -0700] \"GET /a HTTP/1.0\" 200 5\n"
    let logs = try SweepScratch()
    let path = logs.url.appending(path: "a.log").path
    func file() throws -> ScenarioFile {
      let text = """
        {"question": "?", "workload": {"name": "trace", "settings": {"path": "\(path)"}},
         "strategies": [{"name": "on-demand"}]}
        """
      return try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
    }
    let scratch = Scratch()
    try Disk.write("x y\n" + line + line, to: path)
    let alone = try await Self.run(file())
    for simulated in [1, 0] {
      let run = try await Self.run(file(), scratch.store())
      expect(run.simulated == simulated && run.files == alone.files)
      let outcome = try await Runner.run(file(), jobs: 1, store: scratch.store(), command: "c")
      expect(outcome.issues?.malformedCount, is: 1)
    }
    let plan = try SweepPlan(
      file(), axes: [SweepAxis("on-demand.staleAfter=1m,2m")], keepsOwn: false, command: "c")
    for found in [0, 2] {
      let (folder, store) = (try SweepScratch(), scratch.store())
      try folder.cells.begin(plan.outline)
      let outcome = try await SweepRunner.run(plan, in: folder.cells, jobs: 1, store: store)
      expect(store.counts.found == found && outcome.issues?.malformedCount == 1)
    }
    try Disk.write(line + line + line, to: path)
    try await expect(Self.run(file(), scratch.store()).simulated, is: 1)
    // It changes after its name was made.
    let store = scratch.store()
    let scenario = try file().scenario
    let world = try #require(store.world(of: scenario, from: .start))
    let key = try #require(CellKeys.key(scenario.strategies[0], seed: 1, in: world))
    let kept = try await Runner.run(file(), jobs: 1, command: "c").result.rows[0].runs[0].aggregates
    try Disk.write(line, to: path)
    store.keep(kept, at: key)
    expect(store.counts.kept, is: 0)
    var keys = CellKeys(build: "a")
    try Disk.remove(path)
    expect(keys.world(of: scenario, from: .start) == nil)
  }

  /// Defect: a story that was replaced while a run began had the new one's name, its own numbers.
  @Test func aStoryThatIsReplacedAfterItWasReadIsNotKept() async throws {
    let stories = try SweepScratch()
    let path = stories.url.appending(path: "a.jsonl").path
    func text(_ opens: Int) -> String {
      let visit = #"{"at": "+60s", "event": "open", "resource": "a", "for": "9s"}"# + "\n"
      return """
        {"event": "story", "version": 1, "networks": ["wifi"]}
        {"event": "publish", "resource": "a", "size": "12 kB"}
        \(String(repeating: visit, count: opens))
        """
    }
    func file() throws -> ScenarioFile {
      let text = """
        {"question": "?", "workload": {"name": "story", "settings": {"path": "\(path)"}},
         "strategies": [{"name": "on-demand"}]}
        """
      return try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
    }
    let scratch = Scratch()
    try Disk.write(text(2), to: path)
    let old = try file()
    _ = try old.scenario.workload.product.story?.story()
    try Disk.write(text(3), to: "\(path).new")
    try Disk.move("\(path).new", to: path)
    try await expect(Self.run(old, scratch.store()).simulated, is: 1)
    expect(scratch.names().isEmpty)
    let alone = try await Self.run(file())
    for simulated in [1, 0] {
      let run = try await Self.run(file(), scratch.store())
      expect(run.simulated == simulated && run.files == alone.files)
    }
  }

  /// What is no plain file is neither read nor waited for, and keeps the other cells from nothing.
  @Test func whatLiesInTheFolderInPlaceOfACellIsPassedOver() async throws {
    let scratch = Scratch()
    let first = try await Self.run(Self.file(), scratch.store())
    let names = scratch.names().sorted()
    expect(names.count, is: 4)
    for (name, kind) in zip(names, ["fifo", "folder", "zero", "large"]) {
      let path = "\(scratch.path)/\(name)"
      try Disk.remove(path)
      switch kind {
      case "fifo": expect(mkfifo(path, 0o600), is: 0)
      case "folder": try Disk.makeFolder(path)
      case "zero": expect(symlink("/dev/zero", path), is: 0)
      default:
        try Disk.write("", to: path)
        expect(truncate(path, 40_000_000_000), is: 0)
      }
    }
    let again = try await Self.run(Self.file(), scratch.store())
    expect(again.simulated == 4 && again.files == first.files)
    try await expect(Self.run(Self.file(), scratch.store()).simulated, is: 1)
  }

  // MARK: The folder

  @Test func aStoreStaysBelowItsLimit() async throws {
    let scratch = Scratch()
    _ = try await Self.run(try Self.file(), scratch.store())
    let limit = Bytes(scratch.size * 3 / 2)
    for minutes in 3...8 {
      let store = scratch.store(limit: limit)
      let file = try Self.file(staleAfter: "\(minutes)m")
      // What is used stays.
      try await expect(Self.run(file, store).simulated, is: 2)
      store.trim()
      expect(scratch.size <= limit.count)
    }
    let store = scratch.store(limit: Bytes(100))
    _ = try await Self.run(try Self.file(#"{"name": "dictionary"}"#), store)
    store.trim()
    expect(store.counts.kept, is: 0)
  }

  @Test func aFolderThatCannotBeWrittenCostsNothing() async throws {
    let store = CellStore(folder: "/dev/null/cells", build: "a", limit: .megabytes(1))
    let outcome = try await Runner.run(Self.file(), jobs: 2, store: store, command: "c")
    store.trim()
    expect(outcome.simulated == 4 && store.counts.kept == 0)
    expect(store.mistake?.contains("/dev/null/cells"), is: true)
  }
}
