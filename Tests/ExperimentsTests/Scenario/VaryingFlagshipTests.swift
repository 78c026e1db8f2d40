internal import Experiments
internal import Measurement
internal import Results
internal import SimCore
internal import Testing

/// The Twitter scenario as it is: in a world that varies no wait is one of a handful of values, so
/// that percentiles move smoothly with settings.
@Suite struct VaryingFlagshipTests {
  @Test func everyStrategyHasManyDifferentWaits() async throws {
    let bytes = try #require(BundledScenarios.bytes(named: "twitter"))
    let fewer = try JSON.parse(Array(#"{"seeds": [1, 2], "devices": 2, "duration": "4d"}"#.utf8))
    let changed = fewer.members ?? []
    let file = try ScenarioFile(bytes: bytes, file: "twitter.json", name: "twitter") { root in
      let dropped = changed.map(\.name) + ["expect", "relations"]
      return JSON(.object((root.members ?? []).filter { !dropped.contains($0.name) } + changed))
    }
    let rows = try await Runner.run(file, jobs: 2, command: "").result.rows
    #expect(rows.count == 7)
    for row in rows {
      let waits = row.pooled.views.samples(of: .firstContent)
      let distinct = Set(
        (0...10_000).compactMap { waits.value(at: Percentile(basisPoints: $0)) })
      #expect(distinct.count > 100, "\(row.label): \(distinct.count) of \(waits.count)")
    }
  }
}
