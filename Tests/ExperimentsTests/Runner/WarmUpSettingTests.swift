internal import CacheMetrics
internal import CacheReports
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments
@testable internal import Results

/// How a scenario asks for a warm-up, and what comes of it.
@Suite struct WarmUpSettingTests {
  private static func file(_ warmUp: String, more: String = "") throws -> ScenarioFile {
    let text = """
      {"question": "?", "seeds": [1, 2], "duration": "4d", \(warmUp)
       "workload": {"name": "menus"}, "networkSchedule": {"name": "always"}, \(more)
       "strategies": [{"name": "network-only"}, {"name": "on-demand"}]}
      """
    return try ScenarioFile(bytes: Array(text.utf8), file: "x.json", name: "x")
  }

  private static func result(_ warmUp: String) async throws -> RunResult {
    try await Runner.run(file(warmUp), jobs: 2, command: "").result
  }

  @Test func aTimeAndTheSameShareAreTheSame() async throws {
    let whole = try await Self.result("")
    let time = try await Self.result(#""warmUp": "1d","#)
    let share = try await Self.result(#""warmUp": "25 %","#)
    let opens = [whole, time, share].map { $0.rows.map(\.pooled.views.opens) }
    expect(opens[1], is: opens[2])
    expect(opens[1][0] < opens[0][0])
    expect(opens[1][0], is: opens[1][1])
    expect(whole.warmUp == nil)
    expect(time.warmUp?.spans, is: [.days(1)])
    expect(share.warmUp?.spans, is: [.days(1)])
    expect(time.rows[0].pooled.devices.days, is: 6)
    expect(
      time.simulated.last, is: "the first 1 day left out of all metrics (charts over time show it)")
    expect(time.simulated.first, is: "1 device for 4 days under 2 seeds")
    let files = ReportFile.all(of: time)
    let run = try JSON.parse(Array(try #require(files.first { $0.name == "run.json" }).text.utf8))
    expect(run["warmUp"]?["setting"]?.string, is: "1d")
    expect(run["warmUp"]?["leftOutSeconds"]?.elements?.compactMap(\.real), is: [86_400])
    expect(
      files.first { $0.name == "report.md" }?.text.contains("the first 1 day left out"), is: true)
  }

  @Test func whatIsSteadyIsMeasuredForAllFromOneInstant() async throws {
    let steady = try await Self.result(#""warmUp": "steady","#)
    let spans = try #require(steady.warmUp?.spans)
    expect(spans.count, is: 1)
    expect(spans[0] < .days(4))
    let again = try await Self.result(#""warmUp": "\#(max(spans[0], .seconds(1)).text)","#)
    expect(
      again.rows.map(\.pooled.views.opens) == steady.rows.map(\.pooled.views.opens)
        || spans[0] == .zero)
  }

  /// Cut after the first: 6, 6, 6 have no spread; whole or less cut there is some.
  @Test func theCutLeavesTheSmallestStandardError() {
    expect(WarmUp.cut([]), is: 0)
    expect(WarmUp.cut([5, 5, 5, 5]), is: 0)
    expect(WarmUp.cut([0, 6, 6, 6]), is: 1)
    expect(WarmUp.cut([0, 3, 6, 6, 6, 6]), is: 2)
    // At most half of them.
    expect(WarmUp.cut([0, 1, 2, 6]) <= 2)
  }

  @Test(arguments: [
    (#""warmUp": "soon","#, "expected a time such as"), (#""warmUp": "0%","#, "expected a time"),
    (#""warmUp": "100%","#, "expected a time"), (#""warmUp": "0s","#, "expected a time"),
    (#""warmUp": "4d","#, "expected less than the duration, 4d, found 4d"),
  ])
  func whatIsNoWarmUpIsRefused(warmUp: String, words: String) throws {
    let error = #expect(throws: InputError.self) { try Self.file(warmUp) }
    expect(error?.lines.contains { $0.contains("warmUp: \(words)") }, is: true)
  }

  @Test func aDurationThatIsTooShortForTheWarmUpIsSaidWithTheWayOn() throws {
    let file = try Self.file(#""warmUp": "3d","#)
    let shorter = [
      ScenarioChange(flag: "--devices", name: "devices", value: JSON(1)),
      ScenarioChange(flag: "--duration", name: "duration", value: "1d"),
    ]
    let error = #expect(throws: InputError.self) { try file.changed(by: shorter) }
    expect(
      error?.lines,
      is: [
        "--duration: warmUp: expected less than the duration, 1d, found 3d; shorten it too: "
          + "--set warmUp=6h"
      ])
    let both = shorter + [ScenarioChange(flag: "--set", name: "warmUp", value: "6h")]
    try expect(file.changed(by: both).scenario.warmUp, is: .span(.hours(6)))
  }
}
