internal import Testing

@testable internal import Devices

struct AliasTableTests {
  /// How many of so many evenly spaced draws each number gets.
  private static func shares(_ weights: [Double], draws: UInt64) -> [Int] {
    let table = AliasTable(weights: weights)
    var counts = [Int](repeating: 0, count: weights.count)
    for draw in 0..<draws { counts[Int(table.number(at: draw * (.max / draws)))] += 1 }
    return counts
  }

  @Test(arguments: [
    [1], [1, 1, 1], [1, 2, 3, 4], [0, 1], [5, 0, 0, 1], [1e-9, 1, 1e9], [0.1, 0.2, 0.3],
  ])
  func evenDrawsGiveTheWeights(weights: [Double]) {
    let draws = 40_000
    let sum = weights.reduce(0, +)
    for (count, weight) in zip(Self.shares(weights, draws: UInt64(draws)), weights) {
      // A number owns at most one piece of each column: each piece's end is one draw off.
      #expect(abs(Double(count) - Double(draws) * weight / sum) <= Double(weights.count + 1))
    }
  }

  @Test func whatWeighsNothingIsNotDrawn() {
    #expect(
      Self.shares([0, 3, 0, 1, 0], draws: 1_000).enumerated()
        .allSatisfy { ($0.element == 0) == ($0.offset % 2 == 0) })
  }
}
