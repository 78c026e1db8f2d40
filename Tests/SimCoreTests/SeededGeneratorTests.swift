internal import TestCases
internal import Testing

@testable internal import SimCore

@Suite struct SeededGeneratorTests {
  /// 2⁶⁴ divided by the golden ratio: what SplitMix64 adds to its state for each number.
  private static let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The state from which SplitMix64 made a number: its finaliser, backwards.
  private static func state(behind number: UInt64) -> UInt64 {
    var z = number ^ (number >> 31) ^ (number >> 62)
    z = z &* inverse(of: 0x94D0_49BB_1331_11EB)
    z = z ^ (z >> 27) ^ (z >> 54)
    z = z &* inverse(of: 0xBF58_476D_1CE4_E5B9)
    return z ^ (z >> 30) ^ (z >> 60)
  }

  /// What an odd number must be multiplied by to give 1, modulo 2⁶⁴, by Newton's iteration.
  private static func inverse(of number: UInt64) -> UInt64 {
    (0..<6).reduce(number) { guess, _ in guess &* (2 &- number &* guess) }
  }

  /// The numbers that the published SplitMix64 gives for seed 0.
  @Test func theFinaliserIsThatOfSplitMix64() {
    let published: [UInt64] = [
      0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F,
    ]
    for (index, number) in published.enumerated() {
      expect(Self.state(behind: number), is: Self.gamma &* UInt64(index + 1))
    }
  }

  @Test(arguments: [0, 1, 42, UInt64.max])
  func aStreamIsThatOfSplitMix64(seed: UInt64) {
    var random = SeededGenerator(seed: seed, purpose: .network, entity: 3, attempt: 9)
    var last = Self.state(behind: random.next())
    for _ in 0..<100 {
      let state = Self.state(behind: random.next())
      expect(state, is: last &+ Self.gamma)
      last = state
    }
  }

  @Test func aStreamIsAlwaysTheSame() {
    var random = SeededGenerator(seed: 1, purpose: .workload, entity: 2, attempt: 3)
    let numbers = (0..<4).map { _ in random.next() }
    expect(
      numbers,
      is: [
        0x599B_C9A3_A6DD_CBF2, 0x818F_95A3_E1A3_C435, 0x5210_4F84_B358_4201,
        0x3EA2_095C_627C_A8F2,
      ])
  }

  @Test func everyPartOfTheKeyMatters() {
    var firsts: Set<UInt64> = []
    var count = 0
    for seed in 0..<8 as Range<UInt64> {
      for purpose in [RandomPurpose.workload, .network, .server, .policy, .device] {
        for entity in 0..<16 as Range<UInt64> {
          for attempt in 0..<16 as Range<UInt64> {
            var random = SeededGenerator(
              seed: seed, purpose: purpose, entity: entity, attempt: attempt)
            firsts.insert(random.next())
            count += 1
          }
        }
      }
    }
    expect(firsts.count, is: count)
  }

  /// Streams of neighbours share nothing: the bits of their numbers differ as coins do.
  @Test func neighboursAreStrangers() {
    var differing = 0
    for entity in 0..<2_000 as Range<UInt64> {
      var one = SeededGenerator(seed: 1, purpose: .workload, entity: entity)
      var other = SeededGenerator(seed: 1, purpose: .workload, entity: entity + 1)
      differing += (one.next() ^ other.next()).nonzeroBitCount
    }
    // 128 000 coins: the standard error of the mean is 0.0014.
    expect(abs(Double(differing) / 128_000 - 0.5) < 0.007)
  }
}
