internal import SimCore
internal import Testing

/// Distributions, by their moments over a hundred thousand draws; seeds are fixed, so a test that
/// holds once holds always. Bounds are five standard errors.
@Suite struct DrawTests {
  private static let count = 100_000

  private func mean(_ seed: UInt64, _ draw: (inout SeededGenerator) -> Double) -> Double {
    var random = SeededGenerator(seed: seed, purpose: .workload)
    var sum = 0.0
    for _ in 0..<Self.count { sum += draw(&random) }
    return sum / Double(Self.count)
  }

  @Test func unitsFillTheirIntervalEvenly() {
    #expect(abs(mean(1) { $0.unit() } - 0.5) < 5 * 0.289 / 316)
    var random = SeededGenerator(seed: 2, purpose: .workload)
    for _ in 0..<Self.count {
      let unit = random.unit()
      #expect(unit >= 0 && unit < 1)
    }
  }

  @Test func exponentialsHaveTheirMean() {
    #expect(abs(mean(3) { $0.exponential(mean: 4) } - 4) < 5 * 4 / 316)
  }

  @Test func normalsHaveMeanZeroAndVarianceOne() {
    #expect(abs(mean(4) { $0.normal() }) < 5 / 316)
    let square = mean(5) { random in
      let normal = random.normal()
      return normal * normal
    }
    #expect(abs(square - 1) < 5 * 1.42 / 316)
  }

  @Test func logNormalsHaveTheirMeanAndMedian() {
    // The deviation is mean·√(e^σ² − 1) = 0.53 of the mean for σ = 0.5.
    #expect(abs(mean(6) { $0.logNormal(mean: 10, sigma: 0.5) } - 10) < 5 * 5.3 / 316)
    let above = mean(7) { $0.logNormal(median: 10, sigma: 2) > 10 ? 1 : 0 }
    #expect(abs(above - 0.5) < 5 * 0.5 / 316)
  }

  @Test func poissonCountsHaveTheirMean() {
    #expect(abs(mean(8) { Double($0.poisson(mean: 3)) } - 3) < 5 * 1.74 / 316)
    var random = SeededGenerator(seed: 9, purpose: .workload)
    #expect(random.poisson(mean: 0) == 0)
  }

  @Test func keysTellStreamsApart() {
    func first(_ seed: UInt64, _ purpose: RandomPurpose, _ entity: UInt64, _ attempt: UInt64)
      -> UInt64
    {
      var random = SeededGenerator(seed: seed, purpose: purpose, entity: entity, attempt: attempt)
      return random.next()
    }
    var seen: Set<UInt64> = []
    for seed in 0..<10 as Range<UInt64> {
      for purpose in [RandomPurpose.workload, .network, .server, .policy, .device] {
        for entity in 0..<10 as Range<UInt64> {
          for attempt in 0..<10 as Range<UInt64> {
            seen.insert(first(seed, purpose, entity, attempt))
          }
        }
      }
    }
    #expect(seen.count == 5_000)
    #expect(first(1, .workload, 2, 3) == first(1, .workload, 2, 3))
  }
}
