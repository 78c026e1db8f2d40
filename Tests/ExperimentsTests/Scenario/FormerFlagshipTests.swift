internal import CacheMetrics
internal import Experiments
internal import Results
internal import SimCore
internal import TestCases
internal import Testing

/// Without variance, with the radio, the codecs and the patience of before, and with nothing of
/// what came since, the Twitter scenario has the numbers that it had in a world of constants: three
/// days of two devices, by the program of that time.
@Suite struct FormerFlagshipTests {
  private static let metrics = [
    "opens", "object_hit_ratio", "first_content_p50_ms", "first_content_p95_ms", "blank_ratio",
    "stale_share", "flash_write_bytes", "network_requests", "network_down_bytes",
    "memory_peak_bytes", "radio_energy_j",
  ]
  private static let numbers = [
    "network-only": "306 0 65.372 397.43 0.03268 0 0 1842.5 56681906 176146690 109.262",
    "dictionary":
      "306 0.757875 0 189.196 0.022876 0.369281 0 583 27030757.5 356433730 85.515",
    "on-demand":
      "306 0.810227 16.406 65.372 0.003268 0.473856 30304685.5 502.5 25361685.5 177018030 78.478",
    "memory-tier":
      "306 0.810227 15.976 65.372 0.003268 0.473856 25815935.5 502.5 25361685.5 186984912 78.478",
    "url-cache":
      "306 0.699053 65.372 397.43 0.03268 0 21424286 551 33019866.5 180325613 105.178",
    "pre-cache":
      "306 1 3.242 3.242 0 0.428105 98564956 1534 77807812 181703420 53.197",
  ]

  private static let former = """
    {
      "seeds": [1], "devices": 2, "duration": "3d", "variance": "none", "patience": null,
      "reactions": {"refreshing": 0, "reopening": 0}, "origin": {"textCompression": 1},
      "device": {
        "radio": {"lte": "lte-aro"}, "flash": {"reading": "none"}, "mainThreadShare": 1,
        "imageDecodeRate": "unlimited",
        "backgroundFetches": "asked"
      },
      "workload": {
        "name": "timelines",
        "settings": {
          "friends": 40, "postsPerHour": 20, "postSigma": 0, "use": {"sessionsPerDay": 12}
        }
      },
      "strategies": [
        {"name": "network-only"}, {"name": "dictionary", "settings": {"staleAfter": "2m"}},
        {
          "name": "on-demand",
          "settings": {"staleAfter": "2m", "archiveStore": {"codec": "archiver"}}
        },
        {
          "name": "memory-tier",
          "settings": {
            "staleAfter": "2m", "capacity": "10 MB", "archiveStore": {"codec": "archiver"}
          }
        },
        {"name": "url-cache"}, {"name": "pre-cache", "settings": {"interval": "1h"}}
      ]
    }
    """

  @Test func aWorldOfConstantsGivesTheNumbersOfBefore() async throws {
    let bytes = try #require(BundledScenarios.bytes(named: "twitter"))
    let former = try JSON.parse(Array(Self.former.utf8)).members ?? []
    let dropped = former.map(\.name) + ["expect", "relations", "shared"]
    let file = try ScenarioFile(bytes: bytes, file: "twitter.json", name: "twitter") { root in
      let kept = root.members?.filter { !dropped.contains($0.name) } ?? []
      return JSON(.object(kept + former))
    }
    let rows = try await Runner.run(file, jobs: 2, command: "").result.rows
    expect(rows.map(\.label).sorted(), is: Self.numbers.keys.sorted())
    for row in rows {
      let values = try Self.metrics.map { name in
        let metric = try #require(MetricCatalog.metric(named: name))
        return metric.text(of: metric.value(row.pooled))
      }
      expect(values.joined(separator: " "), is: Self.numbers[row.label], "\(row.label)")
    }
  }
}

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
    expect(rows.count, is: 7)
    for row in rows {
      let waits = row.pooled.views.samples(of: .firstContent)
      let distinct = Set(
        (0...10_000).compactMap { waits.value(at: Percentile(basisPoints: $0)) })
      expect(distinct.count > 100, "\(row.label): \(distinct.count) of \(waits.count)")
    }
  }
}
