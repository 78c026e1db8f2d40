internal import CacheMetrics
internal import CachePolicies
internal import CacheWorkloads
internal import ClientStrategies
internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments
@testable internal import Results

/// What numbers the program gives, and from which defaults, as `Tests/Golden/results.txt` has it
/// for the version that stands in its first line.
struct GoldenResults {
  var version: Int
  /// Digests of metrics over the golden runs, and defaults of settings: by name, in order.
  var lines: [(name: String, value: String)]

  static let path = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Golden/results.txt")
  /// Whether the file is written anew: `make generate` asks for it.
  static let isWritten = ProcessInfo.processInfo.environment["CACHESIM_WRITE_GOLDEN"] == "1"

  init(version: Int, lines: [(String, String)]) {
    self.version = version
    self.lines = lines.map { (name: $0.0, value: $0.1) }
  }

  /// Reads the file; nil when there is none.
  init?(_ text: String) {
    let rows = text.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
    guard let version = rows.first.flatMap({ $0.last.flatMap { Int($0) } }) else { return nil }
    self.init(version: version, lines: rows.dropFirst().map { ($0[0], $0.dropFirst().joined()) })
  }

  var text: String {
    "version\t\(version)\n" + lines.map { "\($0.name)\t\($0.value)\n" }.joined()
  }

  /// The names whose value is another one, or that are gone: a number that moved. What is new is
  /// none.
  func moved(to new: GoldenResults) -> [String] {
    let values = Dictionary(uniqueKeysWithValues: new.lines.map { ($0.name, $0.value) })
    return lines.filter { values[$0.name] != $0.value }.map(\.name)
  }

  /// What to do about other results; nil: nothing.
  func advice(on new: GoldenResults) -> String? {
    let moved = moved(to: new)
    if !moved.isEmpty, version >= new.version {
      let names = moved.prefix(12).joined(separator: ", ")
      return "\(moved.count) numbers or defaults moved (\(names)): raise ResultVersion.number to "
        + "\(version + 1), so that cells of sweeps are made anew, and run 'make generate'"
    }
    return text == new.text ? nil : "\(Self.path.lastPathComponent) is old: run 'make generate'"
  }
}

extension GoldenResults {
  /// Scenarios that together have every kind of workload and most strategies.
  private static let scenarios = [
    "twitter", "foursquare", "news", "images", "downloads", "upgrade", "shared-device",
    "reading-writes", "delta-sync", "libraries", "memory-pressure",
  ]

  /// What this program gives.
  static func current() async throws -> GoldenResults {
    var digests = MetricCatalog.all.map { _ in Fingerprint() }
    for name in scenarios {
      for row in try await rows(of: name) {
        for (index, metric) in MetricCatalog.all.enumerated() {
          let text = metric.text(of: metric.value(row.pooled))
          digests[index].add("\(name) \(row.label) \(text)\n".utf8)
        }
      }
    }
    let metrics = zip(MetricCatalog.all, digests).map { ("metric \($0.name)", $1.text) }
    return GoldenResults(version: ResultVersion.number, lines: metrics + defaults)
  }

  private static func rows(of name: String) async throws -> [StrategyResult] {
    let bytes = try #require(BundledScenarios.bytes(named: name))
    let file = try ScenarioFile(bytes: bytes, file: name, name: name)
    var scenario = file.variants[0].scenario.alone
    (scenario.seeds, scenario.devices, scenario.duration) = ([1], 1, .hours(18))
    scenario.warmUp = nil
    return try await Runner.run(ScenarioFile(name: name, scenario), jobs: 2, command: "").result
      .rows
  }

  /// The defaults of all settings of a scenario, and of all that it can name.
  private static var defaults: [(String, String)] {
    func lines<Product>(of catalog: Catalog<Product>) -> [(String, String)] {
      catalog.entries.flatMap { entry in
        entry.lines.map { ("\(catalog.kind) \(entry.name): \($0.name)", $0.defaultText) }
      }
    }
    let own = Scenario().lines.filter { $0.name != "question" && $0.name != "strategies" }
    return own.map { ("scenario: \($0.name)", $0.defaultText) } + lines(of: AnyWorkload.catalog)
      + lines(of: AnyNetworkSchedule.catalog) + lines(of: AnyStrategy.catalog)
      + lines(of: AnyPolicy.catalog)
  }
}

/// The version of the numbers is raised when they move.
@Suite struct ResultVersionTests {
  @Test func theVersionIsRaisedWhenANumberMoves() async throws {
    let current = try await GoldenResults.current()
    let stored = GoldenResults((try? String(contentsOf: GoldenResults.path, encoding: .utf8)) ?? "")
    guard let advice = stored.map({ $0.advice(on: current) }) ?? "there is none: 'make generate'"
    else { return }
    guard GoldenResults.isWritten,
      stored.map({ $0.moved(to: current).isEmpty }) ?? true
        || stored.map({ $0.version < current.version }) ?? true
    else {
      Issue.record("\(advice)")
      return
    }
    try Data(current.text.utf8).write(to: GoldenResults.path)
  }

  @Test func whatMovedIsToldFromWhatIsNew() {
    let old = GoldenResults(version: 3, lines: [("metric a", "1"), ("strategy x: b", "5m")])
    expect(old.advice(on: old) == nil)
    let added = GoldenResults(version: 3, lines: old.lines + [("strategy x: c", "0")])
    expect(old.moved(to: added) == [] && old.advice(on: added)?.contains("is old") == true)
    for lines in [
      [("metric a", "2"), ("strategy x: b", "5m")], [("metric a", "1"), ("strategy x: b", "6m")],
      [("metric a", "1")],
    ] {
      let moved = GoldenResults(version: 3, lines: lines)
      let advice = old.advice(on: moved)
      expect(advice?.contains("raise ResultVersion.number to 4"), is: true)
      let raised = GoldenResults(version: 4, lines: lines)
      expect(old.advice(on: raised)?.contains("is old"), is: true)
    }
    expect(GoldenResults(old.text)?.text, is: old.text)
  }

  /// A cell of a build that gave other numbers is not taken for one of this build.
  @Test func cellsOfAnotherVersionHaveOtherKeys() throws {
    let bytes = try #require(BundledScenarios.bytes(named: "menus"))
    let file = try ScenarioFile(bytes: bytes, file: "menus", name: "menus")
    var (same, next) = (SweepKeys(), SweepKeys(version: ResultVersion.number + 1))
    var keys = SweepKeys(version: ResultVersion.number)
    expect(keys.keys(of: file.scenario), is: same.keys(of: file.scenario))
    expect(
      Set(keys.keys(of: file.scenario)).isDisjoint(with: next.keys(of: file.scenario)))
  }
}
