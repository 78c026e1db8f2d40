internal import SimCore
internal import TestCases
internal import Testing

@testable internal import DeviceModels

struct WriteStreamTests {
  private static func counts(_ pattern: WritePattern, units: Int, draws: Int) -> [Int] {
    var stream = WriteStream(pattern, units: units, seed: 3)
    var counts = [Int](repeating: 0, count: units)
    var batch = [UInt32](repeating: 0, count: draws)
    stream.fill(&batch)
    for address in batch { counts[Int(address)] += 1 }
    return counts
  }

  @Test func aSeedMakesOneStream() {
    for (name, pattern) in WritePattern.named {
      var first = [UInt32](repeating: 0, count: 100)
      var second = first
      var other = first
      var stream = WriteStream(pattern, units: 1_000, seed: 7)
      stream.fill(&first)
      var twin = WriteStream(pattern, units: 1_000, seed: 7)
      twin.fill(&second)
      var stranger = WriteStream(pattern, units: 1_000, seed: 8)
      stranger.fill(&other)
      expect(first == second && first != other, "\(name)")
      stream.fill(&second)
      expect(first != second, "\(name) goes on")
    }
  }

  /// Each of the shares lies within five deviations of what is due.
  @Test func sharesOfThePatterns() {
    let draws = 100_000
    let uniform = Self.counts(.uniform, units: 10, draws: draws)
    for count in uniform { expect(abs(count - 10_000) < 475) }
    let skewed = Self.counts(.hotCold(writes: 0.8, units: 0.2), units: 10, draws: draws)
    for count in skewed[..<2] { expect(abs(count - 40_000) < 775) }
    for count in skewed[2...] { expect(abs(count - 2_500) < 250) }
    let zipf = Self.counts(.zipf(exponent: 1), units: 10, draws: draws)
    let harmonic = (1...10).reduce(0) { $0 + 1 / Double($1) }
    for (index, count) in zipf.enumerated() {
      let share = 1 / Double(index + 1) / harmonic
      let deviation = (Double(draws) * share * (1 - share)).squareRoot()
      expect(abs(Double(count) - Double(draws) * share) < 5 * deviation)
    }
  }

  @Test func aDeviceOfOneUnitIsWrittenThere() {
    for (_, pattern) in WritePattern.named {
      expect(Self.counts(pattern, units: 1, draws: 10), is: [10])
    }
  }

  @Test func patternsAreReadByName() {
    var problems = Problems()
    for (name, pattern) in WritePattern.named {
      expect(WritePattern.read(JSON(.string(name)), path: "pattern", &problems), is: pattern)
      expect(pattern.json.string, is: name)
    }
    expect(WritePattern.read("zipf", path: "pattern", &problems) == nil)
  }
}

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
      expect(abs(Double(count) - Double(draws) * weight / sum) <= Double(weights.count + 1))
    }
  }

  @Test func whatWeighsNothingIsNotDrawn() {
    expect(
      Self.shares([0, 3, 0, 1, 0], draws: 1_000).enumerated()
        .allSatisfy { ($0.element == 0) == ($0.offset % 2 == 0) })
  }
}
