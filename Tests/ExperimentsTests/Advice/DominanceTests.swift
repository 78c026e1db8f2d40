internal import DeviceModels
internal import Measurement
internal import MeasurementFixtures
internal import SimCore
internal import Testing

@testable internal import Experiments
@testable internal import Results

/// Dominance: worse by one criterion and better by none.
@Suite struct DominanceTests {
  /// Things with a few marks each; nil is worse than any mark.
  private static func things(_ seed: UInt64, count: Int = 9) -> [[Int?]] {
    var random = SeededGenerator(seed: seed, purpose: .workload, entity: 0, attempt: 0)
    return (0..<count).map { _ in
      (0..<3).map { _ in
        let mark = Int.random(in: -1..<4, using: &random)
        return mark < 0 ? nil : mark
      }
    }
  }

  private static func better(_ left: [Int?], _ right: [Int?]) -> [Bool] {
    zip(left, right).map { ($0 ?? -1) > ($1 ?? -1) }
  }

  private static func dominates(_ left: [Int?], _ right: [Int?]) -> Bool {
    Dominance.dominates(better(left, right), better(right, left))
  }

  @Test(arguments: 0..<40 as Range<UInt64>) func itIsAPartialOrder(seed: UInt64) {
    let things = Self.things(seed)
    for a in things {
      #expect(!Self.dominates(a, a))
      for b in things {
        #expect(!(Self.dominates(a, b) && Self.dominates(b, a)))
        for c in things where Self.dominates(a, b) && Self.dominates(b, c) {
          #expect(Self.dominates(a, c))
        }
      }
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>) func eachDominatedIsDominatedByOneThatIsNot(
    seed: UInt64
  ) {
    let things = Self.things(seed)
    let dominance = Dominance(count: things.count) { Self.better(things[$0], things[$1]) }
    #expect(dominance.dominators.contains { $0 == nil })
    for (index, dominator) in dominance.dominators.enumerated() {
      let isBeaten = things.contains { Self.dominates($0, things[index]) }
      #expect(isBeaten == (dominator != nil))
      guard let dominator else { continue }
      #expect(Self.dominates(things[dominator], things[index]))
      #expect(dominance.dominators[dominator] == nil)
    }
  }

  @Test func equalsLiveTogether() {
    let dominance = Dominance(count: 3) { _, _ in [false, false] }
    #expect(dominance.dominators == [nil, nil, nil])
  }

  /// Dominance by shown differences need not be transitive: the last is dominated by a dominated
  /// one alone, and three that dominate each other in a circle all stay.
  @Test func aChainIsFollowedAndACircleStays() {
    let chain = Dominance(count: 3) { left, right in [right == left + 1] }
    #expect(chain.dominators == [nil, 0, 1])
    let circle = Dominance(count: 3) { left, right in [right == (left + 1) % 3] }
    #expect(circle.dominators == [nil, nil, nil])
  }

  /// One open for each seed, with these waits in milliseconds and writes in bytes.
  private static func strategy(_ label: String, waits: [Int64], bytes: [Int64]) -> StrategyResult {
    StrategyResult(
      label: label, name: "on-demand", settings: .object([]),
      runs: zip(waits, bytes).enumerated().map { index, run in
        SeedResult(
          seed: UInt64(index + 1),
          aggregates: AggregateFixture.aggregates([
            AggregateFixture.view(first: run.0, fresh: run.0, from: .flash),
            AggregateFixture.write(.archive, bytes: run.1),
            AggregateFixture.finished(),
          ]))
      })
  }

  /// Defect: a strategy that was ahead by chance in one number was not dominated. Under three seeds
  /// `chance` waits 2 ms longer, 1 ms less and 1 ms less than `plain`, whose 95th percentile over
  /// all is 20 ms to 19; that it writes 90 to 110 bytes more is shown: 100 ± 24.8.
  @Test func whatSeedsCannotShowSavesNoStrategy() {
    let rows = [
      Self.strategy("plain", waits: [10, 20, 15], bytes: [100, 100, 100]),
      Self.strategy("chance", waits: [12, 19, 14], bytes: [200, 210, 190]),
      Self.strategy("twin", waits: [12, 19, 14], bytes: [101, 99, 100]),
    ]
    let advice = Advice(
      varied: nil, rows: rows, additions: [],
      rules: RuleOfThumb(WorkloadStatistics(), deviceDays: 1))
    #expect(advice.dropped.map(\.strategy) == ["chance"])
    #expect(advice.dropped.map(\.dominator) == ["plain"])
    #expect(advice.dropped[0].reason.contains("written to flash per device"))
    #expect(!advice.dropped[0].reason.contains("until 95"))
    let alike = advice.caveats.filter { $0.hasPrefix("No difference that 3 seeds can show") }
    #expect(alike.count == 1 && alike[0].contains("between `plain` and `twin` in first content"))
  }
}
