internal import Measurement
internal import SimCore
internal import Testing

@testable internal import Experiments

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
}
