internal import CacheMetrics
internal import CacheWorkloads
internal import ClientStrategies
internal import Results
internal import SimCore
internal import TestCases
internal import Testing

@testable internal import Experiments

/// A view's bars add up to what it waited for, and lie where it happened.
@Suite struct WaterfallTests {
  @Test(arguments: ["twitter", "news", "commute", "menus", "libraries", "articles"])
  func theBarsOfAViewAddUpToItsWait(scenario name: String) throws {
    let bytes = try #require(BundledScenarios.bytes(named: name))
    var scenario = try ScenarioFile(bytes: bytes, file: name, name: name).scenario
    (scenario.devices, scenario.duration) = (2, .hours(36))
    let explainer = Explainer(of: scenario, seed: 1)
    for strategy in scenario.strategies {
      let found = try explainer.find(.worst(.latency, 40), of: strategy.product)
      let all = try explainer.explain(found.views.map(\.id), of: strategy.product)
      expect(!all.isEmpty)
      for explanation in all { Self.check(explanation) }
    }
  }

  private static func check(_ explanation: Explanation) {
    let view = explanation.record.view
    let place: Comment = "\(explanation.device), screen \(explanation.record.id.screen)"
    let rows = explanation.waterfall.rows
    let main = rows[0]
    let wait = (view.firstPaintedAt ?? view.closedAt) - view.openedAt
    expect(main.role == .main && main.isAnswered == (view.firstContent != nil), place)
    expect(main.bars.reduce(TimeSpan.zero) { $0 + $1.duration }, is: wait, place)
    for row in rows {
      expect(row.begin >= .zero && row.begin <= row.end, place)
      expect(row.end <= view.closedAt - view.openedAt, place)
      expect(row.bars.first.map { $0.begin == row.begin } ?? true, place)
      expect(row.bars.last.map { $0.end == row.end } ?? (row.begin == row.end), place)
      expect(zip(row.bars, row.bars.dropFirst()).allSatisfy { $0.0.end == $0.1.begin }, place)
      expect(row.bars.allSatisfy { $0.begin <= $0.end }, place)
      expect(row.bars.contains { $0.stage == .paint }, is: row.isAnswered && row.role != .refresh)
    }
    // Parts are known when the main content is there, and complete when the screen is; later ones
    // are those of a version that came in the meantime.
    if let complete = view.completeContent, let began = view.beganAt {
      let end = began + complete - view.openedAt
      let updates = explanation.lines.filter { $0.what.hasPrefix("updated") }.map(\.since)
      let late = rows.filter { $0.role == .part && $0.isAnswered && $0.begin > end }
      expect(late.allSatisfy { part in updates.contains { $0 <= part.begin } }, place)
    }
  }

  @Test func aFirstRequestHasEveryStepOnce() throws {
    var day = WrittenDay()
    day.publish(9, kind: .image)
    day.publish(0, parts: [9])
    day.at(0, .launch)
    day.visit(0, from: 60)
    day.visit(0, from: 100)
    day.at(200, .end)
    let first = try #require(try day.explanation(of: 1, under: "on-demand")).waterfall
    expect(
      first.rows[0].bars.map(\.stage),
      is: [.lookup, .nameLookup, .connection, .tls, .request, .server, .transfer, .decode, .paint])
    expect(first.rows[1].role == .part && first.rows[1].begin == first.rows[0].end)
    expect(first.rows[1].bars.map(\.stage).contains(.transfer))
    // Round trips of 150 ms: two for a first name, as Lantern has it, one for connection and TLS.
    expect(
      first.rows[0].bars[1...3].map(\.duration), is: [300, 150, 150].map { .milliseconds($0) })
    // The second time the copy is read from flash, and nothing waits for the network.
    let second = try #require(try day.explanation(of: 2, under: "on-demand")).waterfall
    expect(second.rows[0].bars.map(\.stage), is: [.lookup, .read, .decode, .paint])
  }

  @Test func aBlankScreenWaitsToItsEnd() throws {
    var day = WrittenDay()
    day.publish(0)
    day.at(0, .launch)
    day.at(50, .network(1))
    day.visit(0, from: 60)
    day.at(200, .end)
    let blank = try #require(try day.explanation(of: 1, under: "network-only")).waterfall
    expect(blank.rows.count == 1 && !blank.rows[0].isAnswered)
    expect(blank.rows[0].end == .seconds(10) && blank.rows[0].bars.map(\.stage) == [.waiting])
  }
}
