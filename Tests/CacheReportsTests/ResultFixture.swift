internal import CacheMetrics
internal import CacheMetricsFixtures
internal import DeviceModels
internal import SimCore

@testable internal import CacheReports
@testable internal import Results

/// A small run: three strategies under two seeds, one of them a bound.
enum ResultFixture {
  static let result = RunResult(
    scenario: "small", title: "A small day", question: "Which strategy is first?", hash: "abc123",
    programVersion: "0.0.0", command: "cachesim run small", seeds: [1, 2],
    rows: [
      strategy("swift", waits: [10, 20], bytes: 500),
      strategy("thrifty", waits: [100, 300], bytes: 5),
      strategy("clairvoyant", waits: [1, 1], bytes: 1, bound: .waits),
    ])

  static func run(of rows: [StrategyResult]) -> RunResult {
    RunResult(
      scenario: "small", title: "A small day", question: "Which strategy is first?", hash: "abc123",
      programVersion: "0.0.0", command: "cachesim run small", seeds: [1, 2], rows: rows)
  }

  static func strategy(
    _ label: String, waits: [Int64?], bytes: Int64, varied: String? = nil,
    bound: OracleBound.Quantity? = nil, isCached: Bool = true
  ) -> StrategyResult {
    StrategyResult(
      label: label, name: "on-demand", varied: varied,
      settings: .object([("limit", JSON(.string("50 MB")))]),
      bound: bound.map {
        OracleBound(of: $0, "No strategy waits less.", isRelaxation: $0 == .waits)
      },
      runs: waits.enumerated().map { index, wait in
        SeedResult(
          seed: UInt64(index + 1),
          aggregates: AggregateFixture.aggregates([
            AggregateFixture.view(
              at: 60, first: wait, fresh: wait, from: isCached ? .flash : .network),
            AggregateFixture.answer(wait == nil ? .nothing : isCached ? .flash : .network),
            AggregateFixture.write(.archive, bytes: bytes, at: 4_000),
            AggregateFixture.exchange(200, at: 4_000),
            AggregateFixture.finished(memory: 1_000 * bytes),
          ]))
      })
  }

  /// The same question asked with two values of a setting.
  static let varied = RunResult(
    scenario: "small", title: "Limits", question: "How big?", hash: "abc123",
    programVersion: "0.0.0", command: "cachesim run small", seeds: [1],
    variedSetting: "strategies[*].settings.limit", variedValues: ["1 MB", "2 MB"],
    rows: [
      strategy("a", waits: [10], bytes: 5, varied: "1 MB"),
      strategy("b", waits: [nil], bytes: 5, varied: "1 MB"),
      strategy("a", waits: [50], bytes: 5, varied: "2 MB"),
      strategy("b", waits: [20], bytes: 5, varied: "2 MB"),
    ])

  static func file(_ name: String, of result: RunResult = result) -> String {
    ReportFile.all(of: result).first { $0.name == name }?.text ?? "no such file"
  }

  static func lines(_ name: String, of result: RunResult = result) -> [String] {
    file(name, of: result).split(separator: "\n").map(String.init)
  }
}
