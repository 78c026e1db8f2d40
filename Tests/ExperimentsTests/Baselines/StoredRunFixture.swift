internal import CacheMetrics
internal import SimCore

@testable internal import Experiments
@testable internal import Results

/// Runs with numbers of our choosing.
enum StoredRunFixture {
  static let metrics = [
    ResultMeasure(name: "first_content_p95_ms", unit: .milliseconds, better: .lower),
    ResultMeasure(name: "object_hit_ratio", unit: .ratio, better: .higher),
    ResultMeasure(name: "opens", unit: .count, better: .neither),
  ]

  static func run(
    _ rows: [StoredRun.Row], scenario: String = "small", hash: String = "abc", catalog: Int = 1,
    metrics: [ResultMeasure] = metrics
  ) -> StoredRun {
    StoredRun(
      file: "\(scenario).json", scenario: scenario, hash: hash, programVersion: "0.0.0",
      metricCatalogVersion: catalog, metrics: metrics, rows: rows)
  }

  /// A row whose metrics have these values, together and under each seed.
  static func row(
    _ strategy: String, _ values: [Double?], seeds: [[Double?]] = [], varied: String? = nil,
    isBound: Bool = false
  ) -> StoredRun.Row {
    StoredRun.Row(
      strategy: strategy, varied: varied, isBound: isBound, pooled: named(values),
      seeds: seeds.enumerated().map { ("\($0.offset + 1)", named($0.element)) })
  }

  private static func named(_ values: [Double?]) -> [String: Double] {
    var named: [String: Double] = [:]
    for (metric, value) in zip(metrics, values) { named[metric.name] = value }
    return named
  }

  /// A run that a seed decides: three strategies, some numbers infinite or not defined.
  static func random(_ seed: UInt64) -> StoredRun {
    var random = SeededGenerator(seed: seed, purpose: .workload, entity: 0, attempt: 0)
    func value() -> Double? {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: nil
      case 1: .infinity
      default: Double(Int.random(in: 0..<4, using: &random)) / 2
      }
    }
    return run(
      ["a", "b", "c"].map { name in
        row(
          name, [value(), value(), value() ?? 1],
          seeds: (0..<2).map { _ in [value(), value(), value()] })
      })
  }
}
