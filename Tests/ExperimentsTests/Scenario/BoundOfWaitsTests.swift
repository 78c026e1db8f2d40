internal import CacheMetrics
internal import CacheMetricsFixtures
internal import ClientStrategies
internal import Experiments
internal import Foundation
internal import SimCore
internal import TestCases
internal import Testing

/// A bound is a bound: in no view of any scenario does a strategy wait less than the one that knows
/// the future.
@Suite struct BoundOfWaitsTests {
  /// Every screen view of a run that the workload intends.
  private struct Views: TraceObserver {
    var views: [[ScreenView]] = []

    mutating func observe(_ page: [TraceRecord], device: UInt32) {
      while views.count <= Int(device) { views.append([]) }
      for record in page {
        guard case .closed(let view, _) = record.event, !view.isReaction else { continue }
        views[Int(device)].append(view)
      }
    }
  }

  /// Bundled and published scenarios, and those of lessons.
  static let names =
    BundledScenarioTests.names.filter { !BundledScenarioTests.recorded.contains($0) }
    + PublishedScenarioTests.names + lessons

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let lessonFolder = root.appending(path: "Docs/Lessons").path
  private static let lessons =
    (try? FileManager.default.contentsOfDirectory(atPath: lessonFolder))
    .map { $0.filter { $0.hasSuffix(".json") }.map { "\(lessonFolder)/\($0)" }.sorted() } ?? []

  private static func file(_ name: String) throws -> ScenarioFile {
    // In one of the published ones the app is used once a day or less.
    let days: JSON = name.hasPrefix(BundledScenarios.publishedPrefix) ? "4d" : "1d"
    let short: [(String, JSON)] = [
      ("seeds", [1]), ("devices", 1), ("duration", days), ("warmUp", JSON(.null)),
    ]
    let dropped = short.map(\.0) + ["expect", "relations"]
    let bytes =
      try BundledScenarios.bytes(named: name) ?? Array(Data(contentsOf: URL(filePath: name)))
    return try ScenarioFile(bytes: bytes, file: name, name: name) { root in
      let kept = root.members?.filter { !dropped.contains($0.name) } ?? []
      return .object(kept.map { ($0.name, $0.value) } + short)
    }
  }

  private static func views(
    of strategy: AnyStrategy, in scenario: Scenario
  ) throws -> [[ScreenView]] {
    let (plan, stream) = try scenario.simulationInput(seed: 1)
    var observer: any TraceObserver = Views()
    try strategy.run(plan, stream, &observer)
    return (observer as? Views)?.views ?? []
  }

  @Test func lessonsAreAmongThem() { expect(Self.lessons.count >= 12) }

  @Test(arguments: names) func inNoViewDoesAStrategyWaitLess(name: String) throws {
    let scenario = try Self.file(name).scenario
    var problems = Problems()
    let entry = AnyStrategy.catalog.entry(named: Clairvoyant.name)
    let bound = try #require(entry?.make(.object([]), "", &problems)?.product)
    let least = try Self.views(of: bound, in: scenario).flatMap(\.self)
    expect(!least.isEmpty)
    for strategy in scenario.strategies {
      let others = try Self.views(of: strategy.product, in: scenario).flatMap(\.self)
      try #require(others.count == least.count, "\(strategy.label)")
      for (bound, view) in zip(least, others) {
        expect(
          bound.waitsNoLonger(than: view),
          "\(strategy.label), opened at \(view.openedAt.clockText)")
        // Nothing is there before the app has started, whoever filled the screen.
        expect(view.launch != nil || view.firstContent == nil, "\(strategy.label)")
      }
    }
  }
}
