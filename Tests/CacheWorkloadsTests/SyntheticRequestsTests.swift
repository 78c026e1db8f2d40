internal import SimCore
internal import TestCases
internal import Testing

@testable internal import CacheWorkloads

@Suite struct SyntheticRequestsTests {
  @Test func theFirstRequestsOfASeedStayTheSame() {
    var settings = SyntheticSettings()
    settings.requests = 12
    settings.objects = 50
    settings.sizes = .lognormal
    settings.rate = 10
    let (block, names) = Self.make(settings)
    expect(block.keys.map { names.object($0).text }, is: Self.pinnedNames)
    expect(block.sizes, is: Self.pinnedSizes)
    expect(Array(block.times.prefix(4)), is: Self.pinnedTimes)
  }

  /// As the program made them when they were pinned: any change changes everybody's traces.
  private static let pinnedNames = [
    "3", "2", "5", "11", "15", "17", "0", "3", "0", "0", "28", "9",
  ]
  private static let pinnedSizes: [Int64] = [
    13732, 6372, 19183, 3792, 43048, 23502, 6326, 13732, 6326, 6326, 2112, 5264,
  ]
  private static let pinnedTimes: [Int64] = [0, 228_298_713, 271_991_373, 375_477_042]

  @Test(arguments: [0.0, 0.6, 1.0, 1.4]) func ranksComeAsOftenAsTheLawSays(exponent: Double) {
    let law = ZipfLaw(ranks: 40, exponent: exponent)
    var random = SeededGenerator(seed: 1, purpose: .workload)
    let draws = 100_000
    var counts = [Int](repeating: 0, count: 40)
    for _ in 0..<draws { counts[law.draw(&random)] += 1 }
    let weights = (1...40).map { DeterministicMath.pow(Double($0), -exponent) }
    let sum = weights.reduce(0, +)
    for (count, weight) in zip(counts, weights) {
      let expected = weight / sum * Double(draws)
      // Five standard deviations of a binomial count.
      expect(abs(Double(count) - expected) < 5 * expected.squareRoot() + 1)
    }
  }

  @Test func sharesOfOneHitAndLoopRequestsAreKept() {
    var settings = SyntheticSettings()
    settings.requests = 50_000
    settings.objects = 100
    settings.oneHitShare = 0.2
    settings.loopShare = 0.3
    settings.loopObjects = 70
    settings.loopBurst = 5
    let (block, names) = Self.make(settings)
    let objects = block.keys.map { key -> UInt64 in
      if case .number(let number) = names.object(key) { number } else { 0 }
    }
    let loop = objects.filter { (100..<170).contains($0) }
    let oneHit = objects.filter { $0 >= 170 }
    expect(abs(Double(loop.count) / 50_000 - 0.3) < 0.02)
    expect(abs(Double(oneHit.count) / 50_000 - 0.2) < 0.02)
    expect(Set(oneHit).count, is: oneHit.count)
    for (place, object) in loop.enumerated() { expect(object, is: 100 + UInt64(place % 70)) }
  }

  @Test func aLoopAloneIsALoop() {
    var settings = SyntheticSettings()
    settings.requests = 10
    settings.loopShare = 1
    settings.loopObjects = 4
    expect(Self.make(settings).0.keys, is: [0, 1, 2, 3, 0, 1, 2, 3, 0, 1])
  }

  @Test func churnMovesPopularityOn() {
    var settings = SyntheticSettings()
    settings.requests = 20
    settings.objects = 5
    settings.zipf = 10
    settings.churnEvery = 4
    let (block, names) = Self.make(settings)
    let objects = block.keys.map { names.object($0).text }
    // With this exponent nearly all requests go to the first rank.
    expect(objects.enumerated().count { $1 == ["0", "4", "3", "2", "1"][$0 / 4] } >= 18)
  }

  @Test func anObjectKeepsItsSizeAndTimesGoOn() {
    var settings = SyntheticSettings()
    settings.requests = 5_000
    settings.objects = 300
    settings.sizes = .pareto
    settings.largestSize = Bytes(50_000)
    settings.rate = 100
    let (block, _) = Self.make(settings)
    var sizes: [ObjectKey: Int64] = [:]
    for (key, size) in zip(block.keys, block.sizes) {
      expect(sizes.updateValue(size, forKey: key) ?? size, is: size)
      expect((10_000...50_000).contains(size))
    }
    expect(zip(block.times, block.times.dropFirst()).allSatisfy { $0 <= $1 })
    // 5,000 requests at 100 a second take 50 s, with a deviation of 0.7 s.
    expect(abs(Double(block.times.last ?? 0) / 1e9 - 50) < 4)
  }

  private static func make(_ settings: SyntheticSettings) -> (RequestBlock, RequestNames) {
    var requests = SyntheticRequests(settings, seed: 1)
    var block = RequestBlock()
    let isFilled = requests.fill(&block)
    precondition(isFilled && block.count == settings.requests)
    var rest = RequestBlock()
    let hasMore = requests.fill(&rest)
    precondition(!hasMore)
    return (block, requests.names)
  }
}
