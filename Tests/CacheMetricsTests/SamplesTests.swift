internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheMetrics

@Suite struct SamplesTests {
  @Test func percentilesAreNumbersThatOccurred() {
    var samples = Samples()
    for value in [30, 10, 20, 40] as [Int64] { samples.add(value) }
    expect(samples.value(at: .p50), is: 20)
    expect(samples.value(at: .p90), is: 40)
    samples.sort()
    expect(samples.value(at: .p50), is: 20)
    expect(samples.mean, is: 25)
    expect(samples.maximum, is: 40)
  }

  @Test func missingMembersAreInfinite() {
    var samples = Samples()
    for value in 1...9 as ClosedRange<Int64> { samples.add(value) }
    expect(samples.value(at: .p90, missing: 1), is: 9)
    expect(samples.value(at: .p95, missing: 1), is: .infinity)
    expect(Samples().value(at: .p50, missing: 3), is: .infinity)
  }

  @Test func anEmptyPopulationHasNoPercentile() {
    expect(Samples().value(at: .p50) == nil)
    expect(Samples().mean == nil)
  }

  @Test(arguments: [99, 100, 101])
  func fromTheLimitOnSamplesAreCounted(count: Int64) {
    var samples = Samples(exactLimit: 100)
    for value in 0..<count { samples.add(value * 1_000_003) }
    expect(samples.isExact, is: count < 100)
    expect(samples.count, is: Int(count))
    expect(samples.maximum, is: (count - 1) * 1_000_003)
  }

  /// Ages of a month in nanoseconds: more of them than 64 bits can add up.
  @Test func whatIsCountedNeedsNoSum() {
    var samples = Samples(exactLimit: 1)
    let month = TimeSpan.days(30).nanoseconds
    for day in 0..<20_000 as Range<Int64> { samples.add(month + day) }
    for basisPoints in [0, 5_000, 9_900, 10_000] {
      let age = samples.value(at: Percentile(basisPoints: basisPoints)) ?? 0
      expect(age >= Double(month) && age <= Double(month + 19_999) * 1.001)
    }
  }

  @Test func countedPercentilesAreAtMostAThousandthTooHigh() {
    var exact = Samples()
    var counted = Samples(exactLimit: 1)
    var value: Int64 = 17
    for _ in 0..<5_000 {
      value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let sample = (value >> 20) & 0x3FF_FFFF_FFFF
      exact.add(sample)
      counted.add(sample)
    }
    exact.sort()
    for basisPoints in stride(from: 0, through: 10_000, by: 250) {
      let percentile = Percentile(basisPoints: basisPoints)
      guard let right = exact.value(at: percentile), let near = counted.value(at: percentile) else {
        Issue.record("no percentile")
        return
      }
      expect(near >= right && near <= right * 1.001)
    }
    expect(exact.mean, is: counted.mean)
  }

  @Test(arguments: [3, 100])
  func mergingIsAddingInAnyOrder(exactLimit: Int) {
    var left = Samples(exactLimit: exactLimit)
    var right = Samples(exactLimit: exactLimit)
    var all = Samples(exactLimit: exactLimit)
    for value in [5, 1, 9] as [Int64] {
      left.add(value)
      all.add(value)
    }
    for value in [7, 3] as [Int64] {
      right.add(value)
      all.add(value)
    }
    var other = right
    left.merge(right)
    other.merge(all)
    for percentile in [Percentile.p50, .p90, Percentile(basisPoints: 0)] {
      expect(left.value(at: percentile), is: all.value(at: percentile))
    }
    expect(left.mean, is: all.mean)
    expect(left.isExact, is: exactLimit == 100)
    expect(other.count, is: 7)
  }

  @Test func mergingStaysExactBelowTheLimitOnly() {
    var left = Samples(exactLimit: 4)
    var right = Samples(exactLimit: 4)
    left.add(1)
    right.add(2)
    right.add(3)
    left.merge(right)
    expect(left.isExact)
    left.merge(right)
    expect(!left.isExact)
    expect(left.count, is: 5)
    expect(left.value(at: .p50), is: 2)
  }
}
