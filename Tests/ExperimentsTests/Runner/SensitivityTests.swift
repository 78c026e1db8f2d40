internal import CacheMetrics
internal import CacheReports
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheSimCommand
@testable internal import Experiments

/// What nobody measured, and what comes of halving and doubling it.
@Suite struct SensitivityTests {
  private static func file(seeds: String = "[1, 2, 3, 4]") throws -> ScenarioFile {
    let text = """
      {"question": "?", "seeds": \(seeds), "duration": "2d",
       "workload": {"name": "menus", "settings": {"items": 7,
         "use": {"rateSigma": 0, "sessionsPerDay": 24}}},
       "networkSchedule": {"name": "always"},
       "strategies": [{"name": "network-only"}]}
      """
    return try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
  }

  @Test func assumptionsHaveTheValuesInForce() throws {
    let all = try Self.file().scenario.assumptions
    let items = try #require(all.first { $0.path == "workload.settings.items" })
    expect(items.value, is: JSON(.integer(7)))
    // Half of 7 is rounded away from zero.
    expect(items.others, is: [JSON(.integer(4)), JSON(.integer(14))])
    let delay = try #require(all.first { $0.path == "network.keepAlive" })
    expect(delay.others.count, is: 2)
    // Twice a share is at most 1: the range of the setting.
    let warning = try #require(all.first { $0.path == "device.memory.criticalFraction" })
    expect(warning.others.last, is: JSON(.real(1)))
    // Zero cannot be halved; the origin fails no request unless asked to.
    expect(!all.contains { $0.path == "origin.failureRate" })
    // What was measured is none.
    expect(!all.contains { $0.path == "origin.thinkTimeSigma" })
  }

  /// Menus of twice as many items have twice the bytes, and network-only fetches them each time;
  /// users are alike, so that four seeds show it.
  @Test func effectsAreSortedAndPairedBySeed() async throws {
    let result = try await Sensitivity.run(
      Self.file(), metrics: ["network_down_bytes", "memory_kills"], jobs: 2)
    // One strategy leaves nothing to choose.
    expect(result.robustness == nil && result.effects.allSatisfy { $0.turnsAt == nil })
    expect(result.effects.map(\.size), is: result.effects.map(\.size).sorted(by: >))
    let effects = result.effects.filter { $0.path == "workload.settings.items" }
    expect(effects.count, is: 4)
    let more = try #require(
      effects.first { $0.other.integer == 14 && $0.metric.name == "network_down_bytes" })
    expect(more.isShown)
    // What stands beside the two numbers is their difference, of sums too.
    let difference = try #require(more.difference)
    let (base, changed) = (try #require(more.base), try #require(more.changed))
    expect(difference > 0 && abs(difference - (changed - base)) < 1)
    expect(more.interval != nil)
    // Nobody is killed, whatever the value.
    expect(effects.filter { $0.metric.name == "memory_kills" }.allSatisfy { !$0.isShown })
    expect(TerminalRenderer.text(of: result.document(limit: 3)).contains("network_down_bytes"))
    expect(MarkdownRenderer.text(of: result.document(limit: 3)).contains("| setting |"))
    expect(result.json.elements?.count, is: result.effects.count)
  }

  @Test func aReportNamesTheAssumptions() async throws {
    let result = try await Runner.run(Self.file(seeds: "[1]"), jobs: 2, command: "").result
    let page = ReportFile.all(of: result).first { $0.name == "report.md" }?.text
    expect(page?.contains("## Assumptions"), is: true)
    expect(page?.contains("- `workload.settings.items` = `7`"), is: true)
    expect(page?.contains("`cachesim sensitivity`"), is: true)
  }
}
